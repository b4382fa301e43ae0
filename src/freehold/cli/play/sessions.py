"""Turn-based games and games with sealed phases, with people at this terminal.

Each person sees what has happened, the board and the lines beside it, and types one line at a
time: an action, or a command such as `help`.
"""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType

from freehold.cli.errors import INTERRUPTED, Left
from freehold.cli.play.hints import explain, how_to_write, intro_lines
from freehold.cli.play.prompts import TooLate, clear_screen, read_line
from freehold.cli.play.sittings import Sitting
from freehold.cli.screens import clocks_line, print_board, print_rules, say, seat_style
from freehold.cli.words import (
    move_lines,
    notice_lines,
    outcome_lines,
    refusal_words,
    result_words,
    spelled_moves,
)
from freehold.game import Illegal, Malformed, Seat

MOST_NEWS = 30


def play_in_turns(sitting: Sitting) -> None:
    """Play to the end, or until a person leaves (raises Left)."""
    match = sitting.match
    try:
        for line in intro_lines(sitting):
            say(line)
        while match.outcome is None:
            if sitting.step():
                continue
            awaited = [seat for seat in sitting.humans if seat in match.awaited]
            if awaited:
                take_turn(sitting, awaited[0])
            else:
                sitting.wait()
    except KeyboardInterrupt:
        print()
        raise leave(sitting, INTERRUPTED) from None
    show_end(sitting)
    sitting.leave()


def leave(sitting: Sitting, code: int) -> Left:
    """Close or write the record, and tell the person how to continue."""
    path = sitting.leave()
    if path:
        say(f"The match is saved in {path}; continue with: freehold play --resume {path}")
    return Left(code)


def show_end(sitting: Sitting) -> None:
    seat = sitting.humans[0]
    if sitting.has_secrets:
        clear_screen()
    show_news(sitting, seat)
    say()
    print_board(sitting.match.game, sitting.views[seat])
    say_result(sitting)


def say_result(sitting: Sitting) -> None:
    """Everybody's place, and how it ended for a person who played alone against bots."""
    for line in outcome_lines(sitting.match):
        say(line, "bold")
    outcome = sitting.match.outcome
    if outcome and len(sitting.humans) == 1:
        say(result_words(outcome, sitting.humans[0]), "bold")


def take_turn(sitting: Sitting, seat: Seat) -> None:
    """Show a person the table and let them type until they have acted, or time has run out."""
    match = sitting.match
    if sitting.has_secrets:
        clear_screen()
        answer = read_line(f"{match.names[seat]}, take the keyboard and press Enter. ")
        if answer is None:
            raise leave(sitting, 0)
    show_table(sitting, seat)
    entries = match.log.entries

    def is_our_turn() -> bool:
        return match.log.entries == entries and seat in match.awaited

    def pass_time() -> bool:
        while sitting.step():
            pass
        return is_our_turn()

    while is_our_turn():
        try:
            line = read_line(f"{match.names[seat]}> ", sitting.due_in, pass_time)
        except TooLate:
            print()
            break
        if line is None:
            raise leave(sitting, 0)
        answer_line(sitting, seat, line.strip())
    if sitting.has_secrets:
        clear_screen()


def show_news(sitting: Sitting, seat: Seat) -> None:
    lines = notice_lines(sitting.match, sitting.take_news(seat))
    if len(lines) > MOST_NEWS:
        lines = [f"({len(lines) - MOST_NEWS} earlier lines left out)", *lines[-MOST_NEWS:]]
    if lines:
        say()
    for line in lines:
        say(f"- {line}")


def show_table(sitting: Sitting, seat: Seat) -> None:
    show_news(sitting, seat)
    show_board(sitting, seat)


def show_board(sitting: Sitting, seat: Seat) -> None:
    match, view = sitting.match, sitting.views[seat]
    say()
    print_board(match.game, view)
    for line in match.game.describe(view, match.names):
        say(line)
    clocks = clock_words(sitting, seat)
    if clocks:
        say(clocks, seat_style(seat))


def clock_words(sitting: Sitting, seat: Seat) -> str:
    """What is left on each bank, as in `Clocks: Human 4:32, Greedy 5:00`."""
    match = sitting.match
    return clocks_line(match.names, match.header.clock, sitting.tables[seat], sitting.now())


def answer_line(sitting: Sitting, seat: Seat, line: str) -> None:
    """A command, or an action."""
    word, _, rest = line.partition(" ")
    if not line:
        say("Type a move, or help.")
    elif word.lower() in TABLE_WORDS and (not rest or word.lower() == "why"):
        TABLE_WORDS[word.lower()](sitting, seat, rest)
    else:
        act(sitting, seat, line)


def act(sitting: Sitting, seat: Seat, line: str) -> None:
    try:
        sitting.act(seat, line)
    except Malformed as error:
        say(f"{str(error)[:1].upper()}{str(error)[1:]}. (Type help to see what you can do.)", "red")
    except Illegal as refusal:
        say(refusal_words(sitting.match, refusal), "red")


def say_help(sitting: Sitting, seat: Seat, rest: str) -> None:
    for line in how_to_write(sitting.match.game, sitting.views[seat], sitting.now()):
        say(line)


def say_moves(sitting: Sitting, seat: Seat, rest: str) -> None:
    moves = spelled_moves(sitting.match.game, sitting.views[seat], sitting.now())
    for line in move_lines(moves) or ["There is nothing you can do right now."]:
        say(line)


def say_rules(sitting: Sitting, seat: Seat, rest: str) -> None:
    print_rules(sitting.match.game)


def say_board(sitting: Sitting, seat: Seat, rest: str) -> None:
    show_board(sitting, seat)


def say_why(sitting: Sitting, seat: Seat, rest: str) -> None:
    try:
        for line in explain(sitting.match.game, sitting.views[seat], rest):
            say(line)
    except Malformed as error:
        say(f"Type why X,Y, as in why 3,4: {error}.", "red")


def quit_table(sitting: Sitting, seat: Seat, rest: str) -> None:
    raise leave(sitting, 0)


TABLE_WORDS: MappingProxyType[str, Callable[[Sitting, Seat, str], None]] = MappingProxyType(
    {
        "help": say_help,
        "?": say_help,
        "moves": say_moves,
        "rules": say_rules,
        "board": say_board,
        "why": say_why,
        "quit": quit_table,
        "exit": quit_table,
    }
)
