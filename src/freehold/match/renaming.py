"""Other names in a record: the game stays as it was, and the record can be verified as before.

Names are in the header, in newcomers' lines and in openings, and no rule reads them. Only the
digests of lines depend on them, so these are made again.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from freehold.game import Seat
from freehold.match.log import Check, End, Header, Line, Newcomer, Seated, digest_after, encode_line
from freehold.match.match import Snapshot


class Renaming:
    """Lines of one match in their order, from its header or from a snapshot on."""

    def __init__(self, names: Mapping[Seat, str], base: Snapshot | None = None) -> None:
        self._names = names
        self.digest = base.digest if base else ""
        self._seats = len(base.seats) if base else 0

    def rename(self, line: Line) -> Line:
        renamed = self._renamed(line)
        self.digest = digest_after(self.digest, encode_line(renamed))
        return renamed

    def _renamed(self, line: Line) -> Line:
        match line:
            case Header():
                self._seats = len(line.seats)
                return self.header(line)
            case Newcomer():
                self._seats += 1
                name = self._names.get(self._seats - 1, line.name)
                return msgspec.structs.replace(line, name=name)
            case Check() | End():
                return msgspec.structs.replace(line, lines=self.digest)
        return line

    def header(self, header: Header) -> Header:
        return msgspec.structs.replace(header, seats=self._seated(header.seats))

    def snapshot(self, snapshot: Snapshot, digest: str) -> Snapshot:
        """A snapshot that was taken where the renamed lines have this digest."""
        seats = self._seated(snapshot.seats)
        return msgspec.structs.replace(snapshot, seats=seats, digest=digest)

    def _seated(self, seats: tuple[Seated, ...]) -> tuple[Seated, ...]:
        return tuple(
            _with_name(each, self._names[seat]) if seat in self._names else each
            for seat, each in enumerate(seats)
        )


def _with_name(seated: Seated, name: str) -> Seated:
    """Also for the author of a bot that was brought."""
    author = name if seated.author else ""
    return msgspec.structs.replace(seated, name=name, author=author)
