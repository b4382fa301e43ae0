"""The bots: what they read from a view, what they do first, and that stronger ones win."""

from __future__ import annotations

from typing import Any

import pytest

from freehold.bot import Wait
from freehold.bots import make_bots, run
from freehold.games.minewars import GAME
from freehold.games.minewars.actions import Build, Capture, Deploy, Harvest, Strike
from freehold.games.minewars.bots.goals import LOOK_AGAIN_MS, Goal
from freehold.games.minewars.bots.manners import Manner
from freehold.games.minewars.bots.minds import Mind
from freehold.games.minewars.bots.players import Player
from freehold.games.minewars.fog import knowledge
from freehold.games.minewars.moves import cities
from freehold.games.minewars.params import Params
from freehold.games.minewars.presets import PRESETS
from freehold.games.minewars.state import State
from freehold.games.minewars.views import view
from freehold.kernel.chance import Stream, key_of
from freehold.match import Match, Seated
from tests.games.minewars import act, position

BLITZ = PRESETS["blitz"].params
BOTS = list(GAME.bots)
RACES = {
    "build_not_own",
    "build_no_city",
    "harvest_no_city",
    "harvest_nothing",
    "deploy_item",
    "too_far",
    "protected",
    "yours",
    "strike_too_far",
    "deploy_not_own",
    "harvest_not_own",
    "too_dear",
    "not_land",
    "walled",
}
"""What may be refused because the board changed after the bot looked at it."""


def played(levels: list[str], seed: int, params: Params = BLITZ) -> Match:
    seats = tuple(Seated(level, level) for level in levels)
    match = Match.new(GAME, seats, key_of("map", seed), params)
    report = run(match, make_bots(GAME, levels), key_of("bots", seed))
    assert {refusal.code for refusal in report.refusals} <= RACES
    return match


def at_once(**manner: Any) -> Player:
    chosen: dict[str, Any] = {
        "pause_ms": (0, 0),
        "slip_percent": 0,
        "daring": 0.1,
        "patience_ms": 5_000,
    } | manner
    return Player(Manner(**chosen))


def decide(bot: Player, state: State, now: int = 0) -> object:
    return bot.decide(view(state, 0), now, Stream(key_of(1), "bot"))


def mind_of(state: State) -> Mind:
    seen = view(state, 0)
    mind = Mind(seen)
    mind.learn(seen)
    return mind


def cell(state: State, x: int, y: int) -> int:
    return state.grid.cell(x, y)


@pytest.mark.slow
@pytest.mark.parametrize(("weak", "strong"), list(zip(BOTS, BOTS[3:], strict=False)))
def test_bots_win_against_those_three_levels_below(weak: str, strong: str) -> None:
    wins = 0
    for seed in range(2):
        for levels in ([weak, strong], [strong, weak]):
            outcome = played(levels, seed).outcome
            assert outcome is not None
            wins += outcome.places[levels.index(strong)] == 1
    assert wins >= 3, (weak, strong)


@pytest.mark.slow
def test_the_same_keys_play_the_same_match() -> None:
    assert played(["hard", "easy"], 7).log.dump() == played(["hard", "easy"], 7).log.dump()


# What a view tells

OPEN = """
a a . .
a a . *
a a . .
"""


def test_a_digit_of_nothing_makes_its_neighbours_safe() -> None:
    state = position(OPEN)
    mind = mind_of(state)
    assert {cell(state, 2, 0), cell(state, 2, 1), cell(state, 2, 2)} <= {*mind.find_safe().safe}


def test_a_digit_without_asterisk_speaks_of_mines() -> None:
    state = position("a a a a\na a * .\na a a a")
    mind = mind_of(state)
    assert mind.decoy_chance(cell(state, 2, 1)) == 0.0


def test_an_asterisk_that_can_mean_only_one_tile_makes_it_harmless() -> None:
    state = position("a a a a\na a o ~\na a a a")
    mind = mind_of(state)
    assert mind.decoy_chance(cell(state, 2, 1)) == 1.0
    assert mind.danger(cell(state, 2, 1)) == 0.0


@pytest.mark.slow
def test_what_is_learnt_bit_by_bit_is_what_a_fresh_look_tells() -> None:
    match = Match.new(GAME, (Seated("a"), Seated("b")), key_of("learn"), BLITZ)
    bots = make_bots(GAME, ["normal", "normal"])
    known: list[Mind] = []

    def look() -> None:
        seen = view(match.state, 0)
        if not known:
            known.append(Mind(seen))
        known[0].learn(seen)

    run(match, bots, key_of("learn bots"), look)
    assert known[0].find_safe() == mind_of(match.state).find_safe()
    assert known[0].answer().risk == mind_of(match.state).answer().risk


# Truces


SHY: dict[str, Any] = {"truce_ms": 120_000, "mercy_ms": 300_000, "strikes": True}
NEIGHBOURS = "aC a a . . b b bC\na a a . . b b b\na a a . . b b b"


def test_during_a_truce_nobody_is_attacked_who_has_not_attacked() -> None:
    state, bot = position(NEIGHBOURS), at_once(**SHY)
    assert isinstance(decide(bot, state, 60_000), Wait)
    for x, y in ((2, 0), (2, 1), (2, 2)):
        state.owner[cell(state, x, y)] = 2  # the neighbour comes over
    vars(state).pop("boards")
    knowledge.begin(state)
    assert isinstance(decide(bot, state, 61_000), Capture)
    assert bot.mind is not None
    assert bot.mind.attackers == {2}


def test_a_truce_forbids_strikes_too() -> None:
    state = position("aC a b* b bC\na a b* b b")
    state.cities[0].money_milli = 10**9
    assert isinstance(decide(at_once(**SHY), state, 60_000), Wait)
    assert isinstance(decide(at_once(**SHY), state, 400_000), Strike)


# What is done first


def test_certain_land_is_taken_towards_the_next_city() -> None:
    state = position("aC a . . . C .\na a . . . . .\na a . . . . .")
    found = decide(at_once(), state)
    assert isinstance(found, Capture)
    assert found.x == 2


def test_a_mine_in_the_way_is_struck_if_it_can_be_paid_for() -> None:
    state = position("aC a * ~ C .\na a ~ ~ . .")
    state.cities[0].money_milli = 10**9
    assert decide(at_once(strikes=True), state) == Strike(((2, 0),))
    assert not isinstance(decide(at_once(), state), Strike)


def test_land_is_harvested_for_a_strike_only_where_that_wins_a_city() -> None:
    near, far = position("aC a * C .\na a ~ . ."), position("aC a * ~ C .\na a ~ ~ . .")
    for state in (near, far):
        state.cities[0].money_milli = 0
    bot = at_once(strikes=True, harvests=True)
    assert isinstance(decide(bot, near), Harvest)
    assert not isinstance(decide(at_once(strikes=True, harvests=True), far), Harvest)


def test_a_city_that_was_tried_long_in_vain_gives_way_to_another() -> None:
    state = position("C . . aC . . . . C\n. . . a . . . . .")
    seen, mind, goal = view(state, 0), mind_of(state), Goal(0)
    chosen = []
    for look in range(40):
        goal.look(mind, seen, look * LOOK_AGAIN_MS, Stream(key_of(look), "bot"))
        chosen.append(goal.city)
    assert chosen[0] == 0
    assert {*chosen} == {0, 2}


def test_a_city_that_a_rival_holds_is_saved_first() -> None:
    state = position("b b b . .\nb aC b . .\nb b b . .\n. . . . .", hold_ms=5_000)
    cities.watch(state, 0, 0)
    assert state.cities[0].hold_by == 2
    found = decide(at_once(), state, 3_000)
    assert isinstance(found, Capture)
    assert max(abs(found.x - 1), abs(found.y - 1)) == 1


def test_a_player_who_holds_a_rivals_city_mines_its_ring() -> None:
    state = position("a a a ~ aC\na bC a ~ a\na a a ~ a")
    cities.watch(state, 0, 1)
    assert state.cities[1].hold_by == 1
    for city in state.cities:
        city.money_milli = 10**9
    bot = at_once(fastens=True)
    found = decide(bot, state, 100)
    assert isinstance(found, Deploy)
    assert found.item == "mine"
    assert not isinstance(decide(at_once(), state, 100), Deploy)


WALLED = "aC a a a b* b b b b\n" + 7 * "a a a a b* b b b b\n" + "a a a a b* b b b bC"
CHEAP: dict[str, Any] = {"tower_cost_percent": 50}


def built_by(picture: str) -> set[tuple[int, int]]:
    """Where a bot builds towers that look three steps far, in ten tries."""
    seen = view(position(picture, tower_steps=3, **CHEAP), 0)
    manner = {"builds": True, "daring": 0.0}
    found = [at_once(**manner).decide(seen, 0, Stream(key_of(n), "bot")) for n in range(10)]
    built = [each for each in found if isinstance(each, Build)]
    assert all(each.structure == "tower" for each in built)
    return {place for each in built for place in each.places}


def firm(*places: tuple[int, int]) -> str:
    """The same with mountains: a tower beside one does not fall alone."""
    rows = [row.split() for row in WALLED.splitlines()]
    for x, y in places:
        rows[y][x] = "^"
    return "\n".join(" ".join(row) for row in rows)


def test_a_tower_is_built_where_it_shows_most_of_the_land_along_the_front() -> None:
    assert built_by(firm((1, 4), (2, 4))) == {(3, y) for y in (3, 4, 5)}


def test_a_tower_is_built_only_beside_a_mountain_or_a_forest() -> None:
    assert not built_by(WALLED)
    assert {y for _, y in built_by(firm((2, 7), (2, 6)))} <= {5, 6, 7, 8}


def test_no_tower_is_built_where_one_shows_the_front_already() -> None:
    rows = firm((1, 4), (2, 4)).splitlines()
    rows[4] = rows[4].replace("a b*", "aT b*")
    assert not built_by("\n".join(rows))


def test_no_tower_is_built_where_it_shows_little_or_costs_much() -> None:
    few = "\n".join(WALLED.splitlines()[-3:])
    assert not isinstance(decide(at_once(builds=True), position(f"aC{few[1:]}", **CHEAP)), Build)
    dear = position(WALLED, tower_cost_percent=3_000)
    assert not isinstance(decide(at_once(builds=True, daring=0.0), dear), Build)


def test_in_a_towers_sight_the_tile_that_opens_a_rivals_land_is_taken_first() -> None:
    rows = ["aC a a b b b b b b", "a a aT b b b* b b b", "a a a b* b b b b b", "a a a b b b b b bC"]
    state = position("\n".join(rows))
    chances = [Stream(key_of(seed), "bot") for seed in range(10)]
    found = {at_once(sweeps=True).decide(view(state, 0), 0, chance) for chance in chances}
    assert found == {Capture(3, 0)}


def test_the_stunned_wait_and_then_look_around() -> None:
    state = position(OPEN)
    state.players[0].stunned_until = 9_000
    assert decide(at_once(), state, 100) == Wait()


def test_a_player_who_has_waited_long_walks_into_a_mine() -> None:
    state = position("aC a * ~ C .\na a ~ ~ . .")
    bot = at_once(patience_ms=1_000)
    assert isinstance(decide(bot, state, 100), Wait)
    assert isinstance(decide(bot, state, 5_000), Capture)


def test_mw_35_a_bot_that_waits_to_capture_does_so_when_the_cooldown_is_over() -> None:
    state = position("a . . . *\n~ ~ ~ * .")
    bot = at_once(pause_ms=(300, 300))
    bot.ready_at = 0
    click = decide(bot, state)
    assert isinstance(click, Capture)
    act(state, 0, f"capture {click.x},{click.y}")
    assert decide(bot, state, 300) == Wait(400)
    assert decide(bot, state, 399) == Wait(400)
