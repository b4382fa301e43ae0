"""The documentation site builds without a warning, is whole, and fetches nothing from elsewhere."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from freehold.games import game_names, load_game, load_rules
from freehold.server.http.api import ROUTES
from freehold.testing.clauses import read_clauses

ROOT = Path(__file__).resolve().parent.parent
PATIENCE_S = 600
FETCHED = re.compile(
    r"<(?:script|img|source|iframe|link)\b[^>]*?(?:src|srcset|href)=\"?([^\">\s]+)"
)
STYLED = re.compile(r"(?:@import|url\()\s*['\"]?(https?:[^)'\"]+)")
GAMES = ("area-attack", "land-grab", "mine-land", "minewars", "territory")


@pytest.mark.slow
def test_the_site_builds_without_a_warning_and_is_whole(tmp_path: Path) -> None:
    """One test, since a build takes seconds."""
    built = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(tmp_path)],
        cwd=ROOT,
        env=os.environ | {"NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert built.returncode == 0, built.stderr
    assert "WARNING" not in built.stderr
    check_clauses(tmp_path)
    check_requests(tmp_path)
    check_nothing_is_fetched(tmp_path)
    check_pictures(tmp_path)


def check_clauses(site: Path) -> None:
    """Every clause of every rulebook is a place to link to."""
    for game in GAMES:
        page = (site / "play" / f"{game}.html").read_text(encoding="utf-8")
        clauses, _ = read_clauses(load_rules(load_game(game)))
        assert clauses
        assert not [clause for clause in clauses if f'id="{clause.lower()}"' not in page]


def check_requests(site: Path) -> None:
    page = (site / "reference" / "http.html").read_text(encoding="utf-8")
    assert not [route for route in ROUTES if f"{route.method} {route.path}" not in page]


def check_nothing_is_fetched(site: Path) -> None:
    for path in site.rglob("*.html"):
        fetched = FETCHED.findall(path.read_text(encoding="utf-8"))
        assert not [each for each in fetched if "//" in each], path.name
    for path in site.rglob("*.css"):
        assert not STYLED.findall(path.read_text(encoding="utf-8")), path.name


def check_pictures(site: Path) -> None:
    """MkDocs does not look at pictures within HTML."""
    for path in [site / "index.html", *(site / "play").glob("*.html")]:
        for name in FETCHED.findall(path.read_text(encoding="utf-8")):
            if name.endswith((".png", ".webp")):
                assert (path.parent / name).is_file(), f"{path.name}: {name}"


def test_every_game_has_its_page() -> None:
    ours = {page.stem for page in (ROOT / "docs" / "play").glob("*.md")}
    assert ours == {*GAMES}
    assert ours <= {*game_names()}
