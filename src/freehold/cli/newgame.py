"""`freehold new-game`: a package with a working game, its rulebook, a bot and tests.

Nothing exists twice: the package is our template (`games/_template` and its tests in
`testing/template`) under a new name.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
from argparse import Namespace
from collections.abc import Iterator
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from freehold import __version__
from freehold.cli.errors import Trouble
from freehold.games import TEMPLATE, game_names
from freehold.games._template import GAME
from freehold.testing import Trial
from freehold.testing.playthroughs import playthroughs

TESTS = "freehold.testing.template"
LONGEST_NAME = 30
NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")

PROJECT = """\
[build-system]
requires = ["hatchling>=1.27"]
build-backend = "hatchling.build"

[project]
name = "freehold-{name}"
version = "0.1.0"
description = "{title}, a game for Freehold."
readme = "README.md"
requires-python = ">=3.11"
dependencies = ["freehold>={version}"]

[project.optional-dependencies]
dev = ["pytest>=8.3"]

# Freehold has the game wherever this package is installed.
[project.entry-points."freehold.games"]
{name} = "{package}:GAME"

[tool.hatch.build.targets.wheel]
packages = ["src/{package}"]

[tool.pytest.ini_options]
testpaths = ["tests"]
pythonpath = ["src", "."]

[tool.ruff]
line-length = 100
"""

README = """\
# {title}

A game for Freehold. Its rules are in `src/{package}/RULES.md`.

    python -m pip install -e '.[dev]'    # now Freehold has the game
    freehold play {name}
    freehold serve                       # in the browser
    python -m pytest
"""

NEXT = """\
Created {folder}: a playable game with a rulebook, a bot and tests. Next:

    cd {folder}
    python -m pip install -e '.[dev]'
    freehold play {name}
    python -m pytest

Then write your own rules, starting with src/{package}/RULES.md."""


class Naming(NamedTuple):
    """What the new game is called in each place."""

    name: str
    package: str
    title: str
    prefix: str
    """The prefix of the clauses, as in `RE-01`."""


def new_game(options: Namespace) -> int:
    naming = naming_of(options.name)
    folder = Path(options.folder or naming.name)
    try:
        if is_taken(folder):
            raise Trouble(f"{folder} already exists; choose a new folder with --folder")
        write_all(folder, dict(files_of(naming)))
    except OSError as error:
        raise Trouble(f"cannot write {folder}: {error.strerror}") from error
    print(NEXT.format(folder=shlex.quote(str(folder)), **naming._asdict()))
    return 0


def is_taken(folder: Path) -> bool:
    """Is anything there other than an empty folder?"""
    return any(folder.iterdir()) if folder.is_dir() else os.path.lexists(folder)


def naming_of(name: str) -> Naming:
    if problem := problem_of(name):
        raise Trouble(problem)
    words = name.split("-")
    title = " ".join(word.capitalize() for word in words)
    initials = "".join(word[0] for word in words) if len(words) > 1 else name[:2]
    prefix = re.sub("[^a-z]", "", initials).upper()
    return Naming(name, f"freehold_{name.replace('-', '_')}", title, prefix)


def problem_of(name: str) -> str:
    if not NAME.fullmatch(name):
        likely = re.sub("[^a-z0-9]+", "-", name.lower()).strip("-")
        example = f", as in {likely}" if NAME.fullmatch(likely) else ""
        return (
            f"'{name}' cannot be a game's name: begin with a letter, and use small letters a"
            f" to z, digits, and - between words{example}"
        )
    if len(name) > LONGEST_NAME:
        return f"'{name}' is longer than {LONGEST_NAME} characters; choose a shorter name"
    if name in (GAME.name, *game_names()):
        return f"there is already a game '{name}'; choose another name"
    return ""


# The files


def files_of(naming: Naming) -> Iterator[tuple[str, str]]:
    """Every file of the package: its path and its text."""
    words = {**naming._asdict(), "version": ".".join(__version__.split(".")[:2])}
    yield "pyproject.toml", PROJECT.format(**words)
    yield "README.md", README.format(**words)
    for folder, source in ((f"src/{naming.package}", TEMPLATE), ("tests", TESTS)):
        for name, text in template_files(source):
            yield f"{folder}/{name}", renamed(text, naming)
    for name, text in playthroughs(Trial(replace(GAME, name=naming.name, title=naming.title))):
        yield f"tests/golden/{name}.txt", text


def template_files(package: str) -> Iterator[tuple[str, str]]:
    for path in files(package).iterdir():
        if path.is_file():
            yield path.name, path.read_text(encoding="utf-8")


def renamed(text: str, naming: Naming) -> str:
    text = text.replace(TEMPLATE, naming.package).replace(TESTS, "tests")
    text = text.replace(GAME.name, naming.name).replace(GAME.title, naming.title)
    text = text.replace("TM-", f"{naming.prefix}-")
    text = text.replace("test_tm_", f"test_{naming.prefix.lower()}_")
    return sort_imports(text, naming.package)


def sort_imports(text: str, package: str) -> str:
    """In the template Freehold's modules are first-party imports, in a package third-party."""
    lines = text.split("\n")
    places = [at for at, line in enumerate(lines) if line.startswith(("import ", "from "))]
    if not places:
        return text
    first, last = places[0], places[-1] + 1
    groups: list[list[str]] = [[], [], [], []]
    for line in filter(None, lines[first:last]):
        groups[import_rank(line, package)].append(line)
    ordered = ["\n".join(sorted(group, key=froms_last)) for group in groups if group]
    return "\n".join([*lines[:first], "\n\n".join(ordered), *lines[last:]])


def import_rank(line: str, package: str) -> int:
    """0 for `__future__`, 1 for the standard library, 2 for others' packages, 3 for our own."""
    top = line.split()[1].partition(".")[0]
    ranks = {"__future__": 0, package: 3, "tests": 3}
    return ranks.get(top, 1 if top in sys.stdlib_module_names else 2)


def froms_last(line: str) -> tuple[bool, str]:
    return line.startswith("from "), line


def write_all(folder: Path, texts: dict[str, str]) -> None:
    """All of them or none: they are written to a folder beside it, which is then renamed."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    beside = folder.parent / f".{folder.name}-{os.getpid()}"
    try:
        for name, text in texts.items():
            path = beside / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
        if folder.is_dir():
            folder.rmdir()
        beside.rename(folder)
    finally:
        shutil.rmtree(beside, ignore_errors=True)
