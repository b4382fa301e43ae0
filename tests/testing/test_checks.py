"""The checks for other people's games say what is wrong. The laws' own are in `tests/laws`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import msgspec
import pytest

from freehold.game import AnyGame, Outcome, View
from freehold.games._template import GAME
from freehold.testing import Trial, check_clauses, check_golden, check_scenarios, laws
from freehold.testing.template import scenarios
from freehold.testing.trials import At
from freehold.testing.words import facts_can_be_said


def test_a_small_game_is_played_more_often_until_enough_is_tried() -> None:
    tiny = Trial(GAME, tables=(At(2, GAME.params(side_cells=2)),))
    laws.law_3_choices_are_legal(tiny)
    laws.law_7_patches_add_up(tiny)


def test_too_little_is_an_answer_too() -> None:
    with pytest.raises(AssertionError, match="only 0 choices were tried"):
        laws.law_3_choices_are_legal(Trial(replace(GAME, outcome=over_at_once)))


def over_at_once(state: Any) -> Outcome:
    return Outcome("full", (1, 1), (0, 0))


# A match to every ending


def test_scenarios_that_reach_every_ending_pass() -> None:
    check_scenarios(GAME, scenarios.scenarios())


def test_an_ending_that_no_scenario_reaches_is_named() -> None:
    with pytest.raises(AssertionError, match="no scenario reaches resigned"):
        check_scenarios(GAME, [("full", scenarios.full())])


def test_a_scenario_is_named_for_its_ending() -> None:
    with pytest.raises(AssertionError, match="fully ends with full"):
        check_scenarios(GAME, [("fully", scenarios.full())])


def test_a_scenario_that_is_not_over_is_named() -> None:
    with pytest.raises(AssertionError, match="the scenario full is not over"):
        check_scenarios(GAME, [("full", scenarios.begin())])


def test_a_record_that_does_not_verify_is_named() -> None:
    match = scenarios.full()
    match.log.lines.pop(2)
    with pytest.raises(AssertionError, match="the record of full does not verify"):
        check_scenarios(GAME, [("full", match)])


# Playthroughs


def test_playthroughs_are_written_once_and_then_compared(tmp_path: Path) -> None:
    folder = tmp_path / "golden"
    with pytest.raises(AssertionError, match=r"wrote template-1\.txt, template-2\.txt: read it"):
        check_golden(Trial(GAME), folder)
    check_golden(Trial(GAME), folder)


def test_the_first_line_that_goes_another_way_is_shown(tmp_path: Path) -> None:
    with pytest.raises(AssertionError):
        check_golden(Trial(GAME), tmp_path)
    other = replace(GAME, describe=lambda view, names: ["Something else"])
    with pytest.raises(AssertionError, match=r"line 10 is 'Something else', and was 'Cells: Ada"):
        check_golden(Trial(other), tmp_path)


# Clauses


def write_tests(folder: Path, *names: str) -> Path:
    lines = [f"def test_{name}() -> None:\n    assert GAME\n" for name in names]
    (folder / "test_rules.py").write_text("\n".join(lines))
    return folder


ALL = ("tm_01_a", "tm_02_b", "tm_03_tm_04_c")


def test_a_test_for_every_clause_passes(tmp_path: Path) -> None:
    check_clauses(GAME, write_tests(tmp_path, *ALL))


def test_a_clause_without_a_test_is_named(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="TM-02 has no test"):
        check_clauses(GAME, write_tests(tmp_path, "tm_01_a", "tm_03_tm_04_c"))


def test_a_test_of_a_clause_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match=r"test_rules\.py::test_tm_09_d carries TM-09, which"):
        check_clauses(GAME, write_tests(tmp_path, *ALL, "tm_09_d"))


def test_a_rulebook_without_clauses_is_found(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match=r"has no clause, as in `- \*\*AB-01\*\*"):
        check_clauses(replace(GAME, folder="tests.testing.bare"), tmp_path)


# Words of facts


def facts_said(words: str, value: Any) -> Trial:
    """The template with a fact more, which is said by these words."""
    said = Annotated[Any, msgspec.Meta(description=words)]
    facts = msgspec.defstruct("Facts", [("extra", said)], bases=(GAME.facts,), frozen=True)

    def view(state: Any, viewer: int) -> View[Any]:
        known = GAME.view(state, viewer)
        return msgspec.structs.replace(
            known, facts=facts(**msgspec.structs.asdict(known.facts), extra=value)
        )

    game: AnyGame = GAME
    return Trial(replace(game, facts=facts, view=view), tables=(At(2),))


@pytest.mark.parametrize(
    ("words", "value"),
    [
        ("{extra:each}", (1, 2)),
        ("{extra:player} leads", -1),
        ("{extra:player} leads", None),
        ("{extra:players} lead", (0, 1)),
        ("{extra:one:# of them}", 3),
        ("", object),
    ],
)
def test_facts_that_can_be_said_pass(words: str, value: Any) -> None:
    facts_can_be_said(facts_said(words, value))


@pytest.mark.parametrize(
    ("words", "value", "says"),
    [
        ("{extra:each}", (1, 2, 3), "'extra' cannot be said as '{extra:each}': 2 players, but 3"),
        ("{extra:each}", 3, "'extra' cannot be said as '{extra:each}'"),
        ("{extra:player} leads", 2, "the fact 'extra': 2 is not a seat"),
        ("{extra:players} lead", (0, 5), r"the fact 'extra': \(0, 5\) is not a seat"),
    ],
)
def test_facts_that_cannot_be_said_are_found(words: str, value: Any, says: str) -> None:
    with pytest.raises(AssertionError, match=says):
        facts_can_be_said(facts_said(words, value))
