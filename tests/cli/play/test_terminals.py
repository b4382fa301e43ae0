"""At a real terminal (a pty): colours, Ctrl-C, clocks, and the full screen of real time."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli import Shell, Terminal

pytestmark = pytest.mark.slow

RIGHT = "\x1b[C"


def test_ctrl_c_leaves_a_record_and_the_match_goes_on_from_it(tmp_path: Path, shell: Shell) -> None:
    with Terminal("play land-grab --lines --seats human,random --seed 7", str(tmp_path)) as table:
        table.wait_for("Human> ")
        table.type("farm 3,3\n")
        table.wait_for("Random builds")
        table.wait_for("Human> ")
        table.interrupt()
        table.wait_for("freehold play --resume freehold-land-grab-7.jsonl")
        assert table.wait() == 130
    with Terminal("play --lines --resume freehold-land-grab-7.jsonl", str(tmp_path)) as table:
        table.wait_for("Turn 3")
        table.wait_for("Human> ")
        table.type("settle 4,4\n")
        table.wait_for("opens a mine at 4,4")
        table.type("resign\n")
        table.wait_for("You lose.")
        assert table.wait() == 0
    assert shell("replay verify freehold-land-grab-7.jsonl").code == 0


def test_ctrl_c_in_a_match_of_bots_leaves_a_record_that_goes_on(
    tmp_path: Path, shell: Shell
) -> None:
    command = "play land-grab --seats thinker,thinker --seed 1 --record m.jsonl"
    with Terminal(command, str(tmp_path)) as table:
        record = tmp_path / "m.jsonl"
        table.wait_until(lambda: record.exists() and '"is":"entry"' in record.read_text())
        table.interrupt()
        assert table.wait() == 130
        assert "Traceback" not in table.seen
    said = shell("replay verify m.jsonl")
    assert said.code == 0
    assert "unfinished" in said.out


def test_ctrl_c_ends_a_simulation_quietly(tmp_path: Path) -> None:
    command = "simulate land-grab --bots random,random --games 100000 --jobs 2"
    with Terminal(command, str(tmp_path)) as table:
        table.wait_for("/100000")
        table.interrupt()
        assert table.wait() == 130
        assert "Traceback" not in table.seen


def test_a_terminal_gets_colours(tmp_path: Path) -> None:
    with Terminal("play land-grab --lines --seed 7", str(tmp_path)) as table:
        assert "\x1b[" in table.wait_for("Human> ")
        table.type("rules\n")
        table.wait_for("LG-01")
        table.wait_for("Human> ")
        table.type("quit\n")
        assert table.wait() == 0


def test_rules_are_paged_on_a_terminal(tmp_path: Path) -> None:
    pager = tmp_path / "pager"
    pager.write_text("#!/bin/sh\ncat > paged\necho paged with $LESS\n")
    pager.chmod(0o755)
    with Terminal("rules land-grab", str(tmp_path), PAGER=str(pager)) as table:
        table.wait_for("paged with FRX")
        assert table.wait() == 0
    assert "LG-01" in (tmp_path / "paged").read_text()


def test_a_clock_runs_out_while_one_thinks(tmp_path: Path) -> None:
    with Terminal("play land-grab --lines --seed 7 --clock 1", str(tmp_path)) as table:
        table.wait_for("Clocks: Human")
        table.wait_for("has run out of time")
        table.wait_for("You lose.")
        assert table.wait() == 0


def test_at_one_keyboard_the_screen_is_cleared_between_sealed_submissions(tmp_path: Path) -> None:
    command = "play territory --lines --seats human,human,random --names North,South,Bot --seed 3"
    with Terminal(command, str(tmp_path)) as table:
        table.wait_for("North, take the keyboard and press Enter.")
        table.type("\n")
        table.wait_for("North> ")
        table.type("declare Secret\n")
        shown = table.wait_for("South, take the keyboard and press Enter.")
        assert shown.rindex("\x1b[2J") > shown.rindex("Secret")
        table.type("\n")
        assert "Secret" not in table.wait_for("South> ")
        table.interrupt()
        assert table.wait() == 130


def test_a_match_is_played_on_the_full_screen(tmp_path: Path, shell: Shell) -> None:
    with Terminal("play area-attack --seed 3", str(tmp_path)) as table:
        table.wait_for("at 24,24")
        table.type("\r")
        table.wait_for("Pick a starting cell first")
        table.type(RIGHT)
        table.wait_for("at 25,24")
        table.type(":pick 2,2\r:confirm\r:nonsenses\x7f\r")
        table.wait_for("'nonsense' is not an action")
        table.type(":quit\r")
        table.wait_for("freehold play --resume freehold-area-attack-3.jsonl")
        assert table.wait() == 0
    assert '"action":"pick 2,2"' in (tmp_path / "freehold-area-attack-3.jsonl").read_text()
    assert "unfinished" in shell("replay verify freehold-area-attack-3.jsonl").out


def test_the_full_screen_is_left_by_ctrl_c_and_the_match_goes_on(
    tmp_path: Path, shell: Shell
) -> None:
    with Terminal("play land-grab --seed 3 --record m.jsonl", str(tmp_path)) as table:
        table.wait_for("at 6,6")
        table.type(":farm 2,1\r")
        table.wait_for("Last build")
        table.interrupt()
        table.wait_for("freehold play --resume m.jsonl")
        assert table.wait() == 130
    with Terminal("play --resume m.jsonl", str(tmp_path)) as table:
        table.wait_for("your turn")
        table.type(":resign\r")
        table.wait_for("You lose.")
        table.type("\r")
        table.wait_for("The match is over.")
        assert table.wait() == 0
    assert shell("replay verify m.jsonl").code == 0


def test_two_people_cannot_share_a_keyboard_in_real_time(tmp_path: Path) -> None:
    with Terminal("play area-attack --seats human,human", str(tmp_path)) as table:
        table.wait_for("one human per terminal, not 2")
        assert table.wait() == 2


def test_a_real_time_game_cannot_be_played_in_lines(tmp_path: Path) -> None:
    with Terminal("play area-attack --lines", str(tmp_path)) as table:
        table.wait_for("needs the full screen; omit --lines")
        assert table.wait() == 2
