"""`freehold serve` for a test; with `--unfenced` as its first word nothing is fenced any more, as
if only the lease said which node owns a room."""

from __future__ import annotations

import sys
from typing import Any

import msgspec

from freehold.cli import main
from freehold.cluster.postgres import PostgresRooms
from freehold.server.site.node import OwnNode
from freehold.store.postgres import PostgresStore
from freehold.store.protocol import Appending


def remove_fences() -> None:
    once = PostgresStore._append_once

    def append_anywhere(self: PostgresStore, appends: list[Appending], lock: str) -> Any:
        """At whatever head, for whatever owner."""
        moved = []
        for append in appends:
            row = self.match_row(append.match)
            moved.append(msgspec.structs.replace(append, epoch=row.epoch, expected_head=row.head))
        return once(self, moved, lock)

    async def believe(self: OwnNode) -> None:
        """All rooms are still ours."""

    PostgresStore._append_once = append_anywhere  # type: ignore[method-assign]
    PostgresRooms.need_room = lambda self, room, epoch: None  # type: ignore[method-assign]
    OwnNode._look_at_rooms = believe  # type: ignore[method-assign]


if __name__ == "__main__":
    given = sys.argv[1:]
    if given[0] == "--unfenced":
        remove_fences()
        given = given[1:]
    sys.exit(main(["serve", *given]))
