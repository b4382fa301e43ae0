"""The browser's lesson, read from its own file: nobody loses it by waiting."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec

from freehold.arena.bouts import bots_key, match_key, seat_bots
from freehold.bots import Runner, make_bots
from freehold.game import Ms
from freehold.games.minewars import GAME
from freehold.games.minewars.params import Params
from freehold.match import Match

LESSON = Path(__file__).parents[3] / "web" / "src" / "games" / "minewars" / "tutorial.ts"
WAY = ("capture 6,3", "capture 10,4", "capture 10,5", "capture 10,6")
"""What a learner captures on the way to the second city."""
STEP_MS, CITY_MS, WAIT_MS = 1_500, 5_000, 9 * 60_000


def lesson_params() -> Params:
    """The lesson's own parameters, as its file spells them."""
    source = LESSON.read_text()
    island = re.search(r"const ISLAND = `(.*?)`", source, re.DOTALL)
    params = re.search(r"params: \{(.*?)\} satisfies", source, re.DOTALL)
    assert island
    assert params
    numbers = re.findall(r"(\w+): ([\d_]+|true|false)", params[1])
    chosen = {name: msgspec.json.decode(value.replace("_", "")) for name, value in numbers}
    assert len(chosen) > 5
    return msgspec.convert(chosen | {"map": island[1]}, Params)


def run_until(runner: Runner, moment: Ms) -> None:
    match = runner.match
    while match.outcome is None:
        upcoming = runner.next_up()
        if upcoming is None or upcoming[0] > moment:
            break
        runner.step(upcoming[0])
    if match.outcome is None:
        match.advance(moment)


def cities(match: Match) -> int:
    """How many cities the learner holds."""
    return sum(city.owner == 1 for city in match.view(0).facts.cities)


def test_a_learner_who_has_built_the_bridge_and_waits_loses_no_city() -> None:
    for seed in (1, 2):
        match = Match.new(GAME, seat_bots(GAME, ("easy", "easy")), match_key(seed), lesson_params())
        bots = make_bots(GAME, ("easy", "easy"))
        runner = Runner(match, {1: bots[1]}, bots_key(seed))
        for number, action in enumerate(WAY, 1):
            run_until(runner, number * STEP_MS)
            match.act(match.now, 0, GAME.parse(action))
            runner.changed()
        run_until(runner, match.now + CITY_MS)
        assert cities(match) == 2
        match.act(match.now, 0, GAME.parse("build bridge 12,2"))
        runner.changed()
        run_until(runner, match.now + WAIT_MS)
        assert match.outcome is None
        assert cities(match) == 2
