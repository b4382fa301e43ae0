"""Each planted fault is caught by the check of its law: in the real games, not only in a toy.

A check that catches nothing is worth nothing. Which faults make sense for which games is said
here; that every fault is planted somewhere is a test too.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from freehold.game import TRUTH, AnyGame, Viewer
from freehold.match import feed
from freehold.testing.law_1 import check_law_1, check_law_1_elsewhere
from freehold.testing.law_2 import check_law_2
from freehold.testing.law_3 import check_law_3
from freehold.testing.law_4 import check_law_4
from freehold.testing.law_5 import Leak
from freehold.testing.law_6 import check_law_6
from freehold.testing.law_7 import check_law_7
from freehold.testing.law_8 import check_law_8
from freehold.testing.laws import has_moments
from freehold.testing.trials import At
from tests.games_under_test import NAMES, check_law_5, game_named, tables, trial_of
from tests.laws.faults import FAULTS
from tests.laws.leaks import Plant, common_numbers, empty_frames, notices_for_all

pytestmark = pytest.mark.slow

Check = Callable[[AnyGame], Any]


def law_5(game: AnyGame) -> None:
    check_law_5(game, tables(game)[0], seed=1, pairs=120)


def often(check: Callable[[AnyGame, At, int], object]) -> Check:
    """The same check in some matches: a short one may be over before anything is seen in it."""

    def check_often(game: AnyGame) -> None:
        for seed in range(1, 31):
            check(game, tables(game)[0], seed)

    return check_often


CHECKS: dict[int, Check] = {
    1: often(lambda game, at, seed: check_law_1(game, at, [seed], most=40)),
    2: often(lambda game, at, seed: check_law_2(game, at, seed, most=40)),
    3: often(lambda game, at, seed: check_law_3(game, at, seed, most=40)),
    4: often(lambda game, at, seed: check_law_4(game, at, seed, most=60)),
    5: law_5,
    6: often(lambda game, at, seed: check_law_6(game, at, seed, most=120)),
    7: often(lambda game, at, seed: check_law_7(game, at, seed, most=120)),
    8: often(lambda game, at, seed: check_law_8(game, at, seed)),
}

# The words of the catching check: a fault caught for another reason is not caught.
REASONS = {
    1: "went another way|floats in the state",
    2: "changed the state|copy shares",
    3: "but refused|has no choice|time is up, but",
    4: "left .* due|wake_at changes the state",
    5: " tell|are sent|is answered|the key is sent|redeal changes nothing",
    6: "goes on otherwise|the log is not the match|depends on who looks",
    7: "do not add up",
    8: "no end after|nothing happens|is not one of its endings|have holes",
}

ALL, SECRET, LIVE, TURNS = "all", "with secrets", "in real time", "in turns or sealed"
TIMED = "in which moments come of themselves"
LIVE_SECRET = "in real time, with secrets"
WORLD = "of many windows, where touched cells say whose view may differ"
AWAITING = "with secrets, and a table that tells whom it awaits: a world's does not"
PLANTED: dict[str, tuple[int, str]] = {
    "draws_from_global_random": (1, ALL),
    "keeps_a_float": (1, ALL),
    "changes_before_it_refuses": (2, ALL),
    "copies_share_a_layer": (2, ALL),
    "offers_what_is_illegal": (3, ALL),
    "offers_nothing": (3, TURNS),
    "refuses_that_time_is_up": (3, ALL),
    "stands_still": (4, ALL),
    "wakes_without_taking_the_moment": (4, TIMED),
    "asking_changes_something": (4, ALL),
    "shows_a_hash_of_everything_in_a_layer": (5, SECRET),
    "shows_a_hash_of_everything_in_a_fact": (5, SECRET),
    "shows_how_long_the_state_is": (5, SECRET),
    "shows_everybody_what_seat_0_sees": (5, SECRET),
    "shows_watchers_what_seat_0_sees": (5, SECRET),
    "tells_everybody_that_somebody_acted": (5, SECRET),
    "tells_everybody_what_is_for_some": (5, LIVE_SECRET),
    "tells_in_its_refusals": (5, SECRET),
    "tells_in_its_choices": (5, SECRET),
    "tells_in_whom_it_awaits": (5, AWAITING),
    "tells_its_key": (5, ALL),
    "redeals_the_same": (5, SECRET),
    "remembers_outside_its_state": (6, ALL),
    "spells_everything_alike": (6, ALL),
    "looks_later": (6, ALL),
    "forgets_what_it_touched": (7, WORLD),
    "forgets_whose_view_differs": (7, LIVE),
    "shows_something_else_each_time": (7, ALL),
    "never_ends": (8, ALL),
    "goes_nowhere": (8, ALL),
    "ends_as_no_rulebook_says": (8, ALL),
    "leaves_the_first_place_empty": (8, ALL),
}
ELSEWHERE = ("takes_the_order_of_a_set",)  # seen only from another process


def applies(name: str, where: str) -> bool:
    game = game_named(name)
    return {
        ALL: True,
        SECRET: game.redeal is not None,
        LIVE: game.kind == "real-time",
        LIVE_SECRET: game.kind == "real-time" and game.redeal is not None,
        TIMED: has_moments(game),
        WORLD: game.world is not None and "touched" in game.state.__struct_fields__,
        TURNS: game.kind != "real-time",
        AWAITING: game.redeal is not None and game.world is None,
    }[where]


def planted() -> list[Any]:
    return [
        pytest.param(law, fault, name, id=f"law_{law}-{fault}-{name}")
        for fault, (law, where) in PLANTED.items()
        for name in NAMES
        if applies(name, where)
    ]


def test_every_fault_is_planted() -> None:
    assert set(FAULTS) == {*PLANTED, *ELSEWHERE}


@pytest.mark.parametrize(("law", "fault", "name"), planted())
def test_a_planted_fault_is_caught(law: int, fault: str, name: str) -> None:
    with pytest.raises(AssertionError, match=REASONS[law]):
        CHECKS[law](FAULTS[fault](game_named(name)))


@pytest.mark.slow
@pytest.mark.parametrize("game", NAMES)
def test_the_order_of_a_set_is_caught(game: str) -> None:
    change = "tests.laws.faults:takes_the_order_of_a_set"
    with pytest.raises(AssertionError, match="hash seed"):
        check_law_1_elsewhere(trial_of(game_named(game)), seeds=[1], most=10, change=change)


# Faults of the feed: the same for all games, so they are planted into the match itself


FEED_FAULTS = (common_numbers, empty_frames, notices_for_all)


@pytest.mark.parametrize("name", NAMES)
def test_a_feed_that_forgets_the_truth_is_caught(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = feed.Feed._who_may_differ

    def forgetful(self: feed.Feed, *given: Any) -> list[tuple[Viewer, feed.Shadow]]:
        return [each for each in honest(self, *given) if each[0] != TRUTH]

    monkeypatch.setattr(feed.Feed, "_who_may_differ", forgetful)
    with pytest.raises(AssertionError, match=f"viewer {TRUTH}: the patches do not add up"):
        CHECKS[7](game_named(name))


@pytest.mark.parametrize("fault", FEED_FAULTS)
@pytest.mark.parametrize("game", ["lantern", "area-attack"])
def test_a_fault_of_the_feed_is_caught(
    fault: Callable[[AnyGame], Plant], game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    faulty = fault(game_named(game))(monkeypatch)
    with pytest.raises(AssertionError, match="are sent"):
        law_5(faulty)


def test_a_play_with_too_few_pairs_is_not_taken_for_a_leak(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("freehold.testing.law_5.STEPS_PER_PAIR", 0)
    with pytest.raises(AssertionError, match="too few pairs") as found:
        law_5(game_named("lantern"))
    assert not isinstance(found.value, Leak)
