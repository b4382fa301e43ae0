"""`freehold` with a planted fault: whoever writes for a room or a match is let through, whether it
is theirs or not."""

from __future__ import annotations

import sys

from freehold.cli import main
from freehold.cluster.postgres import PostgresRooms
from freehold.server.site.node import OwnNode
from freehold.store.postgres import PostgresStore
from freehold.store.protocol import Appending, StoreError

append_once = PostgresStore._append_once


def append_anywhere(
    self: PostgresStore, appends: list[Appending], lock: str
) -> list[StoreError | None]:
    moved = []
    for each in appends:
        row = self.match_row(each.match)
        moved.append(Appending(each.match, row.epoch, row.head, each.lines))
    return append_once(self, moved, lock)


async def believe(self: OwnNode) -> None:
    """All rooms are still ours."""


def allow(self: PostgresRooms, room: str, epoch: int) -> None:
    """The one who asks."""


if __name__ == "__main__":
    PostgresStore._append_once = append_anywhere  # type: ignore[method-assign]
    PostgresRooms.need_room = allow  # type: ignore[method-assign]
    OwnNode._look_at_rooms = believe  # type: ignore[method-assign]
    OwnNode.is_sure = True  # type: ignore[method-assign, assignment]
    sys.exit(main(sys.argv[1:]))
