"""A nemesis of the disk: it changes what is kept behind the server's back, and looks what becomes
of it. A board that never was is a fault; to be refused or quarantined is right.

What a killed server has left in its write-ahead log may be cut at its end, and nobody can know
that there was more: then everything is as it was at an earlier commit (`older`), as from a backup.

    python -m tests.proof.flipping FLIPS [SEED]
"""

from __future__ import annotations

import asyncio
import logging
import re
import shutil
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType

import pytest
from msgspec import Struct

from freehold.kernel.chance import Stream, key_of
from freehold.match.replay import feed_line
from freehold.server.match import live
from freehold.server.match.keeping import Keeper
from freehold.server.match.loading import load
from freehold.server.rooms.roomrecords import read_rooms
from freehold.server.rooms.rooms import Room
from freehold.store import Damaged, SqliteStore, Unusable, sql, sqlite
from tests.proof.harness import Found, Plants, Proof, planting, try_each
from tests.proof.kept import Kept, boards_of, fill, load_with_snapshots

ENTRIES, COMMIT_ENTRIES = 120, 15
TIMES_A_SEED = 2
SECTOR = 512
DIGITS = b"0123456789"
FILES = ("freehold.db", "freehold.db-wal")


class Scene(Struct, frozen=True):
    """What a server has left in a folder, and what it had shown."""

    folder: Path
    kept: list[Kept]
    rooms: list[Room]


class Report(Struct, frozen=True):
    """What came of the attempts, by word; and what was wrong."""

    counts: dict[str, int]
    wrong: list[str]


def make_scene(folder: Path, is_killed: bool) -> Scene:
    """A running match of each game; from a server that was killed, with its last commits in the
    write-ahead log, or from one that was stopped."""
    folder.mkdir()
    store = SqliteStore(folder / "made.db")
    kept = fill(store, ENTRIES, every=COMMIT_ENTRIES if is_killed else 0)
    rooms = read_rooms(store)
    if not is_killed:
        store.close()
    for name in FILES:
        made = folder / name.replace("freehold", "made")
        if made.exists():
            shutil.copy(made, folder / name)
    if is_killed:
        store.close()
    return Scene(folder, kept, rooms)


# Ways to spoil a file


def flip(data: bytearray, rng: Stream) -> str:
    """One bit, anywhere; every other time where there is something."""
    full = [place for place, byte in enumerate(data) if byte] if rng.below(2) else range(len(data))
    place, bit = full[rng.below(len(full))], rng.below(8)
    data[place] ^= 1 << bit
    return f"bit {bit} of byte {place}"


def digit(data: bytearray, rng: Stream) -> str:
    """The last bit of a digit of an action: it can still be read, and says something else."""
    actions = [found.span() for found in re.finditer(rb'"action":"[^"]*"', data)]
    digits = [
        place for start, end in actions for place in range(start, end) if data[place] in DIGITS
    ]
    if not digits:
        return flip(data, rng)
    place = rng.pick(digits)
    data[place] ^= 1
    return f"digit at byte {place}"


def cut(data: bytearray, rng: Stream) -> str:
    length = rng.below(len(data))
    del data[length:]
    return f"cut to {length} bytes"


def blank(data: bytearray, rng: Stream) -> str:
    """A sector that was never written."""
    start = SECTOR * rng.below(max(1, len(data) // SECTOR))
    data[start : start + SECTOR] = bytes(len(data[start : start + SECTOR]))
    return f"sector at {start} blank"


def swap(data: bytearray, rng: Stream) -> str:
    """Two sectors in each other's place."""
    first, second = (SECTOR * rng.below(max(1, len(data) // SECTOR)) for _ in range(2))
    one, other = data[first : first + SECTOR], data[second : second + SECTOR]
    data[first : first + SECTOR], data[second : second + SECTOR] = other, one
    return f"sectors at {first} and {second} swapped"


WAYS: Mapping[str, Callable[[bytearray, Stream], str]] = MappingProxyType(
    {"flip": flip, "digit": digit, "cut": cut, "blank": blank, "swap": swap}
)


# What comes of it


def attack(scene: Scene, folder: Path, way: str, times: int, seed: int = 1) -> Report:
    """Spoil a copy of the scene this number of times, each time in one place."""
    counts: Counter[str] = Counter()
    wrong = []
    for number in range(times):
        rng = Stream(key_of("flipping", seed), f"{way} {number}")
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        there = [name for name in FILES if (scene.folder / name).exists()]
        for name in there:
            shutil.copy(scene.folder / name, folder / name)
        path = folder / rng.pick(there)
        data = bytearray(path.read_bytes())
        what = f"seed {seed}, {way} {number}: {path.name}, {WAYS[way](data, rng)}"
        path.write_bytes(data)
        words = asyncio.run(judge(scene, folder))
        counts.update(words)
        wrong += [f"{what}: {each}" for each in words if each.startswith("wrong")]
    return Report(dict(counts), wrong)


async def judge(scene: Scene, folder: Path) -> list[str]:
    """Start on what is there, as a server does, and look at every match and room."""
    try:
        store = SqliteStore(folder / "freehold.db")
    except Unusable:
        return ["refused"]
    keeper = Keeper(store, asyncio.get_running_loop())
    words = [await _look(keeper, each) for each in scene.kept]
    rooms = {room.id: room for room in scene.rooms}
    found = await keeper.ask(read_rooms)
    words += [f"wrong room {room.id}" for room in found if room != rooms.get(room.id)]
    words += ["room lost"] * (len(rooms) - len(found))
    await keeper.close()
    return words


async def _look(keeper: Keeper, kept: Kept) -> str:
    game = load_with_snapshots(kept.game)
    try:
        loaded = await load(keeper, game, kept.match, lambda: 0)
    except Damaged:
        return "quarantined"
    boards = boards_of(loaded.live.match)
    if boards == kept.boards:
        return "right"
    return "older" if boards in kept.history else f"wrong board {kept.match}"


def spoil(seed: int) -> Counter[str]:
    """A scene of a stopped and one of a killed server, each spoiled once in every way."""
    counts: Counter[str] = Counter()
    logging.disable()
    with TemporaryDirectory() as name:
        for is_killed in (False, True):
            scene = make_scene(Path(name) / f"made-{is_killed}", is_killed)
            for way in WAYS:
                report = attack(scene, Path(name) / "spoiled", way, TIMES_A_SEED, seed)
                assert not report.wrong, report.wrong[0]
                counts.update({"damages": TIMES_A_SEED, **report.counts})
    return counts


def run(count: int, seed: int) -> Found:
    return try_each(count, seed, spoil)


class Equal(bytes):
    """Like any other bytes."""

    def __eq__(self, other: object) -> bool:
        return True

    def __ne__(self, other: object) -> bool:
        return False

    __hash__ = bytes.__hash__


def stop_verifying(patch: pytest.MonkeyPatch) -> None:
    """Without the sums of rows, and without a comparison of what is replayed."""
    for part in (sql, sqlite):
        patch.setattr(part, "sum_of", lambda *values: Equal())
    patch.setattr(sql, "is_sound", lambda *values: True)
    patch.setattr(live, "follow_at", lambda match, line, *place: feed_line(match, line))


def find_unverified() -> str:
    with TemporaryDirectory() as name, planting() as patch:
        scene = make_scene(Path(name) / "made", is_killed=False)
        stop_verifying(patch)
        for seed in range(1, 20):
            report = attack(scene, Path(name) / "spoiled", "digit", 12, seed)
            wrong = [each for each in report.wrong if "wrong board" in each]
            if wrong:
                return wrong[0]
        return ""


def plants() -> Plants:
    return {"a server that does not verify": find_unverified}


PROOFS = (
    Proof(
        "damage",
        "Of a file with a flipped bit, another digit, a cut, a blank or a swapped sector no wrong"
        " board is shown.",
        2_000,
        "damages",
        run,
        plants,
        small=1,
        share=140,
    ),
)


def main(words: list[str]) -> int:
    logging.disable()
    times, seed = int(words[0]), int(words[1]) if len(words) > 1 else 1
    code = 0
    with TemporaryDirectory() as name:
        for is_killed in (False, True):
            scene = make_scene(Path(name) / f"made-{is_killed}", is_killed)
            for way in WAYS:
                report = attack(scene, Path(name) / "spoiled", way, times, seed)
                left = "killed" if is_killed else "stopped"
                print(f"{left:8} {way:6} {times} times: {report.counts}")
                print(*report.wrong, sep="\n", end="\n" if report.wrong else "")
                code |= bool(report.wrong)
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
