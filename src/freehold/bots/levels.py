"""How a game's bots are offered to people: as levels with a character, or else by their names."""

from __future__ import annotations

from contextlib import suppress
from inspect import getdoc, signature
from typing import Any

from freehold.game import AnyGame

EASY, MEDIUM = "easy", "medium"


def seat_name(game: AnyGame, bot: str, otherwise: str = "") -> str:
    """The name of a seat that a bot takes: its character's, or else `otherwise` or its own."""
    for level in game.extras.levels:
        if level.bot == bot:
            return level.name
    return otherwise or bot.capitalize()


def first_bot(game: AnyGame) -> str:
    """For people who have not chosen any: the first easy one, or else the weakest. Nothing if
    there are no bots."""
    return _of_word(game, EASY) or next(iter(_offered(game)), "")


def middle_bot(game: AnyGame) -> str:
    """For a seat whose player has gone: one of medium strength. Nothing if there are no bots."""
    bots = _offered(game)
    return _of_word(game, MEDIUM) or (bots[(len(bots) - 1) // 2] if bots else "")


def _offered(game: AnyGame) -> list[str]:
    return [level.bot for level in game.extras.levels] or list(game.bots)


def _of_word(game: AnyGame, word: str) -> str:
    return next((level.bot for level in game.extras.levels if level.word == word), "")


def bot_words(make: Any) -> str:
    """The first line of the bot's docstring: of its class, or of the function that makes it. One
    that was brought and is not loaded yet says it itself."""
    if hasattr(make, "sentence"):
        return str(make.sentence())
    words = _own_doc(make)
    if not words:
        with suppress(NameError, TypeError, ValueError):  # an annotation that only types can read
            made = signature(make, eval_str=True).return_annotation
            words = _own_doc(made) if hasattr(made, "decide") else ""
    return words.partition("\n")[0]


def _own_doc(of: Any) -> str:
    return (getdoc(of) or "") if getattr(of, "__doc__", None) else ""
