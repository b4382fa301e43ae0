"""Reading what people type after an option: games, parameters, line-ups, clocks."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from freehold.bots.levels import first_bot
from freehold.cli.errors import Trouble, did_you_mean
from freehold.cli.screens import warn
from freehold.game import AnyGame, Clock, Malformed, Preset
from freehold.games import game_names, load_game
from freehold.hosting import HostOptions, read_ref
from freehold.hosting.offers import with_installed
from freehold.hosting.refs import is_ref

HUMAN = "human"
PRESET = "preset"
"""`--set preset=NAME` starts from a preset of the game, wherever it stands among the settings."""


def find_game(name: str | None) -> AnyGame:
    if not name:
        raise Trouble("which game? `freehold games` lists them")
    wanted, names = name.lower().replace("_", "-"), game_names()
    if wanted not in names and (hint := did_you_mean(wanted, names)):
        raise Trouble(f"there is no game '{wanted}'{hint}")
    return with_installed(load_game(wanted), warn)


def read_params(game: AnyGame, settings: list[str]) -> Struct:
    """`--set NAME=VALUE`, several times, to the game's params."""
    chosen: dict[str, str] = {}
    base: dict[str, Any] = {}
    for setting in settings:
        name, is_set, value = setting.partition("=")
        name = name.strip().replace("-", "_")
        if not is_set:
            raise Trouble(f"--set {setting}: write it as NAME=VALUE")
        if name == PRESET and game.extras.presets:
            base = msgspec.to_builtins(find_preset(game, value).params)
            continue
        if name not in game.params.__struct_fields__:
            known = game.params.__struct_fields__
            raise Trouble(
                f"{game.title} has no parameter '{name}'{did_you_mean(name, known)};"
                f" its parameters are {', '.join(known)}"
            )
        chosen[name] = read_text(value[1:]) if value.startswith("@") else value
    try:
        params: Struct = msgspec.convert(base | chosen, game.params, strict=False)
    except msgspec.ValidationError as error:
        raise Trouble(_say_wrong(game, chosen, str(error))) from None
    return params


def find_preset(game: AnyGame, name: str) -> Preset[Any]:
    presets, wanted = game.extras.presets, name.strip().lower()
    if wanted not in presets:
        raise Trouble(
            f"{game.title} has no preset '{name}'{did_you_mean(wanted, presets)};"
            f" its presets are {', '.join(presets)}"
        )
    return presets[wanted]


def _say_wrong(game: AnyGame, chosen: dict[str, str], error: str) -> str:
    """msgspec's message, with the parameter it is about before it and its range after it."""
    what, _, path = error.partition(" - at `$.")
    name = path.rstrip("`")
    if name not in chosen:
        return f"--set: {error.removesuffix(' - at `$`')}; see freehold params {game.name}"
    value = chosen[name] if len(chosen[name]) < 30 else "..."
    span = "".join(range_words(field) for field in param_fields(game) if field.name == name)
    return f"--set {name}={value}: {span or what}; see freehold params {game.name}"


def param_fields(game: AnyGame) -> Sequence[Any]:
    """What msgspec knows of each parameter of a game."""
    fields: Sequence[Any] = msgspec.inspect.type_info(game.params).fields  # type: ignore[attr-defined]
    return fields


def range_words(field: Any) -> str:
    """`a whole number from 1 to 20`, or nothing for what has no range."""
    kind: Any = getattr(field.type, "type", field.type)
    if isinstance(kind, msgspec.inspect.IntType):
        return f"it must be a whole number{_span(kind.ge, kind.le)}"
    if isinstance(kind, msgspec.inspect.BoolType):
        return "it must be true or false"
    if isinstance(kind, msgspec.inspect.LiteralType):
        return f"it must be one of {', '.join(str(value) for value in kind.values)}"
    return ""


def _span(least: int | None, most: int | None) -> str:
    if least is not None and most is not None:
        return f" from {least} to {most}"
    if least is not None:
        return f" of at least {least}"
    return f" of at most {most}" if most is not None else ""


def read_line_up(game: AnyGame, text: str | None, humans: bool = True) -> tuple[str, ...]:
    """`human,greedy,mine.py` to bots as they are written; a person is an empty word."""
    least, most = game.seats
    if text is None:
        return default_line_up(game, humans)
    option = "--seats" if humans else "--bots"
    words = [read_player(word) for word in text.split(",")]
    if not least <= len(words) <= most:
        span = str(least) if least == most else f"{least} to {most}"
        raise Trouble(f"{option} {text}: {game.title} is for {span} players, not {len(words)}")
    for word in words:
        if not (humans and word == HUMAN):
            need_bot(game, word, option, [HUMAN, *game.bots] if humans else list(game.bots))
    return tuple("" if word == HUMAN else word for word in words)


def read_player(word: str) -> str:
    """Levels may be written in any case; files, modules and programs are what they are."""
    return word.strip() if is_ref(word.strip()) else word.strip().lower()


def need_bot(game: AnyGame, word: str, option: str, known: list[str]) -> None:
    if is_ref(word):
        try:
            read_ref(game, word)
        except Malformed as error:
            raise Trouble(f"{option}: {error}") from None
    elif word not in game.bots:
        hint = did_you_mean(word, known) or "; a bot of your own is written as FILE.py"
        raise Trouble(f"{option}: '{word}' is not one of {', '.join(known)}{hint}")


def read_host_options(options: Namespace) -> HostOptions:
    if options.think_ms < 1 or options.hung_ms < options.think_ms:
        raise Trouble("--think-ms must be at least 1, and --hung-ms at least as much")
    if options.bank < 0 or options.memory_mb < 64:
        raise Trouble("--bank must not be negative, and --memory-mb must be at least 64")
    return HostOptions(
        think_ms=options.think_ms,
        hung_ms=options.hung_ms,
        bank_ms=options.bank,
        memory_mb=options.memory_mb,
        in_process=options.in_process,
    )


def default_line_up(game: AnyGame, humans: bool) -> tuple[str, ...]:
    least = game.seats[0]
    if not game.bots and not humans:
        raise Trouble(f"{game.title} has no bots yet, so only people can play it")
    if not game.bots and least > 1:
        people = ",".join([HUMAN] * least)
        raise Trouble(f"{game.title} has no bots yet; write --seats {people}")
    if humans:
        return ("", *[first_bot(game)] * (least - 1))
    bots = list(game.bots)
    return (bots[-1], *[bots[0]] * (least - 1))


def read_names(text: str | None, names: tuple[str, ...]) -> tuple[str, ...]:
    if text is None:
        return names
    written = tuple(name.strip() for name in text.split(","))
    if len(written) != len(names) or "" in written or len(set(written)) < len(written):
        raise Trouble(f"--names {text}: write {len(names)} different names, one for each seat")
    return written


def read_clock(text: str | None, game: AnyGame, params: Struct) -> Clock:
    """`300+5`, `300`, `limit=60`, `300+5,limit=60`, `none`, or `game` for the game's own.

    Without the option there is a clock only if a parameter sets one.
    """
    its_own = game.clock(params)
    if text is None:
        return Clock() if its_own == game.clock(game.params()) else its_own
    if text in ("none", "game"):
        return Clock() if text == "none" else its_own
    bank = increment = limit = 0
    for part in text.split(","):
        try:
            if part.startswith("limit="):
                limit = _seconds(part.removeprefix("limit="))
            else:
                first, _, second = part.partition("+")
                bank, increment = _seconds(first), _seconds(second or "0")
        except ValueError:
            raise Trouble(
                f"--clock {text}: write 300+5 or limit=60 in seconds, or none, or game"
            ) from None
    if not bank and not limit:
        raise Trouble(f"--clock {text}: write 300+5 or limit=60 in seconds, or none, or game")
    return Clock(bank, increment, limit)


def _seconds(text: str) -> int:
    seconds = float(text)
    if not 0 <= seconds <= 1_000_000:
        raise ValueError(text)
    return round(seconds * 1000)


def read_text(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise unreadable(path, error) from None


def read_bytes(path: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise unreadable(path, error) from None


def unreadable(path: str, error: OSError | UnicodeDecodeError) -> Trouble:
    why = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
    return Trouble(f"cannot read {path}: {why}")
