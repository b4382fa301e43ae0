"""A tournament of MineWars' bots: how long matches last, how they end, and what wins them.

    python bench/minewars_bots.py tables [GAMES]    every preset and grid, all seats alike
    python bench/minewars_bots.py levels [GAMES]    each level against the one below
    python bench/minewars_bots.py fours [GAMES]     the same at a table of four: one against three
    python bench/minewars_bots.py plans [GAMES]     levels against themselves without mines...
    python bench/minewars_bots.py readers [GAMES]   a mind that expects choices by a tile's number

Words after GAMES choose rows that begin with one of them: `levels 40 master expert`. Duels are on
hex; `square` after GAMES plays them on squares.
Each map is played once for every rotation of the seats. Not a part of `make bench`: it takes many
minutes. Equal arguments give equal figures.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise
from statistics import median, quantiles

import msgspec
from msgspec import Struct

from freehold.arena import wilson
from freehold.bot import Bot
from freehold.bots import run
from freehold.games.minewars import GAME
from freehold.games.minewars.actions import Action
from freehold.games.minewars.bots import BOTS, EXPERT, MASTER
from freehold.games.minewars.bots.manners import Manner
from freehold.games.minewars.bots.players import Player
from freehold.games.minewars.bots.thoughts import Thought
from freehold.games.minewars.params import Params
from freehold.games.minewars.presets import PRESETS
from freehold.kernel.chance import key_of
from freehold.match import Match, Seated
from freehold.match.log import Entry

MakeMind = Callable[[], Bot]
READ_DANGER = 0.5
LONG_WORDS = ("deploy", "build")
MINUTES = {2: (3, 8), 4: (8, 15)}
"""By the number of seats: how long a match is to last."""
TABLES = (("classic", 2), ("duel", 2), ("blitz", 2), ("classic", 4), ("mayhem", 4))


class Played(Struct, frozen=True):
    """What is left of a match."""

    seconds: int
    ending: str
    places: tuple[int, ...]
    led: int
    """The seat that had most land at half time."""
    actions: Counter[str]


def level(name: str) -> MakeMind:
    return BOTS[name]


def play(minds: Sequence[MakeMind], seed: int, params: Params) -> Played:
    seats = tuple([Seated(str(seat)) for seat in range(len(minds))])
    match = Match.new(GAME, seats, key_of("tournament", seed), params)
    bots = {seat: make() for seat, make in enumerate(minds)}
    report = run(match, bots, key_of("thoughts", seed))
    half = [land for at, *land in match.state.graph if at <= report.now // 2][-1]
    return Played(
        report.now // 1000,
        report.outcome.ending,
        report.outcome.places,
        half.index(max(half)),
        Counter(kind_of(line.action) for line in match.log.lines if isinstance(line, Entry)),
    )


def kind_of(spelling: str) -> str:
    first, *more = spelling.split()
    return f"{first} {more[0]}" if first in LONG_WORDS else first


def rotated(minds: Sequence[MakeMind], games: int, params: Params) -> list[tuple[int, Played]]:
    """Every seed in all rotations: where the first mind sat, and what came of it."""
    count, found = len(minds), list[tuple[int, Played]]()
    for number in range(games):
        seed, turn = divmod(number, count)
        seated = [minds[(seat - turn) % count] for seat in range(count)]
        found.append((turn, play(seated, seed, params)))
    return found


def has_won(played: Played, seat: int) -> bool:
    return played.places[seat] == 1 and played.places.count(1) == 1


# Tables


def table_row(preset: str, seats: int, name: str, grid: str, games: int) -> str:
    params = msgspec.structs.replace(PRESETS[preset].params, grid=grid)
    played = [play([level(name)] * seats, seed, params) for seed in range(games)]
    seconds = [each.seconds for each in played]
    low, high = spread(seconds)
    wins = [sum(has_won(each, seat) for each in played) for seat in range(seats)]
    ended = sum(each.ending == "elimination" for each in played)
    turned = sum(not has_won(each, each.led) for each in played)
    actions = sum((each.actions for each in played), Counter[str]())
    told = ", ".join(f"{what} {count / games:.3g}" for what, count in actions.most_common())
    return (
        f"| {preset}, {seats} {name} | {grid} | {games} | {median(seconds):.0f} s"
        f" | {low:.0f} s, {high:.0f} s | {sum(each < 60 for each in seconds)}"
        f" | {100 * ended / games:.0f}% | {', '.join(map(str, wins))}"
        f" | {100 * turned / games:.0f}% | {told} |"
    )


def spread(seconds: Sequence[int]) -> tuple[float, float]:
    """The fifth and the 95th percentile."""
    parts = quantiles(seconds, n=20, method="inclusive")
    return parts[0], parts[-1]


def tables(games: int) -> None:
    print(
        "| preset | grid | matches | median | p5, p95 | under a minute | by elimination"
        " | won by seat | leader at half time does not win | actions per match |"
    )
    print("|---|---|---:|---:|---|---:|---:|---|---:|---|")
    for preset, seats in TABLES:
        for grid in ("hex", "square"):
            count = games if seats == 2 else max(2, games // 3)
            print(table_row(preset, seats, "expert", grid, count), flush=True)


# One mind against others


def contest_row(what: str, minds: Sequence[MakeMind], preset: str, grid: str, games: int) -> str:
    params = msgspec.structs.replace(PRESETS[preset].params, grid=grid)
    played = rotated(minds, games, params)
    won = sum(has_won(each, seat) for seat, each in played)
    seconds = [each.seconds for _, each in played]
    least, most = MINUTES[len(minds)]
    within = sum(60 * least <= each <= 60 * most for each in seconds)
    ended = sum(each.ending == "elimination" for _, each in played)
    low, high = wilson(won / games, games)
    return (
        f"| {what} | {grid} | {games} | {100 * won / games:.0f}%"
        f" ({100 * low:.0f} to {100 * high:.0f}) | {median(seconds):.0f} s"
        f" | {within} | {ended} |"
    )


def changed(manner: Manner, **others: object) -> MakeMind:
    """A level with another manner."""
    return lambda: Player(msgspec.structs.replace(manner, **others))


PAIRS: dict[str, tuple[MakeMind, MakeMind]] = {
    f"{above} against {below}": (level(above), level(below)) for below, above in pairwise(BOTS)
}
NO_MINES = {"guard_percent": 0, "fortifies": False, "fastens": False}
PLANS: dict[str, tuple[MakeMind, MakeMind]] = {
    "expert against expert without towers": (level("expert"), changed(EXPERT, builds=False)),
    "master against master without towers": (level("master"), changed(MASTER, builds=False)),
    "expert against expert without mines": (level("expert"), changed(EXPERT, **NO_MINES)),
    "master against master without mines": (level("master"), changed(MASTER, **NO_MINES)),
    "master against master without strikes": (level("master"), changed(MASTER, strikes=False)),
    "a rush against master": (changed(MASTER, rival_steps=-100), level("master")),
}


# A mind that knows how others choose between equals


class Ordered(Thought):
    """Of equal tiles it takes the one with the lowest number, as bots once did."""

    def drawn(self, cells: Sequence[int]) -> list[int]:
        return sorted(cells)


class Reader(Thought):
    """Expects that of others: it mines the tile by which they would save a city, and clicks where
    they mine last."""

    def fasten_hold(self) -> Action | None:
        held = [city for city in self.facts.cities if city.hold_by == self.mind.me != city.owner]
        first = [min(self.ring(city)) for city in held if city.owner]
        return self.deploy(first, "mine")

    def take_certain(self) -> Action | None:
        owner = self.view.layers["owner"]
        ring = [cell for cell in self.goal.ring if owner[cell] not in (0, self.mind.me)]
        last = max((cell for cell in ring if self.can_click(cell)), default=-1)
        if last == max(ring, default=0) and self.mind.danger(last) < READ_DANGER:
            return self.capture(last) if self.chances.is_ready("capture") else None
        return super().take_certain()


def thinking(thought: type[Thought], manner: Manner = MASTER) -> MakeMind:
    """A manner with a way of its own to choose."""

    def make() -> Player:
        player = Player(manner)
        player.thought = thought
        return player

    return make


FORMER = msgspec.structs.replace(
    MASTER, rival_steps=6, works=0, storm_units=0, harvests=True, sweeps=False, builds=False
)
"""The strongest bot when there were three levels, at the pace of today's: of equal tiles it takes
the lowest, land comes before mines, and it neither storms nor builds."""
READERS: dict[str, tuple[MakeMind, MakeMind]] = {
    "the reader against master": (thinking(Reader), level("master")),
    "the reader against a master that takes the lowest": (thinking(Reader), thinking(Ordered)),
    "master against what it was": (level("master"), thinking(Ordered, FORMER)),
}


DUELS = {"levels": PAIRS, "plans": PLANS, "readers": READERS}


def contests(what: str, games: int, words: Sequence[str]) -> None:
    rows = {name: minds for name, minds in DUELS.get(what, PAIRS).items() if is_asked(name, words)}
    preset, others = ("classic", 3) if what == "fours" else ("duel", 1)
    print("| who | grid | matches | won by the first | median | in time | by elimination |")
    print("|---|---|---:|---:|---:|---:|---:|")
    for name, (one, other) in rows.items():
        grid = "square" if "square" in words else "hex"
        print(contest_row(name, (one, *[other] * others), preset, grid, games), flush=True)


def is_asked(name: str, words: Sequence[str]) -> bool:
    starts = [word for word in words if word != "square"]
    return not starts or name.startswith(tuple(starts))


def main() -> None:
    what, games, *words = [*sys.argv[1:], *("tables", "30")[len(sys.argv) - 1 :]]
    if what == "tables":
        tables(int(games))
    elif what in (*DUELS, "fours"):
        contests(what, int(games), words)
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
