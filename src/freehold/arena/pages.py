"""A report as one page of HTML that needs nothing else: no script, no file, no network."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import Any

from freehold.arena.ratings import Rating
from freehold.arena.reports import Report, TableReport
from freehold.arena.words import Rows, course_lines, cross_rows, rating_rows

WIDTH, ROW, LEFT, RIGHT = 640, 26, 170, 20
STYLE = """
:root { color-scheme: light dark; --ink: #1d2330; --soft: #5d6678; --line: #d8dce4;
  --paper: #fbfbf9; --card: #fff; --mark: #2f6f5e; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e8ee; --soft: #9aa3b5; --line: #363c4a;
  --paper: #14171d; --card: #1b1f27; --mark: #6cc2a8; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.5rem 1rem 4rem; max-width: 60rem; background: var(--paper);
  color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.6rem; margin: 0; } h2 { font-size: 1.25rem; margin: 0 0 .25rem; }
h3 { font-size: 1rem; margin: 1.25rem 0 .25rem; }
section { background: var(--card); border: 1px solid var(--line); border-radius: .5rem;
  padding: 1rem; margin-top: 1.5rem; }
p { margin: .25rem 0; } .soft { color: var(--soft); }
.wide { overflow-x: auto; } table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { text-align: right; padding: .2rem .6rem; border-bottom: 1px solid var(--line);
  white-space: nowrap; }
th:first-child, td:first-child { text-align: left; padding-left: 0; } th { font-weight: 600; }
a { color: var(--mark); } svg { max-width: 100%; height: auto; display: block; }
svg text { fill: var(--ink); font: 13px system-ui, sans-serif; } svg .soft { fill: var(--soft); }
svg line { stroke: var(--line); } svg .span { stroke: var(--mark); stroke-width: 2; }
svg circle { fill: var(--mark); } summary { cursor: pointer; margin-top: 1rem; }
"""


def draw_page(report: Report) -> str:
    title = escape(report.title)
    parts = "\n".join(_part(table) for table in report.tables)
    contents = "".join(
        f'<li><a href="#{_anchor(table)}">{escape(table.name)}</a></li>' for table in report.tables
    )
    contents = f"<ul>{contents}</ul>" if len(report.tables) > 1 else ""
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>{STYLE}</style>
</head>
<body>
<h1>{title}</h1>
<p class="soft">{report.matches} matches. {escape(report.method)}</p>
<p class="soft">Milliseconds per decision differ from run to run:
<a href="times.json">times.json</a> and <code>freehold arena show</code> have them.</p>
{contents}
{parts}
</body>
</html>
"""


def _part(table: TableReport) -> str:
    blocks = [
        f'<section id="{_anchor(table)}"><h2>{escape(table.name)}</h2>',
        f'<p class="soft">{escape(_about(table))}</p>',
    ]
    if len(table.ratings) > 1:
        blocks += ["<h3>Ratings</h3>", _chart(table.ratings), _table(*rating_rows(table))]
        blocks += [f'<p class="soft">{escape(bound)}.</p>' for bound in table.bounds]
        blocks += ["<h3>Placed above</h3>", _table(*cross_rows(table))]
    blocks += ["<h3>By seat</h3>", _chart(table.seat_ratings), _table(*_seats(table))]
    blocks += ["<h3>How matches went</h3>", *(f"<p>{line}</p>" for line in _lines(table))]
    blocks += ["<h3>Actions in a match</h3>", _table(*_actions(table))]
    blocks += _failures(table)
    blocks += [_matches(table), "</section>"]
    return "\n".join(blocks)


def _anchor(table: TableReport) -> str:
    return re.sub(r"[^a-z0-9]+", "-", table.name.lower())


def _about(table: TableReport) -> str:
    chosen = [f"{name} = {value}" for name, value in table.changed.items()]
    if table.preset:
        chosen.insert(0, f"preset {table.preset}")
    words = f"{table.title}, {table.seats} seats, {table.format}, {table.games} matches on seeds"
    words += f" {table.seeds[0]} to {table.seeds[1]}, each in all rotations of the seats"
    words += f". {', '.join(chosen)}" if chosen else ""
    time = table.time
    if time.mode == "latency":
        words += f". Latency of {time.latency_ms[0]} to {time.latency_ms[1]} ms for each seat"
    elif time.mode == "charged":
        words += ". Thinking takes match time"
    if time.decision_ms:
        words += f". Decisions every {time.decision_ms} ms"
    if table.format != "round-robin":
        words += f". Standing: {', '.join(table.standing)}"
    return words + "."


def _chart(ratings: Sequence[Rating]) -> str:
    """Each rating as a dot in its interval."""
    ends = [
        end for each in ratings for end in (each.low, each.rating, each.high) if end is not None
    ]
    low, high = min(ends) - 10, max(ends) + 10
    high_px = ROW * len(ratings) + 24

    def x(value: float) -> str:
        share = (value - low) / (high - low)
        return f"{LEFT + share * (WIDTH - LEFT - RIGHT):.1f}"

    rows = []
    for number, each in enumerate(ratings):
        y = ROW * number + ROW // 2
        name = each.name if len(each.name) <= 24 else f"...{each.name[-21:]}"
        rows.append(f'<text x="0" y="{y + 4}">{escape(name)}</text>')
        if each.low is not None and each.high is not None:
            ends_x = f'x1="{x(each.low)}" x2="{x(each.high)}"'
            rows.append(f'<line class="span" {ends_x} y1="{y}" y2="{y}"/>')
        rows.append(f'<circle cx="{x(each.rating)}" cy="{y}" r="5"/>')
    zero = x(0.0) if low < 0 < high else x(low)
    foot = f'<text class="soft" x="{zero}" y="{high_px - 6}" text-anchor="middle">mean</text>'
    axis = f'<line x1="{zero}" x2="{zero}" y1="0" y2="{high_px - 20}"/>'
    label = "Ratings with their 95% intervals"
    head = f'<svg viewBox="0 0 {WIDTH} {high_px}" width="{WIDTH}" role="img" aria-label="{label}">'
    return f"{head}{axis}{''.join(rows)}{foot}</svg>"


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    head = "".join(f"<th>{escape(each)}</th>" for each in heads)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(each)}</td>" for each in row) + "</tr>" for row in rows
    )
    return f'<div class="wide"><table><tr>{head}</tr>{body}</table></div>'


def _seats(table: TableReport) -> Rows:
    heads = ("seat", "wins", "95% interval", "fair")
    rows: list[tuple[str, ...]] = [
        (
            f"seat {seat}",
            f"{each.share:.1%}",
            f"{each.low:.1%} to {each.high:.1%}",
            f"{each.fair:.1%}",
        )
        for seat, each in enumerate(table.seat_wins)
    ]
    return heads, rows


def _lines(table: TableReport) -> Iterator[str]:
    yield from (escape(f"{line}.") for line in course_lines(table))
    for note in table.notable:
        words = escape(f"seed {note.seed}, {', '.join(note.line_up)}")
        link = f'<a href="{escape(note.replay)}">{words}</a>' if note.replay else words
        yield f"The {escape(note.what)} ({note.figure:.1%}): {link}."


def _actions(table: TableReport) -> Rows:
    verbs = sorted({verb for counts in table.actions.values() for verb in counts})
    rows = [
        (bot, *(f"{counts.get(verb, 0):g}" for verb in verbs))
        for bot, counts in table.actions.items()
    ]
    return ("bot", *verbs), rows


def _failures(table: TableReport) -> Iterator[str]:
    if table.refusals:
        yield "<h3>Refused actions</h3>"
        rows = [
            (bot, code, str(count))
            for bot, codes in table.refusals.items()
            for code, count in codes.items()
        ]
        yield _table(("bot", "why", "how often"), rows)
    if table.strikes:
        yield "<h3>Strikes</h3>"
        found: list[Any] = [
            (bot, str(each.seed), str(each.entry), each.where, each.why, each.text)
            for bot, strikes in table.strikes.items()
            for each in strikes
        ]
        yield _table(("bot", "seed", "entry", "line", "what", "why"), found)


def _matches(table: TableReport) -> str:
    rows = []
    for each in table.matches:
        words = escape(", ".join(each.line_up))
        link = f'<a href="{escape(each.replay)}">{words}</a>' if each.replay else words
        places = ", ".join(map(str, each.places))
        scores = ", ".join(map(str, each.scores))
        cells = (str(each.seed), escape(places), escape(scores), escape(each.ending))
        rows.append(f"<tr><td>{link}</td>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>")
    heads = "<tr><th>seats</th><th>seed</th><th>places</th><th>scores</th><th>ending</th></tr>"
    body = f'<div class="wide"><table>{heads}{"".join(rows)}</table></div>'
    return f"<details><summary>All {table.games} matches</summary>{body}</details>"
