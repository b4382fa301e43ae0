"""The sentences for the match's own codes, and how a code of any game becomes a sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from freehold.game import AnyGame
from freehold.kernel.sentences import fill

TEXTS: Mapping[str, str] = MappingProxyType(
    {
        "over": "The match is over.",
        "no_such_seat": "There is no seat {seat} in this match.",
        "not_yours_to_say": "Only the match itself can say that a clock has run out.",
        "malformed": "That cannot be understood: {reason}.",
        "paused": "The match is paused: resume it first.",
        "quarantined": "An error in the game's rules has stopped this match. It cannot continue.",
        "reused": "That command number was already used for another action: use a new one.",
        "rules_failed": "The rules failed on that action. It had no effect: the match continues.",
        "too_fast_for_a_bot": "Too fast for a bot: wait another {wait_ms} ms.",
        "stale": "That command came too late: a later one of yours has already been accepted.",
    }
)


def sentence(game: AnyGame, code: str, facts: Mapping[str, Any], names: Sequence[str] = ()) -> str:
    """A code in words: from the game's texts, otherwise from the match's own."""
    template = game.texts.get(code) or TEXTS.get(code)
    return fill(template, facts, names) if template else code.replace("_", " ")
