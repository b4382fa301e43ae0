"""Vectors: what a page must make of clicks, keys and gestures, worked out by the rules.

A game with a screen offers `tests/games/<folder>/vectors.py` with `showings()`: what a seat was
told of a seeded match, and at some moments of it what each click means. `tools/vectors.py` writes
them to `web/tests/vectors/<game>.json`; `web/src/games/vectors.test.ts` tries the page on them.

What a click means is written down here once more, from the game's own help and not from the page's
code; whether it is accepted, and why not, is asked of the rules.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby, product
from typing import Any, Literal

import msgspec
from msgspec import Struct

from freehold.game import AnyGame, Ms, Seat
from freehold.kernel.chance import Stream, key_of
from freehold.match import Match
from freehold.match.patches import Frame
from freehold.server.http.catalogue import about_game
from freehold.testing.plays import PlayedStep, Probe, next_step, take
from tests.games_under_test import companion

Button = Literal["main", "second"]
BUTTONS: tuple[Button, ...] = ("main", "second")
HERE = "@"
"""In what a click sends: the cell that was clicked, as in `farm @`."""
MOST_STEPS = 5_000
SEEDS = range(1, 41)
TOLD_OF_A_GAME = ("name", "title", "kind", "shape", "texts", "legend")
"""What a session must know of its game."""


class Answer(Struct, frozen=True, omit_defaults=True):
    """What must come of a click or a gesture. Without anything: nothing at all."""

    sends: tuple[str, ...] = ()
    """The actions, spelled."""
    refused: str = ""
    """The code of the rules' refusal, which the page says itself and sends nothing,"""
    facts: dict[str, Any] = {}
    """with the facts in it."""
    says: str = ""
    """Or a key of the page's own texts."""


class Clicks(Struct, frozen=True):
    """Cells that must all answer in the same way."""

    mode: str
    button: Button
    cells: str
    """As in `0-4 7`."""
    answer: Answer


class Gesture(Struct, frozen=True, omit_defaults=True):
    """Several things done one after another."""

    do: tuple[str, ...]
    answer: Answer
    mode: str = ""


class Scene(Struct, frozen=True, omit_defaults=True):
    """A moment at which the page is tried."""

    about: str
    after: int
    """How many of the frames have come."""
    now: Ms
    lit: dict[str, str] = {}
    """By mode: the cells that are lit."""
    choices: tuple[str, ...] = ()
    """What the server tells a page that asks for it."""
    clicks: tuple[Clicks, ...] = ()
    gestures: tuple[Gesture, ...] = ()
    looks: dict[str, Any] = {}
    """By name: what the page works out of the view, beside clicks."""


class Showing(Struct, frozen=True):
    """A match as one seat is told of it."""

    seat: Seat
    names: tuple[str, ...]
    frames: list[Frame]
    scenes: list[Scene]


class NeverCame(Exception):
    """A match went another way than was wanted."""


def first_seed(play: Callable[[int], Show]) -> list[Showing]:
    """Of the first match in which everything came that was waited for: a change of the rules may
    make it another one."""
    for seed in SEEDS:
        try:
            return [*play(seed).showings.values()]
        except NeverCame:
            continue
    raise AssertionError(f"with no seed of {SEEDS} it came to every scene")


class Show:
    """A running match, and its watchers."""

    def __init__(self, match: Match, seats: Iterable[Seat]) -> None:
        self.match = match
        self.rng = Stream(key_of("vectors", match.game.name), "steps")
        self.showings = {seat: Showing(seat, match.names, [match.open(seat)], []) for seat in seats}

    def play(
        self,
        is_enough: Callable[[], bool],
        is_wise: Callable[[PlayedStep], bool] = lambda step: True,
    ) -> None:
        """Go on at random until something holds; what is not wise nobody does."""
        for _ in range(MOST_STEPS):
            if is_enough() or self.match.outcome:
                break
            step = next_step(self.match, self.rng)
            if is_wise(step):
                take(self.match, step)
        if not is_enough():
            raise NeverCame

    def scene(
        self,
        seat: Seat,
        about: str,
        clicks: Iterable[Clicks] = (),
        gestures: Iterable[Gesture] = (),
        lit: dict[str, str] | None = None,
        choices: Iterable[Struct] = (),
        looks: dict[str, Any] | None = None,
    ) -> None:
        for viewer, frame in self.match.flush().items():
            self.showings[viewer].frames.append(frame)
        told = self.showings[seat]
        told.scenes.append(
            Scene(
                about,
                len(told.frames),
                self.match.now,
                lit or {},
                tuple(map(self.match.game.spell, choices)),
                tuple(clicks),
                tuple(gestures),
                looks or {},
            )
        )


# What the rules say


def answer(match: Match, seat: Seat, action: Struct) -> Answer:
    """Would the rules accept it now?"""
    return answer_of(probe_of(match), seat, action)


def probe_of(match: Match) -> Probe:
    """For many answers at one moment."""
    return Probe(match.game, match.state, match.now)


def answer_of(probe: Probe, seat: Seat, action: Struct) -> Answer:
    if refusal := probe.refusal(seat, action):
        return Answer(refused=refusal.code, facts=refusal.facts)
    return Answer((probe.game.spell(action),))


def is_legal(match: Match, seat: Seat, action: Struct) -> bool:
    return bool(answer(match, seat, action).sends)


def choices_of(match: Match, seat: Seat) -> list[Any]:
    """What the game offers the seat."""
    rng = Stream(key_of("vectors"), "choices")
    return [*match.game.choices(match.view(seat), match.now, rng)]


def cells_of(match: Match, seat: Seat, actions: Iterable[Any]) -> str:
    """The cells of a seat's view that these actions are about."""
    left, top, width, _ = match.view(seat).rect
    return ranges({(each.y - top) * width + each.x - left for each in actions})


# Many clicks


def click_all(
    match: Match,
    seat: Seat,
    modes: Iterable[str],
    asked: Callable[[str, Button, int], Answer | None],
) -> Iterator[Clicks]:
    """Every cell in every mode, by both buttons; those that answer alike stand together, and where
    nothing is asked for (None) the page is not tried."""
    places = places_of(match, seat)
    for mode, button in product(modes, BUTTONS):
        alike: dict[bytes, tuple[Answer, list[int]]] = {}
        for cell, place in enumerate(places):
            answered = asked(mode, button, cell)
            if answered is not None:
                found = at_cell(answered, place)
                alike.setdefault(msgspec.json.encode(found), (found, []))[1].append(cell)
        for found, cells in alike.values():
            yield Clicks(mode, button, ranges(cells), found)


def at_cell(found: Answer, place: str) -> Answer:
    """With `@` for the cell, so that cells can be put together."""
    sends = tuple(f"{each} ".replace(f" {place} ", f" {HERE} ").strip() for each in found.sends)
    return msgspec.structs.replace(found, sends=sends)


def places_of(match: Match, seat: Seat) -> list[str]:
    """How each cell of a seat's view is written."""
    left, top, width, height = match.view(seat).rect
    return [f"{left + cell % width},{top + cell // width}" for cell in range(width * height)]


def ranges(cells: Iterable[int]) -> str:
    """`0-4 7`, of cells in order."""
    runs = [
        [cell for _, cell in run]
        for _, run in groupby(enumerate(sorted(cells)), lambda pair: pair[1] - pair[0])
    ]
    return " ".join(f"{run[0]}-{run[-1]}" if run[1:] else str(run[0]) for run in runs)


# The file


def vectors_of(game: AnyGame) -> str | None:
    """A game's vectors as JSON; None for a game that offers none."""
    offered = companion(game, "vectors")
    if offered is None:
        return None
    told = msgspec.to_builtins(about_game(game))
    about = {name: told[name] for name in TOLD_OF_A_GAME}
    showings: list[Showing] = [each for each in offered.showings() if each.scenes]
    return dump({"game": about, "showings": msgspec.to_builtins(showings)}) + "\n"


def dump(value: Any) -> str:
    """JSON with a line for each thing of a list, so that a difference can be read."""
    match value:
        case dict() if value and any(isinstance(each, dict | list) for each in value.values()):
            inside = [f"{json.dumps(key)}: {dump(each)}" for key, each in value.items()]
            return f"{{{', '.join(inside)}}}"
        case [dict(), *_]:
            return "[\n" + ",\n".join(map(dump, value)) + "\n]"
    return json.dumps(value, ensure_ascii=False)
