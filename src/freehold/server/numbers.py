"""The numbers of the commands that have counted, by seat and session."""

from __future__ import annotations

from freehold.game import Seat

SESSIONS_KEPT = 8
"""Of so many of a seat's latest sessions, once a snapshot is taken: a world may run for days."""


def session_key(seat: Seat, session: str) -> str:
    return f"{seat} {session}"


def latest(sessions: dict[str, list[int]]) -> dict[str, list[int]]:
    """Without the older ones of a seat that has had many."""
    had: dict[str, int] = {}
    kept = []
    for key in reversed(sessions):
        seat = key.partition(" ")[0]
        had[seat] = had.get(seat, 0) + 1
        if had[seat] <= SESSIONS_KEPT:
            kept.append(key)
    return {key: sessions[key] for key in reversed(kept)}


def copied(sessions: dict[str, list[int]]) -> dict[str, list[int]]:
    """A snapshot is written down later, while the match counts on."""
    return {session: list(counted) for session, counted in sessions.items()}
