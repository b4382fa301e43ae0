"""The pages of docs/play tell of matches that were played: their records verify, what the pages
quote was done there, and every picture is on its page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from freehold.game import Malformed
from freehold.games import load_game
from freehold.match import read_record, verify
from freehold.match.log import Entry, parse_action

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "play"
GAMES = sorted(page.stem for page in FOLDER.glob("*.md"))
SPAN = re.compile(r"`([^`\n]+)`")
MOST_BYTES = 1_500_000


def page_of(game: str) -> str:
    return (FOLDER / f"{game}.md").read_text(encoding="utf-8")


def is_action(game: str, span: str) -> bool:
    try:
        parse_action(load_game(game), span)
    except Malformed:
        return False
    return True


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_its_match_was_played_by_these_rules(game: str) -> None:
    verify(load_game(game), read_record((FOLDER / f"{game}.jsonl").read_bytes()))


@pytest.mark.parametrize("game", GAMES)
def test_what_it_quotes_was_done_in_the_match(game: str) -> None:
    record = read_record((FOLDER / f"{game}.jsonl").read_bytes())
    done = {line.action for line in record.lines if isinstance(line, Entry)}
    quoted = {span for span in SPAN.findall(page_of(game)) if is_action(game, span)}
    assert len(quoted) >= 2
    assert not quoted - done


@pytest.mark.parametrize("game", GAMES)
def test_its_pictures_are_those_in_the_folder(game: str) -> None:
    shown = set(re.findall(r"\(pictures/([\w-]+\.png)\)", page_of(game)))
    assert shown == {path.name for path in (FOLDER / "pictures").glob(f"{game}-*.png")}


def test_they_are_small() -> None:
    assert sum(path.stat().st_size for path in FOLDER.rglob("*")) < MOST_BYTES
