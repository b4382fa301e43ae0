"""`make play` and `make test` on a fresh tree: what is installed, and when it is done again.

Python and pip are stand-ins that note what they are asked, so that nothing is installed here.
"""

from __future__ import annotations

import os
import pty
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
# Does what a Python is asked by tools/setup.sh, as far as it can be seen from outside.
STAND_IN = """\
#!/bin/sh
case "$*" in
    "-m venv --clear .venv")
        rm -rf .venv && mkdir -p .venv/bin && cp "$0" .venv/bin/python
        echo "$PWD/.venv/bin/python" > .venv/bin/pip ;;
    "-m pip install "*) echo "$*" >> "$LOG"; exit "${PIP_ENDS:-0}" ;;
    *sys.prefix*) exit 0 ;;
    --version) echo "Python 3.12.0" ;;
    -c*) exit "${IS_WRONG:-0}" ;;
esac
"""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    tree = tmp_path / "tree"
    (tree / "tools").mkdir(parents=True)
    for name in ("Makefile", "pyproject.toml", "constraints.txt", "tools/setup.sh"):
        shutil.copy(ROOT / name, tree / name)
    python = tmp_path / "python"
    python.write_text(STAND_IN)
    python.chmod(0o755)
    return tree


def environment(tree: Path, **more: str) -> dict[str, str]:
    log, python = str(tree.parent / "log"), str(tree.parent / "python")
    left_out = ("MAKEFLAGS", "MAKELEVEL", "MFLAGS", "MAKEOVERRIDES")
    kept = {name: value for name, value in os.environ.items() if name not in left_out}
    return {**kept, "LOG": log, "PYTHON": python, **more}


def make(tree: Path, target: str, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["make", target], cwd=tree, env=environment(tree, **more), capture_output=True, text=True
    )


def installed(tree: Path) -> list[str]:
    """What pip was asked to install since the last call."""
    log = tree.parent / "log"
    lines = log.read_text().splitlines() if log.exists() else []
    log.unlink(missing_ok=True)
    return [line.split()[-1] for line in lines]


def test_playing_installs_no_tools_and_testing_adds_them(tree: Path) -> None:
    assert make(tree, ".venv/ready").returncode == 0
    assert installed(tree) == ["."]
    assert make(tree, ".venv/ready").returncode == 0
    assert installed(tree) == []
    assert make(tree, ".venv/ready-tools").returncode == 0
    assert installed(tree) == [".[dev]"]
    for ready in (".venv/ready", ".venv/ready-tools"):
        assert (tree / ready).read_text() == f"{tree}\n"
        assert make(tree, ready).returncode == 0
    assert installed(tree) == []


def test_targets_need_no_more_than_they_use(tree: Path) -> None:
    lines = (tree / "Makefile").read_text().splitlines()
    needs = {line.partition(":")[0]: line for line in lines if ": $(" in line}
    assert "$(READY)" in needs["play"]
    tools = ("bench", "browser", "check", "golden", "proof", "quick", "screens", "setup", "test")
    assert all("$(TOOLS)" in needs[name] for name in tools)


def test_tools_alone_make_playing_ready(tree: Path) -> None:
    assert make(tree, ".venv/ready-tools").returncode == 0
    assert make(tree, ".venv/ready").returncode == 0
    assert installed(tree) == [".[dev]"]


@pytest.mark.parametrize("ready", [".venv/ready", ".venv/ready-tools"])
def test_what_was_interrupted_is_taken_up_again(tree: Path, ready: str) -> None:
    ended = make(tree, ready, PIP_ENDS="1")
    assert ended.returncode != 0
    assert "pip could not install the packages" in ended.stderr
    assert not (tree / ready).exists()
    installed(tree)
    assert make(tree, ready).returncode == 0
    assert len(installed(tree)) == 1


def test_tools_that_failed_are_not_taken_for_ready_afterwards(tree: Path) -> None:
    assert make(tree, ".venv/ready-tools").returncode == 0
    (tree / "pyproject.toml").touch()
    newer = (tree / ".venv/ready-tools").stat().st_mtime + 5
    os.utime(tree / "pyproject.toml", (newer, newer))
    assert make(tree, ".venv/ready-tools", PIP_ENDS="1").returncode != 0
    installed(tree)
    assert make(tree, ".venv/ready").returncode == 0
    assert make(tree, ".venv/ready-tools").returncode == 0
    assert installed(tree) == [".", ".[dev]"]


def test_a_moved_tree_gets_an_environment_of_its_own(tree: Path) -> None:
    assert make(tree, ".venv/ready-tools").returncode == 0
    installed(tree)
    moved = tree.rename(tree.parent / "moved")
    assert make(moved, ".venv/ready-tools").returncode == 0
    assert installed(moved) == [".[dev]"]
    assert (moved / ".venv/ready-tools").read_text() == f"{moved}\n"
    assert (moved / ".venv/bin/pip").read_text().startswith(str(moved))  # made from scratch


def test_changed_requirements_are_installed(tree: Path) -> None:
    assert make(tree, ".venv/ready-tools").returncode == 0
    newer = (tree / ".venv/ready-tools").stat().st_mtime + 5
    os.utime(tree / "constraints.txt", (newer, newer))
    installed(tree)
    assert make(tree, ".venv/ready").returncode == 0
    assert installed(tree) == ["."]


def test_without_a_right_python_it_is_one_sentence(tree: Path) -> None:
    only = {"PATH": f"{tree.parent}/bin", "IS_WRONG": "1"}
    (tree.parent / "bin").mkdir()
    for name in ("sh", "dirname", "cat"):
        found = shutil.which(name)
        assert found
        (tree.parent / "bin" / name).symlink_to(found)
    ended = subprocess.run(
        ["sh", "tools/setup.sh", "play"],
        cwd=tree,
        env=environment(tree, **only),
        capture_output=True,
        text=True,
    )
    assert ended.returncode == 1
    assert ended.stderr.splitlines()[-1].startswith("setup: no Python 3.11, 3.12, 3.13 or 3.14")
    assert installed(tree) == []


def test_on_a_terminal_pip_shows_its_progress_and_in_a_log_it_is_quiet(tree: Path) -> None:
    log = tree.parent / "log"
    assert make(tree, ".venv/ready").returncode == 0
    assert "--quiet" in log.read_text()
    log.unlink()
    terminal, ours = pty.openpty()
    ended = subprocess.run(
        ["sh", "tools/setup.sh", "tools"], cwd=tree, env=environment(tree), stdout=ours
    )
    os.close(ours)
    os.close(terminal)
    assert ended.returncode == 0
    assert "--progress-bar=on" in log.read_text()
    assert "--quiet" not in log.read_text()


def test_on_a_terminal_npm_shows_its_progress_and_in_a_log_only_its_errors(tmp_path: Path) -> None:
    npm = tmp_path / "npm"
    npm.write_text('#!/bin/sh\necho "npm is at work"\nexit "$1"\n')
    npm.chmod(0o755)
    env = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    words = (
        "import sys, pathlib; from tools.client import npm;"
        "npm(pathlib.Path('.'), sys.argv[1], has_progress=True)"
    )
    command = [sys.executable, "-c", words]
    terminal, ours = pty.openpty()
    subprocess.run([*command, "0"], cwd=ROOT, env=env, stdout=ours, stderr=ours, check=True)
    os.close(ours)
    assert b"npm is at work" in os.read(terminal, 1000)
    os.close(terminal)
    for code, is_said in (("0", False), ("3", True)):
        ended = subprocess.run(
            [*command, code], cwd=ROOT, env=env, capture_output=True, text=True, timeout=60
        )
        assert ("npm is at work" in ended.stdout + ended.stderr) == is_said
