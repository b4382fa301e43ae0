"""Names that look alike: by Unicode's own account of what is taken for what (UTS 39).

A name's skeleton is the name with every character replaced by the one it is taken for. Two names
with one skeleton look alike, whatever they are made of.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection
from functools import cache, lru_cache
from importlib import resources

TABLE = "confusables.txt"
IN_MEMORY = 8192
INVISIBLE_RANGES = (
    # Default_Ignorable_Code_Point, and what is drawn as nothing though it is a letter or a sign.
    (0x00AD, 0x00AD), (0x034F, 0x034F), (0x061C, 0x061C), (0x115F, 0x1160), (0x17B4, 0x17B5),
    (0x180B, 0x180F), (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x2800, 0x2800),
    (0x3164, 0x3164), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8),
    (0x1BCA0, 0x1BCA3), (0x1D159, 0x1D159), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF),
)  # fmt: skip


def without_invisible(text: str) -> str:
    return "".join(each for each in text if not _is_invisible(each))


def _is_invisible(character: str) -> bool:
    point = ord(character)
    return any(first <= point <= last for first, last in INVISIBLE_RANGES)


@lru_cache(IN_MEMORY)
def skeleton(name: str) -> str:
    """What a name is taken for."""
    return take_for(name)


def take_for(text: str) -> str:
    """The same for any text, which is not remembered."""
    table = _table()
    folded = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", without_invisible(text)))
    taken_for = "".join(table.get(each, each) for each in folded)
    return unicodedata.normalize("NFD", taken_for)


def find_alike(name: str, others: Collection[str]) -> str:
    """One of the others that looks like this name, or is it; or nothing."""
    wanted = skeleton(name)
    return next((other for other in others if other and skeleton(other) == wanted), "")


@cache
def _table() -> dict[str, str]:
    text = resources.files("freehold.server.rooms").joinpath(TABLE).read_text(encoding="ascii")
    table: dict[str, str] = {}
    for line in text.splitlines():
        prototype, _, sources = line.partition(";")
        if not line.startswith("#"):
            taken_for = "".join(chr(int(point, 16)) for point in prototype.split())
            table.update((chr(int(point, 16)), taken_for) for point in sources.split())
    return table
