"""The page `docs/arena.md` is true: a test does what it says, to the letter."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.guide import Reader

PAGE = Path(__file__).resolve().parent.parent / "docs" / "arena.md"


@pytest.mark.slow
def test_the_page_does_what_it_says(tmp_path: Path) -> None:
    reader = Reader(tmp_path, writes_new=True)
    reader.follow(PAGE.read_text(encoding="utf-8"))
    assert (reader.place / "levels.arena" / "report.html").is_file()
