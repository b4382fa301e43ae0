"""The cursor on a board, and what keys and clicks mean, without a screen."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from freehold.cli.fullscreen.pads import (
    Pad,
    click,
    game_keys,
    keep_inside,
    make_pad,
    press,
    refresh,
)
from freehold.game import Key, Rect, View
from freehold.games import load_game, load_games
from freehold.kernel.chance import key_of
from freehold.match import Match, Seated
from tests.bots import new_match
from tests.games_under_test import is_ours

RECT = Rect(10, 20, 5, 4)
KEYS = {
    "enter": Key("open {x},{y}", "open"),
    "space": Key("hold", "hold"),
    "f": Key("flag {x},{y}", "flag"),
    "t": Key("say {text}", "say"),
}
GAME = load_game("land-grab")


def pad(x: int = 12, y: int = 21) -> Pad:
    return Pad(x, y, keys=KEYS)


def seen() -> View[Any]:
    return replace(new_match().view(0), rect=RECT)


def keys(on: Pad, *pressed: str) -> list[str]:
    """What the keys say, one after the other."""
    return [said for key in pressed if (said := press(on, key, GAME, seen()))]


@pytest.mark.parametrize(
    ("key", "cell"),
    [("left", (11, 21)), ("right", (13, 21)), ("up", (12, 20)), ("down", (12, 22))],
)
def test_the_cursor_keys_move_by_one_cell(key: str, cell: tuple[int, int]) -> None:
    moved = pad()
    assert keys(moved, key) == []
    assert (moved.x, moved.y) == cell


def test_the_cursor_stays_in_the_window() -> None:
    moved = pad()
    keys(moved, "home", "pageup", "up", "left")
    assert (moved.x, moved.y) == (10, 20)
    keys(moved, "end", "pagedown", "down", "right")
    assert (moved.x, moved.y) == (14, 23)
    keep_inside(moved, Rect(0, 0, 3, 3))
    assert (moved.x, moved.y) == (2, 2)


def test_a_key_is_an_action_at_the_cursor() -> None:
    assert keys(pad(), "enter", "right", "f", "space") == ["open 12,21", "flag 13,21", "hold"]


def test_a_key_may_still_want_words() -> None:
    assert keys(pad(), "t") == ["say {text}"]


def test_a_key_without_a_meaning_says_what_to_do() -> None:
    lost = pad()
    keys(lost, "z")
    assert "? lists the keys" in lost.says
    keys(lost, "left")
    assert not lost.says


def test_a_game_without_keys_has_enter_for_its_first_action_on_a_cell() -> None:
    match = new_match()
    assert game_keys(match.game, match.view(0), 0) == {"enter": ("claim {x},{y}", "claim")}
    assert game_keys(match.game, match.view(1), 0) == {}
    begun = make_pad(match.game, match.view(0), 0)
    assert (begun.x, begun.y) == (2, 2)


@pytest.mark.parametrize("name", sorted(load_games(print)))
def test_every_key_of_every_game_is_an_action(name: str) -> None:
    game = load_game(name)
    assert game.extras.keys or not is_ours(game)
    for spelling, words in game.extras.keys.values():
        assert game.parse(spelling.format(x=1, y=2, text="Peace"))
        assert words


def new(name: str, seats: int = 2) -> tuple[Match, View[Any], Pad]:
    match = Match.new(load_game(name), (Seated("Ann"),) * seats, key_of("seed", 1))
    view = match.view(0)
    return match, view, make_pad(match.game, view, 0)


def test_a_click_moves_the_cursor_where_a_game_has_no_clicks() -> None:
    match, view, on = new("land-grab")
    assert click(on, "left", 3, 4, match.game, view, 0) is None
    assert (on.x, on.y) == (3, 4)


def test_a_click_is_the_first_action_that_is_legal() -> None:
    match, view, on = new("area-attack")
    assert click(on, "left", 3, 4, match.game, view, 0) == "pick 3,4"
    assert click(on, "right", 3, 4, match.game, view, 0) == "flag 3,4", "or the first of all"


def test_in_mine_land_a_click_beside_the_player_digs_and_one_far_away_walks() -> None:
    match, view, on = new("mine-land")
    x, y = view.facts.at
    assert click(on, "left", x + 1, y, match.game, view, 0) == f"flip {x + 1},{y}"
    assert click(on, "left", x - 4, y + 1, match.game, view, 0) == "step west"
    assert click(on, "left", x + 1, y + 4, match.game, view, 0) == "step south"
    assert click(on, "right", x, y + 1, match.game, view, 0) == f"flag {x},{y + 1}"


def ordering() -> tuple[Match, View[Any], Pad, str]:
    """Territory in the phase of orders: the match, the view, the pad, and Ann's square."""
    match, _, _ = new("territory", 3)
    for _ in range(2):
        for seat in range(3):
            match.act(0, seat, match.game.parse("declare"))
    view = match.view(0)
    on = make_pad(match.game, view, 0)
    return match, view, on, f"{on.x},{on.y}"


def pressed(on: Pad, match: Match, view: View[Any], *keys_: str) -> str | None:
    said = None
    for key in keys_:
        said = press(on, key, match.game, view)
    return said


def test_a_draft_is_put_together_and_sent() -> None:
    match, view, on, home = ordering()
    assert on.draft == "order"
    pressed(on, match, view, "1", "w", "2", "a")
    assert on.draft == f"order {home},U,1 {home},L,2"
    pressed(on, match, view, "+", "+", "+", "+")
    assert on.draft == f"order {home},U,1 {home},L,4", "there are only five units"
    pressed(on, match, view, "x", "-")
    assert on.draft == f"order {home},U,1"
    assert pressed(on, match, view, "enter") == f"order {home},U,1"
    assert on.draft == "order"


def test_a_draft_says_what_cannot_be() -> None:
    match, view, on, home = ordering()
    pressed(on, match, view, "x")
    assert on.says.startswith("There is no move on the sheet yet")
    pressed(on, match, view, "w", "a")
    assert on.says == f"You have no units left on {home}."
    assert on.draft == f"order {home},U,5"


def test_clicks_on_neighbours_are_moves_of_a_draft() -> None:
    match, view, on, home = ordering()
    x, y = on.x, on.y
    step = 1 if x < 7 else -1
    click(on, "left", x + step, y, match.game, view, 0)
    assert on.draft == f"order {home},{'R' if step > 0 else 'L'},5"
    assert (on.x, on.y) == (x, y), "the cursor stays on the square that is emptied"


def test_a_draft_ends_with_its_phase() -> None:
    match, view, on, _ = ordering()
    pressed(on, match, view, "w")
    for seat in range(3):
        match.act(0, seat, match.game.parse("order"))
    refresh(on, match.game, match.view(0), 0)
    assert not on.draft
