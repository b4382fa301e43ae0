"""What both SQL stores do alike: rows with their checksums, and the queries over them.

Queries have `?` for each value, and say only what SQLite and PostgreSQL both understand.
"""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from freehold.store.protocol import (
    SNAPSHOTS_KEPT,
    Appending,
    Damage,
    Damaged,
    Fenced,
    MatchRow,
    Status,
    StoreError,
    Unknown,
    WrongHead,
)
from freehold.store.sums import KEYS, OTHERS, Slice, Value, is_sound, sum_of

LOG = logging.getLogger("freehold.store")

COLUMNS = (*KEYS["matches"], *OTHERS["matches"])
ROW = ", ".join((*COLUMNS, "sum"))
RATING = ", ".join((*KEYS["ratings"], *OTHERS["ratings"], "sum"))


class SqlStore(ABC):
    """A store in a database with tables."""

    lock = ""
    """What a query ends in that reads a match in order to change it: nobody else may meanwhile."""

    def __init__(self) -> None:
        self.damaged: set[Damage] = set()
        """Damaged rows found so far."""
        self.has_leftovers = False

    @abstractmethod
    def begin(self) -> None: ...
    @abstractmethod
    def commit(self) -> None: ...
    @abstractmethod
    def rollback(self) -> None: ...
    @abstractmethod
    def close(self) -> None: ...
    @abstractmethod
    def erase(self) -> None: ...

    @abstractmethod
    def _rows(self, query: str, values: tuple[Any, ...]) -> list[tuple[Any, ...]]:
        """All that is found; Damaged if the database is out of order where it should be."""

    @abstractmethod
    def _run(self, query: str, values: tuple[Any, ...]) -> None:
        """A change."""

    @abstractmethod
    def scrub(self, rows: int) -> Iterator[Slice]:
        """Read everything and compare every sum, `rows` rows at a time; from any thread.

        What is found is noted in `damaged`. The connection is its own, so that no commit waits.
        """

    @abstractmethod
    def check(self) -> str:
        """All that the database itself can find, as its first sentence; `ok` is nothing."""

    # Matches and their logs

    def create_match(
        self,
        match: str,
        game: str,
        players: Sequence[str],
        header: bytes,
        now: int,
        aged_from: int = 0,
    ) -> int:
        told = _encode_players(players)
        self._insert("matches", match, game, "live", 1, 1, now, 0, told, b"", "", aged_from)
        for player in dict.fromkeys(filter(None, players)):
            self._insert("players", player, match)
        self._insert("lines", match, 0, header)
        return 1

    def claim(self, match: str) -> int:
        row = self._raw(match, self.lock)
        self._write(row, epoch=row["epoch"] + 1)
        return int(row["epoch"]) + 1

    @abstractmethod
    def append(
        self, match: str, epoch: int, expected_head: int, lines: Sequence[bytes]
    ) -> None: ...

    @abstractmethod
    def append_all(self, appends: Sequence[Appending]) -> list[StoreError | None]: ...

    def set_status(
        self,
        match: str,
        status: Status,
        now: int,
        outcome: bytes = b"",
        reason: str = "",
        aged_from: int = 0,
    ) -> None:
        row = self._raw(match, self.lock)
        ended_at = now if status == "finished" else 0
        aged_from = aged_from or row["aged_from"]
        fields = {"outcome": outcome, "reason": plain(reason), "aged_from": aged_from}
        self._write(row, status=status, ended_at=ended_at, **fields)

    def add_player(self, match: str, player: str) -> None:
        row = self._raw(match, self.lock)
        self._write(row, players=_encode_players((*_row(row).players, player)))
        if player:
            self._insert("players", player, match, is_again=True)

    def remove_player(self, match: str, player: str) -> None:
        row = self._raw(match, self.lock)
        players = ["" if each == player else each for each in _row(row).players]
        self._write(row, players=_encode_players(players))
        self._run("DELETE FROM players WHERE player = ? AND match = ?", (player, match))

    def replace_lines(self, match: str, epoch: int, lines: Mapping[int, bytes]) -> None:
        row = self._raw(match, self.lock)
        need_epoch(match, row, epoch)
        if any(position >= row["head"] for position in lines):
            raise WrongHead(f"{match} has {row['head']} lines")
        for position, data in lines.items():
            self._insert("lines", match, position, data, is_again=True)

    def read_lines(self, match: str, start: int = 0, end: int | None = None) -> list[bytes]:
        head = self.match_row(match).head
        end = (
            head if end is None else min(end, head)
        )  # what another one adds meanwhile is not asked
        found = self._rows(
            "SELECT position, data, sum FROM lines"
            " WHERE match = ? AND position >= ? AND position < ? ORDER BY position",
            (match, start, end),
        )
        for position, data, kept in found:
            if sum_of("lines", match, position, data) != kept:
                raise self._lost(Damage("lines", f"{match} {position}"))
        _need_all(match, [row[0] for row in found], start, end)
        return [data for _, data, _ in found]

    def drop_lines(self, match: str, epoch: int, before: int) -> None:
        need_epoch(match, self._raw(match, self.lock), epoch)
        self._run(
            "DELETE FROM lines WHERE match = ? AND position > 0 AND position < ?", (match, before)
        )
        self._run("DELETE FROM snapshots WHERE match = ? AND head < ?", (match, before))

    def first_line(self, match: str) -> int:
        row = self.match_row(match)
        ((found,),) = self._rows(
            "SELECT min(position) FROM lines WHERE match = ? AND position > 0", (match,)
        )
        return row.head if found is None else int(found)

    def match_row(self, match: str) -> MatchRow:
        return _row(self._raw(match))

    def matches(
        self,
        status: Status | None = None,
        game: str | None = None,
        player: str | None = None,
        limit: int = 1000,
    ) -> list[MatchRow]:
        asked = {
            "status = ?": status,
            "game = ?": game,
            "id IN (SELECT match FROM players WHERE player = ?)": player,
        }
        wanted = {each: value for each, value in asked.items() if value is not None}
        where = f" WHERE {' AND '.join(wanted)}" if wanted else ""
        found = self._rows(
            f"SELECT {ROW} FROM matches{where} ORDER BY created_at DESC, id LIMIT ?",
            (*wanted.values(), limit),
        )
        return [_row(row) for values in found if (row := self._sound(values)) is not None]

    def drop_match(self, match: str) -> None:
        self._run("DELETE FROM matches WHERE id = ?", (match,))
        self._run("DELETE FROM players WHERE match = ?", (match,))
        self._run("DELETE FROM lines WHERE match = ?", (match,))
        self._run("DELETE FROM snapshots WHERE match = ?", (match,))

    def save_snapshot(
        self, match: str, epoch: int, head: int, data: bytes, keep: int = SNAPSHOTS_KEPT
    ) -> None:
        row = self._raw(match, self.lock)
        need_epoch(match, row, epoch)
        if row["head"] < head:
            raise WrongHead(f"{match} has {row['head']} lines, not {head}")
        self._insert("snapshots", match, head, data, is_again=True)
        if keep:
            self._run(
                "DELETE FROM snapshots WHERE match = ? AND head NOT IN"
                " (SELECT head FROM snapshots WHERE match = ? ORDER BY head DESC LIMIT ?)",
                (match, match, keep),
            )

    def snapshot_heads(self, match: str) -> list[int]:
        found = self._rows("SELECT head FROM snapshots WHERE match = ? ORDER BY head", (match,))
        return [head for (head,) in found]

    def read_snapshot(self, match: str, head: int) -> bytes | None:
        found = self._rows(
            "SELECT data, sum FROM snapshots WHERE match = ? AND head = ?", (match, head)
        )
        return self._only("snapshots", (match, head), found)

    # Small things

    def put(self, kind: str, key: str, data: bytes) -> None:
        self._insert("things", kind, key, data, is_again=True)

    def get(self, kind: str, key: str) -> bytes | None:
        found = self._rows("SELECT data, sum FROM things WHERE kind = ? AND key = ?", (kind, key))
        return self._only("things", (kind, key), found)

    def drop(self, kind: str, key: str) -> None:
        self._run("DELETE FROM things WHERE kind = ? AND key = ?", (kind, key))

    def all(self, kind: str) -> list[tuple[str, bytes]]:
        found = self._rows("SELECT key, data, sum FROM things WHERE kind = ? ORDER BY key", (kind,))
        sound = []
        for key, data, kept in found:
            if sum_of("things", kind, key, data) == kept:
                sound.append((key, data))
            else:
                self._note(Damage("things", f"{kind} {key}"))
        return sound

    # Ratings

    @abstractmethod
    def lock_ratings(self) -> None: ...

    def put_rating(self, ladder: str, player: str, standing: int, data: bytes) -> None:
        self._insert("ratings", ladder, player, standing, data, is_again=True)

    def get_rating(self, ladder: str, player: str) -> bytes | None:
        found = self._rows(
            f"SELECT {RATING} FROM ratings WHERE ladder = ? AND player = ?", (ladder, player)
        )
        if not found:
            return None
        if not is_sound("ratings", found[0]):
            raise self._lost(Damage("ratings", f"{ladder} {player}"))
        data: bytes = found[0][3]
        return data

    def best_ratings(self, ladder: str, limit: int) -> list[tuple[str, bytes]]:
        found = self._ratings(
            "ladder = ? AND standing > 0 ORDER BY standing DESC, player LIMIT ?", (ladder, limit)
        )
        return [(player, data) for _, player, _, data in found]

    def count_ratings(self, ladder: str, above: int) -> int:
        ((count,),) = self._rows(
            "SELECT count(*) FROM ratings WHERE ladder = ? AND standing > ?", (ladder, above)
        )
        return int(count)

    def ratings_of(self, player: str) -> list[tuple[str, bytes]]:
        found = self._ratings("player = ? ORDER BY ladder", (player,))
        return [(ladder, data) for ladder, _, _, data in found]

    def _ratings(self, where: str, values: tuple[Value, ...]) -> list[tuple[Any, ...]]:
        """Sound rows without their sums."""
        found = self._rows(f"SELECT {RATING} FROM ratings WHERE {where}", values)
        for row in found:
            if not is_sound("ratings", row):
                self._note(Damage("ratings", f"{row[0]} {row[1]}"))
        return [row[:-1] for row in found if is_sound("ratings", row)]

    def drop_ratings(self, player: str) -> None:
        self._run("DELETE FROM ratings WHERE player = ?", (player,))

    def clear_ratings(self) -> None:
        self._run("DELETE FROM ratings", ())

    # Rows as they are, for a copy of everything

    def read_rows(self, table: str, after: tuple[Any, ...], limit: int) -> list[tuple[Any, ...]]:
        """Those after a key, in the order of their keys, each with its sum at the end."""
        keys = ", ".join(KEYS[table])
        where = f" WHERE ({keys}) > ({', '.join('?' * len(after))})" if after else ""
        columns = ", ".join((*KEYS[table], *OTHERS[table], "sum"))
        query = f"SELECT {columns} FROM {table}{where} ORDER BY {keys} LIMIT ?"
        return self._rows(query, (*after, limit))

    @abstractmethod
    def add_rows(self, table: str, rows: list[tuple[Any, ...]]) -> None:
        """New ones, each with its sum at the end."""

    # Rows and their sums

    def _insert(self, table: str, *values: Value, is_again: bool = False) -> None:
        """A row and its sum; with `is_again` in place of another one of the same key."""
        names = (*KEYS[table], *OTHERS[table], "sum")
        marks = ", ".join("?" * len(names))
        instead = ", ".join(
            f"{name} = excluded.{name}" for name in names if name not in KEYS[table]
        )
        again = f" ON CONFLICT ({', '.join(KEYS[table])}) DO UPDATE SET {instead}"
        self._run(
            f"INSERT INTO {table} ({', '.join(names)}) VALUES ({marks}){again if is_again else ''}",
            (*values, sum_of(table, *values)),
        )

    def _only(self, table: str, key: tuple[Value, ...], found: list[Any]) -> bytes | None:
        if not found:
            return None
        ((data, kept),) = found
        if sum_of(table, *key, data) != kept:
            raise self._lost(Damage(table, " ".join(map(str, key))))
        assert isinstance(data, bytes)
        return data

    def _raw(self, match: str, lock: str = "") -> dict[str, Any]:
        """A match's row, column by column; Unknown, or Damaged."""
        found = self._rows(f"SELECT {ROW} FROM matches WHERE id = ?{lock}", (match,))
        if not found:
            raise Unknown(match)
        row = self._sound(found[0])
        if row is None:
            raise Damaged(f"the row of match {match} is damaged")
        return row

    def _sound(self, values: tuple[Any, ...]) -> dict[str, Any] | None:
        if not is_sound("matches", values):
            self._note(Damage("matches", str(values[0])))
            return None
        return dict(zip(COLUMNS, values, strict=False))

    def _write(self, row: dict[str, Any], **fields: Value) -> None:
        fields["sum"] = sum_of("matches", *{**row, **fields}.values())
        columns = ", ".join(f"{name} = ?" for name in fields)
        self._run(f"UPDATE matches SET {columns} WHERE id = ?", (*fields.values(), row["id"]))

    def _lost(self, damage: Damage) -> Damaged:
        self._note(damage)
        return Damaged(f"{damage} is damaged")

    def _note(self, damage: Damage) -> None:
        if damage not in self.damaged:
            self.damaged.add(damage)
            LOG.error("row damaged", extra={"reason": f"{damage} is damaged"})


class DatabaseStore(SqlStore):
    """One that a server of its own looks after."""

    @abstractmethod
    def about(self) -> str:
        """Which database it is, in words."""

    @abstractmethod
    def risks(self) -> list[str]:
        """Settings of the database that are off, with which a power cut may lose what it holds."""


def need_epoch(match: str, row: dict[str, Any], epoch: int) -> None:
    if row["epoch"] != epoch:
        raise Fenced(f"{match} is owned by epoch {row['epoch']}, not {epoch}")


def _need_all(match: str, positions: list[int], start: int, end: int) -> None:
    """Damaged if a line is missing: between two, or at the end. At the front they are dropped."""
    later = [position for position in positions if position]
    wanted = list(range(end - len(later), end))
    is_header_missing = not start and end > 0 and (not positions or positions[0])
    if later != wanted or is_header_missing:
        raise Damaged(f"lines of match {match} are missing")


def plain(text: str) -> str:
    """Words of an error may hold what a database does not take for text."""
    return text.replace("\0", "\ufffd").encode(errors="replace").decode()


def _encode_players(players: Sequence[str]) -> str:
    return msgspec.json.encode(tuple(players)).decode()


def _row(row: dict[str, Any]) -> MatchRow:
    return msgspec.convert({**row, "players": msgspec.json.decode(row["players"])}, MatchRow)
