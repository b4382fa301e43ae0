"""`freehold new-game`: a game that works, with its name put in everywhere."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder

from freehold.games import _template
from freehold.testing import template as template_tests
from tests.cli import Shell

ROOT = Path(__file__).resolve().parent.parent.parent


def texts(folder: Path) -> dict[str, str]:
    """Every file of a folder, by its path in it."""
    return {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def names_in(package_file: str | None) -> set[str]:
    assert package_file is not None
    return {path.name for path in Path(package_file).parent.iterdir() if path.is_file()}


def test_a_new_game_has_every_file_of_the_template_and_its_tests(
    shell: Shell, tmp_path: Path
) -> None:
    assert shell("new-game moss-war").code == 0
    wanted = {f"src/freehold_moss_war/{name}" for name in names_in(_template.__file__)}
    wanted |= {f"tests/{name}" for name in names_in(template_tests.__file__)}
    wanted |= {"tests/golden/moss-war-1.txt", "tests/golden/moss-war-2.txt"}
    wanted |= {"pyproject.toml", "README.md"}
    assert set(texts(tmp_path / "moss-war")) == wanted


def test_the_name_is_put_in_everywhere(shell: Shell, tmp_path: Path) -> None:
    shell("new-game moss-war")
    made = texts(tmp_path / "moss-war")
    left = [path for path, text in made.items() if "template" in (path + text).lower()]
    assert left == []
    assert not [path for path, text in made.items() if "TM-" in text or "test_tm_" in text]
    assert made["src/freehold_moss_war/RULES.md"].startswith("# Moss War\n")
    assert "**MW-01**" in made["src/freehold_moss_war/RULES.md"]
    assert "def test_mw_01_" in made["tests/test_rules.py"]
    assert 'name="moss-war"' in made["src/freehold_moss_war/__init__.py"]
    assert 'title="Moss War"' in made["src/freehold_moss_war/__init__.py"]
    assert made["tests/golden/moss-war-1.txt"].startswith("Moss War, seed 1: ")


def test_digits_are_no_part_of_a_clauses_letters(shell: Shell, tmp_path: Path) -> None:
    shell("new-game connect-4")
    made = texts(tmp_path / "connect-4")
    assert "**C-01**" in made["src/freehold_connect_4/RULES.md"]
    assert "def test_c_01_" in made["tests/test_rules.py"]


def test_a_name_of_one_word_gives_clauses_their_first_letters(shell: Shell, tmp_path: Path) -> None:
    shell("new-game reversi")
    assert "**RE-01**" in texts(tmp_path / "reversi")["src/freehold_reversi/RULES.md"]


def test_it_is_a_package_that_brings_the_game(shell: Shell, tmp_path: Path) -> None:
    shell("new-game moss-war")
    project = tomllib.loads(texts(tmp_path / "moss-war")["pyproject.toml"])
    found = project["project"]["entry-points"]["freehold.games"]
    assert found == {"moss-war": "freehold_moss_war:GAME"}
    assert project["project"]["name"] == "freehold-moss-war"


def test_what_to_do_next_is_said(shell: Shell) -> None:
    said = shell("new-game moss-war --folder games/moss").out
    assert "cd games/moss\n" in said
    assert "freehold play moss-war\n" in said


def test_a_wheel_of_ours_has_all_that_a_new_game_is_made_of() -> None:
    packed = {file.distribution_path for file in WheelBuilder(str(ROOT)).recurse_included_files()}
    for module in (_template, template_tests):
        folder = module.__name__.replace(".", "/")
        assert {f"{folder}/{name}" for name in names_in(module.__file__)} <= packed
    assert "freehold/py.typed" in packed


def test_what_to_do_next_can_be_pasted(shell: Shell) -> None:
    said = shell(["new-game", "moss-war", "--folder", "my games/moss"]).out
    assert "cd 'my games/moss'\n" in said


@pytest.mark.slow
def test_its_own_tests_pass_at_once(shell: Shell, tmp_path: Path) -> None:
    shell("new-game moss-war")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    ran = subprocess.run(
        command, cwd=tmp_path / "moss-war", capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_linters_have_nothing_to_change(shell: Shell, tmp_path: Path) -> None:
    shell("new-game moss-war")
    for command in ("check --select E,F,I,UP,B", "format --check"):
        ran = subprocess.run(
            [sys.executable, "-m", "ruff", *command.split(), "."],
            cwd=tmp_path / "moss-war",
            capture_output=True,
            text=True,
            check=False,
        )
        assert ran.returncode == 0, ran.stdout + ran.stderr


# What cannot be done is said in a sentence, and nothing is written


@pytest.mark.parametrize(
    ("command", "says"),
    [
        (["land-grab"], "there is already a game 'land-grab'; choose another name"),
        (["template"], "there is already a game 'template'; choose another name"),
        (["Moss War"], "'Moss War' cannot be a game's name"),
        (["Moss War"], "as in moss-war"),
        (["moss_war"], "as in moss-war"),
        (["2048"], "'2048' cannot be a game's name: begin with a letter"),
        (["moos-krieg-für-alle"], "cannot be a game's name"),
        ([""], "'' cannot be a game's name"),
        (["m" * 31], "is longer than 30 characters"),
    ],
)
def test_a_bad_name_is_refused(shell: Shell, tmp_path: Path, command: list[str], says: str) -> None:
    said = shell(["new-game", *command])
    assert (said.code, said.out) == (2, "")
    assert says in said.err
    assert said.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_overwritten(shell: Shell, tmp_path: Path) -> None:
    kept = tmp_path / "moss-war" / "notes.txt"
    kept.parent.mkdir()
    kept.write_text("mine")
    said = shell("new-game moss-war")
    assert said.code == 2
    assert "moss-war already exists; choose a new folder with --folder" in said.err
    assert texts(tmp_path) == {"moss-war/notes.txt": "mine"}


def test_a_file_is_not_overwritten_either(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "moss-war").write_text("mine")
    assert "moss-war already exists" in shell("new-game moss-war").err
    assert texts(tmp_path) == {"moss-war": "mine"}


def test_a_link_that_leads_nowhere_is_not_overwritten(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "moss-war").symlink_to("nowhere")
    assert "moss-war already exists" in shell("new-game moss-war").err
    assert (tmp_path / "moss-war").is_symlink()


def test_an_empty_folder_is_used(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "here").mkdir()
    assert shell("new-game moss-war --folder here").code == 0
    assert (tmp_path / "here" / "pyproject.toml").is_file()


def test_a_folder_that_cannot_be_made_is_said(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    said = shell("new-game moss-war --folder file/moss-war")
    assert said.code == 2
    assert "cannot write file/moss-war: " in said.err


def test_nothing_half_written_is_left(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest, written = Path.write_text, []

    def full_disk(path: Path, *given: str, **named: str) -> int:
        written.append(path)
        if len(written) == 5:
            raise OSError(28, "No space left on device")
        return honest(path, *given, **named)

    monkeypatch.setattr(Path, "write_text", full_disk)
    said = shell("new-game moss-war")
    assert "cannot write moss-war: No space left on device" in said.err
    assert list(tmp_path.iterdir()) == []
