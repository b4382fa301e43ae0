"""Shells complete what is typed: commands, options, games and files."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from freehold.games import game_names
from tests.cli import Shell

COMPLETE = """
source script.bash
COMP_WORDS=({words} "")
[[ "{words}" == *" " ]] || unset "COMP_WORDS[-1]"
COMP_CWORD=$(( ${{#COMP_WORDS[@]}} - 1 ))
_shtab_freehold
printf "%s\\n" "${{COMPREPLY[@]}}"
"""


@pytest.fixture
def script(shell: Shell) -> None:
    Path("script.bash").write_text(shell("completions bash").out, encoding="utf-8")


def complete(words: str) -> list[str]:
    """What bash offers for the last word."""
    asked = ["bash", "--norc", "-c", COMPLETE.format(words=words)]
    said = subprocess.run(asked, capture_output=True, text=True, check=True, timeout=60)
    return said.stdout.split()


@pytest.mark.skipif(not shutil.which("bash"), reason="there is no bash")
@pytest.mark.usefixtures("script")
def test_bash_completes_commands_options_and_games() -> None:
    assert complete("freehold pla") == ["play"]
    assert complete("freehold replay sh") == ["show"]
    assert complete("freehold play land") == ["land-grab"]
    assert complete("freehold rules ") == game_names()
    assert complete("freehold serve --max-ro") == ["--max-rooms"]
    assert complete("freehold admin list --js") == ["--json"]


@pytest.mark.parametrize("name", ["zsh", "fish"])
def test_other_shells_have_a_script_too(shell: Shell, name: str) -> None:
    said = shell(f"completions {name}")
    assert (said.code, said.err) == (0, "")
    assert "new-game" in said.out
    assert "land-grab" in said.out


def test_without_shtab_it_says_how_to_get_it(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "shtab", None)
    said = shell("completions bash")
    assert (said.code, said.out) == (2, "")
    assert said.err.endswith("install it with: pip install 'freehold[completions]'\n")
