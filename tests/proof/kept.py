"""Running matches in a store: one of each game, played at random, and what each viewer was shown.

They are played through `Live`, so that their logs and snapshots are those that a server writes.
"""

from __future__ import annotations

import dataclasses
from typing import Any

from msgspec import Struct

from freehold.game import PUBLIC, AnyGame, Ms, Viewer
from freehold.games import game_names, load_game
from freehold.kernel import canonical
from freehold.kernel.chance import Stream, key_of
from freehold.match import Match
from freehold.match.log import spell_action
from freehold.server.match import records
from freehold.server.match.effects import Append, Save
from freehold.server.match.inputs import Attach, Command, Durable, Input, Tick
from freehold.server.match.live import Live
from freehold.server.rooms import roomrecords, rooms
from freehold.server.rooms.rooms import Chair, Room
from freehold.store import Store
from freehold.testing.plays import begin, choices_of
from freehold.testing.trials import At
from tests.games_under_test import tables

BEGUN: Ms = 5_000_000
SNAPSHOT_ENTRIES = 50


class Kept(Struct, frozen=True):
    """A match that is in the store, and its boards as everybody saw them at each commit."""

    match: str
    game: str
    history: list[dict[Viewer, str]]

    @property
    def boards(self) -> dict[Viewer, str]:
        """The last ones."""
        return self.history[-1]


def load_with_snapshots(name: str) -> AnyGame:
    """A game that is saved often."""
    return dataclasses.replace(load_game(name), snapshot_entries=SNAPSHOT_ENTRIES)


def boards_of(match: Match) -> dict[Viewer, str]:
    """What each viewer sees, as a word for each."""
    viewers = (*range(len(match.seats)), PUBLIC)
    return {each: canonical.fingerprint((match.view(each), match.table())) for each in viewers}


class Table:
    """A live match whose every effect is carried out in a store at once."""

    def __init__(self, store: Store, game: AnyGame, at: At, match: str) -> None:
        self.store, self.id = store, match
        started = begin(game, at, 1)
        self.epoch = roomrecords.create(store, room_for(game, started, match), started, BEGUN)
        self.now = BEGUN
        self.live = Live.start(started, self.now)
        self.rng = Stream(key_of("kept"), match)
        self.n = 0
        for seat in range(at.seats):
            self.give(Attach(seat, seat, f"tab{seat}"))

    def give(self, given: Input) -> None:
        effects = self.live.step(self.now, given)
        for effect in effects:
            if isinstance(effect, Append):
                self.store.append(self.id, self.epoch, effect.head, effect.lines)
            elif isinstance(effect, Save):
                data = records.pack(effect.saved)
                records.keep(
                    self.store, self.id, self.epoch, effect.saved.head, data, effect.is_opening, 0
                )
        if self.live.durable < self.live.head:
            self.give(Durable(self.live.head))

    def play(self, entries: int) -> None:
        """This number of entries, or fewer if the match ends."""
        for _ in range(20 * entries):
            if self.live.match.log.entries >= entries or self.live.match.outcome:
                break
            self.now += 50 + self.rng.below(400)
            self.give(Tick())
            self._act()
        while not self.live.is_durable:  # in real time lines wait for the beat
            self.now += 50
            self.give(Tick())

    def _act(self) -> None:
        awaited = list(self.live.match.awaited) or list(range(len(self.live.match.seats)))
        seat = self.rng.pick(awaited)
        offered = choices_of(self.live.match, seat, self.rng, 50)
        if offered:
            self.n += 1
            action = spell_action(self.live.match.game, self.rng.pick(offered))
            self.give(Command(seat, self.n, action))


def room_for(game: AnyGame, match: Match, id: str) -> Room:
    """A room in which this match is played."""
    chairs = tuple(
        Chair(f"guest-{seat}", seated.name, tokens=(f"hash-{seat}",))
        for seat, seated in enumerate(match.seats)
    )
    params: dict[str, Any] = match.header.params
    room = Room(f"room-{id}", id.upper(), "secret", game.name, params, chairs, "guest-0", 1, BEGUN)
    return rooms.change(room, phase="playing", match=id, is_world=game.world is not None)


def fill(store: Store, entries: int, copies: int = 1, every: int = 0) -> list[Kept]:
    """One match of each game, or several, after about this many entries; with a commit after each
    few of them, or one for each match."""
    kept = []
    for name in game_names():
        game = load_with_snapshots(name)
        for number in range(copies):
            store.begin()
            table = Table(store, game, tables(game)[0], f"{name}-{number}")
            history = []
            for most in [*range(every, entries, every), entries] if every else [entries]:
                table.play(most)
                store.commit()
                history.append(boards_of(table.live.match))
                store.begin()
            store.commit()
            kept.append(Kept(table.id, name, history))
    return kept
