"""/healthz: well as long as the server goes on and what happens can be written down."""

from __future__ import annotations

import threading

import pytest

from freehold.server.match import keeping
from freehold.store import MemoryStore
from tests.server.world import PATIENCE_S, Person, run, world


class Disk(MemoryStore):
    """One that can be full, or hang."""

    def __init__(self) -> None:
        super().__init__()
        self.is_full = False
        self.may_go_on = threading.Event()
        self.may_go_on.set()
        self.commits = 0

    def commit(self) -> None:
        self.commits += 1
        self.may_go_on.wait(PATIENCE_S)
        if self.is_full:
            raise OSError("disk full")
        super().commit()


async def health(person: Person) -> tuple[int, bool]:
    status, told = await person.get("/healthz")
    return status, told["is_well"]


def test_a_server_is_not_well_while_nothing_can_be_saved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "TRY_EVERY_S", -1.0)

    async def story() -> None:
        disk = Disk()
        async with world(disk) as w, Person(w) as ann:
            assert await health(ann) == (200, True)
            disk.is_full = True  # and nobody has wanted to save anything since
            assert await health(ann) == (503, False)
            disk.is_full = False
            assert await health(ann) == (200, True)

    run(story())


def test_a_disk_that_does_not_answer_is_not_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "TRY_EVERY_S", -1.0)
    monkeypatch.setattr(keeping, "PATIENCE_S", 0.05)

    async def story() -> None:
        disk = Disk()
        async with world(disk) as w, Person(w) as ann:
            disk.may_go_on.clear()
            assert await health(ann) == (503, False)
            disk.may_go_on.set()
            monkeypatch.setattr(keeping, "PATIENCE_S", PATIENCE_S)
            assert await health(ann) == (200, True)

    run(story())


def test_asking_often_does_not_write_often() -> None:
    async def story() -> None:
        disk = Disk()
        async with world(disk) as w, Person(w) as ann:
            await health(ann)
            before = disk.commits
            for _ in range(50):
                assert await health(ann) == (200, True)
            assert disk.commits - before < 10

    run(story())
