"""The log is the match: set-up plus accepted entries rebuild everything, byte for byte.

As JSON Lines: a header, entries, bare time marks, a check after every few entries, and the end.
A check holds the fingerprint of the match and the digest of all lines before it, so that a
changed, missing or moved line is found at the next check. In a world (`world.py`) newcomers have
lines too, and there is a check where a segment was cut. If a record's older segments were dropped,
its second line is the opening of the oldest one that was kept.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b
from types import MappingProxyType
from typing import Any

import msgspec
from msgspec import Struct

from freehold.game import (
    AnyGame,
    Arrive,
    Clock,
    Leave,
    Malformed,
    Ms,
    Outcome,
    Resign,
    Seat,
    TimeUp,
)

FORMAT = 1
CHECK_ENTRIES = 50
STANDARD_WORDS = (("arrive", Arrive()), ("leave", Leave()), ("resign", Resign()))
SPELLINGS: Mapping[type, str] = MappingProxyType(
    {type(action): word for word, action in STANDARD_WORDS}
)


class Seated(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The player in a seat."""

    name: str
    bot: str = ""
    """The bot's level, or what was written for it (`mine.py`); empty for a person."""
    sha256: str = ""
    """Of the file of a bot that was brought."""
    author: str = ""
    """Of a bot that somebody brought to a server; matches with one are rated apart."""


class Header(
    Struct,
    frozen=True,
    tag_field="is",
    tag="header",
    omit_defaults=True,
    forbid_unknown_fields=True,
):
    """Everything that the match needs to begin again identically."""

    freehold: int
    """The version of this format."""
    game: str
    rules_version: int
    params: dict[str, Any]
    seats: tuple[Seated, ...]
    key: str
    """32 bytes as hex digits: with the params and the entries, every secret of the match."""
    clock: Clock = Clock()
    notes: dict[str, str] = {}
    """Words for people and programs around the match; no rule reads them."""


class Entry(
    Struct, frozen=True, tag_field="is", tag="entry", omit_defaults=True, forbid_unknown_fields=True
):
    """An accepted action."""

    now: Ms
    seat: Seat
    action: str
    command: str = ""
    """The id that the sender gave it, so that a repeat is recognised even after a crash."""


class Newcomer(
    Struct, frozen=True, tag_field="is", tag="sat", omit_defaults=True, forbid_unknown_fields=True
):
    """A player has joined a running world: a new seat after the last, and its arrival."""

    now: Ms
    name: str
    bot: str = ""


class Mark(Struct, frozen=True, tag_field="is", tag="mark", forbid_unknown_fields=True):
    """Time has reached this moment."""

    now: Ms


class Check(Struct, frozen=True, tag_field="is", tag="check", forbid_unknown_fields=True):
    """After every few entries, counting newcomers."""

    entries: int
    match: str
    """The fingerprint of state, clocks and time."""
    lines: str
    """The digest of all lines before this one."""


class Opening(Struct, frozen=True, tag_field="is", tag="opening", forbid_unknown_fields=True):
    """The match at the beginning of a segment: the only trace of what came before it."""

    now: Ms
    entries: int
    lines: str
    """The digest of all lines before the segment."""
    seats: tuple[Seated, ...]
    state: bytes
    """Canonical bytes, zipped by zlib; as JSON in base64."""
    clocks: bytes
    match: str
    """The fingerprint of state, clocks and time."""


class End(Struct, frozen=True, tag_field="is", tag="end", forbid_unknown_fields=True):
    """The outcome, and a last check."""

    now: Ms
    outcome: Outcome
    entries: int
    match: str
    lines: str


Line = Header | Opening | Entry | Newcomer | Mark | Check | End
ACCEPTED = (Entry, Newcomer)
TIMED = (Entry, Newcomer, Mark, End)
_ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder(Line)


def encode_line(line: Line) -> bytes:
    return _ENCODER.encode(line) + b"\n"


def decode_line(text: bytes) -> Line:
    line: Line = _DECODER.decode(text)
    return line


def digest_after(digest: str, text: bytes) -> str:
    """The digest of all lines up to this one, by that of those before it."""
    return blake2b(digest.encode() + text, digest_size=8).hexdigest()


class Log:
    """The lines so far, or those since a snapshot, with the digest of all that came before."""

    def __init__(self, header: Header) -> None:
        self.lines: list[Line] = []
        self.texts: list[bytes] = []
        """The same lines as they are written down, each encoded once."""
        self.entries = 0
        self.now: Ms = 0
        """The moment of the last line that has one: a restart goes on from here."""
        self.digest = ""
        self.is_ended = False
        self.add(header)

    def add(self, line: Line) -> None:
        text = encode_line(line)
        self.lines.append(line)
        self.texts.append(text)
        self.digest = digest_after(self.digest, text)
        if isinstance(line, ACCEPTED):
            self.entries += 1
        if isinstance(line, TIMED):
            self.now = line.now
        self.is_ended = isinstance(line, End)

    def clear(self) -> None:
        """A snapshot stands for all lines so far."""
        self.lines.clear()
        self.texts.clear()

    def dump(self) -> bytes:
        """The lines as a record file."""
        return b"".join(encode_line(line) for line in self.lines)


def parse_action(game: AnyGame, text: str) -> Struct:
    """Text to action: the standard ones by their word, all others by the game."""
    word = text.strip().lower()
    for spelling, action in STANDARD_WORDS:
        if word == spelling:
            return action
    if not word:
        raise Malformed("nothing was written; an action is a word such as 'resign'")
    parsed: Struct = game.parse(text.strip())
    return parsed


def spell_action(game: AnyGame, action: Struct) -> str:
    """Action to text: the inverse of `parse_action`."""
    word = SPELLINGS.get(type(action))
    if word is not None:
        return word
    if isinstance(action, TimeUp):
        raise ValueError("only the match itself says that a clock ran out; it is never written")
    return game.spell(action)
