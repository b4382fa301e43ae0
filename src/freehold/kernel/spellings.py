"""Spellings: reading the one text form of an action, with errors that say what to write."""

from __future__ import annotations

from freehold.kernel.errors import Malformed


def split_verb(text: str) -> tuple[str, str]:
    """`farm 3,4` -> ("farm", "3,4"). The rest is kept as it is, without the blanks around it."""
    verb, _, rest = text.strip().partition(" ")
    return verb.lower(), rest.strip()


def parse_int(text: str, name: str) -> int:
    """A plain decimal number, as people type it."""
    digits = text.strip()
    bare = digits[1:] if digits[:1] == "-" else digits
    if not (bare.isascii() and bare.isdigit()) or len(bare) > 9:
        raise Malformed(f"{name} must be a whole number, not '{digits[:40]}'")
    return int(digits)


def parse_cell(text: str) -> tuple[int, int]:
    """`3,4` -> (3, 4): column and row, counted from 0 at the top left."""
    parts = text.split(",")
    if len(parts) != 2:
        raise Malformed(f"a cell is written X,Y, as in 3,4; not '{text.strip()}'")
    return parse_int(parts[0], "x"), parse_int(parts[1], "y")


def cell_name(x: int, y: int) -> str:
    """(3, 4) -> `3,4`: the inverse of `parse_cell`."""
    return f"{x},{y}"
