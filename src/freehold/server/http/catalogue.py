"""The games as a client must know them: enough to make forms and a generic screen of."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import Struct, inspect

from freehold.bots.levels import bot_words
from freehold.game import AnyGame, Clock, Legend, Level, Ms, words_of_facts

Kind = Literal["whole", "yes-no", "text", "choice"]


class ParamAbout(Struct, frozen=True, omit_defaults=True):
    """One parameter, for a line of a form."""

    name: str
    kind: Kind
    sentence: str
    unit: str
    default: Any
    least: int | None = None
    most: int | None = None
    longest: int | None = None
    """Characters, of a text."""
    choices: tuple[Any, ...] = ()


class BotAbout(Struct, frozen=True):
    level: str
    sentence: str


class PresetAbout(Struct, frozen=True):
    """Settings with a name."""

    name: str
    sentence: str
    seats: tuple[int, int]
    """The least and the most players it is meant for."""
    params: dict[str, Any]
    """Those that differ from the defaults."""


class GameAbout(Struct, frozen=True):
    """A game's facts."""

    name: str
    title: str
    sentence: str
    rules_version: int
    kind: Literal["turns", "sealed", "real-time"]
    seats: tuple[int, int]
    endings: tuple[str, ...]
    params: list[ParamAbout]
    bots: list[BotAbout]
    """All there are, weakest first."""
    levels: tuple[Level, ...]
    """The bots to offer to people, weakest first; if empty, offer all bots by name."""
    texts: dict[str, str]
    """Sentences by code; `{seat:player}` stands for a player's name."""
    legend: dict[str, Legend]
    facts: dict[str, str]
    """By fact: the words that say it, filled like a text; empty if it is not shown. A fact that is
    not here is shown by its name."""
    shape: Literal["square", "hex"]
    clock: Clock
    """By default."""
    grace_ms: Ms
    flush_ms: Ms
    has_secrets: bool
    world: bool
    """People come and go while it runs."""
    presets: list[PresetAbout]
    ladder: bool
    """Its matches are rated here."""


def about_game(game: AnyGame, is_rated: bool = True) -> GameAbout:
    params = game.params()
    return GameAbout(
        game.name,
        game.title,
        game.sentence,
        game.rules_version,
        game.kind,
        game.seats,
        game.endings,
        [_about_param(field) for field in _fields(game)],
        [BotAbout(level, bot_words(make)) for level, make in game.bots.items()],
        game.extras.levels,
        dict(game.texts),
        dict(game.legend),
        words_of_facts(game.facts),
        game.shape(params),
        game.clock(params),
        game.grace_ms,
        game.flush_ms,
        game.redeal is not None,
        game.world is not None,
        _about_presets(game),
        is_rated and game.world is None,
    )


def _about_presets(game: AnyGame) -> list[PresetAbout]:
    usual: dict[str, Any] = msgspec.to_builtins(game.params())
    return [
        PresetAbout(
            name,
            preset.sentence,
            preset.seats,
            {
                field: value
                for field, value in msgspec.to_builtins(preset.params).items()
                if value != usual[field]
            },
        )
        for name, preset in game.extras.presets.items()
    ]


def _fields(game: AnyGame) -> tuple[inspect.Field, ...]:
    about = inspect.type_info(game.params)
    assert isinstance(about, inspect.StructType)
    return about.fields


def _about_param(field: inspect.Field) -> ParamAbout:
    kind: Any = field.type
    sentence = unit = ""
    if isinstance(kind, inspect.Metadata):
        schema = kind.extra_json_schema or {}
        sentence, unit = schema.get("description", ""), schema.get("title", "")
        kind = kind.type
    default = None if field.default is msgspec.NODEFAULT else field.default
    name = field.name
    if isinstance(kind, inspect.BoolType):
        return ParamAbout(name, "yes-no", sentence, unit, default)
    if isinstance(kind, inspect.IntType):
        return ParamAbout(name, "whole", sentence, unit, default, kind.ge, kind.le)
    if isinstance(kind, inspect.LiteralType):
        choices = tuple(kind.values)
        return ParamAbout(name, "choice", sentence, unit, default, choices=choices)
    longest = getattr(kind, "max_length", None)
    return ParamAbout(name, "text", sentence, unit, default, longest=longest)
