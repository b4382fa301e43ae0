"""Actions and their spelling."""

from __future__ import annotations

import pytest

from freehold.game import Malformed
from freehold.games.mine_land.actions import Action, Flag, Flip, Step, Unflag, Watch, parse, spell
from freehold.games.mine_land.keys import KEYS

SPELLED: list[tuple[str, Action]] = [
    ("step north", Step("north")),
    ("step east", Step("east")),
    ("step south", Step("south")),
    ("step west", Step("west")),
    ("flip 512,498", Flip(512, 498)),
    ("flag 3,4", Flag(3, 4)),
    ("unflag 0,999", Unflag(0, 999)),
    ("watch 7", Watch(7)),
    ("watch 0", Watch(0)),
    ("watch 999999", Watch(999_999)),
    ("watch next", Watch()),
]


@pytest.mark.parametrize(("text", "action"), SPELLED)
def test_an_action_is_read_and_written(text: str, action: Action) -> None:
    assert parse(text) == action
    assert spell(action) == text


def test_words_are_read_in_any_case() -> None:
    assert parse(" STEP North ") == Step("north")
    assert parse("watch NEXT") == Watch()


@pytest.mark.parametrize(
    "text",
    ["", "step", "step up", "step north east", "flip", "flip 3", "flip 3;4", "dig 3,4", "watch"],
)
def test_what_cannot_be_read_is_malformed(text: str) -> None:
    with pytest.raises(Malformed):
        parse(text)


def test_the_error_says_what_to_write() -> None:
    with pytest.raises(
        Malformed, match=r"'jump' is not an action of this game; write step north, east"
    ):
        parse(" jump ")
    with pytest.raises(Malformed, match="the seat to watch is a number from 0 on"):
        parse("watch -2")
    with pytest.raises(Malformed, match="a number from 0 on, or next; not '1000000'"):
        parse("watch 1000000")


def test_a_direction_that_is_none_has_no_spelling() -> None:
    with pytest.raises(ValueError, match="'up' is not a direction"):
        spell(Step("up"))


def test_ml_10_ml_28_keys_walk_flip_and_flag() -> None:
    spelled = {key: means[0].format(x=3, y=4) for key, means in KEYS.items()}
    assert [parse(spelled[key]) for key in "wasd"] == [
        Step("north"),
        Step("west"),
        Step("south"),
        Step("east"),
    ]
    assert [parse(spelled[key]) for key in ("space", "f", "u")] == [
        Flip(3, 4),
        Flag(3, 4),
        Unflag(3, 4),
    ]
    assert parse(spelled["n"]) == Watch()
