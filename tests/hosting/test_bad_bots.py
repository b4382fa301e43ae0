"""A bot that fails harms nobody else: its first choice is played, and everything else is as if that
had been its own idea."""

from __future__ import annotations

from pathlib import Path

import pytest

from freehold.bots import place_below
from freehold.game import Outcome
from freehold.games import load_game
from freehold.hosting import BotHost, HostOptions
from tests.hosting import BAD, FILES, IMPATIENT, IN_PROCESS, PATIENT, SOUND, entries, play
from tests.toy import GAME as LANTERN

pytestmark = pytest.mark.usefixtures("patient")
LAND_GRAB, TERRITORY = load_game("land-grab"), load_game("territory")


def line_of(words: str) -> str:
    """Where in the file of bad bots something is written."""
    lines = Path(BAD).read_text().splitlines()
    return f"bad.py:{1 + next(at for at, line in enumerate(lines) if words in line)}"


def decide_of(bot: str) -> str:
    at = int(line_of(f"class {bot}:").partition(":")[2])
    return f"bad.py:{at + 1}"


USUAL = entries(play(LAND_GRAB, ["greedy", f"{SOUND}:First"], BotHost(IN_PROCESS))[0])
"""What is played against a bot that chooses the first choice by itself."""
BOTS = {
    "Raises": ("raised", "ZeroDivisionError", line_of("the line that is told")),
    "Misspells": ("nonsense", "'fly 3,4'", decide_of("Misspells")),
    "Nothing": ("nonsense", "returned None", decide_of("Nothing")),
    "Waits": ("waited", "nobody else can act", ""),
    "Hangs": ("hung", "did not answer in time", line_of("time.sleep(3_600)")),
    "Exits": ("exited", "its process has ended", ""),
    "Leaves": ("exited", "SystemExit(enough)", line_of('sys.exit("enough")')),
    "Eats": ("memory", "more memory than it may", line_of("1 << 33")),
}


@pytest.mark.slow
@pytest.mark.parametrize("bot", BOTS)
def test_beside_a_bad_bot_a_sound_one_plays_as_against_first_choices(bot: str) -> None:
    why, text, where = BOTS[bot]
    with BotHost(IMPATIENT if bot == "Hangs" else PATIENT) as host:
        match, report = play(LAND_GRAB, ["greedy", f"{BAD}:{bot}"], host)
    assert entries(match) == USUAL
    assert len(report.strikes) == 5
    assert {(strike.seat, strike.why) for strike in report.strikes} == {(1, why)}
    assert text in report.strikes[0].text
    assert {strike.where for strike in report.strikes} == {where}
    assert [strike.entry for strike in report.strikes] == [1, 3, 5, 7, 9]
    assert report.out == (1,)


@pytest.mark.slow
def test_bad_bots_at_one_table_with_a_good_one() -> None:
    bad = [f"{BAD}:{bot}" for bot in ("Raises", "Misspells", "Nothing", "Leaves")]
    with BotHost(PATIENT) as host:
        match, report = play(TERRITORY, ["greedy", *bad], host)
    usual, _ = play(TERRITORY, ["greedy", *[f"{BAD}:Raises"] * 4], BotHost(IN_PROCESS))
    assert entries(match) == entries(usual), "first choices are drawn, whatever went wrong"
    assert sorted({strike.seat for strike in report.strikes}) == [1, 2, 3, 4]
    assert report.out == (1, 2, 3, 4)
    assert report.outcome.places[0] == 1
    assert min(report.outcome.places[1:]) == 2


def test_one_that_cannot_start_plays_first_choices() -> None:
    with BotHost(PATIENT) as host:
        match, report = play(LAND_GRAB, ["greedy", f"{BAD}:CannotStart"], host)
    assert match.outcome
    assert len(report.strikes) == 5
    assert {strike.text for strike in report.strikes} == {"LookupError: no book of openings"}
    assert report.strikes[0].where == line_of("no book of openings")


@pytest.mark.parametrize("bot", ["Raises", "Misspells", "Leaves", "Waits"])
def test_in_this_process_it_is_the_same(bot: str) -> None:
    why, _, where = BOTS[bot]
    with BotHost(IN_PROCESS) as host:
        match, report = play(LAND_GRAB, ["greedy", f"{BAD}:{bot}"], host)
    assert entries(match) == USUAL
    assert {(strike.why, strike.where) for strike in report.strikes} == {(why, where)}


@pytest.mark.slow
def test_in_real_time_the_others_play_on() -> None:
    with BotHost(IN_PROCESS) as host:
        match, report = play(LANTERN, ["random", f"{BAD}:Raises"], host)
    assert match.outcome
    assert report.out == (1,)
    assert report.outcome.places == (1, 2)


def test_a_program_that_is_not_there_is_one_that_fails() -> None:
    with BotHost(PATIENT) as host:
        _, report = play(LAND_GRAB, ["greedy", "cmd:no-such-program-here"], host)
    assert {strike.why for strike in report.strikes} == {"exited"}
    assert "cannot be started" in report.strikes[0].text


def test_a_time_bank_lasts_for_a_match() -> None:
    with BotHost(HostOptions(bank_ms=100)) as host:
        match, report = play(LAND_GRAB, ["greedy", f"{BAD}:Hangs"], host)
    assert entries(match) == USUAL
    assert [strike.why for strike in report.strikes] == ["bank"] * 5


def test_those_with_five_strikes_are_below_all_others() -> None:
    outcome = Outcome("points", (1, 2, 2, 4), (9, 5, 5, 1))
    assert place_below(outcome, ()) == outcome
    assert place_below(outcome, (0,)).places == (4, 1, 1, 3)
    assert place_below(outcome, (0, 3)).places == (3, 1, 1, 4)
    assert place_below(outcome, (0,)).scores == outcome.scores


def test_what_a_bot_prints_is_in_its_log() -> None:
    with BotHost(PATIENT) as host:
        _, report = play(LAND_GRAB, ["greedy", f"{BAD}:Nothing"], host)
    assert "nor is this" in [note.text for note in report.notes if note.seat == 1]


def test_the_files_of_these_tests_are_there() -> None:
    assert sorted(path.name for path in FILES.glob("*.py")) == ["bad.py", "sound.py"]
