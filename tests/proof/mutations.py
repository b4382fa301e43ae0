"""Seeded mutation of bytes and texts, for fuzzing: quick, and without any library."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

NUMBERS = (
    *(b"0", b"-1", b"1", b"255", b"256", b"65536", b"2147483648", b"9007199254740993"),
    *(b"18446744073709551616", b"9" * 400, b"1e308", b"NaN", b"-0", b"0x10", b"1.5"),
)
WORDS = (
    *(b"", b"null", b"true", b"[]", b"{}", b'""', b"\x00", b"\xff", b"\xc3\x28", b"\r\n", b"\n\n"),
    *("\u202e".encode(), "\u00e9".encode(), "\U0001f600".encode(), b"\\u0000", b"%00", b"../"),
    *(b"A" * 300, b"[" * 200, b"=", b",", b":", b'"', b"'", b"\\", b" "),
)


def mutate(data: bytes, corpus: Sequence[bytes], rng: Random) -> bytes:
    """A few changes of any kind, most often one; now and then none."""
    changed = bytearray(data)
    for _ in range(int(rng.random() ** 2 * 5 + 0.7)):
        _change(changed, corpus, rng)
    return bytes(changed)


def _change(data: bytearray, corpus: Sequence[bytes], rng: Random) -> None:
    place = int(rng.random() * (len(data) + 1))
    length = 1 + int(rng.random() ** 3 * 16)
    match int(rng.random() * 10):
        case 0 if data:
            data[place - 1] ^= 1 << int(rng.random() * 8)
        case 1 if data:
            data[place - 1] = int(rng.random() * 256)
        case 2:
            del data[place : place + length]
        case 3:
            data[place:place] = rng.choice(WORDS)
        case 4:
            data[place : place + length] = rng.choice(NUMBERS)
        case 5:
            data[place:place] = data[place : place + length] * 2
        case 6:
            other = rng.choice(corpus)
            start = int(rng.random() * (len(other) + 1))
            data[place : place + length] = other[start : start + 4 * length]
        case 7:
            _renumber(data, place, rng)
        case 8 if b"\n" in data:
            _move_line(data, rng)
        case _:
            del data[place:]


def _move_line(data: bytearray, rng: Random) -> None:
    """A line is taken out, doubled, or put elsewhere."""
    lines = data.splitlines(keepends=True)
    line = lines.pop(int(rng.random() * len(lines)))
    for _ in range(int(rng.random() * 3)):
        lines.insert(int(rng.random() * (len(lines) + 1)), line)
    data[:] = b"".join(lines)


def _renumber(data: bytearray, place: int, rng: Random) -> None:
    """Another number in the place of the next one that is written out."""
    digits = b"0123456789"
    start = next((at for at in range(place, len(data)) if data[at] in digits), None)
    if start is not None:
        end = start
        while end < len(data) and data[end] in digits:
            end += 1
        data[start:end] = rng.choice(NUMBERS)
