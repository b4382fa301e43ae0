"""The sentences of the match itself, and how a code of any game becomes one."""

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
        "not_yours_to_say": "Only the match itself says that a clock has run out.",
        "malformed": "That cannot be read: {reason}.",
        "paused": "The match is paused: let it go on first.",
        "quarantined": "The rules have failed in this match, so nobody can act in it any more.",
        "reused": "That number stands for another action: send this one under a new number.",
        "rules_failed": "The rules failed at that. It did not happen, and the match goes on.",
        "stale": "That came too late: a later command of yours has counted already.",
    }
)


def sentence(game: AnyGame, code: str, facts: Mapping[str, Any], names: Sequence[str] = ()) -> str:
    """A code in words: by the game's catalogue, or else by the match's own."""
    template = game.texts.get(code) or TEXTS.get(code)
    return fill(template, facts, names) if template else code.replace("_", " ")
