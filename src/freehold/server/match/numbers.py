"""The numbers of the commands that have counted, by seat and session."""

from __future__ import annotations

from zlib import crc32

from freehold.game import AnyGame, Malformed, Seat
from freehold.match.log import parse_action, spell_action
from freehold.protocol.wire import Refused
from freehold.server.match.effects import Sessions
from freehold.server.match.inputs import Conn

NUMBERS_KEPT = 256
"""How many of a session's latest numbers are known; an older one is stale."""
SESSIONS_KEPT = 8
"""Sessions kept per seat, the latest ones, once a snapshot is taken: a world may run for days."""


def print_of(action: str) -> int:
    """Of an action in its one spelling."""
    return crc32(action.encode())


def is_same_action(game: AnyGame, printed: int, text: str) -> bool:
    """Is this, as somebody wrote it, the action with that print?"""
    try:
        return print_of(spell_action(game, parse_action(game, text))) == printed
    except Malformed:
        return False


def session_key(seat: Seat, session: str) -> str:
    return f"{seat} {session}"


def count_number(sessions: Sessions, key: str, n: int, action: str) -> None:
    """A command has counted; of a session the oldest are forgotten."""
    counted = sessions.pop(key, {})
    sessions[key] = counted
    counted[n] = print_of(action)
    if len(counted) > NUMBERS_KEPT:
        del counted[next(iter(counted))]


class Refusals:
    """What was refused on each connection, by number, with the action as it was written: a number
    has one answer, however often it comes."""

    def __init__(self) -> None:
        self._by_conn: dict[Conn, dict[int, tuple[str, Refused]]] = {}

    def find(self, conn: Conn, n: int) -> tuple[str, Refused] | None:
        return self._by_conn.get(conn, {}).get(n)

    def add(self, conn: Conn, action: str, refused: Refused) -> None:
        kept = self._by_conn.setdefault(conn, {})
        kept[refused.n] = (action, refused)
        if len(kept) > NUMBERS_KEPT:
            del kept[next(iter(kept))]

    def forget(self, conn: Conn) -> None:
        self._by_conn.pop(conn, None)


def latest(sessions: Sessions) -> Sessions:
    """Without the older ones of a seat that has had many."""
    had: dict[str, int] = {}
    kept = []
    for key in reversed(sessions):
        seat = key.partition(" ")[0]
        had[seat] = had.get(seat, 0) + 1
        if had[seat] <= SESSIONS_KEPT:
            kept.append(key)
    return {key: sessions[key] for key in reversed(kept)}


def copied(sessions: Sessions) -> Sessions:
    """A snapshot is written down later, while the match counts on."""
    return {session: dict(counted) for session, counted in sessions.items()}
