"""The process in which one film is made, and then it ends.

Rules about this file:
1. The record may come from anybody. The process takes its limits on CPU and memory before it
   reads a line of it, and knows no store, no network and no secret.
2. What goes wrong is told by a code; what takes too long is ended by the system.
3. What it says is packets, each with its length before it: how far it is, at last the answer.
"""

from __future__ import annotations

import contextlib
import gzip
import os
import sys
from collections.abc import Callable

import msgspec
from msgspec import Struct

from freehold.game import TRUTH, Malformed
from freehold.games import load_game
from freehold.match.replay import Mismatch, read_record
from freehold.server.films.films import Bounds, FilmPart, TooBig, make_film

if sys.platform != "win32":
    import resource

ZIP_LEVEL = 5
KINDNESS = 10
REASON_CHARACTERS = 300


class Limits(Struct, frozen=True):
    """What the process may use."""

    cpu_s: int
    memory_bytes: int


class FilmTask(Struct, frozen=True):
    """A film to be made."""

    record: bytes
    viewer: int
    bounds: Bounds
    limits: Limits
    folder: str = ""
    """Where the game's record is, for one that is not found by its name."""
    part: FilmPart = FilmPart()


class Made(Struct, frozen=True, tag="made"):
    film: bytes
    """A `Film` as MessagePack, zipped."""


class Failed(Struct, frozen=True, tag="failed"):
    code: str
    reason: str = ""


class Wound(Struct, frozen=True, tag="wound"):
    """On the way."""

    percent: int


Answer = Made | Failed
Said = Made | Failed | Wound
LENGTH_BYTES = 4
"""Before each packet, the most significant first."""


def take_limits(limits: Limits) -> None:
    """No more CPU and memory than so; and matches that are being played go first.

    On Windows only the time that the parent allows is a limit.
    """
    if sys.platform != "win32":
        os.nice(KINDNESS)
        wanted = (
            (resource.RLIMIT_CPU, limits.cpu_s),
            (resource.RLIMIT_AS, limits.memory_bytes),
        )
        for limit, most in wanted:
            with contextlib.suppress(ValueError, OSError):  # a system with stricter ones
                resource.setrlimit(limit, (most, most))


def make(task: FilmTask, tell: Callable[[int], None] = lambda percent: None) -> Answer:
    try:
        record = read_record(task.record)
        if not TRUTH <= task.viewer < len(record.seats):
            return Failed("bad_viewer")
        game = load_game(record.header.game, task.folder)
        film = make_film(game, record, task.viewer, task.bounds, task.part, tell)
        return Made(gzip.compress(msgspec.msgpack.encode(film), ZIP_LEVEL, mtime=0))
    except (Malformed, Mismatch) as error:
        return Failed("bad_record", str(error)[:REASON_CHARACTERS])
    except TooBig as big:
        return Failed(big.code)
    except MemoryError:
        return Failed("film_too_big")
    except Exception as error:  # a record that makes the rules fail is not a true one
        return Failed("bad_record", f"{type(error).__name__} while it was followed")


def main() -> None:
    target = sys.stdout.buffer
    sys.stdout = sys.stderr

    def say(said: Said) -> None:
        packet = msgspec.msgpack.encode(said)
        target.write(len(packet).to_bytes(LENGTH_BYTES, "big") + packet)
        target.flush()

    task = msgspec.msgpack.decode(sys.stdin.buffer.read(), type=FilmTask)
    take_limits(task.limits)
    say(make(task, lambda percent: say(Wound(percent))))


if __name__ == "__main__":
    main()
