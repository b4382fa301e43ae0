"""Checks everything stored, slowly and once a day, to find what the disk has changed.

A damaged row is noted by the store, said in the log and counted in the metrics. A match that is
over is quarantined for it; one that is alive goes on as long as it can be read (`loading.py`).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import TypeVar

from msgspec import Struct

from freehold.game import Illegal
from freehold.server.match import records
from freehold.server.match.keeping import Keeper
from freehold.store import Damage
from freehold.store.protocol import Unavailable
from freehold.store.sql import SqlStore

T = TypeVar("T")
LOG = logging.getLogger("freehold.scrubbing")
ROWS = 200
"""At once: about a millisecond."""
BREATH_S = 0.002
FIRST_S = 60
EVERY_S = 86_400
OF_A_MATCH = ("matches", "lines")


class Scrubbed(Struct, frozen=True):
    """What a scrub has found."""

    rows: int
    damaged: tuple[str, ...]
    order: str
    """What SQLite says of the file's own order, or `ok`; PostgreSQL sees to that itself."""


class Scrubbing:
    """The scrubs of one server."""

    def __init__(
        self,
        keeper: Keeper,
        rows_per_second: int,
        today: Callable[[], tuple[int, int]],
        quarantined: Callable[[str], None],
    ) -> None:
        self.rows = 0
        """Read so far, in all scrubs."""
        self.done = 0
        """How often everything was read."""
        self._keeper = keeper
        self._rows_per_second = rows_per_second
        self._today = today
        """By the clock on the wall, and by the calendar that ages are counted by."""
        self._quarantined = quarantined
        """Told of each match that was put aside."""
        self._one = asyncio.Lock()

    async def run(self) -> None:
        """For ever, as slowly as the settings say."""
        rate = self._rows_per_second
        if not rate or not isinstance(self._keeper.store, SqlStore):
            return
        await asyncio.sleep(FIRST_S)
        while True:
            try:
                await self.scrub(ROWS / rate)
            except Illegal as refusal:  # the database is away: the rest of the server says so too
                LOG.warning("check of stored rows stopped", extra={"reason": refusal.code})
                await asyncio.sleep(FIRST_S)
                continue
            except Exception:
                LOG.exception("check of stored rows failed")
            await asyncio.sleep(EVERY_S)

    async def scrub(self, pause_s: float = BREATH_S) -> Scrubbed:
        """Once, with a pause after each few rows; Illegal if everything is in memory."""
        store = self._keeper.store
        if not isinstance(store, SqlStore):
            raise Illegal("no_data_file")
        async with self._one:
            rows = 0
            damaged: list[Damage] = []
            slices = store.scrub(ROWS)
            while (part := await _in_a_thread(next, slices, None)) is not None:
                rows += part.rows
                self.rows += part.rows
                damaged += part.damaged
                await asyncio.sleep(pause_s)
            order = await _in_a_thread(store.check)
            self.done += 1
        await self._set_aside(damaged)
        words = f"{rows} rows, {len(damaged)} damaged, order {order}"
        LOG.info("all stored rows checked", extra={"reason": words})
        return Scrubbed(rows, tuple(map(str, damaged)), order)

    async def _set_aside(self, damaged: list[Damage]) -> None:
        wall, aged_from = self._today()
        reasons = {each.key.split()[0]: each for each in damaged if each.table in OF_A_MATCH}
        for match, damage in reasons.items():
            why = f"{damage} does not add up"
            is_aside = await self._keeper.ask(
                lambda store, match=match, why=why: records.set_aside(  # type: ignore[misc]
                    store, match, wall, why, aged_from
                )
            )
            if is_aside:
                self._quarantined(match)
                LOG.error("match quarantined", extra={"match": match, "reason": why})


async def _in_a_thread(work: Callable[..., T], *given: object) -> T:
    try:
        return await asyncio.to_thread(work, *given)
    except Unavailable:
        raise Illegal("disk") from None
