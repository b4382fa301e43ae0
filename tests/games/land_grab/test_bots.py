"""The bots: they know what their view shows, play legally, and repeat themselves."""

import pytest

from freehold.bot import Bot, Info, Wait
from freehold.game import PUBLIC, Resign
from freehold.games.land_grab import GAME, rules, views
from freehold.games.land_grab.actions import Action, Farm, Settle
from freehold.games.land_grab.bots.greedy import Greedy
from freehold.games.land_grab.bots.judgements import (
    Taste,
    play,
    state_from_view,
    weigh_builds,
)
from freehold.games.land_grab.bots.sketches import IslandSketch, sketch_of
from freehold.games.land_grab.bots.surveyor import TASTES, Surveyor
from freehold.games.land_grab.bots.thinker import Thinker, lead
from freehold.games.land_grab.state import FARM, State
from freehold.kernel.chance import Stream, key_of
from tests.games.land_grab import island, position


def rng(*words: object) -> Stream:
    return Stream(key_of("bots", *words), "decide")


def decide(bot: Bot, state: State, *words: object) -> Action:
    action = bot.decide(views.view(state, state.mover), 0, rng(*words))
    assert isinstance(action, (Farm, Settle))
    return action


def play_out(bots: tuple[Bot, Bot], state: State) -> State:
    while not state.ending:
        action = decide(bots[state.mover], state, state.turn)
        rules.act(state, 0, state.mover, action)
    return state


def make(name: str) -> Bot:
    bot: Bot = GAME.bots[name]()
    return bot


def quick_thinker() -> Thinker:
    return Thinker(builds=60)


def quick(name: str) -> Bot:
    """The bot with less to think about."""
    return Surveyor(playouts=12) if name == "surveyor" else make(name)


def test_the_levels_are_there_weakest_first_with_a_line_each() -> None:
    names = ["random", "dabbler", "settler", "trader", "greedy", "thinker", "surveyor"]
    assert list(GAME.bots) == names
    assert all(make_bot.__doc__ for make_bot in GAME.bots.values())


@pytest.mark.parametrize("seed", range(4))
def test_the_state_is_rebuilt_from_the_view_alone(seed: int) -> None:
    state = island(seed)
    assert state_from_view(views.view(state, PUBLIC)) == state
    draws = rng("rebuild", seed)
    for _ in range(30):
        if not state.ending:
            builds = list(views.builds(views.legal(state)))
            rules.act(state, 0, state.mover, draws.pick(builds))
            assert state_from_view(views.view(state, PUBLIC)) == state


@pytest.mark.slow
@pytest.mark.parametrize("name", GAME.bots)
def test_a_bot_plays_a_whole_game_legally_on_either_seat(name: str) -> None:
    bot = quick_thinker() if name == "thinker" else quick(name)
    for seats in ((bot, make("random")), (make("random"), bot)):
        assert play_out(seats, island(11)).ending == "points"


@pytest.mark.parametrize("name", GAME.bots)
def test_equal_draws_give_equal_decisions(name: str) -> None:
    state = island(2)
    bots = [quick_thinker() if name == "thinker" else quick(name) for _ in range(2)]
    one, other = (decide(bot, state, "same") for bot in bots)
    assert one == other


@pytest.mark.parametrize("name", GAME.bots)
def test_a_bot_waits_when_it_is_not_its_turn_or_over(name: str) -> None:
    state = position("fLLL\nLLLg")
    assert make(name).decide(views.view(state, 1), 0, rng()) == Wait()
    rules.act(state, 0, 1, Resign())
    assert make(name).decide(views.view(state, 0), 0, rng()) == Wait()


def test_greedy_settles_the_best_tile_it_can() -> None:
    state = position("LLLLL\nLfLMF\nLLLLM\nWWWWW\nLLg")
    assert decide(Greedy(), state) == Settle(2, 1)


def test_greedy_farms_towards_a_good_tile_and_not_on_it() -> None:
    assert decide(Greedy(), position("LfmLL\nWWWWM\nWWWWW\ngL")) == Farm(3, 0)
    assert decide(Greedy(), position("LfmLL\nWWWMW\nWWWWW\ngL")) == Farm(0, 0)


def test_greedy_beats_random() -> None:
    for seed in range(3):
        assert play_out((Greedy(), make("random")), island(seed)).winner == 0
        assert play_out((make("random"), Greedy()), island(seed)).winner == 1


def wins(strong: str, weak: str, seeds: range) -> int:
    """Of two games for each seed, one on either seat."""
    won = [play_out((make(strong), make(weak)), island(seed)).winner == 0 for seed in seeds]
    won += [play_out((make(weak), make(strong)), island(seed)).winner == 1 for seed in seeds]
    return sum(won)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("weak", "strong"),
    [("random", "dabbler"), ("dabbler", "settler"), ("settler", "trader"), ("trader", "greedy")],
)
def test_each_level_beats_the_one_below(weak: str, strong: str) -> None:
    assert wins(strong, weak, range(25)) >= 29, "of 50"


def test_a_weaker_level_misjudges_tiles_and_the_same_draws_the_same_way() -> None:
    state = position("LLLLL\nLfLMF\nLLLLM\nWWWWW\nLLg")
    one, other = ([decide(Greedy(5.5), state, word) for word in range(20)] for _ in range(2))
    assert one == other
    assert len(set(one)) > 3
    assert one.count(Settle(2, 1)) < 20


@pytest.mark.slow
@pytest.mark.parametrize("name", list(GAME.bots))
def test_no_choice_follows_from_a_tiles_number(name: str) -> None:
    """In a position that is its own mirror image, neither half is preferred."""
    row = "WLLLLLLLLLLW"
    picture = [row] * 12
    picture[0] = picture[11] = "W" * 12
    picture[3], picture[8] = "WLfLLLLLLfLW", "WLgLLLLLLgLW"
    picture[5], picture[6] = "WLLLFMMFLLLW", "WLLLLMMLLLLW"
    state = position("\n".join(picture), mover=1)
    bots = [Thinker(builds=400) if name == "thinker" else quick(name) for _ in range(60)]
    builds = [decide(bot, state, "mirror", number) for number, bot in enumerate(bots)]
    assert 18 <= sum(build.x < 6 for build in builds) <= 42


def test_a_stopped_thinker_answers_at_once_with_what_looks_best() -> None:
    asked = []

    def stop() -> bool:
        asked.append(1)
        return True

    thinker = Thinker()
    thinker.start(Info(game="land-grab", seat=0, seats=2, params=GAME.params(), stop=stop))
    action = decide(thinker, position("LLLLL\nLfLMF\nLLLLM\nWWWWW\nLLg"))
    assert action == Settle(2, 1)
    assert len(asked) == 1


def test_a_thinker_keeps_to_its_budget_of_builds() -> None:
    thinker = Thinker(builds=100)
    decide(thinker, island(3))
    assert -100 < thinker.left <= 0


def test_a_thinker_takes_the_settlement_that_wins_with_the_next_payment() -> None:
    state = position("fLWL\nLLgL\nLLLL\nLLLL", mover=1, points=(0, 97))
    assert decide(quick_thinker(), state) == Settle(3, 0)


def test_the_lead_at_the_end_is_counted_in_turns() -> None:
    state = position("fmFr\nLLLg", points=(100, 98))
    state.ending, state.winner = "points", 0
    assert lead(state) == 1 + 2 / state.incomes[1]
    state.winner, state.points = 1, [90, 100]
    assert lead(state) == -(1 + 10 / state.incomes[0])
    state.winner = -1
    assert lead(state) == 0


# The surveyor


def looks(sketch: IslandSketch) -> list[tuple[float, int, bool]]:
    return sorted((round(worth, 6), cell, farm) for worth, cell, farm in sketch.choices())


@pytest.mark.parametrize("seed", range(6))
def test_a_sketch_follows_the_rules_and_keeps_what_builds_look_worth(seed: int) -> None:
    taste = Taste(harm=0.7, later=0.6, spent=0.3, deny_by_farm=0.5, deny_by_settlement=0.2)
    state, draws = island(seed), rng("sketch", seed)
    sketch = sketch_of(state, (taste, taste))
    while not state.ending:
        builds = weigh_builds(state, taste)
        seen = sorted((round(worth, 6), cell, what == FARM) for worth, cell, what in builds)
        assert looks(sketch) == seen
        assert looks(sketch_of(state, (taste, taste))) == seen
        build = draws.pick(builds)
        play(state, build)
        sketch.play(build[1], build[2] == FARM)
        assert (sketch.points, sketch.incomes) == (state.points, state.incomes)
        assert (sketch.mover, sketch.winner) == (state.mover, state.winner)
    assert sketch.is_over
    assert sketch.lead() == lead(state)


def test_a_sketch_knows_passes_and_stalemates() -> None:
    state = position("fLWg\nWWWW\nWWWW\nWWWW", mover=0)
    sketch = sketch_of(state, TASTES)
    sketch.play(1, is_farm=True)
    assert (sketch.is_over, sketch.winner, sketch.lead()) == (True, -1, 0.0)
    sketch = sketch_of(state, TASTES)
    sketch.play(1, is_farm=False)  # a mine; the opponent passes until player 1 has won
    assert (sketch.is_over, sketch.winner) == (True, 0)


def test_in_a_playout_both_build_what_looks_best() -> None:
    for seed in range(4):
        sketch = sketch_of(island(seed), TASTES)
        while not sketch.is_over:
            best = max(worth for worth, _, _ in sketch.choices())
            alike = [(cell, farm) for worth, cell, farm in sketch.choices() if worth > best - 1e-9]
            after = sketch.copy()
            after.play_best()
            assert [cell for cell, _ in alike if sketch.free[cell] and not after.free[cell]]
            sketch = after


def test_a_surveyor_counts_games_and_stops_when_told() -> None:
    state = position("LLLLL\nLfLMF\nLLLLM\nWWWWW\nLLg")
    asked = []

    def stop() -> bool:
        asked.append(1)
        return len(asked) > 3

    surveyor = Surveyor()
    surveyor.start(Info(game="land-grab", seat=0, seats=2, params=GAME.params(), stop=stop))
    assert decide(surveyor, state) == Settle(2, 1)
    assert len(asked) == 4
    asked.clear()
    surveyor = Surveyor(playouts=3)
    surveyor.start(Info(game="land-grab", seat=0, seats=2, params=GAME.params(), stop=stop))
    decide(surveyor, state)
    assert len(asked) == 3


def test_a_surveyor_takes_the_settlement_that_wins_with_the_next_payment() -> None:
    state = position("fLWL\nLLgL\nLLLL\nLLLL", mover=1, points=(0, 97))
    assert decide(Surveyor(playouts=40), state) == Settle(3, 0)


def test_a_surveyor_with_one_build_does_not_think() -> None:
    state = position("fLWg\nWWWW", mover=0, farms=(0, 1))
    state.farms[0] = state.settlements[0] = 1  # only a farm may be built
    assert decide(Surveyor(), state) == Farm(1, 0)
