"""A match of six `normal` bots of MineWars, recorded once, and a server whose rooms go on with it.

Each room begins in the middle of the recorded match, a little later than the room before, so that
a short look at all of them sees what a long one at one would.
"""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Iterator, Sequence
from itertools import cycle, pairwise
from pathlib import Path

import msgspec
from minewars import LARGE, new_match, record
from msgspec import Struct
from server.ours import run_until_stopped, slow_down

from freehold.game import AnyGame, Clock, Ms, Seat
from freehold.games import minewars
from freehold.match.log import Header, Line, encode_line
from freehold.match.log import Seated as Chair
from freehold.match.match import Match, Snapshot
from freehold.server.hub import Hub
from freehold.server.rooms import openrooms
from freehold.server.settings import Settings
from freehold.store import SqliteStore

Said = tuple[Ms, Seat, str]
FROM_MS, TO_MS = 20_000, 140_000
"""What is played of the match: the part in which most of the six are still in it."""


# What was recorded


def recorded() -> Path:
    """The temporary file of the match, which is played first if the game is not as it was."""
    root = Path(minewars.__file__).parent
    text = b"".join(path.read_bytes() for path in sorted(root.rglob("*.py")))
    mark = hashlib.blake2b(text, digest_size=8).hexdigest()
    kept = Path(tempfile.gettempdir()) / f"freehold-minewars-{mark}.msgpack"
    if not kept.exists():
        spell = minewars.GAME.spell
        said = [(now, seat, spell(action)) for now, seat, action in record(LARGE)]
        kept.write_bytes(msgspec.msgpack.encode(said))
    return kept


def read(kept: Path) -> list[Said]:
    return msgspec.msgpack.decode(kept.read_bytes(), type=list[Said])


def moments(matches: int, seconds: float, warm_up_s: float) -> list[Ms]:
    """Where each match begins: what is seen of all of them is spread over the part played."""
    room_ms = TO_MS - FROM_MS - 1000 * seconds
    first_ms = FROM_MS - 1000 * warm_up_s
    return [round(first_ms + (at + 0.5) * room_ms / matches) for at in range(matches)]


class Station(Struct):
    """The match at one of these moments."""

    header: Header
    snapshot: Snapshot
    lines: list[Line]


def stations(said: Sequence[Said], at: Sequence[Ms]) -> Iterator[Station]:
    match = new_match(LARGE)
    for before, moment in pairwise([-1, *at]):
        for now, seat, action in said:
            if before < now <= moment:
                match.act(now, seat, minewars.GAME.parse(action))
        match.advance(moment, mark=True)
        snapshot = msgspec.structs.replace(match.snapshot(), seats=())
        yield Station(match.header, snapshot, match.log.lines[1:])


class Pace(Struct):
    """How much happens in the part that is played."""

    actions_per_second: float
    tiles_per_second: float
    largest: int
    """Tiles that changed hands by one action."""


def pace_of(said: Sequence[Said]) -> Pace:
    match, tiles = new_match(LARGE), []
    for now, seat, action in said:
        before = bytes(match.state.owner)
        match.act(now, seat, minewars.GAME.parse(action))
        if FROM_MS <= now < TO_MS:
            tiles.append(sum(a != b for a, b in zip(before, match.state.owner, strict=True)))
    took_s = (TO_MS - FROM_MS) / 1000
    return Pace(len(tiles) / took_s, sum(tiles) / took_s, max(tiles))


# The server


class Midway(Match):
    """Begins where the next station is, with the people in the room."""

    coming: Iterator[Station]

    @classmethod
    def new(
        cls,
        game: AnyGame,
        seats: tuple[Chair, ...],
        key: bytes,
        params: Struct | None = None,
        clock: Clock | None = None,
        notes: dict[str, str] | None = None,
    ) -> Match:
        station = next(cls.coming)
        assert msgspec.to_builtins(params) == station.header.params
        header = msgspec.structs.replace(station.header, seats=seats)
        match = Match(game, header, station.snapshot)
        match.log.lines[:] = [header, *station.lines]
        match.log.texts[:] = map(encode_line, match.log.lines)
        return match


async def serve(port: int, data: str, said: Sequence[Said], at: Sequence[Ms], slow: int) -> None:
    Midway.coming = cycle(list(stations(said, at)))
    openrooms.Match = Midway  # type: ignore[attr-defined]
    slow_down(slow)
    await run_until_stopped(Hub(Settings(), SqliteStore(Path(data) / "freehold.db")), port)
