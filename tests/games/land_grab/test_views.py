"""What viewers see: layers, facts, choices, and the words for a tile."""

import pytest

from freehold.game import PUBLIC, TRUTH, Resign
from freehold.games.land_grab import GAME, rules, views
from freehold.games.land_grab.actions import Farm, Settle
from freehold.games.land_grab.state import FARM, MINE, RESORT, State
from freehold.kernel.chance import Stream, key_of
from freehold.match import Match, Seated
from freehold.match.patches import apply
from tests.games.land_grab import SIDE, cell, island, play, position

RNG = Stream(key_of("views"), "choices")
OPEN = "fmFL\nLLLL\nMLrg"


def test_all_viewers_see_the_same() -> None:
    state = position(OPEN)
    seen = [views.view(state, viewer) for viewer in (0, 1, PUBLIC, TRUTH)]
    assert [view.viewer for view in seen] == [0, 1, PUBLIC, TRUTH]
    for view in seen:
        assert (view.facts, view.layers) == (seen[0].facts, seen[0].layers)


def test_the_facts_are_the_state_in_numbers() -> None:
    state = position(OPEN, points=(3, 4), target=70)
    play(state, "farm 0,1")
    assert views.view(state, 0).facts == views.Facts(
        mover=1,
        turn=2,
        points=(3, 6),
        target=70,
        incomes=(2, 2),
        farms=(2, 1),
        settlements=(1, 1),
        passes=(0, 0),
        last_cell=cell(0, 1),
        ending="",
        winner=-1,
    )


def test_every_layer_is_in_the_legend_and_covers_the_map() -> None:
    view = views.view(position(OPEN), 0)
    assert list(view.layers) == list(GAME.legend)
    assert tuple(view.rect) == (0, 0, 12, 12)
    for name, layer in view.layers.items():
        assert type(layer) is bytes
        assert len(layer) == SIDE * SIDE
        names = GAME.legend[name].names
        assert not names or max(layer) < len(names)


def named(state: State, layer: str, x: int, y: int) -> str:
    return GAME.legend[layer].names[views.view(state, 0).layers[layer][cell(x, y)]]


def test_the_names_of_grounds_and_builds() -> None:
    state = position(OPEN)
    at = ((4, 0), (3, 0), (0, 2), (2, 0))
    assert [named(state, "ground", x, y) for x, y in at] == ["water", "land", "mountain", "forest"]
    at = ((3, 0), (0, 0), (1, 0), (2, 2))
    assert [named(state, "built", x, y) for x, y in at] == ["none", "farm", "mine", "resort"]


def test_the_layers_show_owners_yields_gains_and_losses() -> None:
    layers = views.view(position(OPEN), 0).layers
    assert list(layers["owner"][:4]) == [1, 1, 0, 0]
    assert list(layers["owner"][cell(0, 2) : cell(4, 2)]) == [0, 0, 2, 2]
    assert (layers["yield"][1], layers["yield"][cell(2, 2)]) == (2, 2)
    assert (layers["gain0"][cell(3, 0)], layers["gain1"][cell(3, 0)]) == (2, 2)
    assert (layers["loss0"][2], layers["loss0"][3]) == (1, 0)
    assert (layers["loss1"][cell(2, 1)], layers["loss1"][cell(1, 1)]) == (1, 0)


def test_legal_shows_where_the_mover_may_build_what() -> None:
    state = position("fLLWg")
    assert list(views.legal(state)[:5]) == [0, 3, 0, 0, 0]
    state = position("fmLLWg")
    assert list(views.legal(state)[:5]) == [0, 0, 1, 0, 0]
    state = position("fmLLLg", mover=1)
    assert list(views.legal(state)[:5]) == [0, 0, 0, 0, 3]
    assert sum(views.legal(state)) == 3


def test_nothing_is_legal_when_it_is_over() -> None:
    state = position(OPEN)
    rules.act(state, 0, 1, Resign())
    view = views.view(state, 0)
    assert not any(view.layers["legal"])
    assert list(views.choices(view, 0, RNG)) == []
    assert (view.facts.ending, view.facts.winner) == ("resigned", 0)


def test_choices_are_the_movers_builds_and_nobody_elses() -> None:
    state = position("fLLWg")
    assert list(views.choices(views.view(state, 0), 0, RNG)) == [Farm(1, 0), Settle(1, 0)]
    for viewer in (1, PUBLIC, TRUTH):
        assert list(views.choices(views.view(state, viewer), 0, RNG)) == []
    first = views.view(island(1), 0)
    assert {type(build) for build in views.choices(first, 0, RNG)} == {Farm}


@pytest.mark.parametrize("seed", range(6))
def test_the_first_view_and_all_patches_are_the_view_now(seed: int) -> None:
    match = Match.new(GAME, (Seated("Ann"), Seated("Bob")), key_of("patches", seed))
    known = {viewer: match.open(viewer).view for viewer in (0, PUBLIC)}
    rng = Stream(key_of("patches", seed), "play")
    for step in range(60):
        if match.outcome:
            break
        seat = match.awaited[0]
        options = list(views.choices(match.view(seat), 0, rng))
        if step == 20 + seed:
            match.act(0, 1 - seat, Resign())
        else:
            match.act(0, seat, rng.pick(options))
        for viewer, frame in match.flush().items():
            known[viewer] = apply(known[viewer], frame)
        for viewer, view in known.items():
            assert view == match.view(viewer)
    assert match.outcome is not None


def test_a_stalemate_and_a_pass_reach_the_viewers_too() -> None:
    for picture in ("WLfWWg", "WLLfWWg", "LLfrg"):
        rows = [picture.replace("f", "L").replace("g", "L").replace("r", "L").ljust(12, "W")]
        params = GAME.params(island="\n".join(rows + ["W" * 12] * 11))
        match = Match.new(GAME, (Seated("Ann"), Seated("Bob")), key_of(1), params)
        known = match.open(PUBLIC).view
        for _ in range(9):
            if match.outcome:
                break
            seat = match.awaited[0]
            match.act(0, seat, next(views.choices(match.view(seat), 0, RNG)))
            for frame in match.flush().values():
                known = apply(known, frame)
            assert known == match.view(PUBLIC)


# Sums in words


def test_the_breakdown_of_a_yield_names_its_parts() -> None:
    state = position("LML\nMmF\nLFL", farms=(9, 9))
    view = views.view(state, 0)
    assert views.breakdown(view, cell(1, 1), MINE) == [(1, "base"), (2, "mountain"), (2, "forest")]
    state = position("LML\nmrW\nLmL", farms=(9, 9))
    view = views.view(state, 0)
    assert views.breakdown(view, cell(1, 1), RESORT) == [
        (1, "base"),
        (1, "mountain"),
        (1, "water"),
        (-2, "mine"),
    ]


@pytest.mark.parametrize("seed", range(3))
def test_a_breakdown_adds_up_to_what_the_layers_say(seed: int) -> None:
    state = island(seed)
    rng = Stream(key_of("sums", seed), "play")
    for _ in range(30):
        if not state.ending:
            builds = list(views.builds(views.legal(state)))
            rules.act(state, 0, state.mover, rng.pick(builds))
    view = views.view(state, 0)
    for at in range(SIDE * SIDE):
        if view.layers["built"][at] in (MINE, RESORT):
            parts = views.breakdown(view, at, view.layers["built"][at])
            assert max(0, sum(part for part, _ in parts)) == view.layers["yield"][at]


@pytest.mark.parametrize(
    ("x", "y", "lines"),
    [
        (1, 0, ["1,0 is a mine: 1 base + 1 forest = 2."]),
        (2, 2, ["2,2 is a resort: 1 base + 1 water = 2."]),
        (0, 0, ["0,0 is player 1's farm: it yields nothing, but feeds a settlement."]),
        (3, 2, ["3,2 is player 2's farm: it yields nothing, but feeds a settlement."]),
        (4, 0, ["4,0 is water: nobody can build on it, and it gives 1 to resorts next to it."]),
        (
            0,
            2,
            [
                "0,2 is mountain: nobody can build on it,"
                " and it gives 1 to mines and resorts next to it."
            ],
        ),
        (12, 0, ["There is no tile 12,0: columns and rows go from 0 to 11."]),
        (0, -1, ["There is no tile 0,-1: columns and rows go from 0 to 11."]),
        (
            2,
            0,
            [
                "2,0 is forest, free to build on.",
                "A mine here would yield 1 base = 1.",
                "A resort here would yield 1 base - 1 mine = 0.",
                "Building here fells the forest and costs player 1's mines 1 per turn.",
                "It is player 1's turn. They can build here: farm.",
            ],
        ),
        (
            2,
            1,
            [
                "2,1 is land, free to build on.",
                "A mine here would yield 1 base + 1 forest = 2.",
                "A resort here would yield 1 base = 1.",
                "A mine here would cost player 2's resorts 1 per turn.",
                "It is player 1's turn. They can build here: farm.",
            ],
        ),
        (
            3,
            1,
            [
                "3,1 is land, free to build on.",
                "A mine here would yield 1 base = 1.",
                "A resort here would yield 1 base + 1 water = 2.",
                "It is player 1's turn. They cannot build here: it touches none of their tiles.",
            ],
        ),
    ],
)
def test_a_tile_is_explained_in_sums(x: int, y: int, lines: list[str]) -> None:
    assert views.explain(views.view(position(OPEN), 0), x, y) == lines


def test_a_resort_spoiled_below_nothing_is_explained() -> None:
    view = views.view(position("LmL\nmrL\nLLL", farms=(9, 9)), 0)
    assert views.explain(view, 1, 1) == [
        "1,1 is a resort: 1 base - 2 mine, but never less than 0 = 0."
    ]


def test_a_free_tile_is_explained_after_the_end_too() -> None:
    state = position(OPEN)
    rules.act(state, 0, 1, Resign())
    last = views.explain(views.view(state, 0), 3, 1)[-1]
    assert last == "The game is over."


def test_a_farm_is_no_settlement() -> None:
    with pytest.raises(ValueError, match="not in tuple"):
        views.breakdown(views.view(position(OPEN), 0), 0, FARM)
