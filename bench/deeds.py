"""What a level of Land Grab or Territory does in a match, by kind.

    python bench/deeds.py land-grab surveyor --against thinker --matches 10
    python bench/deeds.py territory chancellor --against diplomat --matches 9

The level sits at the smallest table with others of another level, its seat rotated. Printed are the
means per match: a kind that stays at 0 is a mechanism that the level does not use.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from freehold.bots.crew import make_bot
from freehold.bots.runner import run
from freehold.game import PUBLIC, Seat
from freehold.games import load_game
from freehold.games.land_grab.state import FOREST, GRID
from freehold.games.territory.promises import all_promises
from freehold.kernel.chance import key_of
from freehold.match import Match, Seated
from freehold.match.log import Entry

Deeds = Counter[str]


def built(match: Match, seat: Seat) -> Deeds:
    """Land Grab: builds, and what they took from the other player. Replayed from the log."""
    found = Deeds()
    state, other = match.game.new(match.setup), 1 - seat
    for line in match.log.lines:
        if not isinstance(line, Entry):
            continue
        action = match.game.parse(line.action)
        cell, income = GRID.cell(action.x, action.y), state.incomes[other]
        is_forest, is_wanted = state.ground[cell] == FOREST, state.gains[other][cell] > 1
        match.game.act(state, 0, line.seat, action)
        if line.seat == seat:
            found[line.action.split()[0]] += 1
            found["build on a forest"] += is_forest
            found["build that lowers the other's income"] += state.incomes[other] < income
            found["build where the other would have had a bonus"] += is_wanted
    return found


def ordered(match: Match, seat: Seat) -> Deeds:
    """Territory: moves by what they enter, and promises."""
    facts, found = match.view(PUBLIC).facts, Deeds()
    for sheet in facts.orders:
        if sheet.seat == seat:
            for owner in sheet.into:
                found["move to a free square"] += owner < 0
                found["move between its own squares"] += owner == seat
                found["move onto another's square"] += owner >= 0 and owner != seat
    for promise in all_promises(facts):
        if promise.seat == seat and promise.kept is not None:
            found["promise kept" if promise.kept else "promise broken"] += 1
    found["declaration with words"] += sum(
        bool(said.text) for said in facts.declarations if said.seat == seat
    )
    return found


TALLIES: Mapping[str, Callable[[Match, Seat], Deeds]] = MappingProxyType(
    {"land-grab": built, "territory": ordered}
)


def play(name: str, level: str, other: str, number: int) -> Deeds:
    game = load_game(name)
    seats = game.seats[0]
    seat = number % seats
    line_up = [level if each == seat else other for each in range(seats)]
    match = Match.new(
        game, tuple(Seated(bot, bot) for bot in line_up), key_of("deeds", number // seats)
    )
    bots = {each: make_bot(game, bot) for each, bot in enumerate(line_up)}
    run(match, bots, key_of("deeds", number))
    return TALLIES[name](match, seat)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game", choices=TALLIES)
    parser.add_argument("level")
    parser.add_argument("--against", required=True, metavar="LEVEL")
    parser.add_argument("--matches", type=int, default=10)
    chosen = parser.parse_args(arguments)
    total = Deeds()
    for number in range(chosen.matches):
        total.update(play(chosen.game, chosen.level, chosen.against, number))
    print(f"| {chosen.level}, per match | mean of {chosen.matches} |\n|---|---:|")
    for kind, count in total.most_common():
        print(f"| {kind} | {count / chosen.matches:.1f} |")


if __name__ == "__main__":
    main()
