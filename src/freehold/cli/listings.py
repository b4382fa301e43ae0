"""The lists: games, rulebooks, bots, parameters."""

from __future__ import annotations

from argparse import Namespace
from typing import Any

from freehold.bots.levels import bot_words
from freehold.cli.screens import print_json, print_rules, print_table, warn
from freehold.cli.settings import PRESET, find_game, param_fields, range_words
from freehold.game import AnyGame
from freehold.games import load_games
from freehold.hosting.offers import with_installed

SHOWN = ("name", "title", "sentence", "rules_version", "kind", "seats")
BOT_HEADS = ("game", "bot", "level", "character", "style")


def games(options: Namespace) -> int:
    found = load_games(warn).values()
    if options.json:
        print_json([{each: getattr(game, each) for each in SHOWN} for game in found])
        return 0
    rows = [(game.name, seats_words(game), game.kind, game.sentence) for game in found]
    print_table(("game", "players", "kind", "what it is"), rows)
    return 0


def seats_words(game: AnyGame) -> str:
    least, most = game.seats
    return str(least) if least == most else f"{least}-{most}"


def rules(options: Namespace) -> int:
    print_rules(find_game(options.game))
    return 0


def bots(options: Namespace) -> int:
    every = [find_game(options.game)] if options.game else load_games(warn).values()
    found = [with_installed(game, warn) for game in every]
    rows = []
    for game in found:
        rows += [bot_row(game, bot, make) for bot, make in game.bots.items()]
    if options.json:
        print_json([dict(zip(BOT_HEADS, row, strict=True)) for row in rows])
    else:
        print_table(BOT_HEADS, rows)
    return 0


def bot_row(game: AnyGame, bot: str, make: Any) -> tuple[str, ...]:
    for level in game.extras.levels:
        if level.bot == bot:
            return game.name, bot, level.word, level.name, level.sentence
    return game.name, bot, "", "", bot_words(make)


def params(options: Namespace) -> int:
    game = find_game(options.game)
    if options.json:
        print_params_json(game)
        return 0
    print_table(
        ("parameter", "default", "unit", "range", "meaning"),
        [param_row(field) for field in param_fields(game)],
    )
    if presets := game.extras.presets:
        print()
        rows = [preset_row(game, name, preset) for name, preset in presets.items()]
        print_table((PRESET, "players", "values", "meaning"), rows)
    return 0


def print_params_json(game: AnyGame) -> None:
    """As the server describes them at /api/games."""
    from freehold.server.http.catalogue import about_game

    about = about_game(game)
    print_json({"game": game.name, "params": about.params, "presets": about.presets})


def preset_row(game: AnyGame, name: str, preset: Any) -> tuple[str, ...]:
    usual, chosen = game.params(), preset.params
    fields = game.params.__struct_fields__
    sets = [
        f"{field}={spell_value(getattr(chosen, field))}"
        for field in fields
        if getattr(chosen, field) != getattr(usual, field)
    ]
    least, most = preset.seats
    players = str(least) if least == most else f"{least}-{most}"
    return name, players, " ".join(sets) or "nothing", preset.sentence


def param_row(field: Any) -> tuple[str, ...]:
    words = getattr(field.type, "extra_json_schema", None) or {}
    span = range_words(field).removeprefix("it must be ")
    span = span.removeprefix("a whole number ").removeprefix("from ")
    shown = '""' if field.default == "" else spell_value(field.default)
    unit, what = words.get("title", ""), words.get("description", "")
    return field.name, shown, unit, span, what


def spell_value(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
