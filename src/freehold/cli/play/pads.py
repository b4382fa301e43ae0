"""The keyboard of a board, without the screen: a cursor, a typed line, keys that are actions.

Pure functions of a `Pad`. A game's keys are in its record (`Extras.keys`). Without any, Enter is
the first action that takes a cell. Every action can be typed after a colon.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from freehold.cli.words import CELL, by_verb, spelled_moves
from freehold.game import AnyGame, Key, Ms, Rect, View

Keys = Mapping[str, Key]
STEPS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
LEAPS = {"home": (-8, 0), "end": (8, 0), "page-up": (0, -8), "page-down": (0, 8)}
QUIT = "quit"


class Pad(Struct):
    """The state of the keyboard."""

    x: int
    y: int
    typed: str | None = None
    """The line after the colon, while one is typed."""
    says: str = ""
    """The last refusal, or what to do."""
    keys: Keys = {}


def make_pad(game: AnyGame, view: View[Any], now: Ms) -> Pad:
    rect = view.rect
    return Pad(rect.x + rect.width // 2, rect.y + rect.height // 2, keys=game_keys(game, view, now))


def game_keys(game: AnyGame, view: View[Any], now: Ms) -> Keys:
    if game.extras.keys:
        return game.extras.keys
    for verb, rests in by_verb(spelled_moves(game, view, now)).items():
        if CELL.fullmatch(rests[0]):
            return {"enter": Key(f"{verb} {{x}},{{y}}", verb)}
    return {}


def press(pad: Pad, key: str, rect: Rect) -> str | None:
    """Take a key. Returns what it says: an action's spelling, `quit`, or nothing yet."""
    if not key:
        return None
    if pad.typed is not None:
        return _type(pad, key)
    pad.says = ""
    if key in STEPS or key in LEAPS:
        _move(pad, *(STEPS.get(key) or LEAPS[key]), rect)
    elif key == ":":
        pad.typed = ""
    elif key in pad.keys:
        return pad.keys[key][0].format(x=pad.x, y=pad.y)
    elif key in ("q", "escape"):
        pad.says = "To leave, type :quit or press Ctrl-C. The match is saved."
    else:
        pad.says = "That key does nothing here. Type a colon to enter an action."
    return None


def _type(pad: Pad, key: str) -> str | None:
    typed = pad.typed or ""
    if key == "enter":
        pad.typed, pad.says = None, ""
        return typed.strip() or None
    if key == "escape" or (key == "backspace" and not typed):
        pad.typed = None
    elif key == "backspace":
        pad.typed = typed[:-1]
    elif key == "space":
        pad.typed = typed + " "
    elif len(key) == 1:
        pad.typed = typed + key
    return None


def _move(pad: Pad, right: int, down: int, rect: Rect) -> None:
    pad.x, pad.y = pad.x + right, pad.y + down
    keep_inside(pad, rect)


def keep_inside(pad: Pad, rect: Rect) -> None:
    """The cursor stays in the window that the seat sees, even when that has moved."""
    pad.x = min(max(pad.x, rect.x), rect.x + rect.width - 1)
    pad.y = min(max(pad.y, rect.y), rect.y + rect.height - 1)


def key_words(pad: Pad) -> str:
    """One line: `arrows move  enter open  f flag  : type  Ctrl-C leave`."""
    words = [f"{key} {means}" for key, (_, means) in pad.keys.items()]
    return "  ".join(["arrows move", *words, ": type", "Ctrl-C leave"])
