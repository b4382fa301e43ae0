"""A store in memory: for tests, for `--in-memory`, and as the plainest reading of the protocol."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec

from freehold.store.protocol import (
    SNAPSHOTS_KEPT,
    Appending,
    Damage,
    Fenced,
    MatchRow,
    Status,
    StoreError,
    Unknown,
    WrongHead,
    append_each,
)


class MemoryStore:
    """Dicts, and a list of what to undo should a transaction be rolled back."""

    def __init__(self) -> None:
        self.damaged: set[Damage] = set()
        self._rows: dict[str, MatchRow] = {}
        self._lines: dict[str, list[bytes]] = {}
        """The header, and the lines from `_first` on."""
        self._first: dict[str, int] = {}
        self._snapshots: dict[str, list[tuple[int, bytes]]] = {}
        self._things: dict[tuple[str, str], bytes] = {}
        self._ratings: dict[tuple[str, str], tuple[int, bytes]] = {}
        """By ladder and player."""
        self._undo: list[Callable[[], object]] = []
        self.has_leftovers = False

    def begin(self) -> None:
        self._undo.clear()

    def commit(self) -> None:
        self._undo.clear()

    def rollback(self) -> None:
        while self._undo:
            self._undo.pop()()

    def close(self) -> None:
        """Nothing is held open."""

    def erase(self) -> None:
        """What is deleted is gone."""

    def create_match(
        self,
        match: str,
        game: str,
        players: Sequence[str],
        header: bytes,
        now: int,
        aged_from: int = 0,
    ) -> int:
        self._undo.append(lambda: self._forget(match))
        self._rows[match] = MatchRow(
            match, game, "live", 1, 1, now, players=tuple(players), aged_from=aged_from
        )
        self._lines[match] = [header]
        self._first[match] = 1
        self._snapshots[match] = []
        return 1

    def claim(self, match: str) -> int:
        row = self.match_row(match)
        self._set_row(msgspec.structs.replace(row, epoch=row.epoch + 1))
        return row.epoch + 1

    def append(self, match: str, epoch: int, expected_head: int, lines: Sequence[bytes]) -> None:
        row = self._owned(match, epoch)
        if row.head != expected_head:
            raise WrongHead(f"{match} has {row.head} lines, not {expected_head}")
        self._set_row(msgspec.structs.replace(row, head=row.head + len(lines)))
        log = self._lines[match]
        kept = len(log)
        log.extend(lines)
        self._undo.append(lambda: log.__delitem__(slice(kept, None)))

    def append_all(self, appends: Sequence[Appending]) -> list[StoreError | None]:
        return append_each(self, appends)

    def set_status(
        self,
        match: str,
        status: Status,
        now: int,
        outcome: bytes = b"",
        reason: str = "",
        aged_from: int = 0,
    ) -> None:
        row = self.match_row(match)
        self._set_row(
            msgspec.structs.replace(
                row,
                status=status,
                ended_at=now if status == "finished" else 0,
                outcome=outcome,
                reason=reason,
                aged_from=aged_from or row.aged_from,
            )
        )

    def add_player(self, match: str, player: str) -> None:
        row = self.match_row(match)
        self._set_row(msgspec.structs.replace(row, players=(*row.players, player)))

    def remove_player(self, match: str, player: str) -> None:
        row = self.match_row(match)
        players = tuple("" if each == player else each for each in row.players)
        self._set_row(msgspec.structs.replace(row, players=players))

    def replace_lines(self, match: str, epoch: int, lines: Mapping[int, bytes]) -> None:
        row, before = self._owned(match, epoch), self._lines[match]
        if any(position >= row.head for position in lines):
            raise WrongHead(f"{match} has {row.head} lines")
        self._undo.append(lambda: self._lines.__setitem__(match, before))
        first, log = self._first[match], list(before)
        for position, line in lines.items():
            log[position - first + 1 if position else 0] = line
        self._lines[match] = log

    def read_lines(self, match: str, start: int = 0, end: int | None = None) -> list[bytes]:
        self.match_row(match)
        log, first = self._lines[match], self._first[match]
        stop = None if end is None else max(0, 1 + end - first)
        rest = log[max(1, 1 + start - first) : stop]
        return rest if start else [log[0], *rest]

    def drop_lines(self, match: str, epoch: int, before: int) -> None:
        self._owned(match, epoch)
        log, first, kept = self._lines[match], self._first[match], self._snapshots[match]

        def put_back() -> None:
            self._lines[match], self._first[match], self._snapshots[match] = log, first, kept

        self._undo.append(put_back)
        self._lines[match] = [log[0], *log[max(1, 1 + before - first) :]]
        self._first[match] = max(first, before)
        self._snapshots[match] = [each for each in kept if each[0] >= before]

    def first_line(self, match: str) -> int:
        self.match_row(match)
        return self._first[match]

    def match_row(self, match: str) -> MatchRow:
        if match not in self._rows:
            raise Unknown(match)
        return self._rows[match]

    def matches(
        self,
        status: Status | None = None,
        game: str | None = None,
        player: str | None = None,
        limit: int = 1000,
    ) -> list[MatchRow]:
        found = [
            row
            for row in self._rows.values()
            if (status is None or row.status == status)
            and (game is None or row.game == game)
            and (player is None or player in row.players)
        ]
        return sorted(found, key=lambda row: (-row.created_at, row.id))[:limit]

    def drop_match(self, match: str) -> None:
        if match not in self._rows:
            return
        row, lines = self._rows[match], self._lines[match]
        first, snapshots = self._first[match], self._snapshots[match]

        def put_back() -> None:
            self._rows[match], self._lines[match] = row, lines
            self._first[match], self._snapshots[match] = first, snapshots

        self._undo.append(put_back)
        self._forget(match)

    def save_snapshot(
        self, match: str, epoch: int, head: int, data: bytes, keep: int = SNAPSHOTS_KEPT
    ) -> None:
        row = self._owned(match, epoch)
        if row.head < head:
            raise WrongHead(f"{match} has {row.head} lines, not {head}")
        before = self._snapshots[match]
        self._undo.append(lambda: self._snapshots.__setitem__(match, before))
        others = [each for each in before if each[0] != head]
        self._snapshots[match] = sorted([*others, (head, data)])[-keep if keep else 0 :]

    def snapshot_heads(self, match: str) -> list[int]:
        return [head for head, _ in self._snapshots.get(match, ())]

    def read_snapshot(self, match: str, head: int) -> bytes | None:
        return dict(self._snapshots.get(match, ())).get(head)

    def put(self, kind: str, key: str, data: bytes) -> None:
        before = self._things.get((kind, key))
        self._undo.append(lambda: self._put_back(kind, key, before))
        self._things[kind, key] = data

    def get(self, kind: str, key: str) -> bytes | None:
        return self._things.get((kind, key))

    def drop(self, kind: str, key: str) -> None:
        before = self._things.pop((kind, key), None)
        self._undo.append(lambda: self._put_back(kind, key, before))

    def all(self, kind: str) -> list[tuple[str, bytes]]:
        return sorted((key, data) for (of, key), data in self._things.items() if of == kind)

    def lock_ratings(self) -> None:
        """Nobody else is here."""

    def put_rating(self, ladder: str, player: str, standing: int, data: bytes) -> None:
        self._change_ratings({**self._ratings, (ladder, player): (standing, data)})

    def get_rating(self, ladder: str, player: str) -> bytes | None:
        found = self._ratings.get((ladder, player))
        return None if found is None else found[1]

    def best_ratings(self, ladder: str, limit: int) -> list[tuple[str, bytes]]:
        listed = [
            (-standing, player, data)
            for (of, player), (standing, data) in self._ratings.items()
            if of == ladder and standing > 0
        ]
        return [(player, data) for _, player, data in sorted(listed)[:limit]]

    def count_ratings(self, ladder: str, above: int) -> int:
        return sum(of == ladder and each[0] > above for (of, _), each in self._ratings.items())

    def ratings_of(self, player: str) -> list[tuple[str, bytes]]:
        return sorted((of, each[1]) for (of, who), each in self._ratings.items() if who == player)

    def drop_ratings(self, player: str) -> None:
        self._change_ratings({key: each for key, each in self._ratings.items() if key[1] != player})

    def clear_ratings(self) -> None:
        self._change_ratings({})

    def _change_ratings(self, after: dict[tuple[str, str], tuple[int, bytes]]) -> None:
        before = self._ratings
        self._undo.append(lambda: setattr(self, "_ratings", before))
        self._ratings = after

    def _forget(self, match: str) -> None:
        for kept in (self._rows, self._lines, self._first, self._snapshots):
            kept.pop(match, None)

    def _owned(self, match: str, epoch: int) -> MatchRow:
        row = self.match_row(match)
        if row.epoch != epoch:
            raise Fenced(f"{match} is owned by epoch {row.epoch}, not {epoch}")
        return row

    def _set_row(self, row: MatchRow) -> None:
        before = self._rows[row.id]
        self._undo.append(lambda: self._rows.__setitem__(row.id, before))
        self._rows[row.id] = row

    def _put_back(self, kind: str, key: str, data: bytes | None) -> None:
        if data is None:
            self._things.pop((kind, key), None)
        else:
            self._things[kind, key] = data
