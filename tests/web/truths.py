"""What is true in a running match, rebuilt from the server's data, and what a page says of it."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from types import MappingProxyType
from typing import Any

from playwright.sync_api import Page

from freehold.game import TRUTH, Seat
from freehold.games import load_game
from freehold.games.minewars.board.kinds import STRUCTURE_NAMES
from freehold.kernel.chance import Stream, key_of
from freehold.match import Match
from freehold.match.log import Entry, Mark
from freehold.match.replay import read_record, replay
from freehold.server.match import records
from freehold.server.rooms import roomrecords
from freehold.store.sqlite import SqliteStore
from freehold.store.sums import asking
from tests.web import PATIENCE_MS
from tests.web.minewars import QUICK as AT_ONCE
from tests.web.pages import cells
from tests.web.servers import Server

QUICK: Mapping[str, Any] = MappingProxyType(
    {**AT_ONCE, "items_percent": 30, "stun_ms": 500, "blind_ms": 500, "hold_ms": 600_000}
)
"""Within a second all is done, stuns are over, and nobody loses a city."""
ITEM_WORDS = ("", "decoy", "mine", "flashbang trap")
STANDING = ("", "road", "barricade", "watch tower", "bridge")
STRUCTURE_WORDS = (*STANDING, *[f"{name} under construction" for name in STANDING[1:]])
assert len(STANDING) == len(STRUCTURE_NAMES)
LOOK_MS = 20
LOOKS = PATIENCE_MS // LOOK_MS

# The truth


class Reader(SqliteStore):
    """Of data that a running server writes, as it is at one moment."""

    def __init__(self, path: Path) -> None:
        self._db = sqlite3.connect(f"file:{path}?mode=ro", uri=True, isolation_level=None)
        self._ask = asking(self._db)
        self._db.execute("BEGIN")  # what is read is of one moment, whatever is written


def record_of(
    page: Page, server: Server, room: str, actions: int, is_stepped: bool = True
) -> Match:
    """The room's match as its record ends, once it has this many actions and a step after them, or
    whatever is there after them."""
    for _ in range(LOOKS):
        with closing(Reader(server.folder / "freehold.db")) as store:
            (kept,) = [each for each in roomrecords.read_rooms(store) if each.id == room]
            record = read_record(records.export(store, kept.match))
        entries = [line for line in record.lines if isinstance(line, Entry)]
        inputs = [line for line in record.lines if isinstance(line, Entry | Mark)]
        is_there = not actions or not is_stepped or isinstance(inputs[-1], Mark)
        if len(entries) == actions and is_there:
            return replay(load_game(kept.game), record)
        page.wait_for_timeout(LOOK_MS)
    raise AssertionError(f"of {actions} actions {len(entries)} were written: {server.log()}")


def next_action(match: Match, seat: Seat, done: Counter[str]) -> str:
    """Something that the seat may do now, of a kind that was done least; flags are its own alone
    and would show nothing."""
    rng = Stream(key_of("truths", sum(done.values())), "choices")
    offered = [*map(match.game.spell, match.game.choices(match.view(seat), match.now, rng))]
    kinds = {kind_of(each) for each in offered} - {"flag", "unflag"}
    kind = min(sorted(kinds), key=lambda each: done[each])
    done[kind] += 1
    return rng.pick([each for each in offered if kind_of(each) == kind])


def kind_of(action: str) -> str:
    """`deploy mine` of `deploy mine 3,4`."""
    return action.rstrip("0123456789, ")


# Owner, item and structure of each cell, in words

Words = dict[tuple[int, int], tuple[str, ...]]


def truth_of(match: Match) -> Words:
    view = match.view(TRUTH)
    parts = [
        [words[byte] for byte in view.layers[layer]]
        for layer, words in (
            ("owner", seat_words(match)),
            ("item", ITEM_WORDS),
            ("structure", STRUCTURE_WORDS),
        )
    ]
    return {
        (cell % view.rect.width, cell // view.rect.width): told
        for cell, told in enumerate(zip(*parts, strict=True))
    }


def seat_words(match: Match) -> tuple[str, ...]:
    return ("", *[f"owned by {name}" for name in match.names])


def told_by(page: Page, seats: tuple[str, ...]) -> Words:
    return {(cell.x, cell.y): _read(cell.label, seats) for cell in cells(page)}


def _read(label: str, seats: tuple[str, ...]) -> tuple[str, ...]:
    found = label.split(", ")
    known = (seats, ITEM_WORDS, STRUCTURE_WORDS)
    return tuple([next((word for word in words[1:] if word in found), "") for words in known])


def expect_truth(page: Page, match: Match, after: str) -> None:
    """All cells are told as they are, as soon as the page has heard of it."""
    truth = truth_of(match)
    for _ in range(LOOKS):
        told = told_by(page, seat_words(match))
        if told == truth:
            return
        page.wait_for_timeout(LOOK_MS)
    wrong = {
        place: (told.get(place), truth[place]) for place in truth if told.get(place) != truth[place]
    }
    raise AssertionError(f"after {after!r}, by place, told and true: {wrong}")
