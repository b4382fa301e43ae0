"""The bots: legal, repeatable, each stronger than the one before, and no faster than a person."""

from itertools import pairwise

import pytest
from msgspec import structs

from freehold.bot import Bot, Wait
from freehold.bots import make_bots, run
from freehold.game import Leave
from freehold.games.area_attack import GAME, rules
from freehold.games.area_attack.actions import Chord, Confirm, Flag, Open, Pick
from freehold.games.area_attack.bots.players import Manner, Player
from freehold.games.area_attack.state import State
from freehold.games.area_attack.views import view
from freehold.kernel.chance import Stream, key_of
from freehold.match import Match
from freehold.match.log import Entry
from tests.games.area_attack import act, new_match, new_state, position

SHORT = {
    "stage_2_ms": 25_000,
    "stage_3_ms": 50_000,
    "lock_ms": 15_000,
    "pick_ms": 9_000,
    "freeze_ms": 3_000,
}


RACES = {"taken", "too_far", "crater", "too_near", "chord_nothing", "chord_covered"}
RACES |= {"chord_unsatisfied"}
"""What can happen to a click between a look and the next beat."""


def played(levels: list[str], seed: int, **params: int) -> Match:
    match = new_match(len(levels), key_of("bots", seed), **(SHORT | params))
    report = run(match, make_bots(GAME, levels), key_of("thoughts", seed))
    assert {refusal.code for refusal in report.refusals} <= RACES
    return match


def at_once(**manner: int) -> Player:
    return Player(Manner(pause_ms=(0, 0), slip_percent=0, **manner))  # type: ignore[arg-type]


def decide(bot: Bot, state: State, seat: int = 0, now: int = 0, word: object = 1) -> object:
    return bot.decide(view(state, seat), now, Stream(key_of(word), "bot"))


ORDER = list(GAME.bots)
LONGER = SHORT | {"stage_2_ms": 60_000, "stage_3_ms": 120_000, "lock_ms": 30_000}
LONGER |= {"width_cells": 24, "height_cells": 24, "freeze_ms": 5_000}


@pytest.mark.slow
@pytest.mark.parametrize(("weak", "strong"), list(zip(ORDER[1:], ORDER[3:], strict=False)))
def test_levels_win_against_those_two_below(weak: str, strong: str) -> None:
    won = 0
    for seed in range(4):
        for levels in ([weak, strong], [strong, weak]):
            outcome = played(levels, seed, **LONGER).outcome
            assert outcome is not None
            won += outcome.places[levels.index(strong)] == 1
    assert won >= 5, "of 8"


@pytest.mark.slow
def test_the_same_keys_play_the_same_match() -> None:
    levels = ["careful", "strong", "random"]
    assert played(levels, 7).log.dump() == played(levels, 7).log.dump()


PAUSES = {"random": 1400, "timid": 1130, "careful": 980, "bold": 840, "swift": 760}
PAUSES |= {"keen": 720, "strong": 330}


@pytest.mark.slow
@pytest.mark.parametrize(("level", "pause_ms"), list(PAUSES.items()))
def test_a_bot_clicks_no_faster_than_its_manner(level: str, pause_ms: int) -> None:
    match = played([level, "random"], 3)
    clicks = [line.now for line in match.log.lines if isinstance(line, Entry) and line.seat == 0]
    assert len(clicks) > 10
    assert min(later - one for one, later in pairwise(clicks)) >= pause_ms


def test_a_bot_picks_and_then_confirms() -> None:
    state, bot = new_state(), at_once()
    first = decide(bot, state)
    assert isinstance(first, Pick)
    act(state, 0, GAME.spell(first))
    assert decide(bot, state) == Confirm()
    act(state, 0, "confirm")
    assert isinstance(decide(bot, state), Wait)


def test_an_attacker_starts_far_from_the_others() -> None:
    state = new_state(width_cells=40, height_cells=40)
    act(state, 1, "pick 2,2")
    pick = decide(at_once(attacks=1), state)
    assert isinstance(pick, Pick)
    assert pick.x + pick.y > 40


def test_a_bot_opens_what_is_certain() -> None:
    state = position("a*.....  aa.....  .......")
    # 1,1 shows 1: the mine at 1,0; 0,1 shows 1 as well, so 0,2 and 1,2 are safe.
    for word in range(5):
        choice = decide(at_once(), state, word=word)
        assert isinstance(choice, Open)
        assert not state.mine[choice.y * 7 + choice.x]


def test_a_bot_never_opens_a_mine_that_it_can_prove() -> None:
    state = position("a*.b")
    for _ in range(4):
        choice = decide(at_once(), state)
        assert choice == Open(2, 0), "0,0 shows 1, so 1,0 is the mine"


def test_the_frozen_and_the_gone_wait() -> None:
    state = position("a*.b", seats=3)
    bot = at_once()
    act(state, 0, "open 1,0")
    assert decide(bot, state) == Wait()
    rules.act(state, 1, 1, Leave())
    assert decide(at_once(), state, seat=1) == Wait()
    rules.act(state, 2, 2, Leave())
    assert decide(bot, state) == Wait()


def test_an_attacker_blows_up_others_land_where_it_pays() -> None:
    picture = "aa*bbbb  aaabbbb  aaabbbb  .......  ......."
    state = position(picture, stage=2, blast_radius=2)
    mine = Open(2, 0)
    # The blast at 2,0 takes 5 cells of each seat: no gain.
    assert decide(at_once(attacks=1, least_gain=3), state) != mine
    richer = position(picture.replace("aa*", "bb*").replace("aaab", "bbab"), stage=2)
    assert decide(at_once(attacks=1, least_gain=3), richer) == mine
    assert decide(at_once(), richer) != mine, "others never attack"


def test_from_stage_2_on_a_bad_guess_is_left_until_patience_ends() -> None:
    state = position("*aaaa  .aaab", stage=2)  # which of the two it is, nobody can tell
    bot = at_once(patience_ms=5_000)
    assert isinstance(decide(bot, state, now=4_999), Wait)
    assert decide(bot, state, now=5_000) in (Open(0, 0), Open(0, 1))
    assert isinstance(decide(bot, state, now=5_001), Wait)
    assert decide(at_once(patience_ms=5_000), position("*aaaa  .aaab")) != Wait()


@pytest.mark.slow
def test_a_bot_reads_reset_ground() -> None:
    match = played(["strong", "strong"], 5, stage_2_ms=2_000, stage_3_ms=30_000)
    assert match.state.ground.count(1) > 5, "many mines went off, and no bot lost its way"


def test_every_level_can_be_made() -> None:
    assert list(GAME.bots) == ORDER == list(PAUSES)
    for make in GAME.bots.values():
        assert isinstance(make(), Player)


def manners() -> list[Manner]:
    return [GAME.bots[level.bot]().manner for level in GAME.extras.levels]


def test_up_to_the_fourth_level_bots_are_as_slow_as_people() -> None:
    for manner in manners()[:4]:
        assert manner.pause_ms[0] >= 500, "two clicks per second"
        assert manner.reaction_ms >= 400


def test_every_level_but_the_lowest_two_attacks_and_the_strongest_two_chord() -> None:
    assert [manner.attacks for manner in manners()] == [False] * 2 + [True] * 4
    assert [manner.chord_percent > 0 for manner in manners()] == [False] * 4 + [True] * 2


def test_a_bot_clicks_what_it_has_seen_for_a_while() -> None:
    state = position("a*.b  ....")
    bot = Player(Manner(pause_ms=(1_000, 1_000), slip_percent=0, reaction_ms=400))
    assert decide(bot, state) == Wait(600), "it looks 400 ms before it clicks"
    assert decide(bot, state, now=600) == Wait(1_000)
    aim = decide(bot, state, now=1_000)
    assert isinstance(aim, Open)


def test_a_bot_looks_again_if_its_aim_is_gone() -> None:
    state = position("a..b  *...")
    bot = Player(Manner(pause_ms=(1_000, 1_000), slip_percent=0, reaction_ms=400))
    decide(bot, state)
    decide(bot, state, now=600)
    free = bytes(state.legal[0])
    state.legal[0][:] = bytes(len(free))  # somebody else has taken it all
    assert decide(bot, state, now=1_000) == Wait(1_001)
    state.legal[0][:] = free
    assert decide(bot, state, now=1_001) == Wait(1_401), "and takes as long as before"


def chorder() -> Player:
    return Player(Manner(pause_ms=(0, 0), slip_percent=0, chord_percent=100))


def test_a_chorder_flags_and_then_opens_all_around_a_number() -> None:
    """1,0 proves the mine at 0,0, so that 1,1 has three safe cells below it."""
    state, bot = position("*aa*...  aaa....  .......  *..*..*"), chorder()
    assert decide(bot, state) == Flag(0, 0)
    act(state, 0, "flag 0,0")
    assert decide(bot, state) == Chord(1, 1)
    act(state, 0, "chord 1,1")
    assert state.frozen == [0, 0]


def test_a_chord_is_left_where_cells_are_opened_as_quickly_one_by_one() -> None:
    state = position("a*.b")  # one flag and one chord for one cell
    assert decide(chorder(), state) == Open(2, 0)


def test_a_chorder_plays_a_whole_match_with_fewer_clicks_per_cell() -> None:
    match = played(["strong", "random"], 3)
    words = [line.action.split()[0] for line in match.log.lines if isinstance(line, Entry)]
    assert words.count("chord") > 5
    assert words.count("flag") > 0


@pytest.mark.parametrize("level", [level for level in GAME.bots if level != "random"])
def test_no_choice_follows_from_a_cells_number(level: str) -> None:
    """On a board that is its own mirror image the four certain cells are as likely each."""
    state = position(".......  .......  ..aaa..  ..aaa..  ..aaa..  .......  .......")
    manner = structs.replace(GAME.bots[level]().manner, slip_percent=0, reaction_ms=0)
    clicks = []
    for word in range(60):
        bot = Player(structs.replace(manner, pause_ms=(0, 0)))
        bot.last = 24
        clicks.append(decide(bot, state, word=word))
    assert 15 <= sum(click.x < 3 for click in clicks) <= 45  # type: ignore[attr-defined]
    assert 15 <= sum(click.y < 3 for click in clicks) <= 45  # type: ignore[attr-defined]
