"""Canonical bytes: equal values give equal bytes, on any Python and hash seed.

Snapshots, fingerprints and frames are made of them. Dicts and sets are sorted; a stream of
draws is its key, name and counter; things by number are pairs in order; the note of touched cells
is left out, except for the board's width.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Any, TypeVar, get_args, get_origin

import msgspec

from freehold.kernel.chance import Stream
from freehold.kernel.layers import Touched
from freehold.kernel.numbered import Numbered

T = TypeVar("T")
DIGITS = 32


def _plain(value: object) -> Any:
    if isinstance(value, Touched):
        return value.width
    if isinstance(value, Stream):
        return value.parts()
    if isinstance(value, Numbered):
        return value.pairs()
    raise NotImplementedError(f"{type(value).__name__} has no canonical bytes")


def _rich(kind: type, value: Any) -> Any:
    if kind is Touched:
        return Touched(value)
    if kind is Stream:
        return Stream(*value)
    if get_origin(kind) is Numbered:
        (thing,) = get_args(kind)
        return Numbered({key: msgspec.convert(each, thing, dec_hook=_rich) for key, each in value})
    raise NotImplementedError(f"{kind.__name__} has no canonical bytes")


_ENCODER = msgspec.msgpack.Encoder(enc_hook=_plain, order="deterministic")


def encode(value: object) -> bytes:
    return _ENCODER.encode(value)


def decode(data: bytes, kind: type[T]) -> T:
    return msgspec.msgpack.decode(data, type=kind, dec_hook=_rich)


def fingerprint(value: object) -> str:
    """32 hex digits that stand for a value. SHA-256, because processors have it built in."""
    return sha256(_ENCODER.encode(value)).hexdigest()[:DIGITS]


def fingerprint_of(*encoded: bytes) -> str:
    """The fingerprint of a tuple whose values have already been encoded."""
    found = sha256(bytes([0x90 | len(encoded)]))  # MessagePack's short array
    for each in encoded:
        found.update(each)
    return found.hexdigest()[:DIGITS]
