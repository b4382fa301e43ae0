"""Records looked at, drawn and checked."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from freehold.games import load_game
from freehold.match import read_record
from freehold.match.replay import begin_record, feed_line
from tests.cli import Shell
from tests.laws.faults import FAULTS

TERRITORY = "play territory --seats random,random,random --seed 3 --set rounds=2 --record t.jsonl"

AREA_ATTACK = (
    "play area-attack --seats random,random --seed 1 --set width_cells=20 --set pick_ms=1000"
    " --set stage_2_ms=4000 --set stage_3_ms=6000 --set lock_ms=1000"
)


@pytest.fixture
def record(shell: Shell) -> Path:
    shell("play land-grab --seats random,random --seed 7 --record m.jsonl")
    return Path("m.jsonl")


def entries(record: Path) -> list[str]:
    return [line for line in record.read_text().splitlines() if '"is":"entry"' in line]


def test_the_end_is_shown_when_nothing_else_is_asked_for(shell: Shell, record: Path) -> None:
    out = shell("replay show m.jsonl").out
    most = len(entries(record))
    assert out.startswith(f"Land Grab, entry {most} of {most}, at 0 ms")
    assert "The match is over. The target score has been reached." in out


def test_an_entry_is_shown_with_what_it_was_and_what_came_of_it(shell: Shell, record: Path) -> None:
    out = shell("replay show m.jsonl --entry 1").out
    heading, notice, *rest = out.splitlines()
    action = heading.rpartition(": ")[2]
    assert f'"action":"{action}"' in entries(record)[0]
    assert notice == f"- Random 1 builds a farm at {action.removeprefix('farm ')}."
    assert "\n".join(rest).count("f1") >= 1


def test_the_beginning_is_entry_0(shell: Shell, record: Path) -> None:
    assert ": the beginning" in shell("replay show m.jsonl --entry 0").out


def test_a_moment_is_shown_by_its_milliseconds(shell: Shell, record: Path) -> None:
    assert shell("replay show m.jsonl --at 0").code == 0
    assert "--at is a time in milliseconds, from 0 on" in shell("replay show m.jsonl --at -5").err


def test_a_seats_eyes_see_only_what_the_seat_may_know(shell: Shell) -> None:
    shell(TERRITORY)
    mine = shell("replay show t.jsonl --entry 1 --seat 0").out
    assert "You have submitted" in mine
    by_name = ["replay", "show", "t.jsonl", "--entry", "1", "--seat", "Random 1"]
    assert mine == shell(by_name).out
    assert "You have submitted" not in shell("replay show t.jsonl --entry 1 --seat 1").out
    assert "You are" not in shell("replay show t.jsonl --entry 1 --seat public").out


def test_a_finished_match_shows_the_truth_and_an_unfinished_one_does_not(shell: Shell) -> None:
    shell(f"{AREA_ATTACK} --record a.jsonl")
    middle = len(entries(Path("a.jsonl"))) // 2
    show = f"replay show a.jsonl --entry {middle}"
    assert shell(show).out == shell(f"{show} --seat truth").out
    assert shell(show).out != shell(f"{show} --seat public").out
    lines = Path("a.jsonl").read_bytes().splitlines(keepends=True)
    Path("a.jsonl").write_bytes(b"".join(lines[:-1]))
    assert shell(show).out == shell(f"{show} --seat public").out


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("show m.jsonl --entry 999", "--entry 999: the record has "),
        ("show m.jsonl --entry -1", "--entry -1: the record has "),
        ("svg m.jsonl --entry 999", "the record has "),
        ("show m.jsonl --seat 7", "--seat 7: use one of the seats 0 (random 1), 1 (random 2)"),
        ("show m.jsonl --seat Zoe", "--seat Zoe: use one of the seats"),
        ("show m.jsonl --entry 1 --at 2", "not allowed with argument"),
        ("svg m.jsonl --out no/such.svg", "cannot write no/such.svg"),
    ],
)
def test_what_is_not_there_is_said_in_one_line(
    shell: Shell, record: Path, command: str, words: str
) -> None:
    said = shell(f"replay {command}")
    assert (said.code, said.out) == (2, "")
    assert words in said.err
    assert said.err.count("\n") == 1


def test_a_moment_is_drawn_as_svg(shell: Shell, record: Path) -> None:
    assert shell("replay svg m.jsonl --entry 5 --out board.svg") == (0, "", "")
    picture = Path("board.svg").read_text()
    assert picture == shell("replay svg m.jsonl --entry 5").out
    assert ElementTree.fromstring(picture).tag.endswith("svg")


def test_true_records_verify(shell: Shell, record: Path) -> None:
    shell(TERRITORY)
    said = shell("replay verify m.jsonl t.jsonl")
    assert said.code == 0
    assert said.out.splitlines()[0].startswith("m.jsonl: ")
    assert all(line.endswith("as recorded") for line in said.out.splitlines())


def test_a_false_record_fails_with_its_first_difference(shell: Shell, record: Path) -> None:
    shell(TERRITORY)
    lines = record.read_bytes().splitlines(keepends=True)
    record.write_bytes(b"".join([*lines[:5], *lines[6:]]))
    said = shell("replay verify m.jsonl t.jsonl")
    assert said.code == 1
    assert said.err.startswith("m.jsonl: line ")
    assert said.out.startswith("t.jsonl: ")


def test_a_record_that_cannot_be_followed_points_to_verify(shell: Shell, record: Path) -> None:
    lines = record.read_bytes().splitlines(keepends=True)
    record.write_bytes(b"".join([lines[0], lines[2], *lines[2:]]))
    said = shell("replay show m.jsonl")
    assert said.code == 2
    assert "freehold replay verify says where" in said.err


def test_every_look_says_that_looking_changed_nothing(shell: Shell, record: Path) -> None:
    shell(f"{AREA_ATTACK} --record a.jsonl")
    plain = shell("replay verify m.jsonl a.jsonl").out
    said = shell("replay verify --every-look m.jsonl a.jsonl")
    assert said.code == 0
    more = ", the same looked at after every line, seldom and never"
    assert said.out == "".join(f"{line}{more}\n" for line in plain.splitlines())


def test_every_look_finds_a_game_that_changes_when_it_is_looked_at(
    shell: Shell, record: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disturbed = FAULTS["looks_later"](load_game("land-grab"))
    monkeypatch.setattr("freehold.cli.replays.game_of", lambda path, record: disturbed)
    honest = read_record(record.read_bytes())
    unseen = begin_record(disturbed, honest)  # nobody looks while it is played
    for line in honest.lines:
        feed_line(unseen, line)
    record.write_bytes(unseen.log.dump())
    assert shell("replay verify m.jsonl").code == 0
    said = shell("replay verify --every-look m.jsonl")
    assert (said.code, said.out) == (1, "")
    assert said.err.startswith("m.jsonl: the match depends on who looks")
    assert "fault of the game's rules" in said.err


def test_a_moment_as_json(shell: Shell, record: Path) -> None:
    most = len(entries(record))
    end = json.loads(shell("replay show m.jsonl --json").out)
    assert (end["game"], end["entry"], end["entries"]) == ("land-grab", most, most)
    assert end["viewer"] == "truth"
    assert end["outcome"]["ending"] == "points"
    first = json.loads(shell("replay show m.jsonl --entry 1 --seat 0 --json").out)
    assert (first["entry"], first["viewer"], first["outcome"]) == (1, 0, None)
    assert first["last"]["action"] == json.loads(entries(record)[0])["action"]
    assert first["notices"] == [f"Random 1 builds a farm at {first['last']['action'][5:]}."]
    shown = shell("replay show m.jsonl --entry 1 --seat 0").out
    assert first["picture"] in shown
    assert "\n".join(first["lines"]) in shown
    beginning = json.loads(shell("replay show m.jsonl --entry 0 --json").out)
    assert (beginning["entry"], beginning["last"], beginning["notices"]) == (0, None, [])


@pytest.mark.slow
def test_a_world_is_too_large_for_the_picture(shell: Shell) -> None:
    shell("play mine-land --seats random --seed 1 --set round_seconds=60 --record w.jsonl")
    assert json.loads(shell("replay show w.jsonl --entry 1 --json").out)["picture"] == ""


def test_what_was_verified_as_json(shell: Shell, record: Path) -> None:
    damaged = record.read_text().replace('"action":"farm', '"action":"mine', 1)
    Path("bad.jsonl").write_text(damaged)
    said = shell("replay verify m.jsonl bad.jsonl --json")
    assert (said.code, said.err) == (1, "")
    good, bad = json.loads(said.out)
    assert (good["file"], good["is_as_recorded"]) == ("m.jsonl", True)
    assert (bad["file"], bad["is_as_recorded"]) == ("bad.jsonl", False)
    assert bad["words"] in shell("replay verify bad.jsonl").err
