"""One match of a league, from start to end: what a report needs of it, and its record."""

from __future__ import annotations

import hashlib
import time
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from math import log10
from typing import Any

import msgspec
from msgspec import Struct

from freehold import __version__
from freehold.arena.bouts import Bout, Result, bots_key, count_promises, match_key, seat_bots
from freehold.arena.leagues import LATENCY, LeagueTable
from freehold.bot import Bot, Info, end_bot, start_bot
from freehold.bots import BroughtBot, Pacing, run
from freehold.game import AnyGame, Ms, Outcome, Seat, View
from freehold.games import load_game
from freehold.hosting import BotHost, HostOptions, read_ref, word_digest
from freehold.hosting.offers import with_installed
from freehold.kernel.chance import Stream, key_of
from freehold.match import Match
from freehold.match.log import Entry

QUARTERS = (1, 2, 3)
KEY_CHARACTERS = 16
STEPS_A_DECADE = 20
"""Decisions' times are kept in classes that are 12% apart."""
SEED_NOTE = "seed"


class LeagueJob(Struct, frozen=True):
    """A match to be played, with everything that a process elsewhere needs for it."""

    key: str
    table: LeagueTable
    bout: Bout
    limits: HostOptions


class Thinking(Struct, frozen=True):
    """How long the decisions of a seat took."""

    decisions: int
    total_us: int
    worst_us: int
    classes: dict[str, int]
    """By class (see `class_of`): how many."""


class LeagueResult(Struct, frozen=True):
    """One match that was played: a line of the results."""

    key: str
    result: Result
    actions: tuple[dict[str, int], ...]
    """By seat: accepted actions by their first word."""
    leaders: tuple[Seat | None, ...]
    """After a quarter, half and three quarters of the match: which seat led; None for a tie."""
    turn: float
    """How far behind the winner once was, as a share of the largest total of all leads."""
    margin: float
    """The winner's distance from the next one at the end, as a share of both scores."""
    record: str
    """The SHA-256 of the record."""
    thinking: tuple[Thinking, ...]
    """By seat. It differs from run to run; everything else does not."""


class PlayedMatch(Struct, frozen=True):
    result: LeagueResult
    record: bytes


def key_of_match(game: AnyGame, table: LeagueTable, bout: Bout, limits: HostOptions) -> str:
    """What makes a match the one it is: rules and levels as they are installed here, parameters,
    time, bots with what is in their files, limits, seed. Equal keys give equal matches."""
    what = (
        (__version__, table.game, table.rules_version, folder_digest(game.folder)),
        (table.params, table.clock, table.time),
        [(word, word_digest(game, word)) for word in bout.levels],
        msgspec.structs.replace(limits, in_process=False),
        bout.seed,
    )
    return hashlib.sha256(msgspec.json.encode(what)).hexdigest()[:KEY_CHARACTERS]


@cache
def folder_digest(folder: str) -> str:
    """Of the source of a game with its levels."""
    digest = hashlib.sha256()
    for name, data in _sources(files(folder)):
        digest.update(name.encode() + b"\0" + data)
    return digest.hexdigest()


def _sources(folder: Traversable, under: str = "") -> list[tuple[str, bytes]]:
    found = []
    for each in sorted(folder.iterdir(), key=lambda each: each.name):
        if each.is_dir() and each.name != "__pycache__":
            found += _sources(each, f"{under}{each.name}/")
        elif each.name.endswith(".py"):
            found.append((under + each.name, each.read_bytes()))
    return found


def play_job(job: LeagueJob) -> PlayedMatch:
    """In any process: a game's record holds functions and does not travel."""
    table = job.table
    game = with_installed(load_game(table.game, table.folder))
    return play_match(game, job, host_of(job.limits))


@cache
def host_of(limits: HostOptions) -> BotHost:
    """One for all matches of this process, with which the processes of its bots end."""
    return BotHost(limits)


def play_match(game: AnyGame, job: LeagueJob, host: BotHost) -> PlayedMatch:
    table, bout = job.table, job.bout
    params = msgspec.convert(table.params, game.params)
    notes = {SEED_NOTE: str(bout.seed)}
    seats = seat_bots(game, bout.levels)
    match = Match.new(game, seats, match_key(bout.seed), params, table.clock, notes)
    bots = timed_bots(game, bout.levels, host)
    course = Course(match)
    pacing = pacing_of(table, bout.seed, lambda seat: last_ms(bots[seat]))
    report = run(match, bots, bots_key(bout.seed), course.note, pacing)
    refusals = tuple((refusal.seat, refusal.code) for refusal in report.refusals)
    figures = (report.entries, report.now, refusals, count_promises(match), report.strikes)
    record = match.log.dump()
    return PlayedMatch(
        LeagueResult(
            key=job.key,
            result=Result(bout, report.outcome, *figures),
            actions=actions_of(match),
            leaders=course.leaders(),
            turn=course.turn(report.outcome),
            margin=margin_of(report.outcome),
            record=hashlib.sha256(record).hexdigest(),
            thinking=tuple(thinking_of(bots[seat]) for seat in sorted(bots)),
        ),
        record,
    )


def pacing_of(table: LeagueTable, seed: int, thought_ms: Callable[[Seat], Ms]) -> Pacing:
    given = table.time
    if given.mode == "charged":
        return Pacing(given.decision_ms, given.pace_ms, thought_ms)
    if given.mode == LATENCY:
        drawn = latencies(table, seed)
        return Pacing(given.decision_ms, given.pace_ms, lambda seat: drawn[seat])
    return Pacing(given.decision_ms, given.pace_ms)


def latencies(table: LeagueTable, seed: int) -> list[Ms]:
    """Of each seat, for a whole match. It depends on the seed and the seat alone: as the seats
    rotate, every bot has each of them once."""
    low, high = table.time.latency_ms
    draws = Stream(key_of("latency", seed), "seats")
    return [low + draws.below(high - low + 1) for _ in range(table.seats)]


# How long bots think


class TimedLevel:
    """A level, and how long its decisions took."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self.took_us: list[int] = []

    def start(self, info: Info) -> None:
        start_bot(self._bot, info)

    def decide(self, view: View[Any], now: Ms, rng: Stream) -> Struct | str:
        begun = time.perf_counter_ns()
        answer = self._bot.decide(view, now, rng)
        self.took_us.append((time.perf_counter_ns() - begun) // 1000)
        return answer

    def end(self, outcome: Outcome) -> None:
        end_bot(self._bot, outcome)


class TimedBrought(BroughtBot):
    """The same of a bot that was brought: its host says how long it thought."""

    def __init__(self, bot: BroughtBot, told_us: list[int]) -> None:
        self._bot = bot
        self._told_us = told_us
        self.took_us: list[int] = []

    def start(self, info: Info) -> None:
        start_bot(self._bot, info)

    def decide(self, view: View[Any], now: Ms, rng: Stream) -> Struct:
        told = len(self._told_us)
        try:
            return self._bot.decide(view, now, rng)
        finally:
            self.took_us += self._told_us[told:]

    def end(self, outcome: Outcome) -> None:
        end_bot(self._bot, outcome)


Timed = TimedLevel | TimedBrought


def timed_bots(game: AnyGame, words: Sequence[str], host: BotHost) -> dict[Seat, Timed]:
    return {
        seat: TimedBrought(bot, host.times(read_ref(game, words[seat])))
        if isinstance(bot, BroughtBot)
        else TimedLevel(bot)
        for seat, bot in host.seat(game, words).items()
    }


def last_ms(bot: Timed) -> Ms:
    return round(bot.took_us[-1] / 1000) if bot.took_us else 0


def thinking_of(bot: Timed) -> Thinking:
    took = bot.took_us
    classes = Counter(class_of(us) for us in took)
    by_name = {str(name): classes[name] for name in sorted(classes)}
    return Thinking(len(took), sum(took), max(took, default=0), by_name)


def class_of(us: int) -> int:
    return round(STEPS_A_DECADE * log10(max(1, us)))


def us_of(number: int) -> float:
    """The inverse of `class_of`."""
    return float(10 ** (number / STEPS_A_DECADE))


# What happened on the way


class Course:
    """Which seat led at which time. Real time is counted in ms, all else in entries."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._lead = match.game.extras.highlights.lead
        self._is_live = match.game.kind == "real-time"
        self._steps: list[tuple[int, tuple[int, ...]]] = []
        self.note()

    def note(self) -> None:
        if self._lead is None:
            return
        now = self._match.now if self._is_live else self._match.log.entries
        lead = self._lead(self._match.state)
        if not self._steps or self._steps[-1][1] != lead:
            self._steps.append((now, lead))

    def leaders(self) -> tuple[Seat | None, ...]:
        whole = self._match.now if self._is_live else self._match.log.entries
        return tuple(self._leader(whole * quarter // 4) for quarter in QUARTERS)

    def _leader(self, at: int) -> Seat | None:
        leads = [lead for moment, lead in self._steps if moment <= at]
        if not leads:
            return None
        best = max(leads[-1])
        return leads[-1].index(best) if leads[-1].count(best) == 1 else None

    def turn(self, outcome: Outcome) -> float:
        if outcome.places.count(1) != 1 or not self._steps:
            return 0.0
        winner = outcome.places.index(1)
        behind = max(max(lead) - lead[winner] for _, lead in self._steps)
        total = max(sum(map(abs, lead)) for _, lead in self._steps)
        return round(behind / total, 6) if total else 0.0


def margin_of(outcome: Outcome) -> float:
    if outcome.places.count(1) != 1:
        return 0.0
    winner = outcome.places.index(1)
    best = outcome.scores[winner]
    next_best = max(
        (score for seat, score in enumerate(outcome.scores) if seat != winner), default=0
    )
    whole = abs(best) + abs(next_best)
    return round(abs(best - next_best) / whole, 6) if whole else 0.0


def actions_of(match: Match) -> tuple[dict[str, int], ...]:
    counts: list[Counter[str]] = [Counter() for _ in match.seats]
    for line in match.log.lines:
        if isinstance(line, Entry):
            counts[line.seat][line.action.partition(" ")[0]] += 1
    return tuple({verb: count[verb] for verb in sorted(count)} for count in counts)
