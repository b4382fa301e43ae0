"""A match read from the store, to go on with."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial

from msgspec import Struct

from freehold.game import AnyGame, Ms
from freehold.server.match import records
from freehold.server.match.keeping import Keeper
from freehold.server.match.live import Live
from freehold.store import Damaged

LOG = logging.getLogger("freehold.match")
TRIES = 3
"""From the two latest snapshots, and from the one before them or the beginning."""


class Loaded(Struct, frozen=True):
    epoch: int
    live: Live
    began: Ms
    """When reading it began: time since then counts against nobody."""


async def load(keeper: Keeper, game: AnyGame, match: str, now: Callable[[], Ms]) -> Loaded:
    """A match from its record, all of which is verified. A damaged snapshot only makes it slower;
    Damaged if it cannot be loaded without one either."""
    before = 0
    for _ in range(TRIES - 1):
        kept = await keeper.ask(partial(records.read, match=match, before=before))
        try:
            return await _take_up(keeper, game, kept, now())
        except Damaged as error:
            if not kept.saved:
                raise
            before = kept.head
            LOG.warning("snapshot damaged", extra={"match": match, "reason": str(error)})
    kept = await keeper.ask(partial(records.read, match=match, before=before))
    return await _take_up(keeper, game, kept, now())


async def _take_up(keeper: Keeper, game: AnyGame, kept: records.Kept, began: Ms) -> Loaded:
    # In a thread, so that a long replay does not keep the others waiting.
    loop = asyncio.get_running_loop()
    live = await loop.run_in_executor(keeper.reader, records.rebuild, game, kept, began)
    if kept.row.status == "parked":
        await keeper.ask(partial(records.take_up, match=kept.row.id))
    return Loaded(kept.row.epoch, live, began)
