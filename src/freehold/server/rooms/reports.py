"""Reports: a player tells the moderators about another, or about a line of chat.

A report is kept with what was said around it. Nobody can fill the store with them: each guest and
each address may send a few per minute, the same report counts once, and there is a limit in all.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from msgspec import Struct

from freehold.game import Illegal, Ms, Seat
from freehold.protocol.wire import Complaint
from freehold.server.limits import Window
from freehold.server.match.keeping import Keeper
from freehold.server.rooms.chat import ChatLine
from freehold.server.rooms.guests import clean_line, new_id
from freehold.server.settings import Settings
from freehold.store import Store

REPORTS = "report"
MOST_WORDS = 500
LINES_BEFORE, LINES_AFTER = 20, 10


class PlayerReport(Struct, frozen=True, omit_defaults=True):
    """As it is kept."""

    id: str
    at: int
    """By the clock on the wall."""
    aged_from: int
    """By the calendar that ages are counted by."""
    reporter: str
    """A guest's id."""
    reporter_name: str
    about: str
    """The other guest's id."""
    name: str
    room: str
    game: str
    match: str
    reason: Complaint
    words: str = ""
    seat: Seat = -1
    line: int = -1
    lines: tuple[ChatLine, ...] = ()
    """What was said around it."""
    by: str = ""
    """The moderator who has closed it."""
    note: str = ""

    @property
    def is_open(self) -> bool:
        return not self.by

    @property
    def same(self) -> tuple[str, str, str, int]:
        """Two open reports that have this in common are one."""
        return self.reporter, self.about, self.room, self.line


def lines_around(lines: list[ChatLine], number: int) -> tuple[ChatLine, ...]:
    """Those around a line, or the latest."""
    places = [place for place, line in enumerate(lines) if line.number == number]
    at = places[0] if places else len(lines) - 1
    return tuple(lines[max(0, at - LINES_BEFORE) : at + LINES_AFTER + 1])


class Reports:
    """The reports of a server: in the store, with those that are open counted in memory."""

    def __init__(self, keeper: Keeper, settings: Settings, now: Callable[[], Ms]) -> None:
        self._keeper = keeper
        self._now = now
        self._most = settings.max_open_reports
        self.window = Window(settings.reports_per_minute)
        self._open: dict[str, tuple[str, str, str, int]] = {}
        self.received = 0

    @property
    def open_count(self) -> int:
        return len(self._open)

    async def open(self) -> None:
        found = await self._keeper.ask(read_reports)
        self._open = {each.id: each.same for each in found if each.is_open}

    def need_may_report(self, guest: str, address: str) -> None:
        """Count one more of this guest, and of this address if it is limited."""
        keys = [guest, *([f"from {address}"] if address else [])]
        if any(self.window.is_spent(key, self._now()) for key in keys):
            raise Illegal("too_many_reports")
        for key in keys:
            self.window.take(key, self._now())

    async def add(self, report: PlayerReport) -> None:
        """It is kept when this returns; the same one again is not kept twice."""
        if report.same in self._open.values():
            return
        if len(self._open) >= self._most:
            raise Illegal("reports_full")
        self._open[report.id] = report.same  # before anybody else's is looked at
        try:
            await self._keeper.change(lambda store: put_report(store, report))
        except BaseException:
            self._open.pop(report.id, None)
            raise
        self._open[report.id] = report.same  # if they were read again meanwhile
        self.received += 1

    async def all(self) -> list[PlayerReport]:
        """The newest first."""
        return await self._keeper.ask(read_reports)

    async def close(self, id: str, by: str, note: str) -> PlayerReport:
        """A moderator has looked at it."""

        def write(store: Store) -> PlayerReport | None:
            data = store.get(REPORTS, id)
            if data is None:
                return None
            report = msgspec.msgpack.decode(data, type=PlayerReport)
            closed = msgspec.structs.replace(report, by=by, note=note)
            put_report(store, closed)
            return closed

        closed = await self._keeper.change(write)
        if closed is None:
            raise Illegal("no_such_report")
        self._open.pop(id, None)
        return closed

    async def forget_old(self, since: int) -> None:
        """Of before that moment, by the calendar."""

        def sweep(store: Store) -> list[str]:
            old = [each.id for each in read_reports(store) if each.aged_from < since]
            for id in old:
                store.drop(REPORTS, id)
            return old

        for id in await self._keeper.ask(sweep):
            self._open.pop(id, None)


def report_id() -> str:
    return new_id()


def clean_words(text: str) -> str:
    words = clean_line(text)
    if len(words) > MOST_WORDS:
        raise Illegal("said_too_long", most=MOST_WORDS)
    return words


def put_report(store: Store, report: PlayerReport) -> None:
    store.put(REPORTS, report.id, msgspec.msgpack.encode(report))


def read_reports(store: Store) -> list[PlayerReport]:
    decoder = msgspec.msgpack.Decoder(PlayerReport)
    found = [decoder.decode(data) for _, data in store.all(REPORTS)]
    return sorted(found, key=lambda each: (-each.at, each.id))
