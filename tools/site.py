"""The documentation site's pages that are not files of docs/, and the links between all of them.

A hook of MkDocs (`mkdocs.yml`). It adds

- documents from elsewhere in the repository (`ELSEWHERE`),
- the HTTP reference, from the OpenAPI description that the server gives (`tools/httppages.py`),
- the Python reference (`MODULES`), which mkdocstrings fills,
- to each page of docs/play the game's rulebook, with a link for every clause.

Links stay as they are right in the repository: here they are turned towards the site's pages.
"""

from __future__ import annotations

import posixpath
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from mkdocs.config.defaults import MkDocsConfig  # noqa: E402
from mkdocs.structure.files import File, Files  # noqa: E402
from mkdocs.structure.pages import Page  # noqa: E402

from freehold.games import load_game, load_rules  # noqa: E402
from freehold.server.http.openapi import describe_api  # noqa: E402
from tools import httppages  # noqa: E402

ELSEWHERE: dict[str, str] = {
    "architecture.md": "ARCHITECTURE.md",
    "browser-client.md": "web/README.md",
    "changelog.md": "CHANGELOG.md",
    "code-of-conduct.md": "CODE_OF_CONDUCT.md",
    "contributing.md": "CONTRIBUTING.md",
    "deploy.md": "deploy/README.md",
    "measurements/figures.md": "bench/results.md",
    "measurements/levels.md": "bench/levels-results.md",
    "measurements/mine-land.md": "bench/server/mine-land-results.md",
    "measurements/minewars-bots.md": "bench/minewars-results.md",
    "measurements/minewars-server.md": "bench/server/minewars-results.md",
    "measurements/newcomers.md": "bench/newcomers-results.md",
    "measurements/servers.md": "bench/server/results.md",
    "measurements/solver.md": "bench/solver-results.md",
    "readme.md": "README.md",
    "security.md": "SECURITY.md",
}
"""Pages of the site that are files elsewhere."""

OPTIONAL = ("capacity.md", "cluster.md", "privacy.md")
"""Pages that have a place in the navigation, and are left out of it while they do not exist."""

MODULES: Mapping[str, tuple[str, ...]] = {
    "game": ("freehold.game",),
    "match": ("freehold.match",),
    "bots": ("freehold.bot", "freehold.bots", "freehold.hosting"),
    "games": ("freehold.games",),
    "kernel": (
        "freehold.kernel.grids",
        "freehold.kernel.layers",
        "freehold.kernel.chance",
        "freehold.kernel.due",
        "freehold.kernel.floods",
        "freehold.kernel.pictures",
    ),
    "arena": ("freehold.arena",),
    "testing": ("freehold.testing",),
    "client": ("freehold.client",),
}
TITLES: Mapping[str, tuple[str, str]] = {
    "game": ("A game", "What a game is made of. Everything here is imported from `freehold.game`."),
    "match": ("A match", "One play of a game: act, look, record and replay, without I/O."),
    "bots": ("Bots", "What a bot is, and what runs it."),
    "games": ("Finding games", "The games that are installed, by name."),
    "kernel": ("Grids and chance", "The vocabulary that games are written in."),
    "arena": ("Many matches", "Matches of bots on all cores, and what they add up to."),
    "testing": ("Testing a game", "The laws that every game has to keep, for your tests."),
    "client": ("A client", "A player of the server in Python."),
}
MODULE = """\
## {0}

::: {0}
    options:
      show_root_heading: false
      show_root_toc_entry: false
"""
ICON = "web/public/icon.svg"
DEPLOY = "deploy"
"""A folder with files to copy, which stay what they are."""

LINK = re.compile(r"(!?)\[([^]]*)\]\(([^)#\s]+)(#[^)]*)?\)")
CLAUSE = re.compile(r"^- \*\*([A-Z]+-\d+)\*\*", re.MULTILINE)
NAMED = re.compile(r"(?<![\w\[#*-])([A-Z]{2}-\d\d)(?![\w\]*])")


# The navigation


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    config.nav = [placed for entry in config.nav or [] for placed in place(entry, config)]
    return config


def place(entry: Any, config: MkDocsConfig) -> list[Any]:
    """An entry of the navigation with folders as their pages, and without what does not exist."""
    if isinstance(entry, str):
        return pages_in(entry, config) if entry.endswith("/") else [entry]
    ((title, what),) = entry.items()
    if isinstance(what, list):
        return [{title: [each for inner in what for each in place(inner, config)]}]
    if what in OPTIONAL and not (Path(config.docs_dir) / what).is_file():
        return []
    return [{title: pages_in(what, config) if what.endswith("/") else what}]


def pages_in(folder: str, config: MkDocsConfig) -> list[str]:
    own = sorted(Path(config.docs_dir).glob(f"{folder}*.md"))
    made = [name for name in (*ELSEWHERE, *generated()) if name.startswith(folder)]
    return [*(path.relative_to(config.docs_dir).as_posix() for path in own), *made]


# Pages


def on_files(files: Files, config: MkDocsConfig) -> Files:
    for name, path in ELSEWHERE.items():
        files.append(File.generated(config, name, content=(ROOT / path).read_text("utf-8")))
    for name, text in generated().items():
        files.append(File.generated(config, name, content=text))
    for name, path in plain_files().items():
        files.append(File.generated(config, name, abs_src_path=str(ROOT / path)))
    return files


def plain_files() -> dict[str, str]:
    """Other files from elsewhere, by their place on the site."""
    found = [path for path in sorted((ROOT / DEPLOY).iterdir()) if path.is_file()]
    names = [f"{DEPLOY}/{path.name}" for path in found if path.suffix != ".md"]
    return {"assets/icon.svg": ICON} | {name: name for name in names}


def generated() -> dict[str, str]:
    pages = {f"reference/python/{name}.md": python_page(name) for name in MODULES}
    return {"reference/http.md": httppages.page(describe_api()), **pages}


def python_page(name: str) -> str:
    title, sentence = TITLES[name]
    return "\n".join([f"# {title}\n\n{sentence}\n", *map(MODULE.format, MODULES[name])])


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    name = page.file.src_uri
    path = ELSEWHERE.get(name, f"docs/{name}")
    text = LINK.sub(lambda found: turned(found, name, path), markdown)
    if name.startswith("transcripts/"):  # [PACT B 3] [HIT C] are two tags and no link
        return text.replace("[", "\\[")
    return text + rulebook(Path(name).stem) if name.startswith("play/") else text


def rulebook(game: str) -> str:
    """The game's rulebook below its walkthrough; each clause is a place to link to."""
    rules = load_rules(load_game(game)).partition("\n")[2].replace("\n## ", "\n### ")
    linked = NAMED.sub(lambda found: f"[{found[1]}](#{found[1].lower()})", rules)
    anchored = CLAUSE.sub(lambda found: anchor(found[1]), linked)
    return f"\n\n## The rulebook\n{anchored}"


def anchor(clause: str) -> str:
    return f"- [**{clause}**](#{clause.lower()}){{ #{clause.lower()} .clause }}"


# Links


def turned(found: re.Match[str], name: str, path: str) -> str:
    """A link of the repository turned to the site; of a link to any other file only the words."""
    is_picture, words, target, place = found.groups()
    if ":" in target:
        return found[0]
    wanted = posixpath.normpath(posixpath.join(posixpath.dirname(path), target))
    there = site_path(wanted)
    if there is None:
        return words if (ROOT / wanted).exists() else found[0]
    relative = posixpath.relpath(there, posixpath.dirname(name) or ".")
    return f"{is_picture}[{words}]({relative}{place or ''})"


def site_path(path: str) -> str | None:
    """Where the site has a file of the repository."""
    elsewhere = {path: site for site, path in (ELSEWHERE | plain_files()).items()}
    if path in elsewhere:
        return elsewhere[path]
    if rules := re.fullmatch(r"src/freehold/games/(\w+)/RULES\.md", path):
        return f"play/{rules[1].replace('_', '-')}.md#the-rulebook"
    return path.removeprefix("docs/") if path.startswith("docs/") else None
