"""The terminal's full screen: keys at the cursor, clicks, and lines that change with time."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from freehold.game import Key, Ms, View
from freehold.games.area_attack.facts import Facts
from freehold.kernel.sentences import time_left

KEYS: Mapping[str, Key] = MappingProxyType(
    {
        "space": Key("open {x},{y}", "open"),
        "f": Key("flag {x},{y}", "flag"),
        "u": Key("unflag {x},{y}", "remove the flag"),
        "c": Key("chord {x},{y}", "chord"),
        "p": Key("pick {x},{y}", "pick as starting cell"),
        "enter": Key("confirm", "confirm"),
    }
)


def clicks(view: View[Facts], button: str, x: int, y: int) -> list[str]:
    verbs = ("open", "chord", "pick") if button == "left" else ("flag", "unflag")
    return [f"{verb} {x},{y}" for verb in verbs]


def timers(view: View[Facts], now: Ms) -> list[str]:
    known = view.facts
    if known.ending:
        return []
    what = ("Choosing ends", "Stage 2 begins", "Stage 3 begins", "The match ends")[known.stage]
    lines = [f"{what} in {time_left(known.moments[known.stage] - now)}."]
    thaws = known.frozen[view.viewer] if view.viewer >= 0 else 0
    return [*lines, *([f"You are frozen for {time_left(thaws - now)}."] if thaws > now else [])]
