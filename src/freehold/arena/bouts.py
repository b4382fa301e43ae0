"""Bouts: which matches are played, and one of them from start to end.

A bout is a line-up in its seats and a seed, and nothing else: its result is the same in any
worker. `freehold play GAME --seats LINE-UP --seed N` plays the very same match again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from freehold.arena.looks import Disturbed, check_looks
from freehold.bots import BotStrike, run
from freehold.game import AnyGame, Ms, Outcome, Seat
from freehold.hosting import BotHost, bot_title, word_digest
from freehold.kernel.chance import key_of
from freehold.match import Match, Seated


class Bout(Struct, frozen=True):
    """One match to be played."""

    seed: int
    levels: tuple[str, ...]


class Result(Struct, frozen=True):
    """One match that was played."""

    bout: Bout
    outcome: Outcome
    """Bots with five strikes are below all others."""
    entries: int
    now: Ms
    refusals: tuple[tuple[Seat, str], ...]
    """Whose action was refused, and the code: bugs of bots, or races in real time."""
    promises: tuple[dict[str, int], ...]
    """By seat, for a game that counts them; else empty."""
    strikes: tuple[BotStrike, ...] = ()
    """The failures of bots that were brought."""


def rotations(levels: Sequence[str]) -> list[tuple[str, ...]]:
    """The line-up as given, then with everybody moved on by one seat, each arrangement once."""
    turned = [tuple(levels[-by:]) + tuple(levels[:-by]) for by in range(len(levels))]
    return list(dict.fromkeys(turned))


def schedule(levels: Sequence[str], games: int, seed: int) -> list[Bout]:
    """The given number of bouts: each seed is played in every rotation before the next seed."""
    turned = rotations(levels)
    return [
        Bout(seed + number // len(turned), turned[number % len(turned)]) for number in range(games)
    ]


def names_of(levels: Sequence[str]) -> tuple[str, ...]:
    """Names to speak of: `Greedy`, or `Greedy 1` and `Greedy 2`; a person is Human."""
    words = [bot_title(level).capitalize() or "Human" for level in levels]
    return tuple(
        word if words.count(word) == 1 else f"{word} {words[: seat + 1].count(word)}"
        for seat, word in enumerate(words)
    )


def seat_bots(game: AnyGame, levels: Sequence[str]) -> tuple[Seated, ...]:
    pairs = zip(names_of(levels), levels, strict=True)
    return tuple(Seated(name, level, word_digest(game, level)) for name, level in pairs)


def match_key(seed: int) -> bytes:
    return key_of("seed", seed)


def bots_key(seed: int) -> bytes:
    """Bots draw from a key of their own, which has nothing to do with the match's."""
    return key_of("bots", seed)


def play_bout(
    game: AnyGame,
    params: Mapping[str, Any],
    bout: Bout,
    every_look: bool = False,
    host: BotHost | None = None,
) -> Result:
    """Play it; with `every_look` see besides that looking at it changes nothing."""
    chosen = msgspec.convert(dict(params), game.params)
    match = Match.new(game, seat_bots(game, bout.levels), match_key(bout.seed), chosen)
    bots = (host or BotHost()).seat(game, bout.levels)
    report = run(match, bots, bots_key(bout.seed))
    refusals = tuple((refusal.seat, refusal.code) for refusal in report.refusals)
    promises = count_promises(match)
    if every_look:
        try:
            check_looks(match)
        except Disturbed as error:
            raise Disturbed(
                f"{game.name}, seed {bout.seed}, {','.join(bout.levels)}: {error}"
            ) from None
    figures = (report.entries, report.now, refusals, promises, report.strikes)
    return Result(bout, report.outcome, *figures)


def count_promises(match: Match) -> tuple[dict[str, int], ...]:
    """What each seat promised, kept and broke, where the game counts that."""
    count = match.game.extras.promises
    if count is None:
        return ()
    return tuple(count(match.view(seat)) for seat in range(len(match.names)))
