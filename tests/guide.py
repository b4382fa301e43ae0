"""Does what `docs/your-first-game.md` says, from the page's own text, as its reader would.

A fenced block of the page is a file, if its path stands above it (`` `src/x.py` ``), or lines at a
prompt (`console`): commands behind `$`, and below each what it prints, `...` being anything.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

PAGE = Path(__file__).resolve().parent.parent / "docs" / "your-first-game.md"
BLOCK = re.compile(
    r"(?:^`(?P<path>[^`\n]+)`\n\n)?^```(?P<kind>\w+)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL
)
SERVE = "freehold serve"
PATIENCE_S = 600


class File(NamedTuple):
    path: str
    text: str


class Command(NamedTuple):
    line: str
    prints: str


def read_page(page: str) -> Iterator[File | Command]:
    """What its reader does, in order."""
    for block in BLOCK.finditer(page):
        if block["path"]:
            yield File(block["path"], block["text"])
        else:
            assert block["kind"] == "console", f"what is to be done with {block['text'][:80]}"
            for each in re.split(r"^\$ ", block["text"], flags=re.MULTILINE)[1:]:
                yield Command(*each.split("\n", 1))


class Reader:
    """Somebody with an environment of their own, in which Freehold is installed, and a folder."""

    def __init__(self, folder: Path, writes_new: bool = False) -> None:
        self.writes_new = writes_new
        """Does the page show files that are not there yet?"""
        self.place = folder / "work"
        self.place.mkdir()
        self.python = make_environment(folder / "env")
        own = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
        self.environment = own | {
            "PATH": f"{self.python.parent}{os.pathsep}{os.environ['PATH']}",
            "PIP_NO_BUILD_ISOLATION": "false",  # which means: none; what builds it is installed
            "PIP_NO_INDEX": "1",
        }

    def follow(self, page: str, but: tuple[str, ...] = ()) -> None:
        """Do all that it says, but for commands that begin so; a server is not started here."""
        for step in read_page(page):
            if isinstance(step, File):
                self.write(step)
            elif not step.line.startswith((SERVE, *but)):
                self.run(step)

    def write(self, file: File) -> None:
        path = self.place / file.path
        assert self.writes_new or path.is_file(), f"{file.path} is not a file of the new game"
        path.write_text(file.text, encoding="utf-8")

    def run(self, command: Command) -> None:
        if command.line.startswith("cd "):
            self.place /= command.line.removeprefix("cd ")
            return
        ran = subprocess.run(
            ["sh", "-c", command.line],
            cwd=self.place,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=PATIENCE_S,
            check=False,
        )
        said = f"$ {command.line}\n{ran.stdout}"
        assert printed(command.prints, ran.stdout), f"the page says:\n{command.prints}\n{said}"


def printed(page: str, output: str) -> bool:
    """Is the output what the page shows?"""
    parts = map(re.escape, page.strip().split("..."))
    return re.fullmatch(".*".join(parts), output.strip(), re.DOTALL) is not None


def make_environment(folder: Path) -> Path:
    """Like a new virtual environment after `pip install freehold`, in a moment; its Python."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    python = folder / "bin" / "python"
    asked = "import sysconfig; print(sysconfig.get_path('purelib'))"
    found = subprocess.run(
        [str(python), "-c", asked], capture_output=True, text=True, check=True
    ).stdout
    ours = sysconfig.get_path("purelib")
    (Path(found.strip()) / "ours.pth").write_text(f"import site; site.addsitedir({ours!r})\n")
    command = folder / "bin" / "freehold"
    command.write_text(f'#!/bin/sh\nexec "{python}" -m freehold.cli "$@"\n')
    command.chmod(0o755)
    return python
