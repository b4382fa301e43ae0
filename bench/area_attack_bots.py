"""A tournament of Area Attack's bots: each level against the one below, and what makes them win.

    python bench/area_attack_bots.py levels [MATCHES]   each level against the one below
    python bench/area_attack_bots.py plans [MATCHES]    `strong` against itself without chords...

Words after MATCHES choose rows that begin with one of them: `levels 100 keen strong`.

On the usual board for two, each seed once with either in the first seat. Not a part of
`make bench`: it takes many minutes. Equal arguments give equal figures.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from statistics import median
from typing import Any, NamedTuple

from msgspec.structs import replace

from freehold.arena import wilson
from freehold.bot import Bot
from freehold.bots import run
from freehold.games.area_attack import GAME
from freehold.games.area_attack.bots import LEVELS
from freehold.games.area_attack.bots.players import Player
from freehold.kernel.chance import key_of
from freehold.match import Match, Seated
from freehold.match.log import Entry

MakeMind = Callable[[], Bot]
HEADS = "| who | matches | won by the first | minutes | clicks per match of the first |"


class Played(NamedTuple):
    won: float
    minutes: float
    clicks: Counter[str]
    """Of the first mind, by kind."""


def play(first: MakeMind, other: MakeMind, number: int) -> Played:
    seed, seat = divmod(number, 2)
    match = Match.new(GAME, (Seated("0"), Seated("1")), key_of("tournament", seed))
    report = run(match, {seat: first(), 1 - seat: other()}, key_of("thoughts", seed))
    entries = [line for line in match.log.lines if isinstance(line, Entry) and line.seat == seat]
    clicks = Counter([entry.action.split()[0] for entry in entries])
    places = report.outcome.places
    won = (places[seat] == 1) / places.count(1)
    return Played(won, report.now / 60_000, clicks)


def row(what: str, first: MakeMind, other: MakeMind, matches: int) -> str:
    played = [play(first, other, number) for number in range(matches)]
    share = sum(each.won for each in played) / matches
    low, high = wilson(share, matches)
    clicks = sum((each.clicks for each in played), Counter[str]())
    told = ", ".join(f"{kind} {count / matches:.3g}" for kind, count in clicks.most_common())
    return (
        f"| {what} | {matches} | {100 * share:.0f}% ({100 * low:.0f} to {100 * high:.0f})"
        f" | {median(each.minutes for each in played):.1f} | {told} |"
    )


def changed(level: str, **manner: Any) -> MakeMind:
    """A level with another manner."""
    return lambda: Player(replace(GAME.bots[level]().manner, **manner))


def levels() -> dict[str, tuple[MakeMind, MakeMind]]:
    names = [level.bot for level in LEVELS]
    return {
        f"{above} against {below}": (GAME.bots[above], GAME.bots[below])
        for below, above in pairwise(names)
    }


def plans() -> dict[str, tuple[MakeMind, MakeMind]]:
    strong = GAME.bots["strong"]
    return {
        "strong against strong without chords": (strong, changed("strong", chord_percent=0)),
        "strong against strong without attacks": (strong, changed("strong", attacks=False)),
    }


def main() -> None:
    what, matches, *words = [*sys.argv[1:], *("levels", "20")[len(sys.argv) - 1 :]]
    known = {"levels": levels, "plans": plans}
    if what not in known:
        sys.exit(__doc__)
    print(HEADS)
    print("|---|---:|---:|---:|---|")
    for name, (first, other) in known[what]().items():
        if not words or name.startswith(tuple(words)):
            print(row(name, first, other, int(matches)), flush=True)


if __name__ == "__main__":
    main()
