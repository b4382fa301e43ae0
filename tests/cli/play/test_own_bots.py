"""Bots of one's own at this terminal: alone, against a person, recorded and resumed."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from freehold.match import read_record
from tests.cli import Shell
from tests.hosting import BAD, SOUND

FIRST = f"{SOUND}:First"


@pytest.mark.slow
def test_a_file_plays_and_is_in_the_record_with_its_digest(shell: Shell) -> None:
    said = shell(f"play land-grab --seats {FIRST},greedy --seed 3 --record match.jsonl")
    assert (said.code, said.err) == (0, "")
    header = read_record(Path("match.jsonl").read_bytes()).header
    digest = hashlib.sha256(Path(SOUND).read_bytes()).hexdigest()
    assert [(seat.bot, seat.sha256) for seat in header.seats] == [(FIRST, digest), ("greedy", "")]
    assert shell("replay verify match.jsonl").code == 0


def test_a_bad_bot_is_told_and_is_a_failed_check(shell: Shell) -> None:
    said = shell(f"play land-grab --seats {BAD}:Raises,greedy --seed 3 --in-process")
    assert said.code == 1
    assert "Strike of Raises at entry 0, bad.py:17: ZeroDivisionError" in said.out
    assert "Raises has five strikes and places below all others.\n" in said.out


def test_json_lists_the_strikes(shell: Shell) -> None:
    said = shell(f"play land-grab --seats greedy,{BAD}:Misspells --seed 3 --in-process --json")
    shown = json.loads(said.out)
    assert said.code == 1
    assert [strike["why"] for strike in shown["strikes"]] == ["nonsense"] * 5
    assert shown["outcome"]["places"] == [1, 2]


def test_a_person_plays_on_beside_a_bot_that_fails(shell: Shell) -> None:
    said = shell(f"play land-grab --seats {BAD}:Waits,human --seed 3 --in-process", "resign\n")
    assert said.code == 1
    assert "You lose." in said.out
    assert "Strike of Waits at entry 0: it waits, and nobody else can act\n" in said.out


@pytest.mark.slow
def test_a_bot_that_was_edited_is_told_when_a_match_is_resumed(shell: Shell) -> None:
    mine = Path("mine.py")
    mine.write_text(Path(SOUND).read_text())
    shell("play land-grab --seats human,mine.py:First --seed 3 --record match.jsonl", "quit\n")
    mine.write_text(Path(SOUND).read_text() + "# edited\n")
    said = shell("play --resume match.jsonl", "quit\n")
    assert "freehold: mine.py:First has changed since this match began\n" in said.err


def test_what_a_bot_notes_is_beside_the_record_and_shown_with_its_entry(shell: Shell) -> None:
    shell(f"play land-grab --seats {FIRST},greedy --seed 3 --record match.jsonl --in-process")
    assert sorted(path.name for path in Path().iterdir()) == ["match.jsonl", "match.notes.jsonl"]
    shown = shell("replay show match.jsonl --entry 3 --notes")
    assert shown.out.endswith("[First, entry 3] first\n[First, entry 3] 0,0 corner\n")
    assert "[First" not in shell("replay show match.jsonl --entry 2 --notes").out
    assert shell("replay show match.jsonl --notes").out.count("[First, entry 1]") == 2
    as_json = json.loads(shell("replay show match.jsonl --entry 1 --notes --json").out)
    assert as_json["notes"] == ["[First, entry 1] first", "[First, entry 1] 0,0 corner"]


def test_a_match_that_is_resumed_keeps_its_notes(shell: Shell) -> None:
    play = f"play land-grab --seats {FIRST},human --seed 3 --record match.jsonl --in-process"
    shell(play, "quit\n")
    before = Path("match.notes.jsonl").read_bytes()
    shell("play --resume match.jsonl --in-process", "resign\n")
    assert Path("match.notes.jsonl").read_bytes().startswith(before)


def test_without_notes_a_sentence_says_so(shell: Shell) -> None:
    shell("play land-grab --seats random,greedy --seed 3 --record match.jsonl")
    said = shell("replay show match.jsonl --notes")
    assert (said.code, said.out) == (2, "")
    assert "there is no match.notes.jsonl" in said.err
    Path("match.notes.jsonl").write_text("x")
    assert "cannot be read" in shell("replay show match.jsonl --notes").err
