"""A report in words, for the terminal and for the page alike: tables and lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from freehold.arena.ratings import Rating
from freehold.arena.reports import TableReport

Rows = tuple[Sequence[str], list[tuple[str, ...]]]


def span(low: float | None, high: float | None) -> str:
    return "" if low is None or high is None else f"{low:+.0f} to {high:+.0f}"


def rating_rows(table: TableReport) -> Rows:
    heads = ("bot", "rating", "95% interval", "ahead of next", "95% interval", "wins", "fair")
    return heads, [_rating_row(table, rating) for rating in table.ratings]


def _rating_row(table: TableReport, rating: Rating) -> tuple[str, ...]:
    wins = table.wins[rating.name]
    return (
        rating.name,
        f"{rating.rating:+.0f}",
        span(rating.low, rating.high),
        "" if rating.ahead is None else f"{rating.ahead:+.0f}",
        span(rating.ahead_low, rating.ahead_high),
        f"{wins.share:.1%}",
        f"{wins.fair:.1%}",
    )


def cross_rows(table: TableReport) -> Rows:
    names = [rating.name for rating in table.ratings]
    rows = []
    for one in names:
        cells = [table.crosstable.get(one, {}).get(other) for other in names]
        shown = [f"{cell.share:.0%} of {cell.pairs}" if cell else "-" for cell in cells]
        rows.append((one, *shown))
    return ("placed above", *names), rows


def course_lines(table: TableReport) -> Iterator[str]:
    """How matches went: endings, length, and how often the lead changed hands."""
    yield "Endings: " + ", ".join(f"{name} {count}" for name, count in table.endings.items())
    entries = table.entries
    yield f"Entries: p5 {entries.p5}, median {entries.median}, p95 {entries.p95}"
    if table.match_ms.p95:
        p5, median, p95 = (ms / 1000 for ms in msgspec.structs.astuple(table.match_ms))
        yield f"Match time: p5 {p5:.1f} s, median {median:.1f} s, p95 {p95:.1f} s"
    led = ", ".join(
        f"{each.share:.0%} ({each.low:.0%} to {each.high:.0%}) after {each.quarter}/4"
        for each in table.overtaken
        if each.matches
    )
    if led:
        yield f"Leaders who did not win: {led}"
