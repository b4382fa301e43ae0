"""Record files: written line by line during the match, so that a crash loses nothing."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import BinaryIO

from freehold.cli.errors import Trouble
from freehold.cli.settings import read_bytes, unreadable
from freehold.game import AnyGame, Malformed
from freehold.games import load_game
from freehold.hosting.offers import with_installed
from freehold.match import Match, Record, read_record
from freehold.match.replay import Mismatch, replay


class RecordFile:
    """A match's log on disk. `keep` writes what has been added since it was last called."""

    def __init__(self, path: str, match: Match, written: int = 0) -> None:
        self.path = path
        self.match = match
        self._written = written
        self.is_resumed = written > 0
        try:
            # It stays open during the match; `close` is called in every case.
            self._file: BinaryIO = Path(path).open("ab" if written else "wb")  # noqa: SIM115
        except OSError as error:
            raise Trouble(f"cannot write {path}: {error.strerror}") from None
        self.keep()

    def keep(self) -> None:
        lines = self.match.log.texts[self._written :]
        if lines:
            self._file.write(b"".join(lines))
            self._file.flush()
            self._written += len(lines)

    def close(self, now: int) -> None:
        """Write down the current time, so that a resumed match continues from here."""
        if self._file.closed:
            return
        if self.match.outcome is None:
            self.match.advance(max(now, self.match.now), mark=True)
        self.keep()
        self._file.close()


def free_path(match: Match) -> str:
    """An unused file name in this folder: `freehold-land-grab-7.jsonl`."""
    label = match.header.notes.get("seed") or match.log.digest[:6]
    stem = f"freehold-{match.game.name}-{label}"
    path, number = f"{stem}.jsonl", 2
    while Path(path).exists():
        path, number = f"{stem}-{number}.jsonl", number + 1
    return path


def read_record_file(path: str) -> Record:
    return _read(path, read_bytes(path))


def _read(path: str, data: bytes) -> Record:
    try:
        record = read_record(data)
    except Malformed as error:
        raise Trouble(f"{path}: {error}") from None
    if not all(seated.name.isprintable() for seated in record.seats):
        raise Trouble(f"{path}: a player's name contains characters that are unsafe to print")
    return record


def game_of(path: str, record: Record) -> AnyGame:
    try:
        return with_installed(load_game(record.header.game))
    except Malformed as error:
        raise Trouble(f"{path}: {error}") from None


def resume(path: str) -> tuple[Match, RecordFile]:
    """The match of a record, ready to continue; its file is continued too."""
    data = read_bytes(path)
    whole = data[: data.rfind(b"\n") + 1]
    if whole and whole != data:
        print(f"freehold: {path} ends in the middle of a line, which is ignored", file=sys.stderr)
        _cut(path, len(whole))
        data = whole
    record = _read(path, data)
    try:
        match = replay(game_of(path, record), record)
    except (Mismatch, Malformed) as error:
        raise Trouble(f"{path} does not replay as recorded: {error}") from None
    if match.outcome:
        raise Trouble(f"{path}: this match is over; watch it with freehold replay show {path}")
    return match, RecordFile(path, match, written=len(match.log.lines))


def _cut(path: str, length: int) -> None:
    try:
        with Path(path).open("r+b") as file:
            file.truncate(length)
    except OSError as error:
        raise unreadable(path, error) from None
