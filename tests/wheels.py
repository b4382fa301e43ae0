"""A wheel of this tree in an environment that has nothing but what the wheel says it needs."""

from __future__ import annotations

import re
import subprocess
import sys
import venv
from importlib.metadata import Distribution, distribution
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parent.parent
OURS = "freehold"


def build_wheel(folder: Path) -> Path:
    """With the browser client as it was last built: the hook, which needs Node, is left out."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HATCH_BUILD_NO_HOOKS", "true")
        [path] = WheelBuilder(str(ROOT)).build(directory=str(folder))
    return Path(path)


def needed(names: list[str]) -> dict[str, Distribution]:
    """Every package that these need, by name, as it is installed here."""
    found: dict[str, Distribution] = {}
    while names:
        name = names.pop()
        if name in found:
            continue
        found[name] = distribution(name)
        names += requirements_of(found[name].requires or [])
    return found


def requirements_of(lines: list[str]) -> list[str]:
    wanted = [Requirement(line) for line in lines]
    return [each.name for each in wanted if not each.marker or each.marker.evaluate({"extra": ""})]


class Installed:
    """The wheel in an environment of its own. Packages that it needs are linked from this one, so
    that no network is needed; what it does not say it needs is not there."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.bin = folder / "env" / "bin"
        venv.create(folder / "env", with_pip=False)
        version = f"python{sys.version_info[0]}.{sys.version_info[1]}"
        self.packages = folder / "env" / "lib" / version / "site-packages"
        wheel = build_wheel(folder)
        self._install(wheel)
        lines = (self.packages / self._metadata()).read_text(encoding="utf-8")
        requires = re.findall(r"^Requires-Dist: (.*)$", lines, re.MULTILINE)
        for found in needed(requirements_of(requires)).values():
            self._link(found)

    def _install(self, wheel: Path) -> None:
        target = ["--target", str(self.packages), "--no-deps", "--no-index", "--quiet"]
        subprocess.run(
            [sys.executable, "-m", "pip", "install", *target, str(wheel)],
            check=True,
            capture_output=True,
        )
        (self.packages / "bin" / OURS).rename(self.bin / OURS)
        command = (self.bin / OURS).read_text(encoding="utf-8").splitlines(keepends=True)
        (self.bin / OURS).write_text("".join([f"#!{self.bin / 'python'}\n", *command[1:]]))

    def _metadata(self) -> Path:
        [found] = self.packages.glob(f"{OURS}-*.dist-info/METADATA")
        return found.relative_to(self.packages)

    def _link(self, found: Distribution) -> None:
        tops = {file.parts[0] for file in found.files or () if file.parts[0] != ".."}
        for top in tops - {"__pycache__"}:
            link = self.packages / top
            if not link.exists():
                link.symlink_to(Path(str(found.locate_file(top))))

    @property
    def environment(self) -> dict[str, str]:
        """No other programs than its own: neither Node nor the tools of this environment."""
        return {"PATH": str(self.bin), "HOME": str(self.folder), "TERM": "dumb"}

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        """A program of that environment."""
        return subprocess.run(
            [str(self.bin / command[0]), *command[1:]],
            cwd=self.folder,
            env=self.environment,
            capture_output=True,
            text=True,
        )
