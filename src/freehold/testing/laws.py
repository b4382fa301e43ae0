"""The eight laws, each as one check of a game. How a law is checked is in a file of its own.

A check plays random matches and raises AssertionError with a sentence. Where a check counts what
it has tried, a small game is played more often until that is enough.
"""

from __future__ import annotations

from collections.abc import Callable

from freehold.game import AnyGame
from freehold.testing.law_1 import check_law_1, check_law_1_elsewhere
from freehold.testing.law_2 import check_law_2
from freehold.testing.law_3 import check_law_3
from freehold.testing.law_4 import check_law_4
from freehold.testing.law_5 import Comparison, check_law_5
from freehold.testing.law_6 import check_law_6
from freehold.testing.law_7 import check_law_7
from freehold.testing.law_8 import check_law_8
from freehold.testing.numbers import check_numbers
from freehold.testing.trials import At, Trial

PLAYS, MOST_PLAYS = 6, 300
PAIRS, PAIRS_WITHOUT_SECRETS = 400, 20


def law_1_same_in_same_out(trial: Trial) -> None:
    for at, seed in trial.plays(4):
        check_law_1(trial.game, at, [seed], most=250)


def law_1_same_in_same_out_in_another_process(trial: Trial) -> None:
    check_law_1_elsewhere(trial, seeds=[1], most=150)


def law_2_refused_is_untouched(trial: Trial) -> None:
    refused = count_until(trial, 200, lambda at, seed: check_law_2(trial.game, at, seed))
    assert refused >= 200, f"only {refused} wild actions were refused"


def law_3_choices_are_legal(trial: Trial) -> None:
    tried = count_until(trial, 300, lambda at, seed: check_law_3(trial.game, at, seed, tried=6))
    assert tried >= 300, f"only {tried} choices were tried"


def law_4_time_moves_on(trial: Trial) -> None:
    least = 50 if trial.game.kind == "real-time" and has_moments(trial.game) else 0
    wakes = count_until(trial, least, lambda at, seed: check_law_4(trial.game, at, seed, most=150))
    assert wakes >= least, f"only {wakes} moments came"


def has_moments(game: AnyGame) -> bool:
    """Does anything happen by itself in it? A game may leave `wake_at` and `wake` out."""
    return game.wake_at is not type(game).wake_at


def law_5_secrets_stay_secret(trial: Trial, pairs: int = 0) -> list[Comparison]:
    """Returns how much was compared at each table."""
    pairs = pairs or (PAIRS if trial.game.redeal else PAIRS_WITHOUT_SECRETS)
    each = -(-pairs // len(trial.tables))
    return [
        check_law_5(trial.game, at, seed, each, trial.is_hidden, trial.knows_public, trial.telling)
        for seed, at in enumerate(trial.tables)
    ]


def law_6_a_replay_is_the_match(trial: Trial) -> None:
    for at, seed in trial.plays(4):
        check_law_6(trial.game, at, seed, most=300)


def law_7_patches_add_up(trial: Trial) -> None:
    for every, least in ((1, 50), (9, 20)):
        frames = count_frames(trial, every, least)
        assert frames >= least, f"only {frames} frames were read, told after {every} steps"


def count_frames(trial: Trial, every: int, least: int) -> int:
    return count_until(trial, least, lambda at, seed: check_law_7(trial.game, at, seed, 300, every))


def law_8_it_ends(trial: Trial) -> None:
    for at, seed in trial.plays(PLAYS):
        check_law_8(trial.game, at, seed)


def numbers_stand_for_actions(trial: Trial) -> None:
    """Not a law for all, but for games whose actions have numbers."""
    if trial.game.extras.numbers is not None:
        tried = sum([check_numbers(trial.game, at, seed) for at, seed in trial.plays(4)])
        assert tried >= 200, f"only {tried} numbers were tried"


def count_until(trial: Trial, least: int, check: Callable[[At, int], int]) -> int:
    """What the checks of some plays count in all; a game of few moves is played more often."""
    total = 0
    for number, (at, seed) in enumerate(trial.plays(MOST_PLAYS)):
        if total >= least and number >= max(PLAYS, len(trial.tables)):
            break
        total += check(at, seed)
    return total
