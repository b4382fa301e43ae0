"""Writes transcripts of Territory: what was said, ordered and kept, round by round, as Markdown.

`python tools/transcript.py` plays the matches below again and writes docs/transcripts/. Bots draw
from their own keys, so the files come out the same every time.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from freehold.game import PUBLIC, View
from freehold.games.territory import GAME
from freehold.games.territory.promises import HIT, LEAVE, PACT, Promise, all_promises, count
from freehold.games.territory.tiles import clash_words, order_words
from freehold.games.territory.views import Facts, letter
from freehold.kernel.chance import Stream, key_of
from freehold.kernel.sentences import join_words
from freehold.match import Match, Seated

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "transcripts"
MATCHES = (
    ("territory-1", ("diplomat", "diplomat", "greedy"), 9),
    ("territory-2", ("diplomat", "diplomat", "diplomat", "greedy"), 4),
)
PICTURES = (7,)
"""The map is shown after these rounds, and at the end."""
FULL_ROUNDS = (1, 2, 3, 15)
"""Of these rounds, and when a pact is broken, all is told; of others what came of promises."""


def play(levels: Sequence[str], seed: int) -> tuple[Match, list[View[Facts]], list[str]]:
    """The match, a public view after each round, and the map at the start and after each."""
    match = Match.new(GAME, tuple(Seated(level, level) for level in levels), key_of("seed", seed))
    bots = [GAME.bots[level]() for level in levels]
    views, pictures = [match.view(PUBLIC)], [match.picture()]
    while match.outcome is None:
        for seat in match.awaited:
            rng = Stream(key_of("transcript", seed), f"{seat} {match.log.entries}")
            match.act(match.now + 1000, seat, bots[seat].decide(match.view(seat), match.now, rng))
        if len(match.view(PUBLIC).facts.units_by_round) > len(views):
            views.append(match.view(PUBLIC))
            pictures.append(match.picture())
    return match, views, pictures


def tell(levels: Sequence[str], seed: int) -> str:
    match, views, pictures = play(levels, seed)
    names = tuple(levels)
    who = join_words([f"{letter(seat)} ({level})" for seat, level in enumerate(levels)])
    lines = [
        f"# Territory: {who}",
        "",
        "A match of bots, told by `tools/transcript.py`. What stands in brackets at the end of a",
        "declaration is read by other bots; the rulebook explains these tags.",
        "",
        *picture_lines("The start", pictures[0]),
    ]
    for number, view in enumerate(views[1:], 1):
        lines += round_lines(view.facts, number, names)
        if number in PICTURES and view.facts.phase != "over":
            lines += picture_lines(f"The map after round {number}", pictures[number])
    return "\n".join([*lines, *end_lines(match, views[-1], pictures[-1], names)]) + "\n"


def picture_lines(title: str, picture: str) -> list[str]:
    return [f"{title}:", "", "```text", picture, "```", ""]


def round_lines(facts: Facts, number: int, names: Sequence[str]) -> list[str]:
    lines = [f"## Round {number}", ""]
    if number in FULL_ROUNDS or {number, number - 1} & broken_rounds(facts):
        said = [each for each in facts.declarations if each.round == number and each.text]
        lines += [
            f"- {'First' if each.part == 1 else 'Then'} **{letter(each.seat)}**: {each.text}"
            for each in said
        ]
        orders = [each for each in facts.orders if each.round == number]
        lines += [f"- {order_words(each, names)}" for each in orders]
        if facts.last:
            lines += [f"- {clash_words(each, names)}" for each in facts.last.clashes]
    lines += [promise_line(facts, number), units_line(facts, number), ""]
    return lines


def broken_rounds(facts: Facts) -> set[int]:
    return {each.round for each in all_promises(facts) if each.kind == PACT and each.kept is False}


def promise_line(facts: Facts, number: int) -> str:
    settled = [each for each in all_promises(facts) if each.round == number]
    broken = [promise_words(each) for each in settled if not each.kept]
    kept = [promise_words(each) for each in settled if each.kept and not is_told(each, settled)]
    words = [f"kept: {', '.join(kept)}"] if kept else []
    words += [f"**broken**: {', '.join(broken)}"] if broken else []
    return f"- Promises {'; '.join(words)}." if words else "- Nothing was promised."


def is_told(promise: Promise, settled: Sequence[Promise]) -> bool:
    """A pact that both sides kept is told once."""
    pairs = [(each.seat, each.about) for each in settled if each.kept and each.kind == PACT]
    is_pact = promise.kind == PACT and promise.about < promise.seat
    return is_pact and (promise.about, promise.seat) in pairs


def promise_words(promise: Promise) -> str:
    one, other = letter(promise.seat), letter(promise.about)
    words = {
        PACT: f"{one} at peace with {other}",
        HIT: f"{one} strikes {other}",
        LEAVE: f"{one} leaves a square to {other}",
    }
    return words[promise.kind]


def units_line(facts: Facts, number: int) -> str:
    units = facts.units_by_round[number]
    return (
        "- Units: " + ", ".join(f"{letter(seat)} {there}" for seat, there in enumerate(units)) + "."
    )


def end_lines(match: Match, view: View[Any], picture: str, names: Sequence[str]) -> list[str]:
    assert match.outcome is not None
    winners = [letter(seat) for seat, place in enumerate(match.outcome.places) if place == 1]
    counts = [(letter(seat), count(match.view(seat))) for seat in range(len(names))]
    told = ", ".join(f"{one} {each['kept']} of {each['made']}" for one, each in counts)
    return [
        *picture_lines("The last map", picture),
        f"`{match.outcome.ending}`: {GAME.texts['ending_' + match.outcome.ending]}"
        f" First: {join_words(winners)}. Promises kept: {told}.",
    ]


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, levels, seed in MATCHES:
        (FOLDER / f"{name}.md").write_text(tell(levels, seed), encoding="utf-8")
        print(f"docs/transcripts/{name}.md")


if __name__ == "__main__":
    main()
