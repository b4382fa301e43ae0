"""Chance: a keyed generator that counts its draws.

Rules about this file:
1. A draw is a function of key, stream name and counter, and of nothing else: equal on any
   Python, one by one or as a numpy block.
2. A key is 32 bytes. Some draws of a stream tell nothing about the others.
"""

from __future__ import annotations

import struct
from collections.abc import MutableSequence, Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

T = TypeVar("T")

KEY_BYTES = 32
DRAWS_A_BLOCK = 8
_UNPACK_BLOCK = struct.Struct("<8Q").unpack
_PACK_COUNTER = struct.Struct("<Q").pack


def key_of(*words: object) -> bytes:
    """A key from words, for seeds that people type. Not secret: live matches draw theirs."""
    return blake2b(repr(words).encode(), digest_size=KEY_BYTES, person=b"freehold key").digest()


class Stream:
    """A named stream of draws: `Stream(key, "map").below(6)`."""

    __slots__ = ("_base", "_block", "_block_at", "at", "key", "name")

    def __init__(self, key: bytes, name: str, at: int = 0) -> None:
        self.key = key
        self.name = name
        self.at = at
        """How many draws have been taken."""
        self._base: Any = None
        self._block: tuple[int, ...] = ()
        self._block_at = -1

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Stream) and self.parts() == other.parts()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Stream({self.key!r}, {self.name!r}, {self.at})"

    def parts(self) -> tuple[bytes, str, int]:
        """What canonical bytes keep of a stream: `Stream(*parts)` continues from there."""
        return self.key, self.name, self.at

    def copy(self) -> Stream:
        return Stream(self.key, self.name, self.at)

    def _bytes(self, block: int) -> bytes:
        if self._base is None:
            self._base = blake2b(self.name.encode(), key=self.key, person=b"freehold draw")
        drawn = self._base.copy()
        drawn.update(_PACK_COUNTER(block))
        digest: bytes = drawn.digest()
        return digest

    def bits(self) -> int:
        """The next 64 bits, as an int."""
        block, place = divmod(self.at, DRAWS_A_BLOCK)
        if block != self._block_at:
            self._block = _UNPACK_BLOCK(self._bytes(block))
            self._block_at = block
        self.at += 1
        return self._block[place]

    def block(self, draws: int) -> NDArray[np.uint64]:
        """The next `count` 64-bit draws as an array: what `bits` would have given."""
        import numpy as np

        first, skipped = divmod(self.at, DRAWS_A_BLOCK)
        last = -(-(self.at + draws) // DRAWS_A_BLOCK)
        data = b"".join(self._bytes(number) for number in range(first, last))
        self.at += draws
        return np.frombuffer(data, "<u8")[skipped : skipped + draws].astype(np.uint64)

    def below(self, limit: int) -> int:
        """An int from 0 to limit - 1. With 64 bits per draw the remainder's bias is negligible."""
        return self.bits() % limit

    def percent(self, share: int) -> bool:
        """True `share` times in a hundred."""
        return self.bits() % 100 < share

    def pick(self, items: Sequence[T]) -> T:
        return items[self.bits() % len(items)]

    def shuffle(self, items: MutableSequence[T]) -> None:
        for last in range(len(items) - 1, 0, -1):
            other = self.bits() % (last + 1)
            items[last], items[other] = items[other], items[last]

    def sample(self, items: Sequence[T], count: int) -> list[T]:
        """`count` different items of the sequence, in the order drawn."""
        pool = list(items)
        if count > len(pool):
            raise ValueError(f"cannot draw {count} of {len(pool)}")
        for first in range(count):
            other = first + self.bits() % (len(pool) - first)
            pool[first], pool[other] = pool[other], pool[first]
        return pool[:count]
