"""The bots: legal, repeatable, sure of what they flip, and no faster than a person."""

from __future__ import annotations

from itertools import pairwise

import pytest
from msgspec import structs

from freehold.bot import Bot, Wait
from freehold.bots import make_bots
from freehold.bots.runner import Runner
from freehold.game import Leave
from freehold.games.mine_land import GAME, rules
from freehold.games.mine_land.actions import Flag, Flip, Step, Unflag
from freehold.games.mine_land.bots.players import Manner, Player
from freehold.games.mine_land.state import NOTHING, SITE, State
from freehold.games.mine_land.views import view
from freehold.kernel.chance import Stream, key_of
from freehold.match import Match
from freehold.match.log import Entry
from tests.games.mine_land import act, new_match, position

SURE = Manner(dig_pause_ms=(0, 0), step_pause_ms=(0, 0), probes=True, kept_flags=1, flees=True)


def played(levels: list[str], seed: int, seconds: int, **params: int) -> tuple[Match, list[str]]:
    """A round of bots for a while of its own time, and the codes of all refusals."""
    sides = {"width_tiles": 24, "height_tiles": 24, "spawn_tiles": 1}
    match = new_match(len(levels), key_of("bots", seed), **(sides | params))
    runner = Runner(match, make_bots(GAME, levels), key_of("thoughts", seed))
    while match.outcome is None and match.now < 1000 * seconds:
        upcoming = runner.next_up()
        if upcoming is None:
            break
        runner.step(upcoming[0])
    return match, [refusal.code for refusal in runner.crew.refusals]


def decide(bot: Bot, state: State, seat: int = 0, now: int = 0, word: object = 1) -> object:
    return bot.decide(view(state, seat), now, Stream(key_of(word), "bot"))


def sure() -> Player:
    return Player(SURE)


@pytest.mark.slow
def test_strong_settles_a_world_without_a_guess_or_a_bomb() -> None:
    match, refused = played(["strong"], 1, 1_500)
    assert match.outcome is not None
    assert match.outcome.ending == "settled"
    assert not match.state.walkers[0].is_dead
    assert refused == []


@pytest.mark.slow
def test_stronger_bots_score_more() -> None:
    match, refused = played(["random", "careful", "strong"], 3, 40)
    random, careful, strong = [walker.score for walker in match.state.walkers]
    assert random < careful < strong
    assert set(refused) <= {"uncovered", "flagged_already", "flagged", "not_flagged"}


@pytest.mark.slow
@pytest.mark.parametrize(("weak", "strong"), list(pairwise(GAME.bots)))
def test_each_level_scores_more_than_the_one_below(weak: str, strong: str) -> None:
    points = [0, 0]
    for seed in range(4):
        match, _ = played([weak, strong], seed, 60, width_tiles=40, height_tiles=40)
        for seat, walker in enumerate(match.state.walkers):
            points[seat] += walker.score
    assert points[0] < points[1]


def test_a_tile_is_dug_after_it_has_been_seen_for_a_while() -> None:
    bot = Player(Manner(dig_pause_ms=(0, 0), step_pause_ms=(0, 0), reaction_ms=400))
    state = position("_a....*")
    assert decide(bot, state, now=100) == Wait(500)
    assert decide(bot, state, now=500) == Flip(2, 0)


@pytest.mark.parametrize("level", [level for level in GAME.bots if level != "random"])
def test_no_choice_follows_from_a_tiles_number(level: str) -> None:
    """In the middle of a world that is its own mirror image no side is preferred."""
    state = position("*...* ..... ..a.. ..... *...*".replace(" ", "\n"))
    quick = structs.replace(
        GAME.bots[level]().manner, dig_pause_ms=(0, 0), reaction_ms=0, slip_permille=0
    )
    flips = [decide(Player(quick), state, word=word) for word in range(60)]
    assert 10 <= sum(flip.x < 2 for flip in flips) <= 35  # type: ignore[attr-defined]
    assert 10 <= sum(flip.y < 2 for flip in flips) <= 35  # type: ignore[attr-defined]


@pytest.mark.parametrize("level", [level for level in GAME.bots if level != "random"])
def test_no_walk_follows_from_a_tiles_number(level: str) -> None:
    state = position("*.__a__.*", start_flags=0)
    quick = structs.replace(GAME.bots[level]().manner, dig_pause_ms=(0, 0), reaction_ms=0)
    steps = [decide(Player(quick), state, word=word) for word in range(60)]
    assert 15 <= steps.count(Step("east")) <= 45
    assert 15 <= steps.count(Step("west")) <= 45


@pytest.mark.slow
def test_strong_never_dies_by_its_own_flip() -> None:
    for seed in range(2):
        levels = ["strong", "careful", "random", "random", "random", "random"]
        match, _ = played(levels, seed, 60)
        died = match.state.walkers[0].died
        assert died is None or died.by != 0


def test_the_same_keys_play_the_same_round() -> None:
    logs = [played(["strong", "careful", "random"], 5, 8)[0].log.dump() for _ in range(2)]
    assert logs[0] == logs[1]


PER_SECOND = {"random": 2.1, "dawdler": 2.3, "ambler": 3.2, "rambler": 3.9, "careful": 5.0}


@pytest.mark.parametrize(("level", "most"), [*PER_SECOND.items(), ("strong", 8.5)])
def test_bots_are_no_faster_than_a_person(level: str, most: float) -> None:
    match, _ = played([level], 2, 20)
    entries = [line for line in match.log.lines if isinstance(line, Entry)]
    assert len(entries) <= most * 20


def play(bot: Player, state: State, most: int = 60) -> list[object]:
    """Let it act a fifth of a second apart until it only waits; returns what it did."""
    done: list[object] = []
    for number in range(most):
        now = 200 * number
        while (at := rules.wake_at(state)) is not None and at <= now:
            rules.wake(state, at)
        if state.outcome is not None or state.walkers[0].is_dead:
            break
        action = decide(bot, state, now=now)
        if not isinstance(action, Wait):
            rules.act(state, now, 0, action)  # type: ignore[arg-type]
            done.append(action)
    return done


def test_it_flags_a_bomb_that_it_knows() -> None:
    assert decide(sure(), position("__a*_b")) == Flag(3, 0)


def test_it_flips_what_a_zero_proves() -> None:
    assert decide(sure(), position("_a....*")) == Flip(2, 0)


def test_it_flips_nothing_that_is_a_bomb_for_sure() -> None:
    state = position("__a*_b", start_flags=0)
    assert play(sure(), state) == []


FIFTY = """
    .*
    _a
    __
"""


def test_what_is_not_certain_is_probed_and_taken_back_and_flipped() -> None:
    """One of two tiles is a bomb. A red flag on the one tells of the other."""
    state = position(FIFTY.replace(".*", "*."), start_flags=1)
    assert play(sure(), state) == [Flag(1, 0), Unflag(1, 0), Flip(1, 0), Flag(0, 0)]
    assert state.outcome is not None
    assert state.walkers[0].score == 1 + 3


def test_a_probe_that_shows_green_pays() -> None:
    state = position(FIFTY, start_flags=2)
    assert play(sure(), state) == [Flag(1, 0)]
    assert state.walkers[0].score == 3


def test_one_flag_is_kept_for_probing() -> None:
    board = """
        .*....
        _a___*
        ______
    """
    state = position(board, start_flags=1)
    first = decide(sure(), state)
    assert first != Flag(5, 1)


def test_without_flags_it_guesses_in_the_end() -> None:
    state, bot = position(FIFTY, start_flags=0), sure()
    assert [type(each) for each in play(bot, state)][-1] is Flip
    assert bot.guesses == 1


def test_it_comes_back_to_what_it_knows_to_be_safe() -> None:
    state = position("._a_...*", sight_tiles=1, start_flags=2)
    play(sure(), state)
    assert state.outcome is not None
    assert bytes(state.ground) == bytes([2] * 7 + [1])
    assert state.walkers[0].score == 4 + 3


def test_it_runs_from_what_is_lit() -> None:
    assert decide(sure(), position("!.*a___...*")) == Step("east")
    assert decide(sure(), position("*___a.!")) == Step("west")


def test_it_runs_even_when_it_would_rest() -> None:
    bot = Player(Manner(dig_pause_ms=(900, 900), step_pause_ms=(900, 900), flees=True))
    assert decide(bot, position("_..a__.*")) == Wait(900)
    assert decide(bot, position("!..a__.*"), now=100) == Step("east")


def test_loot_is_collected() -> None:
    state = position("a___*", start_flags=0)
    state.loot[2] = 3
    assert play(sure(), state) == [Step("east"), Step("east"), Step("east"), Flag(4, 0)]


def test_flags_it_stands_on_do_not_hold_it_up() -> None:
    state = position("_a....*")
    state.loot[1] = 3
    assert decide(sure(), state) == Flip(2, 0)


def test_a_clumsy_one_flips_something_else() -> None:
    clumsy = Manner(dig_pause_ms=(0, 0), step_pause_ms=(0, 0), slip_permille=1000)
    flipped = {decide(Player(clumsy), position("*a.."), word=word) for word in range(20)}
    assert flipped <= {Flip(0, 0), Flip(2, 0), Flag(0, 0)}


@pytest.mark.parametrize("level", ["random", "careful", "strong"])
def test_the_dead_and_the_gone_wait(level: str) -> None:
    state = position("*a_b.....c*")
    bot = GAME.bots[level]()
    act(state, 0, "flip 0,0")
    assert decide(bot, state, 0, 500) == Wait()
    act(state, 2, Leave())
    assert decide(bot, state, 2, 500) == Wait()


def test_a_bomb_that_went_off_out_of_sight_is_no_bomb_any_more() -> None:
    """Its number was recounted: what was proven before must not be held against it."""
    state, bot = position("__a*...*_", sight_tiles=2, start_flags=0), sure()
    assert play(bot, state) == []
    state.ground[3], state.under[3] = SITE, NOTHING  # it goes off while the bot looks elsewhere
    for tile in (2, 4):
        state.number[tile] -= 1
    state.digit[2] = 0
    done = play(bot, state)
    assert Flip(4, 0) not in done, "a site says nothing of its neighbours"
    assert Step("east") in done


def test_numbers_speak_of_the_window_alone() -> None:
    """A bomb seen green once may be gone: from outside the window it proves nothing."""
    state, bot = position("_g_a_..*", sight_tiles=2), sure()
    decide(bot, state)
    assert bot.memory is not None
    assert bot.memory.covered.get(1) == 2
    act(state, 0, "step east")
    decide(bot, state, now=200)
    assert 1 not in bot.memory.covered
    assert 1 not in bot.memory.bombs


def test_what_is_clear_stays_clear() -> None:
    state, bot = position("_a_____....*", sight_tiles=2), sure()
    decide(bot, state)
    for now in (200, 400, 600):
        act(state, 0, "step east", now)
        decide(bot, state, now=now)
    assert bot.memory is not None
    assert all(tile in bot.memory.clear for tile in range(7))
