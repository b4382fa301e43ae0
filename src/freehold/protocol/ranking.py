"""How the rows of a world's standing add up, message by message."""

from __future__ import annotations

from freehold.protocol.wire import Ranked, Standing


def merge(rows: tuple[Ranked, ...], told: Standing) -> tuple[Ranked, ...]:
    """The rows after a message: those with other points stand behind all who had as many before."""
    if told.is_whole:
        return told.rows
    changed = {row.seat: row for row in told.rows}
    scores = {row.seat: row.score for row in rows}
    stay = [changed.get(row.seat, row) for row in rows]
    stay = [row for row in stay if row.score == scores[row.seat]]
    move = [row for row in told.rows if row.score != scores.get(row.seat)]
    return tuple(sorted((*stay, *move), key=lambda row: -row.score))
