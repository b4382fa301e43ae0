"""The games, found by folder and by the entry-point group `freehold.games`.

There is no list to edit: a folder here whose name does not begin with `_`, or an installed
package that names its record in that group, is a game. A record is checked when it is loaded: what
is wrong with it is one sentence that says what to do, and the other games are not affected.
"""

from __future__ import annotations

import pkgutil
import re
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.resources import files
from types import ModuleType

from freehold.bot import maker_of
from freehold.extras import LEVEL_WORDS
from freehold.game import AnyGame, Extras, Game, Level, Malformed, Numbers, words_of_facts
from freehold.kernel.sentences import SPECS, gaps

ENTRY_POINTS = "freehold.games"
TEMPLATE = f"{__name__}._template"
LONGEST_NAME = 16
"""Of a character, so that ` 12` still fits behind it."""
FACE = re.compile(r"[a-z]{1,16}")


def game_names() -> list[str]:
    """The names of all games there are, without loading any."""
    return sorted({*_ours(), *(entry.name for entry in _brought())})


@cache
def _ours() -> tuple[str, ...]:
    return tuple(
        module.name.replace("_", "-")
        for module in pkgutil.iter_modules(__path__)
        if module.ispkg and not module.name.startswith("_")
    )


@cache
def _brought() -> tuple[EntryPoint, ...]:
    """Those of installed packages. Reading what is installed takes 4 ms, and anybody may ask a
    server for games that it does not have, so it is read once."""
    return tuple(entry_points(group=ENTRY_POINTS))


def load_games(complain: Callable[[str], object]) -> dict[str, AnyGame]:
    """All games that can be loaded, by name; `complain` gets a sentence for each of the others."""
    loaded = {}
    for entry in _brought():
        if entry.name in _ours():
            complain(
                f"the package of '{entry.value}' brings a game called '{entry.name}', which is the"
                f" name of one of Freehold's own and is left out: it needs another name"
            )
    for name in game_names():
        try:
            loaded[name] = load_game(name)
        except Malformed as error:
            complain(str(error))
    return loaded


def load_game(name: str, folder: str = "") -> AnyGame:
    """The record of a game, by its name; or by its folder, where a game of that name is not found.

    Raises Malformed for a game that is not there, or whose record is not sound.
    """
    if name in _ours():
        return _load_folder(f"{__name__}.{name.replace('-', '_')}", name)
    for entry in _brought():
        if entry.name == name:
            return _load_entry(entry)
    if folder:
        return _load_folder(folder, name)
    raise Malformed(f"there is no game '{name}'; the games are {', '.join(game_names())}")


@cache
def _load_folder(folder: str, name: str) -> AnyGame:
    return checked(import_module(folder).GAME, name)


@cache
def _load_entry(entry: EntryPoint) -> AnyGame:
    """What an installed package brings, which may fail in any way."""
    try:
        found = entry.load()
    except Exception as error:
        raise Malformed(
            f"the game '{entry.name}' cannot be loaded from '{entry.value}':"
            f" {type(error).__name__}: {error}"
        ) from error
    return checked(found, entry.name)


def load_rules(game: AnyGame) -> str:
    """The game's rulebook, as Markdown: RULES.md beside its record."""
    try:
        return (files(game.folder) / "RULES.md").read_text(encoding="utf-8")
    except OSError:
        raise Malformed(
            f"the game '{game.name}' has no rulebook: put a RULES.md into {game.folder}"
        ) from None


# A record is checked when it is loaded


def checked(found: object, name: str) -> AnyGame:
    """The record, if it is one and is sound; else Malformed with what to do."""
    if isinstance(found, ModuleType):
        raise Malformed(
            f"the entry point of the game '{name}' names a module;"
            f' name its record: {name} = "{found.__name__}:GAME"'
        )
    if not isinstance(found, Game):
        raise Malformed(f"the game '{name}' is no Game record but a {type(found).__name__}")
    for problem in problems_of(found, name):
        raise Malformed(f"the game '{name}' cannot be used: {problem}")
    return found


def problems_of(game: AnyGame, name: str) -> Iterator[str]:
    """What is wrong with a record, a sentence each."""
    if game.name != name:
        yield f"its record says name={game.name!r}; folder, entry point and record must agree"
    try:
        copied = _copied_from_template(game)
    except ImportError:
        yield (
            f"its record says folder={game.folder!r}, which is not a package; write folder=__name__"
        )
        return
    if copied:
        yield (
            f"{copied} still imports from {TEMPLATE}; let every file of the copy import from its"
            f" own folder, and write folder=__name__"
        )
    yield from _problems_of_facts(game)
    yield from _problems_of_bots(game)
    yield from _problems_of_extras(game)


def _copied_from_template(game: AnyGame) -> str:
    """The first module of a copy of the template that uses the template itself, or nothing."""
    if game.folder == TEMPLATE:
        return "" if game.name == "template" else "its record"
    modules = [game.folder]
    for module in modules:  # it grows on the way
        for home in map(_home, vars(import_module(module)).values()):
            if _is_in(home, TEMPLATE):
                return module
            if _is_in(home, game.folder) and home not in modules:
                modules.append(home)
    return ""


def _home(value: object) -> str:
    """The module that something comes from."""
    home = value.__name__ if isinstance(value, ModuleType) else getattr(value, "__module__", "")
    return home if isinstance(home, str) else ""


def _is_in(module: str, package: str) -> bool:
    return f"{module}.".startswith(f"{package}.")


def _problems_of_facts(game: AnyGame) -> Iterator[str]:
    """Words of facts that no screen could fill."""
    try:
        said_of = words_of_facts(game.facts)
    except (NameError, TypeError) as error:
        yield f"its facts cannot be read: {type(error).__name__}: {error}"
        return
    for fact, words in said_of.items():
        said = f"its fact '{fact}' says '{words}'"
        try:
            found = gaps(words)
        except ValueError as error:
            yield f"{said}, which cannot be filled: {error}"
            continue
        for name, spec in found:
            if name not in game.facts.__struct_fields__:
                yield f"{said}, but there is no fact '{name}'"
            if spec and spec not in SPECS and ":" not in spec:
                yield f"{said}, but '{spec}' is none of {', '.join(SPECS)}"


def _problems_of_bots(game: AnyGame) -> Iterator[str]:
    for name, found in game.bots.items():
        try:
            maker_of(found, name)
        except Malformed as error:
            yield str(error)


def _problems_of_extras(game: AnyGame) -> Iterator[str]:
    extras: object = game.extras
    if not isinstance(extras, Extras):
        yield f"extras is a {type(extras).__name__}; write extras=Extras(...)"
        return
    least, most = game.seats
    for name, preset in extras.presets.items():
        if not isinstance(preset.params, game.params):
            yield f"the preset '{name}' has other params than the game's {game.params.__name__}"
        if not least <= preset.seats[0] <= preset.seats[1] <= most:
            yield f"the preset '{name}' is for {preset.seats} players, the game for {game.seats}"
    yield from _problems_of_levels(game)
    yield from _problems_of_numbers(game)
    for key, (spelling, _) in extras.keys.items():
        try:
            game.parse(spelling.format(x=0, y=0, text="a"))
        except (Malformed, LookupError) as error:
            yield f"the key '{key}' says '{spelling}', which is not an action: {error}"


def _problems_of_numbers(game: AnyGame) -> Iterator[str]:
    """Numbers that no table could use."""
    numbers: object = game.extras.numbers
    if numbers is None:
        return
    if not isinstance(numbers, Numbers):
        yield f"extras.numbers is a {type(numbers).__name__}; write numbers=Numbers(...)"
        return
    for seats in sorted({*game.seats}):
        size: object = numbers.size(game.params(), seats)
        if not (isinstance(size, int) and size > 0):
            yield f"its numbers have the size {size!r} for {seats} seats, which should be 1 or more"
    for reason in numbers.without:
        if not reason.strip():
            yield "its actions without a number need a reason: what they are, and why"


def _problems_of_levels(game: AnyGame) -> Iterator[str]:
    """Levels that cannot be offered."""
    levels: object = game.extras.levels
    if not isinstance(levels, tuple) or not all(isinstance(each, Level) for each in levels):
        yield "extras.levels is not a tuple of Level(...); for a single one write (Level(...),)"
        return
    for level in levels:
        yield from _problems_of_level(game, level)
    for what in ("bot", "name"):
        values = [getattr(level, what) for level in levels]
        for value in sorted({each for each in values if values.count(each) > 1}):
            yield f"two of its levels have the {what} '{value}'"
    known = [LEVEL_WORDS.index(level.word) for level in levels if level.word in LEVEL_WORDS]
    if known != sorted(known):
        yield f"its levels are not in the order of their words: {', '.join(LEVEL_WORDS)}"


def _problems_of_level(game: AnyGame, level: Level) -> Iterator[str]:
    said = f"the level '{level.bot}'"
    if level.bot not in game.bots:
        yield f"{said} is of no bot; the bots are {', '.join(game.bots) or 'not written yet'}"
    if level.word not in LEVEL_WORDS:
        yield f"{said} has the word '{level.word}', which is none of {', '.join(LEVEL_WORDS)}"
    if not level.name.strip() or len(level.name) > LONGEST_NAME:
        yield f"{said} needs a name of 1 to {LONGEST_NAME} characters"
    if not FACE.fullmatch(level.face):
        yield f"{said} has the face '{level.face}'; write one lower-case word, such as 'fox'"
    if not level.sentence.strip():
        yield f"{said} needs a sentence on how it plays"
