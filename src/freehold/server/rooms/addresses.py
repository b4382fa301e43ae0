"""Where guests come from: salted hashes of addresses, kept for a set time and for bans only.

Rules about this file:
1. No address is ever written down. What is kept is a hash under a secret salt.
2. The salt rotates. With an old salt, once nothing is kept under it, goes the last way to tell
   whether a hash is that of some address: there are few enough addresses to try them all.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection
from hashlib import blake2b

import msgspec
from msgspec import Struct

from freehold.server.match.keeping import Keeper
from freehold.store import Store

SALTS, SEEN = "salt", "address"
SALT_BYTES, HASH_BYTES = 32, 16
NOTED_EVERY_MS = 86_400_000
IN_MEMORY = 10_000


class Salt(Struct, frozen=True):
    """A secret that addresses are hashed with."""

    secret: bytes
    made_at: int
    """By the calendar that ages are counted by."""


class SeenAt(Struct, frozen=True):
    """The address that a guest came from last."""

    key: str
    """The salt's name, and the hash."""
    at: int


def hash_address(name: str, salt: Salt, address: str) -> str:
    digest = blake2b(address.encode(), digest_size=HASH_BYTES, key=salt.secret)
    return f"{name}-{digest.hexdigest()}"


class Addresses:
    """The addresses of guests, as far as they are kept. With `keep_ms` 0 none is."""

    def __init__(self, keeper: Keeper, calendar: Callable[[], int], keep_ms: int) -> None:
        self._keeper, self._calendar, self._keep_ms = keeper, calendar, keep_ms
        self._salts: dict[str, Salt] = {}
        """By their names, the newest last."""
        self._noted: dict[str, SeenAt] = {}

    async def open(self) -> None:
        before = set(self._salts)
        kept = await self._keeper.ask(lambda store: store.all(SALTS))
        found = {name: msgspec.msgpack.decode(data, type=Salt) for name, data in kept}
        found |= {name: salt for name, salt in self._salts.items() if name not in before}
        self._salts = dict(sorted(found.items(), key=lambda each: each[1].made_at))

    def keys_of(self, address: str) -> list[str]:
        """The address under every salt that is still used."""
        return [hash_address(name, salt, address) for name, salt in self._salts.items()]

    def note(self, guest: str, address: str) -> None:
        """They came from there. It is written down now and then; if that fails, it is not."""
        if not (address and self._keep_ms):
            return
        now = self._calendar()
        seen = SeenAt(hash_address(*self._salt(now), address), now)
        before = self._noted.pop(guest, None)
        is_known = before is not None and before.key == seen.key
        if before is not None and is_known and now - before.at < NOTED_EVERY_MS:
            seen = before
        else:
            data = msgspec.msgpack.encode(seen)
            self._keeper.submit(lambda store: store.put(SEEN, guest, data), _nobody_waits)
        self._noted[guest] = seen
        while len(self._noted) > IN_MEMORY:
            del self._noted[next(iter(self._noted))]

    def _salt(self, now: int) -> tuple[str, Salt]:
        name = next(reversed(self._salts), "")
        if not name or now - self._salts[name].made_at > self._keep_ms:
            name = secrets.token_hex(4)
            salt = self._salts[name] = Salt(secrets.token_bytes(SALT_BYTES), now)
            data = msgspec.msgpack.encode(salt)
            self._keeper.submit(lambda store: store.put(SALTS, name, data), _nobody_waits)
        return name, self._salts[name]

    async def find(self, guest: str) -> str:
        """The hash of the guest's last address; nothing if none is kept."""
        data = await self._keeper.ask(lambda store: store.get(SEEN, guest))
        if data is None:
            return ""
        seen = msgspec.msgpack.decode(data, type=SeenAt)
        return seen.key if self._calendar() - seen.at <= self._keep_ms else ""

    async def forget_old(self, banned: Collection[str]) -> None:
        """What has been kept long enough goes, and salts that nothing is kept under."""
        since, newest = self._calendar() - self._keep_ms, next(reversed(self._salts), "")
        banned_under = {key.partition("-")[0] for key in banned}
        is_old = self._keep_ms == 0 or not newest or self._salts[newest].made_at < since

        def sweep(store: Store) -> list[str]:
            kept = banned_under | (set() if is_old else {newest})
            for guest, data in store.all(SEEN):
                seen = msgspec.msgpack.decode(data, type=SeenAt)
                if seen.at < since or not self._keep_ms:
                    store.drop(SEEN, guest)
                else:
                    kept.add(seen.key.partition("-")[0])
            gone = [name for name in self._salts if name not in kept]
            for name in gone:
                store.drop(SALTS, name)
            return gone

        for name in await self._keeper.ask(sweep):
            self._salts.pop(name, None)
        self._noted = {guest: seen for guest, seen in self._noted.items() if seen.at >= since}

    def forget(self, guest: str) -> None:
        self._noted.pop(guest, None)


def _nobody_waits(done: object, error: Exception | None) -> None:
    """The writer has logged what went wrong."""
