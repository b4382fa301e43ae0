"""The cursor on a board, and what keys and clicks mean there. Pure functions of a `Pad`.

A game's keys are in its record (`Extras.keys`, `clicks`, `draft`). Without any, Enter is the first
action that takes a cell. Every action can be typed after a colon.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct

from freehold.cli.words import CELL, by_verb, spelled_moves
from freehold.game import AnyGame, Key, Malformed, Ms, Rect, View

Keys = Mapping[str, Key]
Button = Literal["left", "right"]
STEPS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
LEAPS = {"home": (-8, 0), "end": (8, 0), "pageup": (0, -8), "pagedown": (0, 8)}
MOST_COUNT = 99_999


class Pad(Struct):
    """Where the cursor is, and what has been begun there."""

    x: int
    y: int
    says: str = ""
    """The last refusal, or what to do."""
    draft: str = ""
    """The action that is being put together, while there is one."""
    count: int = 0
    """The number typed before a key of the draft."""
    keys: Keys = {}


def make_pad(game: AnyGame, view: View[Any], now: Ms) -> Pad:
    """The cursor begins on the first cell of the viewer's own, or in the middle."""
    rect, tiles = view.rect, game.tiles(view)
    own = [place for place, tile in enumerate(tiles) if tile.seat == view.viewer >= 0]
    middle = rect.height // 2 * rect.width + rect.width // 2
    y, x = divmod(own[0] if own else middle, rect.width)
    pad = Pad(rect.x + x, rect.y + y)
    refresh(pad, game, view, now)
    return pad


def refresh(pad: Pad, game: AnyGame, view: View[Any], now: Ms) -> None:
    """After each change of the view: the cursor stays in its window, a draft on its phase."""
    keep_inside(pad, view.rect)
    if not pad.keys:
        pad.keys = game_keys(game, view, now)
    if game.extras.draft is not None:
        empty = game.extras.draft.begin(view)
        if not empty or not pad.draft:
            pad.draft = empty


def game_keys(game: AnyGame, view: View[Any], now: Ms) -> Keys:
    if game.extras.keys:
        return game.extras.keys
    for verb, rests in by_verb(spelled_moves(game, view, now)).items():
        if CELL.fullmatch(rests[0]):
            return {"enter": Key(f"{verb} {{x}},{{y}}", verb)}
    return {}


def press(pad: Pad, key: str, game: AnyGame, view: View[Any]) -> str | None:
    """Take a key. Returns the action that it says, which may still want its `{text}`."""
    pad.says = ""
    if key in STEPS or key in LEAPS:
        right, down = STEPS.get(key) or LEAPS[key]
        pad.x, pad.y = pad.x + right, pad.y + down
        keep_inside(pad, view.rect)
        return None
    if pad.draft:
        return _edit(pad, key, game, view)
    if key in pad.keys:
        return pad.keys[key].spelling.replace("{x}", str(pad.x)).replace("{y}", str(pad.y))
    pad.says = "That key does nothing here; ? lists the keys, and a colon begins a line."
    return None


def _edit(pad: Pad, key: str, game: AnyGame, view: View[Any]) -> str | None:
    draft = game.extras.draft
    assert draft is not None
    if key == "enter":
        said, pad.draft, pad.count = pad.draft, draft.begin(view), 0
        return said
    if key.isdecimal() and len(key) == 1:
        pad.count = min(pad.count * 10 + int(key), MOST_COUNT)
    elif key in draft.keys:
        count, pad.count = pad.count, 0
        try:
            pad.draft = draft.edit(view, pad.draft, key, pad.x, pad.y, count)
        except Malformed as error:
            pad.says = f"{str(error)[:1].upper()}{str(error)[1:]}."
    else:
        pad.says = "That key does nothing here; ? lists the keys, and a colon begins a line."
    return None


def click(
    pad: Pad, button: Button, x: int, y: int, game: AnyGame, view: View[Any], now: Ms
) -> str | None:
    """Take a click on a cell: it moves the cursor there, and may be an action."""
    step = (x - pad.x, y - pad.y)
    draft = game.extras.draft
    if pad.draft and draft is not None and step in draft.ways:
        return press(pad, draft.ways[step], game, view)
    pad.x, pad.y, pad.says = x, y, ""
    keep_inside(pad, view.rect)
    if game.extras.clicks is None:
        return None
    offered = game.extras.clicks(view, button, x, y)
    legal = (text for text in offered if is_legal(game, view, now, text))
    return next(legal, offered[0] if offered else None)


def is_legal(game: AnyGame, view: View[Any], now: Ms, text: str) -> bool:
    """May the viewer do this now, as far as they can know?"""
    numbers, action = game.extras.numbers, game.parse(text)
    if numbers is None:
        return text in spelled_moves(game, view, now)
    index = numbers.index(view, action)
    return index is not None and bool(numbers.mask(view, now)[index])


def keep_inside(pad: Pad, rect: Rect) -> None:
    """The cursor stays in the window that the seat sees, even when that has moved."""
    pad.x = min(max(pad.x, rect.x), rect.x + rect.width - 1)
    pad.y = min(max(pad.y, rect.y), rect.y + rect.height - 1)
