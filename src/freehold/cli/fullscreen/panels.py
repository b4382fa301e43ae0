"""What is said beside the board: pure functions that give lines of words.

Nothing is cut: lines are wrapped between words, and what does not fit is scrolled.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from textwrap import wrap
from typing import Any, NamedTuple

from freehold.cli.fullscreen.pads import Pad
from freehold.cli.fullscreen.sources import MatchSource
from freehold.cli.screens import clocks_line
from freehold.cli.words import ending_lines, result_words
from freehold.game import AnyGame, Ms, Outcome, View

GAP = 2
"""Blanks between two keys."""
APART = re.compile(r" {4,}")
"""What stands between two signs of a legend; or two blanks, in a line without so wide a gap."""


class KeyLabel(NamedTuple):
    """A key and what it does, as it is listed."""

    key: str
    words: str

    @property
    def width(self) -> int:
        return len(self.key) + 1 + len(self.words)


def key_labels(pad: Pad, game: AnyGame, is_over: bool, is_watching: bool) -> list[KeyLabel]:
    """Every key that does something now."""
    if is_over:
        return [
            KeyLabel("enter", "leave"),
            KeyLabel("arrows", "look around"),
            KeyLabel("?", "help, signs, rules"),
        ]
    labels: list[KeyLabel] = []
    if pad.draft and game.extras.draft is not None:
        labels = [KeyLabel(key, words) for key, words in game.extras.draft.keys.items()]
    elif not is_watching:
        labels = [KeyLabel(key, words) for key, (_, words) in pad.keys.items()]
    return [
        *labels,
        KeyLabel("arrows", "move"),
        *([] if is_watching else [KeyLabel("tab", "moves")]),
        KeyLabel(":", "type"),
        KeyLabel("?", "help, signs, rules"),
        KeyLabel("q", "leave"),
    ]


def key_rows(labels: Sequence[KeyLabel], wide: int) -> list[list[KeyLabel]]:
    """The labels in rows of at most this width; each stays whole."""
    rows: list[list[KeyLabel]] = [[]]
    used = 0
    for label in labels:
        if rows[-1] and used + GAP + label.width > wide:
            rows.append([])
            used = 0
        used += label.width + (GAP if rows[-1] else 0)
        rows[-1].append(label)
    return rows


def head_line(source: MatchSource, now: Ms) -> str:
    """The game, the time that runs, whose turn it is, and players' clocks."""
    minutes, seconds = divmod(now // 1000, 60)
    parts = [source.game.title, f"{minutes}:{seconds:02}"]
    table, seat = source.table, source.seat
    if table.outcome is not None:
        parts.append("the match is over")
    elif source.game.kind != "real-time":
        waiting = [source.names[each] for each in table.awaited if each != seat]
        yours = "your turn" if source.game.kind == "turns" else "waiting for you"
        parts.append(yours if seat in table.awaited else f"waiting for {', '.join(waiting)}")
    clocks = clocks_line(source.names, source.clock, table, now)
    return "   ".join([*parts, *([clocks] if clocks and table.outcome is None else [])])


def status_lines(game: AnyGame, view: View[Any], names: tuple[str, ...]) -> list[str]:
    """What the game says beside its picture, without the signs."""
    return [line for line in game.describe(view, names) if line not in game.extras.signs]


def timer_lines(game: AnyGame, view: View[Any], now: Ms) -> list[str]:
    return game.extras.timers(view, now) if game.extras.timers else []


def sign_entries(game: AnyGame) -> list[str]:
    """The legend, one sign at a time."""
    entries: list[str] = []
    for line in game.extras.signs:
        apart = APART if APART.search(line) else re.compile(" {2,}")
        entries += [re.sub(" +", " ", entry) for entry in apart.split(line)]
    return entries


def sign_lines(game: AnyGame, wide: int) -> list[str]:
    """The legend in lines of this width: several signs in a line where they fit, none cut."""
    lines: list[str] = []
    for entry in sign_entries(game):
        if lines and len(lines[-1]) + 3 + len(entry) <= wide:
            lines[-1] += f"   {entry}"
        else:
            lines.append(entry)
    return [part for line in lines for part in wrap(line, wide, subsequent_indent="  ")]


def here_lines(game: AnyGame, view: View[Any], pad: Pad) -> list[str]:
    """What there is to know about the cursor's cell."""
    if game.extras.explain is None or view.viewer < 0:
        return []
    return game.extras.explain(view, pad.x, pad.y)


def end_lines(source: MatchSource, outcome: Outcome, people: int) -> list[str]:
    """The winner, and everybody's place."""
    winners = [
        name for name, place in zip(source.names, outcome.places, strict=False) if place == 1
    ]
    won = f"{winners[0]} wins." if len(winners) == 1 else f"{' and '.join(winners)} share the win."
    is_alone = people == 1 and source.seat >= 0
    own = result_words(outcome, source.seat) if is_alone else won
    return [own, *ending_lines(source.game, source.names, outcome)]


def help_lines(game: AnyGame, keys: Mapping[str, Any], leaving: str, wide: int) -> list[str]:
    """For `?`: every key, the mouse, and what can be typed."""
    lines = []
    for key, words in [("", game.sentence), *help_rows(game, keys, leaving)]:
        start = f"  {key:<8} " if key else ""
        lines += wrap(start + words, wide, subsequent_indent=" " * len(start))
    return lines


def help_rows(game: AnyGame, keys: Mapping[str, Any], leaving: str) -> list[tuple[str, str]]:
    rows = [(key, words) for key, (_, words) in keys.items()]
    if game.extras.draft is not None:
        rows += list(game.extras.draft.keys.items())
    rows += [
        ("arrows", "move the cursor; Home, End, Page Up and Page Down move it by eight"),
        ("tab", "list your moves: all of them, or a sample, those at the cursor first"),
        (":", "type an action or a command, as in :resign"),
        ("[ ]", "scroll the text beside the board"),
        ("?", "show this page; Escape closes it"),
        ("q", f"leave, when pressed twice; so does Ctrl-C. {leaving}"),
    ]
    mouse = (
        "A click moves the cursor; on a neighbour of its cell it adds to the order."
        if game.extras.draft is not None
        else "A left or right click acts on a cell, as its first keys do."
        if game.extras.clicks is not None
        else "A click moves the cursor."
    )
    commands = ["moves", "rules", "help", "resign", "quit"]
    if game.extras.explain is not None:
        commands.insert(0, "why X,Y")
    return [
        *rows,
        ("mouse", f"{mouse} The keys in the last lines can be clicked, too."),
        ("typed", f"After the colon: {', '.join(commands)}, or any action."),
    ]
