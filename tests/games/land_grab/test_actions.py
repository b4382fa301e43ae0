"""Actions and their one spelling."""

import pytest

from freehold.game import Malformed
from freehold.games.land_grab.actions import Action, Farm, Settle, parse, spell


@pytest.mark.parametrize(
    ("text", "action"),
    [("farm 3,4", Farm(3, 4)), ("settle 11,0", Settle(11, 0)), ("farm -1,12", Farm(-1, 12))],
)
def test_parse_and_spell_are_inverse(text: str, action: Action) -> None:
    assert parse(text) == action
    assert spell(action) == text


def test_a_spelling_may_be_loose() -> None:
    assert parse("  FARM  3 , 4 ") == Farm(3, 4)


@pytest.mark.parametrize("text", ["mine 3,4", "farm", "farm 3", "settle 3,4,5", "farm x,4", "3,4"])
def test_what_cannot_be_read_is_answered_with_what_to_write(text: str) -> None:
    with pytest.raises(Malformed, match=r"write|written|must be"):
        parse(text)


def test_an_unknown_verb_is_answered_with_both_verbs() -> None:
    with pytest.raises(
        Malformed, match="'dig' is not an action of this game; write farm X,Y or settle X,Y"
    ):
        parse("dig 3,4")
