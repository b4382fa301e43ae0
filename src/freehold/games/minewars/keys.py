"""The terminal's full screen: keys at the cursor, clicks, and lines that change with time."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from freehold.game import Key, Ms, View
from freehold.games.minewars.facts import CityFacts, Facts
from freehold.kernel.sentences import time_left

KEYS: Mapping[str, Key] = MappingProxyType(
    {
        "space": Key("capture {x},{y}", "capture"),
        "f": Key("flag {x},{y}", "flag"),
        "u": Key("unflag {x},{y}", "remove the flag"),
        "s": Key("strike {x},{y}", "strike"),
        "m": Key("deploy mine {x},{y}", "lay a mine"),
        "d": Key("deploy decoy {x},{y}", "lay a decoy"),
        "t": Key("deploy trap {x},{y}", "lay a trap"),
        "v": Key("reveal {x},{y}", "reveal"),
        "k": Key("smoke {x},{y}", "smoke"),
        "h": Key("harvest {x},{y}", "harvest"),
        "r": Key("build road {x},{y}", "build a road"),
        "w": Key("build tower {x},{y}", "build a watch tower"),
        "b": Key("build barricade {x},{y}", "build a barricade"),
        "g": Key("build bridge {x},{y}", "build a bridge"),
        "x": Key("bulldoze {x},{y}", "bulldoze"),
    }
)


def clicks(view: View[Facts], button: str, x: int, y: int) -> list[str]:
    verbs = ("capture",) if button == "left" else ("flag", "unflag")
    return [f"{verb} {x},{y}" for verb in verbs]


def timers(view: View[Facts], now: Ms) -> list[str]:
    known, own = view.facts, view.facts.own
    if known.ending:
        return []
    lines = []
    if own.stunned_until > now:
        lines.append(f"You are stunned for {time_left(own.stunned_until - now)}.")
    if own.blind_until > now:
        lines.append(f"You are blind for {time_left(own.blind_until - now)}.")
    cities = enumerate(known.cities)
    funds = [
        f"city {number} {money_now(city, now)}"
        for number, city in cities
        if city.owner == view.viewer + 1 > 0
    ]
    if funds:
        lines.append(f"Money: {', '.join(funds)}.")
    if known.terms.limit_ms:
        lines.append(f"The match ends in {time_left(known.terms.limit_ms - now)}.")
    return lines


def money_now(city: CityFacts, now: Ms) -> int:
    """What a city of the viewer's has at this moment."""
    return city.money + city.rate * max(0, now - city.since) // 1000
