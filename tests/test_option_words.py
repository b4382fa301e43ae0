"""Every option of a game that has a screen of its own has a name in both languages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from freehold.games import game_names, load_game

SCREENS = Path(__file__).parent.parent / "web" / "src" / "games"
WITH_SCREENS = [name for name in game_names() if (SCREENS / name / "index.ts").exists()]


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("name", WITH_SCREENS)
def test_the_named_options_are_the_games_own(name: str, language: str) -> None:
    said = (SCREENS / name / "texts" / f"options.{language}.ts").read_text(encoding="utf-8")
    named = re.findall(r"^  (\w+): \[", said, flags=re.MULTILINE)
    assert sorted(named) == sorted(load_game(name).params.__struct_fields__)
