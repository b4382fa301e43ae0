"""The bot of a file or a module.

`load_maker` runs the file, so it is called in the bot's own process, unless somebody asks for
another. `offered_by` only reads it: a server lists what is in a folder without running any of it.
"""

from __future__ import annotations

import ast
import os
import sys
from collections.abc import Callable
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from inspect import isclass
from pathlib import Path
from types import ModuleType
from typing import Any

from msgspec import Struct

from freehold.bot import Bot, MakeBot, maker_of
from freehold.bots import make_bot
from freehold.game import AnyGame, Malformed
from freehold.hosting.commands import CommandBot
from freehold.hosting.refs import SUFFIX, BotRef, file_of, is_ref, parse_ref

DECIDE = "decide"
GAMES = "GAMES"
"""A file may say for which games its bots are: GAMES = ("land-grab",)."""
AUTHOR = "__author__"
LEVEL = "LEVEL"
"""And how strong they are: LEVEL = "hard"."""


def load_maker(game: AnyGame, ref: BotRef) -> MakeBot:
    """How to make the bot. Raises Malformed, or whatever the file raises."""
    if ref.is_level:
        return lambda: make_bot(game, ref.target)
    if ref.kind == "command":
        return lambda: CommandBot(game, ref.target)
    if ref.kind == "file":
        module = _import_file(Path(ref.target))
        name, found = _find(vars(module), ref, lambda each: is_bot_of(each, module))
    else:
        name, found = ref.name, _from_module(ref)
    return maker_of(found, name)


def _import_file(path: Path) -> ModuleType:
    """Under a name of its own: a file may be called like any module."""
    name = f"freehold_bot_{path.stem}"
    spec = spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise Malformed(f"{path} is not a Python file")
    folder = str(path.resolve().parent)
    if folder not in sys.path:
        sys.path.insert(0, folder)  # what is written beside it can be imported
    module = module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def _from_module(ref: BotRef) -> Any:
    if os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())
    try:
        module = import_module(ref.target)
    except ModuleNotFoundError as error:
        if error.name and f"{ref.target}.".startswith(f"{error.name}."):
            raise Malformed(f"there is no module '{ref.target}'") from None
        raise
    if not hasattr(module, ref.name):
        raise Malformed(f"the module '{ref.target}' has no '{ref.name}'")
    return getattr(module, ref.name)


def is_bot_of(found: object, module: ModuleType) -> bool:
    """Is it a bot that this module defines? Only a function called `decide` is one by itself."""
    if getattr(found, "__module__", "") != module.__name__:
        return False
    name = getattr(found, "__name__", "")
    if isclass(found):
        return callable(getattr(found, DECIDE, None)) and not name.startswith("_")
    return callable(found) and name == DECIDE


def _find(names: dict[str, Any], ref: BotRef, is_bot: Callable[[object], bool]) -> tuple[str, Any]:
    """The bot that is meant."""
    found = {name: each for name, each in names.items() if is_bot(each)}
    if ref.name:
        if ref.name not in names:
            known = f"; its bots are {', '.join(found)}" if found else ""
            raise Malformed(f"{ref.target} has no '{ref.name}'{known}")
        return ref.name, names[ref.name]
    if len(found) == 1:
        return next(iter(found.items()))
    if not found:
        raise Malformed(
            f"{ref.target} has no bot: write a class with decide(self, view, now, rng),"
            " or a function decide(view, now, rng)"
        )
    which = " or ".join(f"{ref.target}:{name}" for name in found)
    raise Malformed(f"{ref.target} has {len(found)} bots: write {which}")


def make_from(game: AnyGame, ref: BotRef) -> Bot:
    return load_maker(game, ref)()


# What a file offers, without running it


class BotOnFile(Struct, frozen=True):
    """A bot in a file that was only read."""

    name: str
    sentence: str
    """The first line of its docstring, or of the file's."""
    games: tuple[str, ...]
    """Empty means any."""
    level: str
    """How strong it says it is, or nothing."""


def offered_by(path: Path) -> tuple[BotOnFile, ...]:
    """The bots that a file defines. Raises Malformed if it cannot be read as Python."""
    try:
        tree = ast.parse(path.read_bytes(), str(path))
    except (OSError, SyntaxError, ValueError) as error:
        raise Malformed(f"{path} cannot be read: {error}") from None
    whole, games, levels = _first_line(tree), _said(tree, GAMES), _said(tree, LEVEL)
    level = levels[0] if levels else ""
    return tuple(
        BotOnFile(node.name, _first_line(node) or whole, games, level)
        for node in tree.body
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and _defines_bot(node)
    )


def author_in(word: str) -> str:
    """The `__author__` that the file of a bot in Python names; empty if it names none."""
    try:
        path = _python_file(word)
        said = _said(ast.parse(path.read_bytes()), AUTHOR) if path else ()
    except (OSError, SyntaxError, ValueError):
        return ""
    return said[0] if said else ""


def sentence_of(word: str) -> str:
    """The first line of documentation of a bot in a Python file; empty if it has none."""
    try:
        path = _python_file(word)
        offered = offered_by(path) if path else ()
    except Malformed:
        return ""
    name = parse_ref(word).name if is_ref(word) else ""
    return next((each.sentence for each in offered if name in ("", each.name)), "")


def _python_file(word: str) -> Path | None:
    file = file_of(parse_ref(word)) if is_ref(word) else ""
    return Path(file) if file.endswith(SUFFIX) else None


def _defines_bot(node: ast.ClassDef | ast.FunctionDef) -> bool:
    if isinstance(node, ast.FunctionDef):
        return node.name == DECIDE
    methods = [each.name for each in node.body if isinstance(each, ast.FunctionDef)]
    return DECIDE in methods and not node.name.startswith("_")


def _first_line(node: ast.Module | ast.ClassDef | ast.FunctionDef) -> str:
    return (ast.get_docstring(node) or "").partition("\n")[0]


def _said(tree: ast.Module, name: str) -> tuple[str, ...]:
    """The words of a constant of the file."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and [ast.unparse(each) for each in node.targets] == [name]:
            return tuple(
                each.value
                for each in ast.walk(node.value)
                if isinstance(each, ast.Constant) and isinstance(each.value, str)
            )
    return ()
