"""Moments that a test wants to see: a player frozen, a player stunned."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from freehold.game import View
from freehold.games import load_game
from freehold.kernel.chance import key_of
from freehold.match import Match, Seated

SEATS = (Seated("Ann"), Seated("Ben"))


def frozen_view() -> View[Any]:
    """Area Attack, stage 1: Ann is frozen until 0:30."""
    view = Match.new(load_game("area-attack"), SEATS, key_of("seed", 1)).view(0)
    return replace(view, facts=replace(view.facts, stage=1, frozen=(30_000, 0)))


def stunned_view() -> View[Any]:
    """MineWars: Ann is stunned until 0:40."""
    view = Match.new(load_game("minewars"), SEATS, key_of("seed", 1)).view(0)
    own = replace(view.facts.own, stunned_until=40_000)
    return replace(view, facts=replace(view.facts, own=own))
