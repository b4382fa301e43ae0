"""Random plays of any game through its match: what the laws, goldens and fingerprints are made of.

Everything is drawn from a seed, so a play repeats. A play is a list of steps: somebody acts, or
time passes; viewers are told at the game's own beat.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from itertools import islice
from typing import Any

import msgspec
from msgspec import Struct

from freehold.game import PUBLIC, TRUTH, AnyGame, Arrive, Illegal, Leave, Ms, Resign, Seat, Viewer
from freehold.kernel import canonical
from freehold.kernel.chance import Stream, key_of
from freehold.match import Match, Seated
from freehold.match.clock import Clocks
from freehold.match.log import parse_action, spell_action
from freehold.testing.trials import At

FIRST_NAMES = ("Ada", "Ben", "Cid", "Dot", "Eve", "Fay")
MOST_CHOICES = 600
PAUSE_MS = 400
"""About how long a player thinks."""


class PlayedStep(Struct, frozen=True):
    """Time comes to `now`; then a seat acts, or nobody does."""

    now: Ms
    seat: Seat = -1
    action: Struct | None = None


def begin(game: AnyGame, at: At, seed: int) -> Match:
    names = (*FIRST_NAMES, *(f"P{seat}" for seat in range(len(FIRST_NAMES), at.seats)))
    seated = tuple(Seated(name) for name in names[: at.seats])
    return Match.new(game, seated, key_of("play", seed), at.params, at.clock)


def viewers(match: Match) -> tuple[Viewer, ...]:
    """Everybody who may look while a match runs."""
    return (*range(len(match.header.seats)), PUBLIC)


def all_viewers(match: Match) -> tuple[Viewer, ...]:
    """The truth too: a sandbox shows it, and so do replays."""
    return (*viewers(match), TRUTH)


def choices_of(match: Match, seat: Seat, rng: Stream, most: int = MOST_CHOICES) -> list[Struct]:
    """What a seat may choose now, as its own view says."""
    return list(islice(match.game.choices(match.view(seat), match.now, rng), most))


def steps(match: Match, rng: Stream, restless: int = 0) -> Iterator[PlayedStep]:
    """Play on at random until it is over: each step is yielded first, and taken by `take`.

    One step in `restless` is a player arriving, leaving or resigning, and as many wait until a
    clock runs out; 0 means none.
    """
    while match.outcome is None:
        yield next_step(match, rng, restless)


def next_step(match: Match, rng: Stream, restless: int = 0) -> PlayedStep:
    wait = rng.below(2 * PAUSE_MS) if rng.below(4) else 0  # several may act in one millisecond
    now = match.now + wait
    if match.game.kind == "real-time":
        wake = match.wake_at()
        if wake is not None and wake <= now and rng.below(2):
            return PlayedStep(wake)
        if wait:
            match.advance(now)  # choices are those of the moment at which they are taken
    elif (wake := match.wake_at()) is not None and wake <= now:
        return PlayedStep(wake)
    runs_out = match.clocks.runs_out()
    if restless and runs_out is not None and rng.below(restless) == 0:
        return PlayedStep(max(now, runs_out[0]))
    if restless and rng.below(restless) == 0:
        seat = rng.below(len(match.header.seats))
        return PlayedStep(now, seat, rng.pick((Arrive(), Leave(), Leave(), Arrive(), Resign())))
    return _choose(match, rng, now)


def _choose(match: Match, rng: Stream, now: Ms) -> PlayedStep:
    """A choice of one who is awaited; if nobody has any, time goes on to where something is due."""
    if match.outcome:
        return PlayedStep(now)
    awaited = list(match.awaited)
    rng.shuffle(awaited)
    for seat in awaited:
        offered = choices_of(match, seat, rng)
        if offered:
            return PlayedStep(now, seat, rng.pick(offered))
    wake = match.wake_at()
    assert wake is not None or not awaited or match.game.kind == "real-time", (
        f"{match.game.name}: seats {awaited} are awaited, but have no choice, and nothing is due"
    )
    return PlayedStep(max(now, wake) if wake is not None else now + PAUSE_MS)


def take(match: Match, step: PlayedStep) -> bool:
    """Do as the step says. False if the action was refused."""
    match.advance(step.now)
    if step.action is None or match.outcome:
        return True
    try:
        match.act(step.now, step.seat, step.action)
    except Illegal:
        return False
    return True


def play(match: Match, rng: Stream, restless: int = 0, most: int = 0) -> list[PlayedStep]:
    """Play to the end, or for `most` steps; returns what was done."""
    taken = []
    for step in islice(steps(match, rng, restless), most or match.game.longest):
        take(match, step)
        taken.append(step)
    return taken


def copy_state(game: AnyGame, state: Any) -> Any:
    """By the state's own `copy`, or through its canonical bytes."""
    if hasattr(state, "copy"):
        return state.copy()
    return canonical.decode(canonical.encode(state), game.state)


class Probe:
    """Actions are tried on a copy of a state. A refusal leaves it as it was (law 2), so it serves
    for the next one too."""

    def __init__(self, game: AnyGame, state: Any, now: Ms) -> None:
        self.game, self.state, self.now = game, state, now
        self.copy: Any = None

    def refusal(self, seat: Seat, action: Struct) -> Illegal | None:
        """Of an action; None if it is accepted."""
        if self.copy is None:
            self.copy = copy_state(self.game, self.state)
        try:
            self.game.act(self.copy, self.now, seat, action)
        except Illegal as refusal:
            return refusal
        self.copy = None
        return None


def fork(match: Match, state: Any = None) -> Match:
    """The same match again, as it stands, or with another state in its place; quick."""
    other: Match = object.__new__(Match)
    other.__dict__.update(match.__dict__)
    other.state = copy_state(match.game, match.state) if state is None else state
    other.clocks = canonical.decode(canonical.encode(match.clocks), Clocks)
    other.log = copy(match.log)
    other.log.lines = []
    other.feed = match.feed.copy()
    if hasattr(other.state, "touched"):
        other.state.touched.cells |= match.state.touched.cells
        other.state.touched.everywhere = match.state.touched.everywhere
        other.state.touched.viewers |= match.state.touched.viewers
    return other


def fingerprints(game: AnyGame, at: At, seed: int, most: int = 0) -> str:
    """One word for a whole random play, its frames included."""
    match = begin(game, at, seed)
    rng = Stream(key_of("steps", seed), "steps")
    for viewer in viewers(match):
        match.open(viewer)
    told: list[bytes] = []
    for step in islice(steps(match, rng, restless=40), most or game.longest):
        take(match, step)
        told.append(canonical.encode(tuple(match.flush().items())))
    match.advance(match.now, mark=True)
    return canonical.fingerprint((match.log.dump(), match.fingerprint(), told))


# Wild actions: everything a player could write down that is not what the game offers


def wild_actions(match: Match, rng: Stream, past: list[Struct]) -> Iterator[Struct]:
    """Actions of all kinds for anybody to try, each one that can be spelled and read back."""
    return wild_from(match.game, what_is_done(match, rng, past), rng)


def what_is_done(match: Match, rng: Stream, past: list[Struct]) -> list[Struct]:
    """Actions to begin with: those of late, and a few that each seat is offered now."""
    pool = [*past[-40:]]
    for each in range(len(match.header.seats)):
        pool += choices_of(match, each, rng, 20)
    return pool


def wild_from(game: AnyGame, pool: list[Struct], rng: Stream) -> Iterator[Struct]:
    while pool:
        action = rng.pick(pool)
        for _ in range(rng.below(3)):
            action = mutate(action, rng)
        if (written := as_written(game, action)) is not None:
            yield written
        if rng.below(12) == 0:
            yield rng.pick((Arrive(), Leave(), Resign()))


def as_written(game: AnyGame, action: Struct) -> Struct | None:
    """What arrives when this is written down, or None if it cannot be."""
    try:
        return parse_action(game, spell_action(game, action))
    except ValueError:
        return None


INTS = (-1, 0, 1, 2, 3, 5, 19, 63, 64, 255, 1000, 999_999_999)
TEXTS = ("", "x", "é" * 500, "resign", "0", "U", "R")


def mutate(value: Any, rng: Stream) -> Any:
    """The same kind of thing, with something in it changed."""
    match value:
        case Struct() if value.__struct_fields__:
            name = rng.pick(value.__struct_fields__)
            return msgspec.structs.replace(value, **{name: mutate(getattr(value, name), rng)})
        case bool():
            return not value
        case int():
            return rng.pick((*INTS, value - 1, value + 1, value + 1 - 2 * rng.below(2)))
        case str():
            return rng.pick((*TEXTS, value + "x", value[1:]))
        case tuple() if value:
            place = rng.below(len(value))
            changed = [(), (mutate(value[place], rng),), (value[place], value[place])][rng.below(3)]
            return (*value[:place], *changed, *value[place + 1 :])
    return value
