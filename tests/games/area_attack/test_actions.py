"""Actions and their spellings."""

import pytest

from freehold.game import Malformed
from freehold.games.area_attack.actions import (
    Action,
    Chord,
    Confirm,
    Flag,
    Open,
    Pick,
    Unflag,
    parse,
    spell,
)


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("pick 3,4", Pick(3, 4)),
        ("confirm", Confirm()),
        ("open 0,63", Open(0, 63)),
        ("chord 12,7", Chord(12, 7)),
        ("flag 1,2", Flag(1, 2)),
        ("unflag 1,2", Unflag(1, 2)),
    ],
)
def test_a_spelling_and_its_action_are_inverse(text: str, action: Action) -> None:
    assert parse(text) == action
    assert spell(action) == text
    assert parse(f"  {text.upper()} ") == action


@pytest.mark.parametrize("text", ["", "dig 3,4", "open", "open 3", "open 3,4,5", "confirm 3,4"])
def test_what_cannot_be_read_says_what_to_write(text: str) -> None:
    with pytest.raises(Malformed, match="3,4"):
        parse(text)
