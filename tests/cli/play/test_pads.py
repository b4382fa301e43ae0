"""The keyboard over a board, without a screen."""

from __future__ import annotations

import pytest

from freehold.cli.play.pads import Pad, game_keys, keep_inside, key_words, make_pad, press
from freehold.game import Key, Rect
from freehold.games import load_game
from freehold.kernel.chance import key_of
from freehold.match import Match, Seated
from tests.bots import new_match

RECT = Rect(10, 20, 5, 4)
KEYS = {
    "enter": Key("open {x},{y}", "open"),
    "space": Key("hold", "hold"),
    "f": Key("flag {x},{y}", "flag"),
}


def pad(x: int = 12, y: int = 21) -> Pad:
    return Pad(x, y, keys=KEYS)


def keys(on: Pad, *pressed: str) -> list[str]:
    """What the keys say, one after the other."""
    return [said for key in pressed if (said := press(on, key, RECT))]


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
    keys(moved, "home", "page-up", "up", "left")
    assert (moved.x, moved.y) == (10, 20)
    keys(moved, "end", "page-down", "down", "right")
    assert (moved.x, moved.y) == (14, 23)
    keep_inside(moved, Rect(0, 0, 3, 3))
    assert (moved.x, moved.y) == (2, 2)


def test_a_key_is_an_action_at_the_cursor() -> None:
    assert keys(pad(), "enter", "right", "f", "space") == ["open 12,21", "flag 13,21", "hold"]


def test_an_action_can_be_typed_after_a_colon() -> None:
    typing = pad()
    assert keys(typing, ":", *"flax", "backspace", *"g", "space", *"1,2") == []
    assert typing.typed == "flag 1,2"
    assert keys(typing, "enter") == ["flag 1,2"]
    assert typing.typed is None


def test_keys_are_letters_while_one_types() -> None:
    typing = pad()
    assert keys(typing, ":", "f", "left") == []
    assert (typing.x, typing.typed) == (12, "f")


@pytest.mark.parametrize("way_out", [["escape"], ["backspace", "backspace"]])
def test_typing_can_be_given_up(way_out: list[str]) -> None:
    typing = pad()
    assert keys(typing, ":", "f", *way_out) == []
    assert typing.typed is None


def test_an_empty_line_says_nothing() -> None:
    assert keys(pad(), ":", "enter") == []


def test_a_key_without_a_meaning_says_what_to_do() -> None:
    lost = pad()
    keys(lost, "z")
    assert "Type a colon to enter" in lost.says
    keys(lost, "")
    assert lost.says, "it stays until the next key"
    keys(lost, "left")
    assert not lost.says
    keys(lost, "q")
    assert ":quit" in lost.says


def test_the_keys_are_shown_in_one_line() -> None:
    assert key_words(pad()) == ("arrows move  enter open  space hold  f flag  : type  Ctrl-C leave")


def test_a_game_without_keys_has_enter_for_its_first_action_on_a_cell() -> None:
    match = new_match()
    assert game_keys(match.game, match.view(0), 0) == {"enter": ("claim {x},{y}", "claim")}
    assert game_keys(match.game, match.view(1), 0) == {}
    begun = make_pad(match.game, match.view(0), 0)
    assert (begun.x, begun.y) == (2, 2)


def test_the_keys_of_area_attack_are_its_own() -> None:
    seats = (Seated("North"), Seated("South"))
    match = Match.new(load_game("area-attack"), seats, key_of("seed", 1))
    own = game_keys(match.game, match.view(0), 0)
    assert own["space"][0] == "open {x},{y}"
    for template, words in own.values():
        assert match.game.parse(template.format(x=1, y=2))
        assert words
