"""No choice of a bot follows from a tile's number: in a mirrored world it is mirrored, too."""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from freehold.bot import Bot, Wait
from freehold.game import View
from freehold.games.mine_land import GAME
from freehold.games.mine_land.actions import Flip
from freehold.games.mine_land.bots.players import Player
from freehold.games.mine_land.bots.strollers import Stroller
from freehold.games.mine_land.facts import Facts
from freehold.games.mine_land.views import view
from freehold.kernel.chance import Stream, key_of
from tests.games.mine_land import position

DRAWS = 80
MOST_APART = 0.3
"""Of two drawings of the same distribution; a choice by number makes them differ wholly."""
LATE = 600_000


class Scene(NamedTuple):
    picture: str
    flags: int = 0


SCENES = {
    "safe tiles on all sides": Scene("*...*\n.....\n..a..\n.....\n*...*"),
    "bombs on both sides": Scene("*_a_*\n_____\n_____", flags=2),
    "something to walk to": Scene("*.__a__.*"),
    "nothing certain": Scene("..*\n.a.\n*.."),
    "nothing certain, with a flag": Scene("..*\n.a.\n*..", flags=1),
    "some tiles safer than others": Scene("..*..\n._a_.\n..*.."),
    "lit bombs": Scene("!_____!\n___a___\n_______\n*_____*"),
}


def mirrored(picture: str) -> str:
    return "\n".join(row[::-1] for row in picture.splitlines())


def quick(level: str) -> Bot:
    """The level, without pauses."""
    bot = GAME.bots[level]()
    if isinstance(bot, Player):
        return Player(replace(bot.manner, dig_pause_ms=(0, 0), step_pause_ms=(0, 0), reaction_ms=0))
    assert isinstance(bot, Stroller)
    walker = Stroller(pause_ms=(0, 0))
    walker.ready_at = 0
    return walker


def answers(make: Any, scene: Scene, mirror: bool) -> Counter[str]:
    """How often each answer is given; seen in a mirror if the world was."""
    picture = mirrored(scene.picture) if mirror else scene.picture
    seen = view(position(picture, start_flags=scene.flags), 0)
    found = Counter[str]()
    for number in range(DRAWS):
        answer = make().decide(seen, LATE, Stream(key_of(number, mirror), "bot"))
        spelling = "wait" if isinstance(answer, Wait) else GAME.spell(answer)
        found[reflected(spelling, seen.rect.width) if mirror else spelling] += 1
    return found


def reflected(spelling: str, width: int) -> str:
    word, _, place = spelling.partition(" ")
    if "," in place:
        x, y = map(int, place.split(","))
        return f"{word} {width - 1 - x},{y}"
    turned = {"east": "west", "west": "east"}.get(place, place)
    return f"{word} {turned}".strip()


def apart(ones: Counter[str], others: Counter[str]) -> float:
    """Half of all differences, as a share: 0 for equal distributions, 1 for disjoint ones."""
    return sum(abs(ones[each] - others[each]) for each in {*ones, *others}) / (2 * DRAWS)


@pytest.mark.slow
@pytest.mark.parametrize("what", SCENES)
@pytest.mark.parametrize("level", GAME.bots)
def test_in_a_mirrored_world_a_bot_chooses_the_mirrored_way(level: str, what: str) -> None:
    straight, mirror = (answers(lambda: quick(level), SCENES[what], seen) for seen in (False, True))
    assert apart(straight, mirror) < MOST_APART, (straight, mirror)


class ByNumber:
    """Flips the first covered tile next to it."""

    def decide(self, view: View[Facts], now: int, rng: Stream) -> Flip:
        x, y = view.facts.at
        return Flip(x - 1, y - 1)


def test_the_measure_finds_a_choice_by_number() -> None:
    scene = SCENES["safe tiles on all sides"]
    straight, mirror = (answers(ByNumber, scene, seen) for seen in (False, True))
    assert apart(straight, mirror) == 1.0
