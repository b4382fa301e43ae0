"""A world's leaderboard at a terminal: a page or a line of it, always with the viewer's own row."""

from __future__ import annotations

from collections.abc import Sequence

from freehold.game import Malformed, Seat
from freehold.kernel.spellings import parse_int

PAGE_ROWS = 20
BEST_IN_LINE = 3
Rows = Sequence[tuple[Seat, int, bool]]
"""Seat, points, and whether the player is out for this round; the best first."""


def standing_page(rows: Rows, names: Sequence[str], own: Seat, wanted: str) -> list[str]:
    """The page with this number, or for `me` the page with the viewer's own row."""
    if not rows:
        return ["Nobody has a point yet."]
    pages = -(-len(rows) // PAGE_ROWS)
    page = find_page(rows, own, wanted, pages)
    first = (page - 1) * PAGE_ROWS
    places = [*range(first, min(first + PAGE_ROWS, len(rows)))]
    mine = place_of(rows, own)
    lines = [f"  {row_text(rows, names, own, place)}" for place in places]
    if mine not in (*places, -1):
        lines.append(f"  {row_text(rows, names, own, mine)}")
    if pages > 1:
        lines.append(
            f"Page {page} of {pages}, {len(rows)} players with points. standing NUMBER shows"
            " another page, standing me your own."
        )
    return lines


def find_page(rows: Rows, own: Seat, wanted: str, pages: int) -> int:
    if wanted.strip().lower() == "me":
        return max(0, place_of(rows, own)) // PAGE_ROWS + 1
    page = parse_int(wanted, "the page") if wanted.strip() else 1
    if not 1 <= page <= pages:
        raise Malformed(f"the leaderboard has pages 1 to {pages}, not {page}")
    return page


def standing_line(rows: Rows, names: Sequence[str], own: Seat) -> str:
    """The best few and the viewer, for a screen that has no room for more."""
    if not rows:
        return ""
    mine = place_of(rows, own)
    best = [*range(min(BEST_IN_LINE, len(rows)))]
    shown = best if mine in (*best, -1) else [*best, mine]
    words = [row_text(rows, names, own, place).strip() for place in shown]
    return f"Leaderboard of {len(rows)}: {', '.join(words)}"


def place_of(rows: Rows, own: Seat) -> int:
    return next((place for place, (seat, _, _) in enumerate(rows) if seat == own), -1)


def row_text(rows: Rows, names: Sequence[str], own: Seat, place: int) -> str:
    seat, score, is_out = rows[place]
    name = names[seat] if seat < len(names) else f"player {seat + 1}"
    you = " (you)" if seat == own else ""
    return f"{place + 1:>3} {name}{you} {score}{' (out)' if is_out else ''}"
