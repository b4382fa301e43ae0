"""The bots: legal, repeatable, each stronger than the one before, and no faster than a person."""

from itertools import pairwise

import pytest

from freehold.bot import Bot, Wait, never
from freehold.bots import make_bots, run
from freehold.game import Leave
from freehold.games.area_attack import GAME, rules
from freehold.games.area_attack.actions import Confirm, Open, Pick
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


def played(levels: list[str], seed: int, **params: int) -> Match:
    match = new_match(len(levels), key_of("bots", seed), **(SHORT | params))
    report = run(match, make_bots(GAME, levels), key_of("thoughts", seed))
    assert {refusal.code for refusal in report.refusals} <= {
        "taken",
        "too_far",
        "crater",
        "too_near",
    }
    return match


def at_once(**manner: int) -> Player:
    return Player(Manner(pause_ms=(0, 0), slip_percent=0, **manner))  # type: ignore[arg-type]


def decide(bot: Bot, state: State, seat: int = 0, now: int = 0, word: object = 1) -> object:
    return bot.decide(view(state, seat), now, Stream(key_of(word), "bot"))


@pytest.mark.slow
def test_stronger_bots_win() -> None:
    for weak, strong in (("random", "careful"), ("careful", "strong")):
        wins = 0
        for seed in range(3):
            outcome = played([weak, strong], seed, width_cells=24, height_cells=24).outcome
            assert outcome is not None
            wins += outcome.places == (2, 1)
        assert wins >= 2, (weak, strong)


def test_the_same_keys_play_the_same_match() -> None:
    levels = ["careful", "strong", "random"]
    assert played(levels, 7).log.dump() == played(levels, 7).log.dump()


@pytest.mark.parametrize(
    ("level", "pause_ms"), [("random", 1400), ("careful", 850), ("strong", 330)]
)
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
    assert decide(at_once(patience_ms=5_000), position("*aaaa  .aaab")) == Open(0, 0)


def test_a_bot_reads_reset_ground() -> None:
    match = played(["strong", "strong"], 5, stage_2_ms=2_000, stage_3_ms=30_000)
    assert match.state.ground.count(1) > 5, "many mines went off, and no bot lost its way"


def test_every_level_can_be_made() -> None:
    assert list(GAME.bots) == ["random", "careful", "strong"]
    for make in GAME.bots.values():
        assert isinstance(make(never), Player)
