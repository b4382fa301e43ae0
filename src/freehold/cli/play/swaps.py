"""`freehold play --swap`: two games with the seats swapped; the points are added up.

The game provides `Extras.standing` and knows nothing about who plays. Each game is a match of its
own, with its own key and its own record.
"""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

import msgspec

from freehold.bots import RunReport
from freehold.cli.errors import NO, Trouble
from freehold.cli.play.making import make_match
from freehold.cli.play.running import open_record, play_on, refuse_json_with_people, report_json
from freehold.cli.screens import say
from freehold.game import AnyGame, SwapTotal
from freehold.hosting import BotHost
from freehold.match import Match, Seated


def play_swapped(
    game: AnyGame, options: Namespace, seats: tuple[Seated, ...], host: BotHost
) -> int:
    add_up = game.extras.standing
    if add_up is None:
        raise Trouble(f"{game.title} has no series of two games; leave out --swap")
    games: list[Match] = []
    reports: list[RunReport] = []
    for number, seated in enumerate((seats, seats[::-1])):
        match = make_match(game, next_options(options, number), seated)
        refuse_json_with_people(match, options)
        if not options.json:
            say(f"Game {number + 1} of 2: {', then '.join(match.names)}.", "bold")
        file = open_record(record_path(options, number), match)
        report = play_on(match, file, host, options.json, options.lines)
        games.append(match)
        reports.append(report)
    first, second = games[0].outcome, games[1].outcome
    assert first is not None
    assert second is not None
    standing = add_up(first, second, games[0].setup.params)
    if options.json:
        pairs = zip(games, reports, strict=True)
        shown = [msgspec.Raw(report_json(*pair).encode()) for pair in pairs]
        print(msgspec.json.encode({"games": shown, "standing": standing}).decode())
    else:
        print_standing(games[0].names, standing)
    return NO if any(report.strikes for report in reports) else 0


def next_options(options: Namespace, number: int) -> Namespace:
    """The second game has a new key: the next seed, or another secret one."""
    seed = None if options.seed is None else options.seed + number
    return Namespace(**{**vars(options), "seed": seed})


def record_path(options: Namespace, number: int) -> str | None:
    """`match.jsonl`, then `match-2.jsonl`."""
    if not options.record or not number:
        return options.record or None
    path = Path(options.record)
    return str(path.with_name(f"{path.stem}-{number + 1}{path.suffix}"))


def print_standing(names: tuple[str, ...], standing: SwapTotal) -> None:
    totals = ", ".join(
        f"{name} {points}" for name, points in zip(names, standing.points, strict=True)
    )
    say(f"Total of both games: {totals}.", "bold")
    won = "It is a tie." if standing.winner is None else f"{names[standing.winner]} wins."
    say(won, "bold")
