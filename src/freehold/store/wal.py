"""What a killed server left in SQLite's write-ahead log: is all that was committed still there?

SQLite stops reading at the first frame with a wrong checksum, which is right for a commit that
was cut off, and silent about a damaged one. Each commit is on the disk before the next begins
(synchronous=FULL): a whole commit behind a damaged one was lost by the disk, not by the crash.
The file's format is described at https://sqlite.org/fileformat2.html#walformat.
"""

from __future__ import annotations

import sys
from array import array
from pathlib import Path
from typing import NamedTuple

MAGIC = (0x377F0682, 0x377F0683)
HEADER_BYTES, FRAME_BYTES = 32, 24
WORD = 0xFFFFFFFF


class Lost(NamedTuple):
    """Commits that can be seen, but not reached."""

    commits: int
    sound_bytes: int
    """Length of the part of the file whose checksums are right."""


def find_lost(path: Path) -> Lost | None:
    """None if nothing is lost but, perhaps, a last commit that was cut off."""
    data = path.read_bytes() if path.exists() else b""
    if len(data) <= HEADER_BYTES:
        return None
    sums = _sum(data[:24], (0, 0), data)
    if int.from_bytes(data[:4], "big") not in MAGIC or _words(data, 24) != sums:
        return Lost(len(_commits(data, 0, _words(data, HEADER_BYTES + 8))), 0)
    size = FRAME_BYTES + int.from_bytes(data[8:12], "big")
    start = sound = HEADER_BYTES
    while start + size <= len(data) and _words(data, start + 8) == _words(data, 16):
        after = _sum(data[start : start + 8], sums, data)
        after = _sum(data[start + FRAME_BYTES : start + size], after, data)
        if after != _words(data, start + 16):
            break
        sums, start = after, start + size
        if int.from_bytes(data[start - size + 4 : start - size + 8], "big"):
            sound = start  # a commit ends here
    later = _commits(data, start, _words(data, 16))
    return Lost(len(later), sound) if len(later) > 1 else None


def _commits(data: bytes, start: int, salts: tuple[int, int]) -> list[int]:
    """Where frames stand from here on that end a commit of this log."""
    size = FRAME_BYTES + int.from_bytes(data[8:12], "big")
    start = start or HEADER_BYTES
    return [
        place
        for place in range(start, len(data) - size + 1, size)
        if _words(data, place + 8) == salts and int.from_bytes(data[place + 4 : place + 8], "big")
    ]


def _words(data: bytes, place: int) -> tuple[int, int]:
    return (
        int.from_bytes(data[place : place + 4], "big"),
        int.from_bytes(data[place + 4 : place + 8], "big"),
    )


def _sum(part: bytes, sums: tuple[int, int], log: bytes) -> tuple[int, int]:
    """SQLite's own running sum, in the order of bytes that the log's first word says."""
    words = array("I", part)
    if (sys.byteorder == "big") != bool(log[3] & 1):
        words.byteswap()
    first, second = sums
    for place in range(0, len(words), 2):
        first = (first + words[place] + second) & WORD
        second = (second + words[place + 1] + first) & WORD
    return first, second
