"""A short match to every ending, for the records that the tests keep."""

from collections.abc import Iterator

from freehold.game import Leave, Resign
from freehold.games.land_grab import GAME, views
from freehold.games.land_grab.params import Params
from freehold.kernel.chance import Stream, key_of
from freehold.match import Match, Seated

SEATS = (Seated("Ann"), Seated("Bob"))


def begin(params: Params) -> Match:
    return Match.new(GAME, SEATS, key_of("scenario"), params, GAME.clock(params))


def play(match: Match, *spellings: str) -> Match:
    """Let the awaited seats act in turn, a second apart."""
    for spelling in spellings:
        match.act(match.now + 1_000, match.awaited[0], GAME.parse(spelling))
    return match


def small(*rows: str) -> str:
    """An island in the top left corner of the map."""
    return "\n".join([row.ljust(12, "W") for row in rows] + ["W" * 12] * (12 - len(rows)))


def random_game() -> Match:
    """A whole game on a drawn island, by chance."""
    match = begin(Params())
    rng = Stream(key_of("scenario"), "moves")
    while match.outcome is None:
        seat = match.awaited[0]
        match.act(match.now + 1_000, seat, rng.pick(list(views.choices(match.view(seat), 0, rng))))
    return match


def scenarios() -> Iterator[tuple[str, Match]]:
    yield "points", random_game()

    # Four tiles in a row: after four builds neither can build, and the resort pays on.
    passing = begin(Params(island=small("LLLL"), points_to_win=10))
    yield "points-passing", play(passing, "farm 0,0", "farm 3,0", "farm 1,0", "settle 2,0")

    yield "stalemate", play(begin(Params(island=small("LWL"))), "farm 0,0", "farm 2,0")

    ahead = begin(Params(island=small("LWL"), komi_points=5))
    yield "stalemate-ahead", play(ahead, "farm 0,0", "farm 2,0")

    resigning = play(begin(Params()), "farm 3,3", "farm 8,8", "settle 4,4")
    resigning.act(9_000, 1, Resign())
    yield "resigned", resigning

    leaving = play(begin(Params()), "farm 3,3")
    leaving.act(9_000, 0, Leave())
    yield "resigned-left", leaving

    timed = play(begin(Params(bank_seconds=20, increment_seconds=1)), "farm 3,3", "farm 8,8")
    timed.advance(60_000)
    yield "time", timed
