"""The picture in a terminal, and the lines beside it."""

from __future__ import annotations

from freehold.game import PUBLIC, TRUTH, Leave
from freehold.games.mine_land import GAME
from tests.games.mine_land import NAMES, act, position, view


def texts(board: str) -> str:
    state = position(board)
    return " ".join(tile.text or "_" for tile in GAME.tiles(view(state, 0)))


def test_ml_32_red_and_green_flags_differ_in_shape() -> None:
    assert texts("rag.*") == "f @ P . ."


def test_a_board_in_characters() -> None:
    assert texts("_.a_!ob*") == "  . @ 1 ! o & ."


def test_flags_on_the_ground_are_counted() -> None:
    state = position("_a__*")
    state.loot[0], state.loot[2] = 2, 12
    drawn = [tile.text for tile in GAME.tiles(view(state, 0))]
    assert drawn == ["+2", "@", "+", "1", "."]


def test_what_can_be_reached_is_marked() -> None:
    state = position("..a_.*")
    assert [tile.marked for tile in GAME.tiles(view(state, 0))] == [False, True] + [False] * 4


def test_the_truth_shows_what_lies_below() -> None:
    state = position("*a$.b*")
    assert [tile.text for tile in GAME.tiles(view(state, TRUTH))] == ["x", "&", "~", ".", "&", "x"]
    assert [tile.text for tile in GAME.tiles(view(state, PUBLIC))] == ["?"]


def test_the_lines_beside_it() -> None:
    state = position("_a.b*")
    lines = GAME.describe(view(state, 0), NAMES)
    assert lines[0] == "Score 0, flags in hand 3, at 1,0."
    assert lines[1] == "You can walk west."
    assert lines[2] == "In sight: Bo."
    state = position("a" + "_" * 20 + "b*")
    act(state, 0, "step east", 5_000)
    lines = GAME.describe(view(state, 0), NAMES)
    assert lines[2] == "The nearest player is about 20 steps to the east."
    lines = GAME.describe(view(position("a.*"), 0), NAMES)
    assert lines[1] == "You cannot walk anywhere: flip or flag a tile next to you."


def test_ml_33_flags_that_are_still_to_come_stand_beside_those_in_hand() -> None:
    state = position(".a.*")
    act(state, 0, "flag 0,0", 61_000)
    act(state, 0, "flag 2,0", 61_150)
    act(state, 0, "unflag 0,0", 61_300)
    act(state, 0, "unflag 2,0", 61_450)
    line = GAME.describe(view(state, 0), NAMES)[0]
    assert line == "Score 0, flags in hand 1 (more at 1:06, 1:07), at 1,0."


def test_the_dead_are_told_why_and_what_to_do() -> None:
    state = position("*a_b.....c.*")
    act(state, 0, "flip 0,0", 61_500)
    lines = GAME.describe(view(state, 1), NAMES)
    assert (
        "You died at 1:01 from the bomb at 0,0, in wave 1 of the chain that Ann's flip set off."
        in lines
    )
    assert "This is what you saw last; type watch next to watch another player." in lines
    assert "your own flip" in GAME.describe(view(state, 0), NAMES)[1]
    act(state, 1, "watch next")
    lines = GAME.describe(view(state, 1), NAMES)
    assert "You are watching Cy; watch next shows another player." in lines


def test_the_gone_and_the_watchers() -> None:
    state = position("_a.b*")
    act(state, 0, Leave())
    assert "You are off the board; this is what you saw last." in GAME.describe(
        view(state, 0), NAMES
    )
    assert GAME.describe(view(state, PUBLIC), NAMES)[0].startswith("A world of 5 x 1 tiles")
