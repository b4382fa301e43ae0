"""Pictures of boards, one character per cell, for the tests of games that draw them so."""

from __future__ import annotations


def rows_of(letters: str, width: int) -> str:
    return "\n".join(letters[at : at + width] for at in range(0, len(letters), width))


def draw_layer(layer: bytes | bytearray, width: int) -> str:
    """A layer as digits, `.` for 0."""
    return rows_of("".join(str(value) if value else "." for value in layer), width)


def picture(text: str) -> str:
    """A picture as a board is drawn, written with any indentation."""
    return "\n".join(text.split())
