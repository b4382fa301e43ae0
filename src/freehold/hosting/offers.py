"""Bots beside a game's own: those of installed packages, and those in a folder.

A package names its bots in the entry-point group `freehold.bots`, each behind its game:

    [project.entry-points."freehold.bots"]
    "land-grab.clever" = "my_bots.clever:Clever"

A folder's file says for which games its bots are (`GAMES = ("land-grab",)`; without it, for any),
and may say how strong they are (`LEVEL = "hard"`). It is not run before somebody plays against it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

from freehold.bot import Bot
from freehold.extras import LEVEL_WORDS
from freehold.game import AnyGame, Level, Malformed
from freehold.games import LONGEST_NAME, game_names
from freehold.hosting.loading import BotOnFile, make_from, offered_by
from freehold.hosting.refs import SUFFIX, file_of, is_ref, read_ref

ENTRY_POINTS = "freehold.bots"
LAST_LEVEL = "expert"
Complain = Callable[[str], object]


def say_nothing(problem: str) -> None:
    """Somebody else has said it."""


class BroughtMaker:
    """A bot among a game's own that was brought: `ref` is what a person would write for it."""

    def __init__(self, game: AnyGame, ref: str) -> None:
        self.game = game
        self.ref = ref

    def sentence(self) -> str:
        """The first line of its documentation, or nothing; it is only read, not run."""
        ref = read_ref(self.game, self.ref)
        path = file_of(ref)
        try:
            found = offered_by(Path(path)) if path.endswith(SUFFIX) else ()
        except Malformed:
            return ""
        return next((bot.sentence for bot in found if bot.name == ref.name), "")

    def __call__(self) -> Bot:
        return make_from(self.game, read_ref(self.game, self.ref))


def with_installed(game: AnyGame, complain: Complain = say_nothing) -> AnyGame:
    """The game with what installed packages offer."""
    found = {}
    for entry in _installed():
        place, _, name = entry.name.partition(".")
        if place not in game_names() or not name:
            complain(
                f"the entry point '{entry.name}' of {ENTRY_POINTS} names no game:"
                f" write it as GAME.NAME, as in land-grab.clever"
            )
        elif place == game.name and (name in game.bots or is_ref(name)):
            complain(f"the bot '{name}' of '{entry.value}' needs another name in {game.title}")
        elif place == game.name:
            found[name] = BroughtMaker(game, entry.value)
    return replace(game, bots={**game.bots, **found}) if found else game


@cache
def _installed() -> tuple[EntryPoint, ...]:
    return tuple(entry_points(group=ENTRY_POINTS))


# A folder


def with_folder(game: AnyGame, folder: Path, complain: Complain = say_nothing) -> AnyGame:
    """The game with the bots of a folder, as levels that people are offered."""
    bots, levels = dict(game.bots), list(game.extras.levels)
    for name, path, bot in _in_folder(folder, complain):
        if bot.games and game.name not in bot.games:
            continue
        if name in bots:
            complain(f"{path}: {game.title} has a bot '{name}'; give the file another name")
            continue
        bots[name] = BroughtMaker(game, f"{path}:{bot.name}")
        if game.extras.levels:
            levels.append(_level(name, bot))
    levels.sort(key=lambda level: LEVEL_WORDS.index(level.word))
    return replace(game, bots=bots, extras=replace(game.extras, levels=tuple(levels)))


def _in_folder(folder: Path, complain: Complain) -> Iterator[tuple[str, Path, BotOnFile]]:
    """Each bot with the name that people are offered."""
    for path in sorted(folder.glob(f"*{SUFFIX}")):
        if path.name.startswith(("_", "test_")):
            continue
        try:
            found = offered_by(path)
        except Malformed as error:
            complain(str(error))
            continue
        if not found:
            complain(f"{path} has no bot: write a class with decide(self, view, now, rng)")
        for bot in found:
            name = path.stem if len(found) == 1 else f"{path.stem}-{bot.name}"
            yield name.lower().replace("_", "-"), path, bot


def _level(name: str, bot: BotOnFile) -> Level:
    word = bot.level if bot.level in LEVEL_WORDS else LAST_LEVEL
    shown = name.replace("-", " ").capitalize()[:LONGEST_NAME].strip()
    return Level(name, word, shown, "bot", bot.sentence or f"The bot of {name}.")  # type: ignore[arg-type]
