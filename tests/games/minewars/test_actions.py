"""Actions as text, and how the board looks as text."""

from __future__ import annotations

import pytest

from freehold.game import PUBLIC, Malformed
from freehold.games.minewars import GAME, ground, views
from freehold.games.minewars.actions import Build, Capture, Deploy, Strike, parse, spell
from freehold.games.minewars.keys import KEYS
from freehold.games.minewars.tiles import describe, tiles
from freehold.kernel.pictures import draw_text
from tests.games.minewars import NAMES, act, position

SPELLINGS = (
    "capture 3,4",
    "flag 0,0",
    "unflag 12,7",
    "reveal 1,2",
    "smoke 1,2",
    "harvest 1,2",
    "bulldoze 1,2",
    "strike 1,2",
    "strike 1,2 3,4",
    "deploy decoy 1,2",
    "deploy mine 1,2",
    "deploy trap 1,2",
    "build road 1,2",
    "build tower 1,2",
    "build barricade 1,2 1,3",
    "build bridge 1,2",
    "build bridge 1,2 0",
)


@pytest.mark.parametrize("text", SPELLINGS)
def test_every_action_has_one_spelling(text: str) -> None:
    assert spell(parse(text)) == text
    assert parse(f"  {text.upper()} ") == parse(text)


def test_actions_are_what_their_spelling_says() -> None:
    assert parse("capture 3,4") == Capture(3, 4)
    assert parse("strike 1,2 3,4") == Strike(((1, 2), (3, 4)))
    assert parse("deploy trap 1,2") == Deploy("trap", 1, 2)
    assert parse("build barricade 1,2 1,3") == Build("barricade", ((1, 2), (1, 3)))
    assert parse("build bridge 1,2 2") == Build("bridge", ((1, 2),), 2)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "is not an action of this game"),
        ("dance 1,2", "'dance 1,2' is not an action of this game"),
        ("capture 1", "a cell is written X,Y"),
        ("strike", "name at least one tile, as in strike 3,4 3,5"),
        ("deploy bomb 1,2", "'bomb' cannot be deployed"),
        ("build castle 1,2", "'castle' cannot be built"),
        ("build road", "name at least one tile, as in build road 3,4"),
        ("build road 1,2 1,3", "a road takes one tile"),
        ("build bridge 1,2 1,3", "a bridge takes one tile"),
        ("build bridge 1,2 -1", "counted from 0"),
        ("build bridge 1,2 x", "the bridge's axis must be a whole number"),
        ("build tower 1,2 3", "a cell is written X,Y"),
    ],
)
def test_what_cannot_be_read_says_what_to_write(text: str, says: str) -> None:
    with pytest.raises(Malformed, match=says):
        parse(text)


def test_every_key_is_an_action() -> None:
    for text, _ in KEYS.values():
        parse(text.format(x=1, y=2))


def test_the_board_says_what_is_seen_of_it() -> None:
    state = position("""
        a   a   .   *   b   ~  ~  .  .
        aC  a*  aT  ,   x   ~  ~  .  .
        a%  a   a   #   C   ~  ~  .  .
    """)
    ground.mark_skull(state, 13)
    act(state, 0, "flag 3,0")
    view = views.view(state, 0)
    lines = draw_text(tiles(view), view.rect.width).splitlines()[1:4]
    assert [line.split()[1:] for line in lines] == [
        ["a", "a", ":", ":MF", "b", "~", "~", ":", "."],
        ["@A", "aM", "1T", ",", "x&", "~", "~", ":", "."],
        ["a%", "a", "a", "#", "@", "~", "~", ":", "."],
    ]


def test_the_lines_beside_the_board_tell_ones_own_affairs() -> None:
    state = position("aC a . * .")
    text = "\n".join(describe(views.view(state, 0), NAMES))
    assert "A Ann: 1 city, 0 kills, 0 deaths" in text
    assert "City 0 at 0,0:" in text
    assert "Prices: decoy" in text
    assert "City 0" not in "\n".join(describe(views.view(state, PUBLIC), NAMES))
    act(state, 0, "capture 2,0", now=0)
    act(state, 0, "capture 3,0", now=400)
    assert "You are stunned until 0:10." in describe(views.view(state, 0), NAMES)


def test_the_record_names_the_layers_as_the_views_have_them() -> None:
    state = position("a . b *")
    assert {*views.view(state, 0).layers} == {*GAME.legend}
