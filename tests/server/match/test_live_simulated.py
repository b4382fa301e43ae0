"""The live match in a hundred worlds of crashes, lost messages and failing disks.

`pytest tests/server/match/test_live_simulated.py -k "world and 17"` runs the world of seed 17.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Sequence

import msgspec
import pytest

from freehold.game import AnyGame, Clock, Ms
from freehold.games import load_game
from freehold.games._template import GAME as TEMPLATE
from freehold.games._template.params import Params
from freehold.match import Header, Match
from freehold.match.log import Line
from freehold.match.patches import Frame
from freehold.server.match import live as live_module
from freehold.server.match.effects import Effect, Save, Saved, Send, Timer
from freehold.server.match.inputs import Input
from freehold.server.match.live import Live
from freehold.server.match.passing import Passing
from tests.server.match import simulation
from tests.server.match.checks import Broken, run
from tests.server.match.simulation import Scene
from tests.toy import GAME as TOY
from tests.toy.params import Params as Cave

pytestmark = pytest.mark.slow

CAVE = Cave(
    width_cells=9, height_cells=7, traps=8, gust_ms=700, hold_ms=400, freeze_ms=500, match_ms=26_000
)
SCENES = (
    Scene(TEMPLATE, 3, Params(side_cells=8)),
    Scene(TOY, 2, CAVE),
    Scene(load_game("land-grab"), 2),
    Scene(TOY, 4, CAVE, Clock(limit_ms=900)),
    Scene(TEMPLATE, 4, Params(side_cells=10), Clock(bank_ms=15_000, increment_ms=200)),
    Scene(load_game("territory"), 3, clock=Clock(limit_ms=2_500), think_ms=500),
    Scene(load_game("land-grab"), 2, clock=Clock(bank_ms=12_000, increment_ms=100), think_ms=600),
)
SEEDS = range(100)


def scene_of(seed: int) -> Scene:
    return SCENES[seed % len(SCENES)]


@pytest.mark.parametrize("seed", SEEDS)
def test_the_promises_hold_in_the_world_of_seed(seed: int) -> None:
    run(scene_of(seed), seed)


def test_the_worlds_are_as_bad_as_they_should_be() -> None:
    """A simulation in which nothing happens proves nothing."""
    worlds = [run(scene_of(seed), seed) for seed in range(len(SCENES))]
    assert sum(world.crashes for world in worlds) >= 5 * len(worlds)
    assert all(world.snapshots for world in worlds)
    assert any(world.ended for world in worlds)
    assert all(len(world.lines) > 30 for world in worlds)


def test_a_world_repeats() -> None:
    first, second = (run(scene_of(3), 3) for _ in range(2))
    assert first.lines == second.lines
    assert first.crashes == second.crashes
    assert [client.shown for client in first.clients] == [client.shown for client in second.clients]


# Planted faults: each must be found out


class Forgetful(Live):
    """No command ids are kept over a crash."""

    @classmethod
    def recover(
        cls, game: AnyGame, header: Header, lines: list[Line], now: Ms, base: Saved | None = None
    ) -> Live:
        live = super().recover(game, header, lines, now, base)
        live.sessions.clear()
        return live


class Careless(Live):
    """Nothing is remembered of what has counted."""

    def _count(self, seat: int, session: str, n: int, action: str) -> None:
        return


class Hasty(Live):
    """Everything leaves at once, durable or not."""

    def _release(self, effects: list[Effect]) -> None:
        durable, self.durable = self.durable, self.head
        super()._release(effects)
        self.durable = durable


class Promising(Live):
    """Answers leave at once; frames wait, as they should."""

    def _release(self, effects: list[Effect]) -> None:
        super()._release(effects)
        told = [each for _, messages in self._unsent for each in messages]
        effects.append(Send([each for each in told if not isinstance(each[1], Frame)]))
        self._unsent = deque(
            (head, [each for each in messages if isinstance(each[1], Frame)])
            for head, messages in self._unsent
        )


class Rude(Live):
    """Answers leave before the frames that show what they say."""

    def _tell(self) -> None:
        super()._tell()
        self._outbox.sort(key=lambda item: isinstance(item[1], Frame))


class Shared(Live):
    """A snapshot goes on counting after it was handed out."""

    def _conclude(self, effects: list[Effect]) -> None:
        super()._conclude(effects)
        for place, effect in enumerate(effects):
            if isinstance(effect, Save):
                saved = msgspec.structs.replace(effect.saved, sessions=self.sessions)
                effects[place] = Save(saved)


class Sleepless(Live):
    """Time goes on while the match is down."""

    @classmethod
    def recover(
        cls, game: AnyGame, header: Header, lines: list[Line], now: Ms, base: Saved | None = None
    ) -> Live:
        live = super().recover(game, header, lines, now, base)
        live.passing._origin -= 400
        return live


class OnceOnly(Live):
    """A timer that rang early is not set again."""

    def step(self, now: Ms, given: Input) -> list[Effect]:
        asked = self._timer
        effects = super().step(now, given)
        return [e for e in effects if not (isinstance(e, Timer) and e.at == asked)]


class Unmarked(Match):
    """Deadlines change the match, but are not written down: the next mark comes when it comes."""

    def advance(self, now: Ms, mark: bool = False) -> None:
        self._fire_due(now)
        if mark or self.outcome:
            self._mark()


def caught_at(live: type[Live], scenes: Sequence[Scene]) -> tuple[int, str]:
    """The first seed whose world finds the fault out, and what it says."""
    for seed in SEEDS:
        try:
            run(scenes[seed % len(scenes)], seed, live)
        except Broken as broken:
            return seed, str(broken)
    pytest.fail(f"{live.__name__} was not found out in {len(SEEDS)} worlds")


@pytest.mark.parametrize(
    ("fault", "says"),
    [
        (Forgetful, "is in the log 2 times|but had counted"),
        (Careless, "is in the log 2 times|but had counted|a snapshot leads to other sessions"),
        (Hasty, "was shown line|was shown what never happened|acknowledged|too early"),
        (Promising, "acknowledged too early|acknowledged and lost|was shown what never"),
        (Rude, "was shown"),
        (Shared, "a snapshot leads to other sessions"),
        (Sleepless, "time went on in a match that was down"),
        (OnceOnly, "has not happened by|a crash lost"),
    ],
    ids=lambda each: each.__name__ if isinstance(each, type) else "",
)
def test_a_planted_fault_is_found_out(fault: type[Live], says: str) -> None:
    _, said = caught_at(fault, SCENES)
    assert re.search(says, said), said


QUIET = Scene(
    TOY,
    2,
    Cave(width_cells=9, height_cells=7, traps=2, gust_ms=60_000, match_ms=60_000),
    think_ms=4_000,
)


@pytest.mark.parametrize("seed", range(5))
def test_little_time_is_lost_where_little_happens(seed: int) -> None:
    run(QUIET, seed)


def test_time_that_is_not_written_down_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Passing, "mark_at", lambda passing, match: None)
    _, said = caught_at(Live, [QUIET])
    assert "a crash lost" in said


def test_a_match_without_time_marks_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_module, "Match", Unmarked)
    monkeypatch.setattr(simulation, "Match", Unmarked)
    _, said = caught_at(Live, [scene for scene in SCENES if scene == SCENES[1]])
    assert "was shown what never happened" in said
