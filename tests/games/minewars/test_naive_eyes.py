"""Random play against a slow and naive sight that was written from the rulebook alone."""

from __future__ import annotations

import pytest

from freehold.game import Notice, Setup
from freehold.games.minewars import rules, setup, views
from freehold.games.minewars.board.kinds import (
    MINE,
)
from freehold.games.minewars.fog import knowledge
from freehold.games.minewars.params import Params
from freehold.games.minewars.state import State
from freehold.kernel.chance import Stream, key_of
from tests.games.minewars import act, position
from tests.games.minewars.naive_sight import NaiveSeat

# Random play, watched by naive eyes


BUSY = {
    "radius_tiles": 6,
    "start_money_percent": 100_000,
    "harvest_land_ms": 700,
    "harvest_fertile_ms": 700,
    "harvest_forest_ms": 800,
    "harvest_mountain_ms": 900,
    "road_cost_percent": 4,
    "tower_cost_percent": 10,
    "barricade_cost_percent": 5,
    "bridge_cost_percent": 5,
    "bulldoze_delay_ms": 1_000,
    "stun_ms": 900,
    "hold_ms": 1_500,
    "limit_ms": 0,
}


class Watch:
    """A match that naive eyes watch from its beginning. They always do; what the state says that
    seats know is read after every few steps."""

    def __init__(self, state: State, every: int = 1) -> None:
        self.state = state
        self.every = every
        self.steps = 0
        self.eyes = [NaiveSeat(state, seat) for seat in range(state.seats)]
        self.before = [views.layers(state, eye.seat) for eye in self.eyes]
        self.compare([], "at the start")

    def compare(self, notices: list[Notice], where: object) -> None:
        """Each seat's layers are what its naive eyes see, and it is noted whose differ."""
        for eye in self.eyes:
            eye.watch(self.state, notices)
        self.steps += 1
        if self.steps % self.every:
            return
        noted = self.state.touched.take_viewers()
        for eye, before in zip(self.eyes, self.before, strict=True):
            layers = views.layers(self.state, eye.seat)
            for name, expected in eye.layers(self.state).items():
                wrong = differing(layers[name], expected)
                assert not wrong, f"{where}: seat {eye.seat}, {name} at {wrong[:5]}"
            told = {**layers, "skull": before["skull"]}  # these are told by a notice, to everybody
            assert told == before or eye.seat in noted, f"{where}: seat {eye.seat} is not noted"
            before.update(layers)

    def advance(self, now: int) -> None:
        while self.state.outcome is None:
            at = rules.wake_at(self.state)
            if at is None or at > now:
                break
            what = self.state.due[0]
            self.compare(rules.wake(self.state, at), what)

    def act_somehow(self, now: int, rng: Stream) -> None:
        """Somebody does something, each kind of action as likely as the others."""
        seat = rng.below(self.state.seats)
        view = views.view(self.state, seat)
        offered = list(views.choices(view, now, rng))
        if offered and self.state.outcome is None:
            kind = rng.pick(sorted({type(each).__name__ for each in offered}))
            action = rng.pick([each for each in offered if type(each).__name__ == kind])
            self.compare(rules.act(self.state, now, seat, action), (now, seat, action))


def differing(one: bytes, other: bytes) -> list[int]:
    if one == other:
        return []
    return [cell for cell, pair in enumerate(zip(one, other, strict=True)) if pair[0] != pair[1]]


@pytest.mark.slow
@pytest.mark.parametrize("every", [1, 9])
@pytest.mark.parametrize(
    ("shape", "seats", "seed"),
    [("square", 2, 1), ("hex", 2, 2), ("hex", 3, 3), ("square", 3, 7)],
)
def test_every_layer_is_what_naive_eyes_see(shape: str, seats: int, seed: int, every: int) -> None:
    params = Params(grid=shape, cities=seats, **BUSY)  # type: ignore[arg-type]
    watch = Watch(setup.new(Setup(params, seats, key_of("naive", seed))), every)
    rng, now = Stream(key_of("naive steps", seed), "steps"), 0
    for _ in range(60):
        now += rng.below(500)
        watch.advance(now)
        watch.act_somehow(now, rng)


def test_a_great_autoexpansion_is_what_naive_eyes_see() -> None:
    """Enough tiles that eyes are counted over the whole board."""
    rows = [". " * 14] * 11
    rows[1] = ". a b " + ". " * 11
    watch = Watch(position("\n".join(rows)))
    watch.compare(act(watch.state, 0, "capture 1,2"), "a great expansion")
    assert watch.state.players[0].land > 100
    watch.compare(act(watch.state, 0, "resign"), "all of it is nobody's")


def test_knowledge_from_scratch_is_what_was_learnt_step_by_step() -> None:
    """But for what is remembered: here nothing was ever out of sight that has changed."""
    state = position("a . * . ^ ^ . b* bT", seats=2)
    act(state, 0, "capture 1,0")
    act(state, 1, "capture 6,0", 200)
    learnt = [views.layers(state, seat) for seat in range(2)]
    assert state.item[7] == MINE
    knowledge.begin(state)
    for seat in range(2):
        anew = views.layers(state, seat)
        assert {name for name in anew if anew[name] != learnt[seat][name]} == set()
