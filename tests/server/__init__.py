"""Builders of the live match's tests: a match at a table, inputs in, effects out."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from typing import Any, TypeVar

from msgspec import Struct

from freehold.game import PUBLIC, AnyGame, Clock, Ms, View
from freehold.games._template import GAME as TEMPLATE
from freehold.kernel import canonical
from freehold.kernel.chance import key_of
from freehold.match import Match, Seated
from freehold.match.log import Line, decode_line
from freehold.match.patches import Frame, apply
from freehold.protocol.wire import Refused
from freehold.server.match.effects import Append, Effect, Saved, Send, Timer
from freehold.server.match.inputs import Attach, Command, Conn, Durable, Input, Tick
from freehold.server.match.live import Live
from tests.toy import GAME as TOY
from tests.toy.params import Params as Cave

T = TypeVar("T", bound=Struct)
BEGUN: Ms = 1_000_020
"""The shell's clock when a match begins: far from match time, and not on a beat."""
QUICK = Cave(width_cells=8, height_cells=6, traps=0, gust_ms=60_000, hold_ms=300)
CLOCK = Clock(bank_ms=60_000)


class Sitting:
    """A live match whose disk writes all that it is given; each test says when it is durable."""

    def __init__(self, live: Live) -> None:
        self.live = live
        self.lines: list[Line] = []
        """What was handed out to be appended."""
        self.timer: Ms | None = None

    def take(self, now: Ms, given: Input) -> list[Effect]:
        """One step; `now` counts from the beginning."""
        if isinstance(given, Tick):
            self.timer = None  # it has rung
        effects = self.live.step(BEGUN + now, given)
        for effect in effects:
            if isinstance(effect, Append):
                self.lines += [decode_line(line) for line in effect.lines]
            elif isinstance(effect, Timer):
                self.timer = None if effect.at is None else effect.at - BEGUN
        return effects

    def act(self, now: Ms, conn: Conn, n: int, action: str) -> list[Effect]:
        return self.take(now, Command(conn, n, action))

    def sync(self, now: Ms) -> list[Effect]:
        return self.take(now, Durable(self.live.head))

    def beat(self, now: Ms) -> list[Effect]:
        """A tick, with a disk that is done at once."""
        return self.take(now, Tick()) + self.sync(now)


def begin(
    game: AnyGame = TEMPLATE,
    seats: int = 2,
    params: Struct | None = None,
    clock: Clock | None = None,
    is_attached: bool = True,
) -> Sitting:
    """A match that has just begun; conn n is seat n's, and conn 9 a watcher's."""
    seated = tuple(Seated(f"P{seat}") for seat in range(seats))
    match = Match.new(game, seated, key_of("live"), params, clock)
    sitting = Sitting(Live.start(match, BEGUN))
    if is_attached:
        for seat in range(seats):
            sitting.take(0, Attach(seat, seat, f"tab{seat}"))
        sitting.take(0, Attach(9, PUBLIC))
    return sitting


def again(sitting: Sitting, now: Ms, base: Saved | None = None, skip: int = 0) -> Live:
    """Recover what the disk holds: all lines, or a snapshot and those after the first `skip`."""
    live = sitting.live
    lines = sitting.lines[skip:]
    return Live.recover(live.match.game, live.match.header, lines, BEGUN + now, base)


def only(effects: Iterable[Effect], kind: type[T]) -> list[T]:
    return [effect for effect in effects if isinstance(effect, kind)]


def sent(effects: Iterable[Effect], conn: Conn) -> list[Struct]:
    return [message for to, message in all_sent(effects) if to == conn]


def all_sent(effects: Iterable[Effect]) -> list[tuple[Conn, Struct]]:
    return [each for effect in only(effects, Send) for each in effect.messages]


def known(view: View[Any] | None, messages: Iterable[Struct]) -> View[Any] | None:
    """What a client knows after these messages."""
    for message in messages:
        if isinstance(message, Frame):
            view = apply(view, message)
    return view


def state_of(live: Live) -> str:
    return canonical.fingerprint((live.match.state, live.match.clocks))


def real_time(**changes: Any) -> Sitting:
    return begin(dataclasses.replace(TOY, **changes), params=QUICK)


def refusals(messages: list[Struct]) -> list[str]:
    return [message.code for message in messages if isinstance(message, Refused)]


def play_out(sitting: Sitting) -> None:
    for cell in range(4):
        sitting.act(10 + cell, cell % 2, cell, f"claim {cell % 2},{cell // 2}")
