"""A room's match at this terminal: what is printed, and the commands about it."""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType

from freehold.cli.play.hints import explain, how_to_write
from freehold.cli.play.standings import standing_page
from freehold.cli.screens import clocks_line, print_board, print_rules, say, seat_style
from freehold.cli.words import ending_lines, move_lines, sentence, spelled_moves
from freehold.client import Line
from freehold.game import Malformed
from freehold.match.patches import Frame

ON_QUIT = "leave this terminal; your seat stays yours"
Word = Callable[["TablePrinter", str], None]


class TablePrinter:
    """What the person has been shown of the match."""

    def __init__(self, line: Line) -> None:
        self.line = line
        self.tab = line.tab
        self.has_acted = False
        """Has anything happened since the board was last drawn? Then "your turn" is news again."""
        self._was_awaited = False

    def news(self, frame: Frame) -> list[str]:
        """A frame in words."""
        known = self.tab.known
        if known is None:
            return []
        names = self.tab.names
        return [f"- {sentence(known.game, code, facts, names)}" for code, facts in frame.notices]

    def wants_board(self, frame: Frame) -> bool:
        """Is it time to draw the board: our turn, something to watch, the end?"""
        was, self._was_awaited = self._was_awaited, self.tab.is_awaited
        known = self.tab.known
        if known is None:
            return False
        if frame.view is not None or (frame.table and frame.table.outcome):
            return True
        if known.game.kind == "real-time":
            return False
        if self.tab.seat < 0:
            return bool(frame.cells or frame.layers)
        return self.tab.is_awaited and (not was or self.has_acted or bool(frame.cells))

    def show_board(self) -> None:
        known, room = self.tab.known, self.tab.room
        if known is None or known.view is None or room is None:
            say("There is no match yet.")
            return
        self.has_acted = False
        say()
        print_board(known.game, known.view)
        for line in known.game.describe(known.view, self.tab.names):
            say(line)
        outcome = known.table.outcome
        if outcome:
            for line in ending_lines(known.game, self.tab.names, outcome):
                say(line, "bold")
        elif self.tab.is_awaited:
            clocks = clocks_line(self.tab.names, room.clock, known.table, self.line.now())
            if clocks:
                say(clocks, seat_style(self.tab.seat))
            say(
                "It is your turn."
                if known.game.kind == "turns"
                else "The match is waiting for you."
            )


def say_help(table: TablePrinter, rest: str) -> None:
    known = table.tab.known
    if known is None or known.view is None:
        return
    for line in how_to_write(known.game, known.view, table.line.now(), ON_QUIT):
        say(line)
    say(f"  {'/say TEXT':<22} send a message to everybody in the room")
    say(f"  {'/help':<22} commands about the room; during a match they begin with /")


def say_moves(table: TablePrinter, rest: str) -> None:
    known = table.tab.known
    moves: list[str] = []
    if known is not None and known.view is not None and known.table.outcome is None:
        moves = spelled_moves(known.game, known.view, table.line.now())
    for line in move_lines(moves) or ["There is nothing you can do right now."]:
        say(line)


def say_rules(table: TablePrinter, rest: str) -> None:
    if table.tab.known is not None:
        print_rules(table.tab.known.game)


def say_board(table: TablePrinter, rest: str) -> None:
    table.show_board()


def say_standing(table: TablePrinter, rest: str) -> None:
    """For a world: a page of the leaderboard, with the person's own row."""
    tab = table.tab
    try:
        for line in standing_page(tab.standing, tab.names, tab.seat, rest):
            say(line)
    except Malformed as error:
        say(f"Type standing, standing 2 or standing me: {error}.", "red")


def say_why(table: TablePrinter, rest: str) -> None:
    known = table.tab.known
    if known is None or known.view is None:
        return
    try:
        for line in explain(known.game, known.view, rest):
            say(line)
    except Malformed as error:
        say(f"Type why X,Y, as in why 3,4: {error}.", "red")


TABLE_WORDS: MappingProxyType[str, Word] = MappingProxyType(
    {
        "help": say_help,
        "?": say_help,
        "moves": say_moves,
        "rules": say_rules,
        "board": say_board,
        "standing": say_standing,
        "why": say_why,
    }
)
