"""Guests: one cookie each, a name that can be changed; and all random words of the server.

The cookie is the guest's secret and is kept here only as a hash. The id stands for the guest in
rooms and matches; it opens nothing.
"""

from __future__ import annotations

import hmac
import re
import secrets
import unicodedata
from collections.abc import Collection
from hashlib import sha256

from msgspec import Struct

from freehold.game import Illegal
from freehold.server.rooms.lookalikes import find_alike, without_invisible

COOKIE = "freehold_guest"
NAME_CHARACTERS = 24
CODE_LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
"""No vowels, so that no word can come of it; no letter that reads as a digit."""
CODE_LENGTH = 5
BOT_CHARACTERS = 64
DIGEST = re.compile("[0-9a-f]{64}")
# fmt: off
ADJECTIVES = (
    "Amber", "Brave", "Bright", "Calm", "Clever", "Copper", "Eager", "Early", "Gentle", "Golden",
    "Hardy", "Honest", "Jolly", "Keen", "Kind", "Lively", "Lucky", "Merry", "Mild", "Nimble",
    "Patient", "Plain", "Proud", "Quick", "Quiet", "Silver", "Steady", "Sunny", "Swift", "Wise",
)
NOUNS = (
    "Badger", "Beaver", "Crane", "Falcon", "Farmer", "Ferry", "Finch", "Fox", "Harbour", "Hare",
    "Heron", "Lantern", "Lark", "Maple", "Meadow", "Miller", "Otter", "Owl", "Pilot", "Ranger",
    "River", "Robin", "Sailor", "Settler", "Shepherd", "Sparrow", "Surveyor", "Walnut", "Willow",
    "Wren",
)
# fmt: on


class Brought(Struct, frozen=True, omit_defaults=True):
    """What a program says of itself that plays here: a bot that somebody brought."""

    bot: str
    """What it is called, such as `fox.py`."""
    author: str
    sha256: str = ""
    """Of its file, as far as it is true."""


class Guest(Struct, frozen=True):
    """Somebody who plays here, as the store keeps them under their cookie's hash."""

    id: str
    name: str
    created_at: int
    seen_at: int
    brought: Brought | None = None
    """It is a program."""


def new_guest(now: int) -> tuple[str, Guest]:
    """A cookie and its guest."""
    guest = Guest("g" + secrets.token_hex(12), generate_name(), now, now)
    return secrets.token_urlsafe(32), guest


def generate_name() -> str:
    return f"{secrets.choice(ADJECTIVES)} {secrets.choice(NOUNS)}"


def clean_line(text: str) -> str:
    """NFC, one line, and nothing in it that cannot be seen or that turns the writing round."""
    kept = [
        character if not character.isspace() else " "
        for character in unicodedata.normalize("NFC", text)
        if character.isspace() or unicodedata.category(character)[0] != "C"
    ]
    return " ".join("".join(kept).split())


def clean_name(text: str) -> str:
    """A name as it may stand, or Illegal: one form of what can be written in several (NFKC), and
    nothing in it that cannot be seen."""
    name = clean_line(without_invisible(unicodedata.normalize("NFKC", text)))
    has_substance = any(unicodedata.category(each)[0] != "M" for each in name)
    if not (has_substance and len(name) <= NAME_CHARACTERS):
        raise Illegal("bad_name", most=NAME_CHARACTERS)
    return name


def read_brought(bot: str, author: str, sha256: str = "") -> Brought | None:
    """What a client says of its bot, or None for a person. Illegal if it cannot be so."""
    if not bot:
        return None
    word = clean_line(bot)
    if not (word and len(word) <= BOT_CHARACTERS):
        raise Illegal("bad_bot_name", most=BOT_CHARACTERS)
    if not author.strip():
        raise Illegal("no_author")
    if sha256 and not DIGEST.fullmatch(sha256):
        raise Illegal("malformed", reason="sha256 is 64 hex digits")
    return Brought(word, clean_name(author), sha256)


def unlike(name: str, others: Collection[str]) -> str:
    """The name, or with a number if somebody has it already or looks like it."""
    if not find_alike(name, others):
        return name
    number = 2
    while find_alike(f"{name} {number}", others):
        number += 1
    return f"{name} {number}"


def own_name(name: str, others: Collection[str]) -> str:
    """As `unlike`, for a name that somebody chose: namesakes get a number, but who only looks like
    another is refused."""
    alike = "" if name in others else find_alike(name, others)
    if alike:
        raise Illegal("name_alike", name=alike)
    return unlike(name, others)


def new_id() -> str:
    return secrets.token_urlsafe(16)


def new_token() -> str:
    """192 bits."""
    return secrets.token_urlsafe(24)


def new_code(taken: Collection[str]) -> str:
    """Five letters to type, unlike all others."""
    while True:
        code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
        if code not in taken:
            return code


def hash_of(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()


def is_same(hashed: str, secret: str) -> bool:
    """Does the secret have that hash? It takes as long whatever the answer."""
    return hmac.compare_digest(hashed, hash_of(secret))


def has_hash(hashes: Collection[str], hashed: str) -> bool:
    """Is it one of them? Each comparison takes as long whatever it finds."""
    return any(hmac.compare_digest(each, hashed) for each in hashes)
