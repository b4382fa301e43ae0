"""The folder of a league: results as they come in, one line each, and records.

Rules about this file:
1. A line is written in one piece when its match is over, after its record. A `kill -9` may leave a
   line without its end: it is dropped, and its match is played again.
2. Results are found by their keys (`matches.key_of_match`), in whatever order they were written.
3. One program at a time writes: the file is locked.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType

import msgspec

from freehold.arena.matches import LeagueResult, PlayedMatch
from freehold.game import Malformed

RESULTS, REPLAYS = "results.jsonl", "replays"


class Journal:
    """Results of a league, on disk."""

    def __init__(self, folder: Path, replays: bool = True) -> None:
        self.folder = folder
        self._replays = replays
        self.results: dict[str, LeagueResult] = {}
        with self._writing():
            (folder / REPLAYS).mkdir(parents=True, exist_ok=True)
            self._file = os.open(folder / RESULTS, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
        self._lock()
        self._read()

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        os.close(self._file)

    def add(self, played: PlayedMatch) -> None:
        key = played.result.key
        with self._writing():
            if self._replays:
                write_whole(self.folder / REPLAYS / f"{key}.jsonl", played.record)
            self._append(msgspec.json.encode(played.result) + b"\n")
        self.results[key] = played.result

    def _append(self, line: bytes) -> None:
        """All of it or nothing, as long as this program lives."""
        size = os.fstat(self._file).st_size
        try:
            while line:
                line = line[os.write(self._file, line) :]
        except OSError:
            os.ftruncate(self._file, size)
            raise

    @contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise Malformed(
                f"cannot write to {self.folder}: {error.strerror}; choose a folder with --out"
            ) from None

    def _lock(self) -> None:
        import fcntl

        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(self._file)
            raise Malformed(
                f"another `freehold arena run` is writing to {self.folder}: wait for it, or choose"
                " another folder with --out"
            ) from None

    def _read(self) -> None:
        path = self.folder / RESULTS
        data = path.read_bytes()
        whole = data[: data.rfind(b"\n") + 1]
        if len(whole) < len(data):
            os.ftruncate(self._file, len(whole))
        decoder = msgspec.json.Decoder(LeagueResult)
        for number, line in enumerate(whole.splitlines(), 1):
            try:
                result = decoder.decode(line)
            except msgspec.DecodeError:
                raise Malformed(
                    f"line {number} of {path} is damaged: delete this line, and its match is played"
                    " again"
                ) from None
            self.results[result.key] = result


def write_whole(path: Path, data: bytes) -> None:
    """The whole file or none of it."""
    beside = path.with_name(f"{path.name}.part")
    beside.write_bytes(data)
    beside.replace(path)


def replay_path(result: LeagueResult) -> str:
    """Where the record is, from the league's folder."""
    return f"{REPLAYS}/{result.key}.jsonl"
