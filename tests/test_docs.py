"""The code blocks of README.md, CONTRIBUTING.md and docs/ are true: Python is run, commands are
run or read.

A command that would serve for ever, needs a server or a person, or takes minutes is not run; its
options, players and parameters are read as the command itself would read them.
"""

from __future__ import annotations

import inspect
import re
import shlex
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from freehold import __version__
from freehold.bot import Bot
from freehold.cli import main
from freehold.cli.parsers import the_parser
from freehold.cli.settings import find_game, read_line_up, read_params
from freehold.games import load_game
from freehold.kernel.sentences import join_words

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
FOLDERS = ("", "concepts", "play")
PAGES = [
    README,
    ROOT / "CONTRIBUTING.md",
    *(page for each in FOLDERS for page in sorted((ROOT / "docs" / each).glob("*.md"))),
]
INDENTED = "indented"

# Pages or kinds of blocks that others try, or that hold nothing to try; each with its reason.
EXCEPTIONS = {
    ("your-first-game.md", ""): "tests/test_first_game.py does what the page says, to the letter",
    ("your-first-bot.md", ""): "tests/test_first_bot.py does what the page says, to the letter",
    ("arena.md", ""): "tests/test_arena_page.py does what the page says, to the letter",
    ("area-attack-protocol.md", "room"): "tests/server/sockets/test_text_match.py plays it",
    ("area-attack-protocol.md", "session"): "tests/games/area_attack/test_wire.py plays it",
    ("your-own-client.md", "console"): "tests/test_own_client.py plays it",
    ("your-own-client.md", "javascript"): "tests/test_own_client.py plays it",
    ("your-own-client.md", "python"): "tests/test_own_client.py plays it",
    ("protocol.md", "text"): "a table of messages; tests/test_generated.py keeps the page",
}
# Lines of indented blocks that are no commands.
PRINTED = {r"(ok|note|bad)  +\w+  +\S.*": "what `freehold doctor` prints"}
# Commands that are read but not run.
NOT_RUN = {
    "serve": "it runs until it is stopped; tests/server/test_serving.py starts it",
    "admin": "it needs a running server; tests/server/http/test_admin.py has one",
    "migrate": "it needs two databases; tests/cli/test_migrate.py has them",
    "join": "it needs a running server; tests/cli/join has one",
    "ladder": "it needs a running server; tests/server/http/test_ladder.py has one",
    "arena run": "many matches; tests/cli/test_arena.py plays a few",
    "arena compare": "many matches; tests/cli/test_arena.py plays a few",
    "bot check": "many matches; tests/cli/bot/test_making.py plays a few",
    "bot join": "it needs a running server; tests/cli/bot/test_joining.py has one",
    "doctor": "it looks at the data of whoever runs the tests; tests/server/upkeep has its own",
    "simulate": "hundreds of matches; tests/cli/test_simulations.py plays a few",
}
INSTALLERS = ("pip", "pipx", "python3", "uvx")
PURE = "FREEHOLD_PURE=1"
"""For the wheel of that name; with a compiler it would have another."""
WHEEL = f"freehold-{__version__}-py3-none-any.whl"
MAKE_VARIABLES = ("ARGS", "GAME", "HOST", "NODES", "PART", "PORT")
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
INDENT = re.compile(r"(?<=\n\n)(?: {4}.*\n+)+")
INLINE = re.compile(r"`((?:freehold|make) [^`]+)`")


class Block(NamedTuple):
    page: str
    line: int
    kind: str
    text: str

    def __str__(self) -> str:
        return f"{self.page}:{self.line}"


def blocks_of(page: Path) -> Iterator[Block]:
    text = page.read_text(encoding="utf-8")
    for found in FENCE.finditer(text):
        yield Block(page.name, line_of(text, found), found[1], found[2])
    prose = without_fences(text)
    for found in INDENT.finditer(prose):
        yield Block(page.name, line_of(prose, found), INDENTED, found[0])


def line_of(text: str, found: re.Match[str]) -> int:
    return text.count("\n", 0, found.start()) + 1


def without_fences(text: str) -> str:
    """With as many lines as before."""
    return FENCE.sub(lambda found: "\n" * found[0].count("\n"), text)


def is_excepted(block: Block) -> bool:
    return bool({(block.page, ""), (block.page, block.kind)} & EXCEPTIONS.keys())


BLOCKS = [block for page in PAGES for block in blocks_of(page)]
TRIED = [block for block in BLOCKS if not is_excepted(block)]
PYTHON = [block for block in TRIED if block.kind == "python"]
SHELL = [block for block in TRIED if block.kind == INDENTED]
WHOLE = [page for page in PAGES if (page.name, "") not in EXCEPTIONS]
SPANS = sorted(
    {span for page in WHOLE for span in INLINE.findall(without_fences(page.read_text("utf-8")))}
)


def commands_of(block: Block) -> Iterator[list[str]]:
    """Its commands as words, without what is said about them; what they print is left out."""
    for line in block.text.splitlines():
        line = line.strip()
        if line and not any(re.fullmatch(printed, line) for printed in PRINTED):
            yield shlex.split(re.split(r" {2,}", line)[0], comments=True)


@pytest.fixture(autouse=True)
def _empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_every_block_is_tried_or_excepted_with_a_reason() -> None:
    assert {block.kind for block in TRIED} == {"python", INDENTED}
    assert len(PYTHON) >= 2
    assert len(SHELL) >= 8


def test_every_exception_is_needed_and_names_tests_that_exist() -> None:
    for (page, kind), reason in EXCEPTIONS.items():
        assert any(each.page == page and kind in ("", each.kind) for each in BLOCKS), (page, kind)
        named = re.findall(r"tests/[\w/.]+", reason)
        assert named, reason
        assert all((ROOT / each).exists() for each in named), reason
    lines = [line.strip() for block in SHELL for line in block.text.splitlines()]
    assert all(any(re.fullmatch(printed, line) for line in lines) for printed in PRINTED)
    said = [words[1:] for block in SHELL for words in commands_of(block) if words[0] == "freehold"]
    used = {word for words in said for word in (words[0], " ".join(words[:2]))}
    assert used >= NOT_RUN.keys()
    for reason in NOT_RUN.values():
        assert all((ROOT / each).exists() for each in re.findall(r"tests/[\w/.]+", reason)), reason


# Python


@pytest.mark.parametrize("block", PYTHON, ids=str)
def test_python_runs(block: Block) -> None:
    names: dict[str, Any] = {}
    exec(compile(block.text, str(block), "exec"), names)
    if "Bot" in names:
        assert parameters(names["Bot"].decide) == parameters(Bot.decide)


def parameters(function: Any) -> list[str]:
    return list(inspect.signature(function).parameters)


# Commands


@pytest.mark.parametrize("block", SHELL, ids=str)
def test_commands_run_or_are_read(block: Block, capsys: pytest.CaptureFixture[str]) -> None:
    """In order: what one of them writes, the next one reads."""
    for words in commands_of(block):
        check(words)
        if words[0] == "freehold" and is_run(words[1:]):
            assert main(words[1:]) == 0, capsys.readouterr().err


def check(words: list[str]) -> None:
    if words[0] == "make":
        check_make(words[1:])
        return
    if words[0] == PURE or words[0] in INSTALLERS:
        check_install(words)
        return
    assert words[0] == "freehold", words
    options = the_parser().parse_args(words[1:])
    if options.command in ("play", "simulate") and options.game:
        game = find_game(options.game)
        is_play = options.command == "play"
        read_line_up(game, options.seats if is_play else options.bots, humans=is_play)
        read_params(game, [each for each in options.set if "=@" not in each])


def check_make(words: list[str]) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))
    for word in words:
        name, is_variable, _ = word.partition("=")
        assert name in (MAKE_VARIABLES if is_variable else targets), words


def check_install(words: list[str]) -> None:
    """They name the wheel of this version, and a command that exists; tests/wheels.py and
    tests/deploy install it."""
    assert all(Path(word).name == WHEEL for word in words if word.endswith(".whl")), words
    if "freehold" in words:
        check(words[words.index("freehold") :])


def is_run(words: list[str]) -> bool:
    """Not what `NOT_RUN` says, and no match with a person in it."""
    if words[0] in NOT_RUN or " ".join(words[:2]) in NOT_RUN:
        return False
    options = the_parser().parse_args(words)
    return words[0] != "play" or "" not in read_line_up(find_game(options.game), options.seats)


@pytest.mark.parametrize("span", SPANS)
def test_commands_within_sentences_are_read(span: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A sentence may name a command without its arguments, but not one that does not exist."""
    with suppress(SystemExit):
        check(shlex.split(span))
    said = capsys.readouterr().err
    assert not said or "the following arguments are required" in said


def test_the_keys_that_walk_are_those_of_the_readme() -> None:
    keys = load_game("mine-land").extras.keys
    walking = [key.upper() for key, what in keys.items() if what.spelling.startswith("step ")]
    [line] = [each for each in README.read_text("utf-8").splitlines() if "# walk with" in each]
    assert line.endswith(f"# walk with {join_words(walking)}")


# Pages whose commands are other programs'


def lines_of(page: Path) -> list[str]:
    found = [block for block in blocks_of(page) if block.kind == INDENTED]
    assert found
    return [line.strip() for block in found for line in block.text.splitlines() if line.strip()]


def test_what_deploying_says_of_freehold_is_read_and_its_files_are_there() -> None:
    lines = lines_of(ROOT / "deploy" / "README.md")
    said = [
        found[1] for line in lines if (found := re.search(r"freehold ((?:admin|serve) .*)", line))
    ]
    assert len(said) >= 3
    for words in said:
        check(["freehold", *shlex.split(words)])
    files = {word for line in lines for word in line.split() if re.match(r"deploy/\w", word)}
    assert len(files) >= 3
    assert all((ROOT / file).is_file() for file in files), files


def test_what_the_browser_clients_page_runs_is_there() -> None:
    scripts = msgspec.json.decode((ROOT / "web" / "package.json").read_bytes())["scripts"]
    for line in lines_of(ROOT / "web" / "README.md"):
        for command in re.split(r" {2,}", line)[0].split(" && "):
            program, *words = command.split()
            if program == "make":
                check_make(words)
            else:
                assert (program, words[-1] in scripts) == ("npm", True), line
