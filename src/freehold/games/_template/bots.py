"""Players without a person. A bot gets views, never state, and draws only from its `rng`."""

from __future__ import annotations

from freehold.bot import AnyChoice
from freehold.games._template import views


def make_random() -> AnyChoice:
    """Plays at random: every possible choice is equally likely."""
    return AnyChoice(views.choices)
