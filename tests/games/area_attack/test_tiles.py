"""The picture and the lines beside it."""

from freehold.game import PUBLIC, TRUTH, Leave
from freehold.games.area_attack import GAME, keys, rules
from freehold.games.area_attack.tiles import describe, tiles
from freehold.games.area_attack.views import view
from freehold.kernel.pictures import draw_text
from tests.games.area_attack import NAMES, act, new_state, position


def letters(state: object, viewer: int) -> str:
    return "".join(tile.text for tile in tiles(view(state, viewer)))  # type: ignore[arg-type]


def test_a_player_sees_numbers_in_the_own_area_and_letters_in_others() -> None:
    state = position("*a.b  aa.X  ..o.  ....", seats=2)
    act(state, 0, "flag 0,0")
    assert letters(state, 0) == "F1.b11.X..o....."
    assert letters(state, 1) == ".a.1aa.X..o....."
    assert letters(state, PUBLIC) == ".a.baa.X..o....."
    assert letters(state, TRUTH) == "x1.111.X..o....."


def test_a_0_is_blank_and_owned_cells_have_their_seats_colour() -> None:
    drawn = tiles(view(position("aa.b*"), 0))
    assert [(tile.text, tile.seat) for tile in drawn[:2]] == [(" ", 0), (" ", 0)]
    assert (drawn[3].text, drawn[3].seat) == ("b", 1)


def test_from_stage_2_on_cells_in_reach_are_marked() -> None:
    assert [t.marked for t in tiles(view(position("a.*b.", 1), 0))] == [False] * 5
    assert [t.marked for t in tiles(view(position("a.*b.", 2), 0))] == [0, 1, 0, 0, 0]


def test_starting_cells_are_shown_while_they_are_chosen() -> None:
    state = new_state(2)
    act(state, 1, "pick 3,0")
    assert letters(state, 0)[:5] == "...B."
    lines = describe(view(state, 0), NAMES[:2])
    assert lines == [
        "Choose where to start, by 0:45: pick X,Y, then confirm.",
        "Starting cells must be at least 6 cells apart.",
        "Not yet confirmed: Ann and Bo.",
    ]


def test_the_lines_say_what_changes_next_and_how_things_stand() -> None:
    state = position("aa*b....*.", seats=3)
    rules.act(state, 5, 2, Leave())
    lines = describe(view(state, 1), NAMES[:3])
    assert "Stage 2 at 3:00, or when 60% is claimed." in lines[0]
    assert lines[1].endswith("C Cy 0.0% (gone)")
    act(state, 0, "open 2,0", now=61_000)
    assert describe(view(state, 1), NAMES[:3])[2] == "Frozen: Ann."
    assert describe(view(state, 0), NAMES[:3])[2] == "You are frozen until 1:06."
    rules.wake(state, 180_000)
    assert "Stage 3 at 6:00, or when 90% is claimed." in describe(view(state, 1), NAMES[:3])[0]
    rules.wake(state, 360_000)
    assert "the match ends at 7:00" in describe(view(state, 1), NAMES[:3])[0]
    rules.wake(state, 420_000)
    assert describe(view(state, 1), NAMES[:3])[0].startswith("Area: A Ann")


def test_the_board_can_be_drawn_as_text() -> None:
    known = view(position("*a.b  aa.X"), 0)
    assert draw_text(tiles(known), 4).splitlines()[1] == "  0  .   1   .   b"


def test_every_key_spells_an_action() -> None:
    for spelling, words in keys.KEYS.values():
        assert GAME.spell(GAME.parse(spelling.format(x=3, y=4))) == spelling.format(x=3, y=4)
        assert words
