"""The terminal's full screen: keys at the cursor, clicks, and lines that change with time."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from freehold.game import Key, Ms, View
from freehold.games.mine_land.actions import DIRECTIONS
from freehold.games.mine_land.facts import Facts
from freehold.kernel.sentences import time_left

KEYS: Mapping[str, Key] = MappingProxyType(
    {
        "w": Key("step north", "walk north"),  # ML-10
        "a": Key("step west", "walk west"),
        "s": Key("step south", "walk south"),
        "d": Key("step east", "walk east"),
        "space": Key("flip {x},{y}", "flip"),
        "f": Key("flag {x},{y}", "flag"),
        "u": Key("unflag {x},{y}", "take the flag"),
        "n": Key("watch next", "watch another player (when dead)"),
    }
)


def clicks(view: View[Facts], button: str, x: int, y: int) -> list[str]:
    """A covered tile beside the player is flipped; towards any other tile they walk one step."""
    if view.facts.is_dead:
        return ["watch next"]
    if button == "right":
        return [f"flag {x},{y}", f"unflag {x},{y}"]
    dx, dy = x - view.facts.at[0], y - view.facts.at[1]
    nearer = {way: dx * right + dy * down for way, (right, down) in DIRECTIONS.items()}
    ways = sorted((way for way in nearer if nearer[way] > 0), key=lambda way: -nearer[way])
    digs = [f"flip {x},{y}"] if max(abs(dx), abs(dy)) == 1 else []
    return [*digs, *(f"step {way}" for way in ways)]


def timers(view: View[Facts], now: Ms) -> list[str]:
    known = view.facts
    if known.ending:
        return []
    lines = []
    if known.terms.round_ms:
        lines.append(f"The round ends in {time_left(known.terms.round_ms - now)}.")
    if known.deserted_at > now:
        lines.append(f"Nobody is alive: the round ends in {time_left(known.deserted_at - now)}.")
    elif known.dig_at > now and not known.is_dead:
        lines.append(f"You can dig again in {time_left(known.dig_at - now)}.")
    return lines
