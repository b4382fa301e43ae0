"""Matches of Area Attack, played once by players who open any cell they may: what the servers of
`run.py` are fed with, and the boards that it was played on.

All of it stays in stage 1, so that the rules written for Node need no more than that.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from freehold.game import AnyGame, Clock, Illegal, Ms, Seat
from freehold.games import load_game
from freehold.match.log import Seated
from freehold.match.match import Match

SEATS = 4
ACTIONS_PER_SECOND = 3
PARAMS: dict[str, Any] = {
    "pick_ms": 1,  # starting cells are chosen at once
    "freeze_ms": 50,  # a mine costs a moment only, so that the load is even
    "stage_2_ms": 3_599_999,
    "stage_3_ms": 3_600_000,
    "stage_2_percent": 100,
    "stage_3_percent": 100,
}
FLAG_EVERY = 4


class Said(Struct, array_like=True):
    """An action that was accepted."""

    now: Ms
    room: int
    seat: Seat
    action: str


class Board(Struct):
    """Where the match of a room begins."""

    key: str
    mines: list[int]
    starts: list[int]


class Recording(Struct):
    width: int
    height: int
    freeze_ms: Ms
    rooms: list[Board]
    said: list[Said]


def record(rooms: int, seconds: float) -> Recording:
    game = load_game("area-attack")
    boards: list[Board] = []
    said: list[Said] = []
    for room in range(rooms):
        match = new_match(game, room)
        state = match.state
        mines = [cell for cell, mine in enumerate(state.mine) if mine]
        boards.append(Board(match.header.key, mines, list(state.picks)))
        said += play(match, room, round(seconds * 1000))
    said.sort(key=lambda each: each.now)
    return Recording(state.width, state.height, PARAMS["freeze_ms"], boards, said)


def new_match(game: AnyGame, room: int) -> Match:
    key = room.to_bytes(32, "big")
    chairs = tuple(Seated(f"player {seat}") for seat in range(SEATS))
    match = Match.new(game, chairs, key, msgspec.convert(PARAMS, game.params))
    match.advance(PARAMS["pick_ms"])
    return match


def play(match: Match, room: int, until: Ms) -> Iterator[Said]:
    """Everybody acts at an even pace, each at moments of their own."""
    chance = random.Random(room)
    every = 1000 / ACTIONS_PER_SECOND / SEATS
    begun = 100 + chance.randrange(round(every))
    for turn in range(round((until - begun) / every)):
        now, seat = begun + round(turn * every), turn % SEATS
        match.advance(now)
        action = choose(match, seat, turn // SEATS, chance)
        try:
            match.act(now, seat, match.game.parse(action))
        except Illegal:  # flagged before
            continue
        yield Said(now, room, seat, action)


def choose(match: Match, seat: Seat, turn: int, chance: random.Random) -> str:
    legal, width = match.state.legal[seat], match.state.width
    cell = legal.find(1, chance.randrange(len(legal)))
    if cell < 0:
        cell = legal.find(1)
    verb = "flag" if turn % FLAG_EVERY == FLAG_EVERY - 1 else "open"
    return f"{verb} {cell % width},{cell // width}"


def save(recording: Recording, path: Path) -> None:
    path.write_bytes(msgspec.json.encode(recording))


class Dealt(Match):
    """In a server: each match that begins gets the next board of a recording."""

    keys: Iterator[str]

    @classmethod
    def new(
        cls,
        game: AnyGame,
        seats: tuple[Seated, ...],
        key: bytes,
        params: Struct | None = None,
        clock: Clock | None = None,
        notes: dict[str, str] | None = None,
    ) -> Match:
        named = tuple(Seated(f"player {seat}") for seat in range(len(seats)))  # as in each run
        return Match.new(game, named, bytes.fromhex(next(cls.keys)), params, clock, notes)


def deal(path: Path) -> None:
    from freehold.server.rooms import openrooms

    Dealt.keys = iter([board["key"] for board in msgspec.json.decode(path.read_bytes())["rooms"]])
    openrooms.Match = Dealt  # type: ignore[attr-defined]
