"""Secrets: law 5 must catch each of these planted leaks, and find none in the game as it is.

Some leaks wrap the game's record, some the feed that carries its views, some a part of the rules.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from msgspec import structs

from freehold.game import PUBLIC, AnyGame, Illegal, Rect, Seat, View, Viewer
from freehold.games.mine_land import GAME, company, rules, views
from freehold.games.mine_land.endings import standing
from freehold.games.mine_land.facts import Facts
from freehold.games.mine_land.params import Params
from freehold.games.mine_land.state import State
from freehold.testing.law_5 import Leak
from freehold.testing.law_7 import check_law_7
from freehold.testing.trials import At
from tests.games_under_test import check_law_5
from tests.laws.leaks import (
    Patch,
    Plant,
    empty_frames,
    leak_refusal,
    leak_view,
    with_facts,
    with_layer,
)

SEEN = Params(
    width_tiles=30,
    height_tiles=30,
    spawn_tiles=3,
    safe_steps=3,
    sight_tiles=4,
    density_permille=110,
    start_flags=9,
    step_ms=30,
    dig_ms=30,
    unflag_ms=700,
    all_dead_ms=4_000,
    round_seconds=150,
)
TABLE = At(5, SEEN)
DEADLY = At(
    6,
    structs.replace(
        SEEN, start_flags=0, unflag_ms=0, all_dead_ms=60_000, safe_steps=2, blast_radius=2
    ),
)
PAIRS = 160


def bombs_in_choices(state: State, viewer: Viewer) -> View[Facts]:
    """Within reach of somebody's choices: whether a bomb lies just outside the window."""
    known = views.view(state, viewer)
    if viewer < 0 or known.facts.is_dead or known.facts.is_away:
        return known
    y, x = divmod(state.walkers[viewer].at, state.width)
    beyond = [
        state.under[v * state.width + u] & 1
        for v in range(max(y - 7, 0), min(y + 8, state.height))
        for u in range(max(x - 7, 0), min(x + 8, state.width))
    ]
    return with_facts(known, flags=known.facts.flags if sum(beyond) % 2 else 0)


def one_tile_too_large(state: State, viewer: Viewer) -> View[Facts]:
    honest = state.terms
    state.terms = structs.replace(honest, sight=honest.sight + 1)
    try:
        return with_facts(views.view(state, viewer), terms=honest)
    finally:
        state.terms = honest


def recounted_out_of_view(state: State, viewer: Viewer) -> View[Facts]:
    """A window shows the sum of the numbers just outside it."""
    known = views.view(state, viewer)
    if viewer < 0 or state.walkers[viewer].held is not None:
        return known
    return with_facts(known, score=known.facts.score + sum(state.digit) % 7)


def covered_numbers(state: State, viewer: Viewer) -> View[Facts]:
    """Numbers of covered tiles too."""
    known = views.view(state, viewer)
    if viewer < 0 or state.walkers[viewer].held is not None:
        return known
    rect = known.rect
    rows = [(rect.y + row) * state.width + rect.x for row in range(rect.height)]
    digits = b"".join(bytes(state.number[row : row + rect.width]) for row in rows)
    return with_layer(known, "digit", digits[:-1] + bytes([sum(state.number[::3]) % 9]))


def board_while_dead(state: State, viewer: Viewer) -> View[Facts]:
    """A player who is dead or away sees the tiles around where they stood, as they are now."""
    known = views.view(state, viewer)
    if viewer < 0 or state.walkers[viewer].held is None:
        return known
    seen = views.look(state, viewer, viewer)
    return View(viewer, views.facts(state, viewer, seen), Rect(*seen.rect), seen.layers)


def where_others_are(state: State, viewer: Viewer) -> View[Facts]:
    known = views.view(state, viewer)
    return with_facts(known, walkers=views.everybody(state)) if viewer >= 0 else known


def board_for_watchers(state: State, viewer: Viewer) -> View[Facts]:
    known = views.view(state, viewer)
    if viewer != PUBLIC:
        return known
    return with_layer(known, "ground", bytes([sum(state.ground) % 5]))


def standing_tells_where(state: State, viewer: Viewer) -> View[Facts]:
    """The leaderboard in the view, with the tile of who is first on it."""
    known, rows = views.view(state, viewer), standing(state)
    if viewer < 0 or not rows:
        return known
    return with_facts(known, places=(rows[0].seat, state.walkers[rows[0].seat].at))


def how_much_was_dug(state: State, viewer: Viewer) -> View[Facts]:
    return with_facts(views.view(state, viewer), places=(state.scorings,))


def bombs_in_a_refusal(state: State, action: Any, refusal: Illegal) -> None:
    if refusal.code in ("too_far", "too_soon", "covered"):
        refusal.facts["bombs"] = sum(each & 1 for each in state.under[::2])


def refused_by_what_is_there(state: State, action: Any, refusal: Illegal) -> None:
    """A flip out of reach is answered by what is there."""
    tile = getattr(action, "y", -1) * state.width + getattr(action, "x", -1)
    if refusal.code == "too_far" and 0 <= tile < len(state.ground):
        raise Illegal("covered" if state.number[tile] else "edge") from None


def notices_for_all(patch: Patch) -> AnyGame:
    patch.setattr(views, "seers", lambda state, tile: tuple(range(len(state.walkers))))
    return GAME


def blasts_heard_from_afar(patch: Patch) -> AnyGame:
    """Everybody hears every blast, wherever it is."""

    def reached_by(state: State, centre: int) -> tuple[list[Seat], list[tuple[Seat, int, int]]]:
        return state.living[:], []

    patch.setattr(views, "reached_by", reached_by)
    return GAME


def flags_on_their_way_to_others(state: State, viewer: Viewer) -> View[Facts]:
    """When anybody's flag comes to hand, for all to see."""
    known = views.view(state, viewer)
    coming = [at for walker in state.walkers for at in walker.coming]
    return with_facts(known, coming=tuple(sorted(coming)))


def company_of_this_moment(state: State, viewer: Viewer) -> View[Facts]:
    """Which way others are, whenever somebody far away moves."""
    known = views.view(state, viewer)
    if viewer < 0 or known.facts.is_dead or known.facts.is_away:
        return known
    return with_facts(known, company=company.find_company(state, viewer))


def who_is_alive(state: State, viewer: Viewer) -> View[Facts]:
    """Even far away, in a fact that everybody is told."""
    return with_facts(views.view(state, viewer), places=rules.awaited(state))


LEAKS: dict[str, Plant] = {
    "a bomb in the choices": leak_view(GAME, bombs_in_choices),
    "a refusal that tells": leak_refusal(GAME, bombs_in_a_refusal),
    "a refusal by what is out of sight": leak_refusal(GAME, refused_by_what_is_there),
    "a number recounted out of view": leak_view(GAME, recounted_out_of_view),
    "numbers of covered tiles": leak_view(GAME, covered_numbers),
    "a frame for an unseen event": empty_frames(GAME),
    "a window one tile too large": leak_view(GAME, one_tile_too_large),
    "the leaderboard telling where": leak_view(GAME, standing_tells_where),
    "how much was dug anywhere": leak_view(GAME, how_much_was_dug),
    "where everybody is": leak_view(GAME, where_others_are),
    "the board for the dead": leak_view(GAME, board_while_dead),
    "the board for watchers": leak_view(GAME, board_for_watchers),
    "notices for all": notices_for_all,
    "blasts heard from afar": blasts_heard_from_afar,
    "flags on their way to others": leak_view(GAME, flags_on_their_way_to_others),
    "company of this moment": leak_view(GAME, company_of_this_moment),
    "who is alive": leak_view(GAME, who_is_alive),
}


def look_for_leaks(game: AnyGame) -> None:
    for seed in range(3):
        for table in (DEADLY, TABLE):
            check_law_5(game, table, seed=seed, pairs=PAIRS)


@pytest.mark.slow
@pytest.mark.parametrize("name", LEAKS)
def test_a_planted_leak_is_caught(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    leaky = LEAKS[name](monkeypatch)
    with pytest.raises(Leak):
        look_for_leaks(leaky)


@pytest.mark.slow
def test_ml_06_nothing_leaks_where_players_die_and_leave() -> None:
    report = check_law_5(GAME, TABLE, seed=1, pairs=PAIRS)
    assert report.fields["under"] >= 50
    assert report.fields["walkers"] >= 30
    assert report.fields["ground"] >= 5, "some pairs differ in what was dug out of sight"


def all_present(state: State) -> tuple[Seat, ...]:
    """Everybody who is here: in random play the dead now watch others too."""
    here = [seat for seat, walker in enumerate(state.walkers) if not walker.is_away]
    return () if state.outcome else tuple(here)


WATCHED = replace(GAME, awaited=all_present)


@pytest.mark.slow
def test_ml_52_nothing_leaks_to_the_dead_who_watch() -> None:
    for seed in range(2):
        report = check_law_5(WATCHED, DEADLY, seed=seed, pairs=PAIRS)
        assert report.fields["walkers"] >= 30


@pytest.mark.slow
def test_ml_52_patches_add_up_for_the_dead_who_watch() -> None:
    assert sum(check_law_7(WATCHED, DEADLY, seed, most=400) for seed in range(4)) >= 500


def window_of_another(state: State, viewer: Viewer) -> View[Facts]:
    """One who watches sees one tile too far."""
    known = views.view(state, viewer)
    return one_tile_too_large(state, viewer) if known.facts.watching >= 0 else known


@pytest.mark.slow
def test_ml_52_a_leak_to_one_who_watches_is_caught() -> None:
    leaky = replace(WATCHED, view=window_of_another)
    with pytest.raises(Leak):
        check_law_5(leaky, DEADLY, seed=0, pairs=10 * PAIRS)
