"""A match read from the store, to go on with."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from itertools import count

import msgspec
from msgspec import Struct

from freehold.game import AnyGame, Malformed, Ms
from freehold.server import records
from freehold.server.keeping import Keeper
from freehold.server.live import Live

LOG = logging.getLogger("freehold.match")


class Loaded(Struct, frozen=True):
    epoch: int
    live: Live
    began: Ms
    """When reading it began: time since then counts against nobody."""


async def load(keeper: Keeper, game: AnyGame, match: str, now: Callable[[], Ms]) -> Loaded:
    """A match from its record. A damaged snapshot only makes it slower."""
    for skipping in count():
        kept = await keeper.ask(partial(records.read, match=match, skipping=skipping))
        try:
            loaded = await _rebuild(keeper, game, kept, now())
        except (Malformed, msgspec.DecodeError) as error:
            if not kept.saved:
                raise
            LOG.warning("snapshot damaged", extra={"match": match, "reason": repr(error)})
        else:
            await keeper.ask(partial(records.take_up, match=match))
            return loaded
    raise AssertionError("the counting never ends")


async def _rebuild(keeper: Keeper, game: AnyGame, kept: records.Kept, began: Ms) -> Loaded:
    # In a thread, so that a long replay does not keep the others waiting.
    loop = asyncio.get_running_loop()
    live = await loop.run_in_executor(keeper.reader, records.rebuild, game, kept, began)
    return Loaded(kept.row.epoch, live, began)
