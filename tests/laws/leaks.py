"""Leaks to plant into a game, its answers or the feed that carries its views.

What leaks is said by the tests of each game; how it is planted stands here. A plant patches what it
must and returns the game to be checked.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any
from weakref import WeakKeyDictionary

import pytest
from msgspec import structs

from freehold.game import AnyGame, Illegal, Ms, Notice, Seat, View, Viewer
from freehold.kernel import canonical
from freehold.match.feed import Feed
from freehold.match.patches import Frame

Patch = pytest.MonkeyPatch
Plant = Callable[[Patch], AnyGame]
ViewOf = Callable[[Any, Viewer], View[Any]]
Tell = Callable[[Any, Any, Illegal], None]


def with_layer(known: View[Any], name: str, layer: bytes) -> View[Any]:
    return structs.replace(known, layers=known.layers | {name: layer})


def with_facts(known: View[Any], **facts: Any) -> View[Any]:
    return structs.replace(known, facts=structs.replace(known.facts, **facts))


def leak_view(game: AnyGame, leaky: ViewOf) -> Plant:
    return lambda patch: replace(game, view=leaky)


def leak_refusal(game: AnyGame, tell: Tell) -> Plant:
    """`tell(state, action, refusal)` writes into a refusal, or raises another one."""

    def act(state: Any, now: Ms, seat: Seat, action: Any) -> list[Notice]:
        try:
            return game.act(state, now, seat, action)
        except Illegal as refusal:
            tell(state, action, refusal)
            raise

    return lambda patch: replace(game, act=act)


def leak_on_return(game: AnyGame, leaky: ViewOf) -> Plant:
    """Patches are honest; only one who comes back sees more."""
    honest = Feed.open

    def reopen(self: Feed, viewer: Viewer, state: Any, table: Any, now: Ms) -> Frame:
        frame = honest(self, viewer, state, table, now)
        return structs.replace(frame, view=leaky(state, viewer))

    def plant(patch: Patch) -> AnyGame:
        patch.setattr(Feed, "open", reopen)
        return game

    return plant


def empty_frames(game: AnyGame) -> Plant:
    """Whenever anything has changed, everybody gets a frame, be it empty."""
    honest, told = Feed.flush, WeakKeyDictionary[Feed, str]()

    def flush(self: Feed, state: Any, table: Any, now: Ms) -> dict[Viewer, Frame]:
        frames, mark = honest(self, state, table, now), canonical.fingerprint(state)
        has_changed = told.get(self) != mark
        told[self] = mark
        for viewer, shadow in self.shadows.items():
            if has_changed and viewer not in frames:
                shadow.number += 1
                frames[viewer] = Frame(shadow.number, now)
        return frames

    def plant(patch: Patch) -> AnyGame:
        patch.setattr(Feed, "flush", flush)
        return game

    return plant


def common_numbers(game: AnyGame) -> Plant:
    """One count of frames for all viewers together: a gap tells that others were told something."""
    honest = Feed.flush

    def flush(self: Feed, state: Any, table: Any, now: Ms) -> dict[Viewer, Frame]:
        frames = honest(self, state, table, now)
        total = sum(shadow.number for shadow in self.shadows.values())
        return {viewer: structs.replace(each, number=total) for viewer, each in frames.items()}

    def plant(patch: Patch) -> AnyGame:
        patch.setattr(Feed, "flush", flush)
        return game

    return plant


def notices_for_all(game: AnyGame) -> Plant:
    """Everybody hears that something happened, if not what."""

    def note(self: Feed, notices: list[Notice], now: Ms) -> None:
        for shadow in self.shadows.values():
            shadow.notices += [(notice.code, {}) for notice in notices]

    def plant(patch: Patch) -> AnyGame:
        patch.setattr(Feed, "note", note)
        return game

    return plant
