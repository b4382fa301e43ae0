"""The checks that every game has to pass, for the tests of games outside this package too.

    import pytest
    from freehold.testing import CHECKS, Trial
    from freehold_reversi import GAME

    @pytest.mark.parametrize("check", CHECKS)
    def test_laws(check: str) -> None:
        CHECKS[check](Trial(GAME))

`freehold new-game` writes such a test. A check plays random matches, always the same ones, and
raises AssertionError with a sentence that says what is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from freehold.testing import laws, words
from freehold.testing.clauses import check_clauses
from freehold.testing.records import check_golden, check_scenarios
from freehold.testing.trials import At, Trial

__all__ = ["CHECKS", "At", "Trial", "check_clauses", "check_golden", "check_scenarios"]

_ALL: tuple[Callable[[Trial], Any], ...] = (
    laws.law_1_same_in_same_out,
    laws.law_1_same_in_same_out_in_another_process,
    laws.law_2_refused_is_untouched,
    laws.law_3_choices_are_legal,
    laws.law_4_time_moves_on,
    laws.law_5_secrets_stay_secret,
    laws.law_6_a_replay_is_the_match,
    laws.law_7_patches_add_up,
    laws.law_8_it_ends,
    laws.numbers_stand_for_actions,
    words.layers_are_as_the_legend_says,
    words.views_can_be_drawn_and_described,
    words.facts_can_be_said,
    words.codes_have_their_sentences,
    words.the_record_is_complete,
)
CHECKS: Mapping[str, Callable[[Trial], Any]] = MappingProxyType(
    {check.__name__: check for check in _ALL}
)
"""By name: the eight laws, and that what a game shows and says fits together."""
