"""Sentences for people: notices, refusals, outcomes, moves. Pure functions of a match's words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import Any

from freehold.game import AnyGame, Illegal, Ms, Outcome, View
from freehold.kernel.chance import Stream, key_of
from freehold.kernel.sentences import fill
from freehold.match import Match
from freehold.match.log import spell_action

OURS = {
    "over": "The match is over.",
    "no_such_seat": "There is no such seat.",
    "not_yours_to_say": "Only the clock can do that.",
}
MOST_MOVES = 400
MOST_SAMPLES = 12
CELL = re.compile(r"\d+,\d+")


def sentence(game: AnyGame, code: str, facts: Mapping[str, Any], names: Sequence[str]) -> str:
    template = game.texts.get(code) or OURS.get(code)
    if template is None:
        return f"{code} {dict(facts)}"
    return fill(template, facts, names)


def refusal_words(match: Match, refusal: Illegal) -> str:
    return sentence(match.game, refusal.code, refusal.facts, match.names)


def notice_lines(match: Match, notices: Iterable[tuple[str, dict[str, Any]]]) -> list[str]:
    return [sentence(match.game, code, facts, match.names) for code, facts in notices]


def outcome_lines(match: Match) -> list[str]:
    """How the match ended, then the places in order."""
    return ending_lines(match.game, match.names, match.outcome) if match.outcome else []


def ending_lines(game: AnyGame, names: Sequence[str], outcome: Outcome) -> list[str]:
    ended = sentence(game, f"ending_{outcome.ending}", {}, names)
    order = sorted(range(len(names)), key=lambda seat: (outcome.places[seat], seat))
    standings = [
        f"  {outcome.places[seat]}. {names[seat]}: {outcome.scores[seat]}" for seat in order
    ]
    return [f"The match is over. {ended}", *standings]


def result_words(outcome: Outcome, seat: int) -> str:
    """How it ended for one player."""
    if outcome.places[seat] > 1:
        return "You lose."
    return "It's a tie!" if outcome.places.count(1) > 1 else "You win!"


def spelled_moves(game: AnyGame, view: View[Any], now: Ms) -> list[str]:
    """What a seat can do, each spelling once; a sample if there are too many."""
    rng = Stream(key_of("moves", now), "moves")
    moves = islice(game.choices(view, now, rng), MOST_MOVES)
    return list(dict.fromkeys(spell_action(game, move) for move in moves))


def by_verb(moves: Iterable[str]) -> dict[str, list[str]]:
    """`farm 1,2`, `farm 3,4` to farm: 1,2 and 3,4."""
    grouped: dict[str, list[str]] = {}
    for move in moves:
        verb, _, rest = move.partition(" ")
        grouped.setdefault(verb, []).append(rest)
    return grouped


def move_lines(moves: Sequence[str]) -> list[str]:
    """Cells in one line per verb; longer moves as examples, one per line."""
    lines = []
    for verb, rests in by_verb(moves).items():
        if all(CELL.fullmatch(rest) for rest in rests):
            lines.append(f"{verb}: {' '.join(rests)}")
        elif len(rests) == 1:
            lines.append(f"{verb} {rests[0]}".rstrip())
        else:
            lines.append(f"{verb}, for example:")
            lines += [f"  {verb} {rest}".rstrip() for rest in rests[:MOST_SAMPLES]]
    return lines


def examples(moves: Sequence[str]) -> list[str]:
    """One move of each verb, written out."""
    return [f"{verb} {rests[0]}".rstrip() for verb, rests in by_verb(moves).items()]
