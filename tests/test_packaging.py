"""What is in the sdist and the wheel, built here without a network and without Node."""

from __future__ import annotations

import re
import shutil
import tarfile
import tomllib
import zipfile
from collections.abc import Iterator
from email.message import Message
from email.parser import Parser
from pathlib import Path

import pytest
from hatchling.builders.sdist import SdistBuilder
from hatchling.builders.wheel import WheelBuilder

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent
MOST_BYTES = 5_000_000
PICTURE = re.compile(r"!\[[^]]*\]\(([^)]+)\)")


@pytest.fixture(scope="module")
def _without_client() -> Iterator[None]:
    """Hooks are left out: ours would build the browser client."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HATCH_BUILD_NO_HOOKS", "true")
        yield


@pytest.fixture(scope="module")
def sdist(_without_client: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    [path] = SdistBuilder(str(ROOT)).build(directory=str(tmp_path_factory.mktemp("sdist")))
    return Path(path)


@pytest.fixture(scope="module")
def wheel(_without_client: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    [path] = WheelBuilder(str(ROOT)).build(directory=str(tmp_path_factory.mktemp("wheel")))
    return Path(path)


def names_in(sdist: Path) -> set[str]:
    with tarfile.open(sdist) as archive:
        return {name.partition("/")[2] for name in archive.getnames()}


def read_metadata(wheel: Path) -> Message:
    with zipfile.ZipFile(wheel) as archive:
        [name] = [each for each in archive.namelist() if each.endswith(".dist-info/METADATA")]
        return Parser().parsestr(archive.read(name).decode())


def test_an_sdist_has_what_it_takes_to_build_test_read_and_host_it(sdist: Path) -> None:
    there = names_in(sdist)
    documents = {path.name for path in ROOT.glob("*.md")} | {"LICENSE", "Makefile"}
    building = {"pyproject.toml", "hatch_build.py", "constraints.txt"}
    building |= {"tools/client.py", "tools/native.py", "src/freehold/match/_quick.c"}
    assert documents | building <= there
    for folder in ("deploy", "docs", "src", "tests", "tools", "bench", "web"):
        assert any(name.startswith(f"{folder}/") for name in there), folder
    assert {f"deploy/{path.name}" for path in (ROOT / "deploy").iterdir()} <= there


def test_an_sdist_has_the_pictures_of_its_pages_and_no_other_screens(sdist: Path) -> None:
    pictures = set(PICTURE.findall((ROOT / "README.md").read_text(encoding="utf-8")))
    assert pictures
    for page in (ROOT / "docs").glob("*.md"):
        shown = re.findall(r"\]\((screens/[\w-]+\.webp)\)", page.read_text(encoding="utf-8"))
        pictures |= {f"docs/{each}" for each in shown}
    assert {name for name in names_in(sdist) if name.startswith("docs/screens/")} == pictures
    assert sdist.stat().st_size < MOST_BYTES


def test_an_sdist_has_nothing_that_was_made_here(sdist: Path) -> None:
    made = re.compile(r"(^|/)(node_modules|__pycache__|\.venv[^/]*|\.git|\.\w+_cache)(/|$)")
    assert not [name for name in names_in(sdist) if made.search(name)]


def test_a_wheel_has_its_types_its_rulebooks_and_its_command(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        there = set(archive.namelist())
    assert {"freehold/py.typed", "freehold/__main__.py"} <= there
    games = ROOT / "src" / "freehold" / "games"
    for rules in games.glob("*/RULES.md"):
        assert f"freehold/games/{rules.parent.name}/RULES.md" in there
    assert not [name for name in there if name.startswith(("tests/", "docs/"))]
    assert not [name for name in there if name.endswith((".c", ".so"))], "it is for every platform"
    assert wheel.name.endswith("-py3-none-any.whl")


@pytest.mark.parametrize("is_pure", [False, True])
def test_a_wheel_has_the_helper_where_there_is_a_compiler(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_pure: bool
) -> None:
    tree = tmp_path / "tree"
    ignored = shutil.ignore_patterns("__pycache__", "*.so", "node_modules", "web_dist")
    shutil.copytree(ROOT / "src", tree / "src", ignore=ignored)
    shutil.copytree(ROOT / "tools", tree / "tools", ignore=ignored)
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tree)
    about = "Metadata-Version: 2.4\nName: freehold\nVersion: 0.1.0\n"
    (tree / "PKG-INFO").write_text(about)  # as in an sdist, which has the client
    (tree / "src" / "freehold" / "web_dist").mkdir()
    (tree / "src" / "freehold" / "web_dist" / "index.html").touch()
    if is_pure:
        monkeypatch.setenv("FREEHOLD_PURE", "1")
    elif shutil.which("cc") is None:
        pytest.skip("there is no C compiler")
    monkeypatch.delenv("HATCH_BUILD_NO_HOOKS", raising=False)
    [path] = WheelBuilder(str(tree)).build(directory=str(tmp_path / "dist"))
    with zipfile.ZipFile(path) as archive:
        helpers = [name for name in archive.namelist() if name.startswith("freehold/match/_quick.")]
    assert helpers == ["freehold/match/_quick.pyi"] if is_pure else len(helpers) == 2
    assert path.endswith("-py3-none-any.whl") == is_pure


def test_the_description_is_the_readme_without_pictures_that_only_the_repository_has(
    wheel: Path,
) -> None:
    metadata = read_metadata(wheel)
    shown = metadata.get_payload()
    assert metadata["Description-Content-Type"] == "text/markdown"
    assert isinstance(shown, str)
    assert all(picture.startswith("https://") for picture in PICTURE.findall(shown))
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    kept = [line for line in readme.splitlines() if line and not PICTURE.match(line)]
    assert [line for line in shown.splitlines() if line] == kept


def test_no_address_is_named_that_nobody_has_set_up(wheel: Path) -> None:
    """Project URLs come when the project has a public address: see decision 0023."""
    assert read_metadata(wheel).get_all("Project-URL") is None


def test_the_metadata_says_what_it_is_and_which_pythons_it_runs_on(wheel: Path) -> None:
    metadata = read_metadata(wheel)
    classifiers = metadata.get_all("Classifier") or []
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    least, below = re.findall(r"3\.(\d+)", project["requires-python"])
    pythons = [f"Programming Language :: Python :: 3.{n}" for n in range(int(least), int(below))]
    versions = re.compile(r"Programming Language :: Python :: 3\.\d+")
    assert [each for each in classifiers if versions.fullmatch(each)] == pythons
    assert "Typing :: Typed" in classifiers
    assert metadata["Keywords"]
