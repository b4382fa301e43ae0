"""What a new player is told: the aim, what to type, and why a tile is worth what it is."""

from __future__ import annotations

from typing import Any

from freehold.cli.play.sittings import Sitting
from freehold.cli.words import examples, spelled_moves
from freehold.game import AnyGame, Ms, View
from freehold.kernel.sentences import join_words
from freehold.kernel.spellings import parse_cell


def intro_lines(sitting: Sitting) -> list[str]:
    """In a few lines: what the game is, who plays, what to type."""
    match = sitting.match
    lines = [f"{match.game.title}: {match.game.sentence}"]
    others = [name for seat, name in enumerate(match.names) if seat not in sitting.humans]
    people = [match.names[seat] for seat in sitting.humans]
    if len(people) == 1:
        lines.append(f"You are {people[0]}, against {join_words(others)}.")
    else:
        against = f", against {join_words(others)}" if others else ""
        lines.append(f"At this keyboard: {join_words(people)}{against}.")
    why = ", why X,Y explains a tile" if match.game.extras.explain else ""
    return [
        *lines,
        f"Type a move and press Enter; help shows how, moves lists your moves{why},",
        "rules prints the rulebook, board redraws the board, resign gives up, quit saves the match"
        " for later.",
    ]


KEPT = "leave; the match is saved in a file and can be resumed"


def how_to_write(game: AnyGame, view: View[Any], now: Ms, on_quit: str = KEPT) -> list[str]:
    """For `help`: the commands, with moves that are possible now as examples."""
    shown = examples(spelled_moves(game, view, now))
    lines = [f"  {example:<22} a move that you can make now" for example in shown[:4]]
    lines.append(f"  {'moves':<22} all moves that you can make now (or many of them)")
    if game.extras.explain:
        lines.append(f"  {'why 3,4':<22} what the tile in column 3, row 4 is worth, and why")
    return [
        game.sentence,
        "X,Y is a column and a row, counted from 0 at the top left. Type one of these:",
        *lines,
        f"  {'board':<22} draw the board again",
        f"  {'rules':<22} the whole rulebook",
        f"  {'resign':<22} give up",
        f"  {'quit':<22} {on_quit}",
    ]


def explain(game: AnyGame, view: View[Any], text: str) -> list[str]:
    """Why a tile is worth what it is. Raises Malformed if it is not a tile."""
    find = game.extras.explain
    if find is None:
        return [f"{game.title} has no explanations of tiles; rules prints the rulebook."]
    return find(view, *parse_cell(text))
