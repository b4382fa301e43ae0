"""Leagues: a TOML file that says which bots meet in which games, and how often.

What stands at the top holds for every one of the `[[tables]]`, unless it says otherwise. A league
that cannot be played is Malformed: one sentence with the line, the field and what to write.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any, Literal, get_args

import msgspec
from msgspec import Struct

from freehold.game import AnyGame, Clock, Malformed, Ms, Setup
from freehold.games import game_names, load_game
from freehold.hosting import HostOptions, read_ref
from freehold.hosting.offers import with_installed
from freehold.kernel.chance import key_of

Format = Literal["round-robin", "swiss", "ladder"]
TimeMode = Literal["lockstep", "latency", "charged"]
MOST_MS = 3_600_000


class LeagueTime(Struct, frozen=True):
    """How match time passes while bots think."""

    mode: TimeMode = "lockstep"
    decision_ms: Ms = 0
    pace_ms: Ms = 250
    latency_ms: tuple[Ms, Ms] = (0, 0)


class LeagueTable(Struct, frozen=True):
    """One game with one number of seats: a part of the report of its own."""

    name: str
    game: str
    folder: str
    """Where the game's record is."""
    rules_version: int
    seats: int
    bots: tuple[str, ...]
    format: Format
    rounds: int
    first_seed: int
    seeds: int
    """Of each line-up; in Swiss and ladder of each round."""
    preset: str
    params: dict[str, Any]
    """All of them."""
    clock: Clock
    time: LeagueTime

    @property
    def is_repeatable(self) -> bool:
        """Do equal leagues give equal matches?"""
        return self.time.mode != "charged"


class League(Struct, frozen=True):
    title: str
    tables: tuple[LeagueTable, ...]
    limits: HostOptions
    replays: bool


FIELDS: Mapping[str, tuple[Any, str]] = {
    "title": (str, "a text in quotes"),
    "game": (str, 'the name of a game, as in game = "land-grab"'),
    "bots": (list, 'a list of bots, as in bots = ["greedy", "mine.py"]'),
    "seats": ((int, list), "a number, or a list of numbers such as [3, 4, 5]"),
    "format": (str, "one of " + ", ".join(get_args(Format))),
    "rounds": (int, "a whole number of at least 1"),
    "seeds": (int, "a whole number of at least 1"),
    "first_seed": (int, "a whole number of at least 0"),
    "preset": (str, "the name of one of the game's presets"),
    "params": (dict, "a table, as in params = { points_to_win = 80 }"),
    "clock": (dict, "a table, as in clock = { bank_ms = 60000, increment_ms = 1000 }"),
    "time": (dict, 'a table, as in time = { mode = "latency", latency_ms = [20, 120] }'),
    "name": (str, "a short text in quotes"),
    "replays": (bool, "true or false"),
    "limits": (dict, "a table, as in limits = { think_ms = 500 }"),
    "tables": (list, "one or more sections that begin with [[tables]]"),
}
TOP_ONLY = ("title", "replays", "limits", "tables")
TABLE_ONLY = ("name",)
TIME_WORDS = {
    "mode": "one of " + ", ".join(get_args(TimeMode)),
    "decision_ms": f"a whole number of ms from 0 to {MOST_MS}",
    "pace_ms": f"a whole number of ms from 0 to {MOST_MS}",
    "latency_ms": "two whole numbers of ms, the smaller first, as in [20, 120]",
}
LIMIT_WORDS = {
    "think_ms": "a whole number of ms of at least 1",
    "hung_ms": "a whole number of ms, at least think_ms",
    "bank_ms": "a whole number of ms; 0 means no bank",
    "memory_mb": "a whole number of MB of at least 64",
    "in_process": "true or false",
}
CLOCK_WORDS = dict.fromkeys(Clock.__struct_fields__, "a whole number of ms of at least 0")
DEFAULTS: Mapping[str, Any] = {"format": "round-robin", "seeds": 25, "first_seed": 1}
LATENCY = "latency"


class LeagueText:
    """The text of a league, to say where something is wrong."""

    def __init__(self, text: str, name: str) -> None:
        self.lines = text.splitlines()
        self.name = name

    def wrong(self, field: str, words: str, table: int | None = None) -> Malformed:
        """`league.toml, line 7: seats ...`, or without the line if it is nowhere."""
        line = self._line(field, table)
        at = f", line {line}" if line else ""
        return Malformed(f"{self.name}{at}: {words}")

    def _line(self, field: str, table: int | None) -> int:
        heads = [n for n, line in enumerate(self.lines) if re.match(r"\s*\[\[\s*tables", line)]
        spans = [(0, heads[0] if heads else len(self.lines))]
        if table is not None and table < len(heads):
            ends = [*heads[1:], len(self.lines)]
            spans.insert(0, (heads[table], ends[table]))
        key = rf"(^|[\s{{,\[.]){re.escape(field)}\s*[=\]]"
        for first, last in spans:
            for number in range(first, last):
                if re.search(key, self.lines[number].partition("#")[0]):
                    return number + 1
        return spans[0][0] + 1 if table is not None and len(spans) > 1 else 0


def read_league(text: str, name: str = "league.toml") -> League:
    source = LeagueText(text, name)
    try:
        given = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        what, _, where = str(error).partition(" (at ")
        line = re.search(r"line (\d+)", where)
        at = f", line {line[1]}" if line else ", at the end"
        hint = 'write NAME = VALUE, with texts in quotes, as in game = "land-grab"'
        raise Malformed(f"{name}{at}: this is not TOML ({what}); {hint}") from None
    _need_fields(source, given, None)
    sections = given.get("tables", [{}])
    if not sections or not all(isinstance(each, dict) for each in sections):
        raise source.wrong("tables", f"tables must be {FIELDS['tables'][1]}")
    tables: list[LeagueTable] = []
    for number, section in enumerate(sections):
        _need_fields(source, section, number)
        merged = {**DEFAULTS, **{k: v for k, v in given.items() if k not in TOP_ONLY}, **section}
        if "preset" in section and "params" not in section:
            merged.pop("params", None)
        tables += _read_tables(source, merged, number if "tables" in given else None)
    names = [table.name for table in tables]
    for table in tables:
        if names.count(table.name) > 1:
            raise source.wrong(
                "name", f"two tables are called '{table.name}': give each a name of its own"
            )
    title = given.get("title") or name.rpartition("/")[2].removesuffix(".toml")
    return League(title, tuple(tables), _read_limits(source, given), given.get("replays", True))


def _need_fields(source: LeagueText, given: Mapping[str, Any], table: int | None) -> None:
    """Every field is known, and of its type."""
    own = TOP_ONLY if table is None else TABLE_ONLY
    known = [name for name in FIELDS if name not in {*TOP_ONLY, *TABLE_ONLY} or name in own]
    for field, value in given.items():
        if field not in known:
            where = "at the top" if table is None else "in a table"
            raise source.wrong(
                field,
                f"there is no field '{field}' {where}{_meant(field, known)};"
                f" the fields are {', '.join(known)}",
                table,
            )
        kind, words = FIELDS[field]
        is_wrong = not isinstance(value, kind) or (kind is not bool and isinstance(value, bool))
        if is_wrong:
            raise source.wrong(field, f"{field} must be {words}", table)


def _read_tables(
    source: LeagueText, given: dict[str, Any], number: int | None
) -> list[LeagueTable]:
    """One for each number of seats."""
    game = _read_game(source, given, number)
    counts = given.get("seats", max(2, game.seats[0]))
    counts = counts if isinstance(counts, list) else [counts]
    made = [_read_table(source, given, number, game, count) for count in counts]
    if not made:
        raise source.wrong("seats", f"seats must be {FIELDS['seats'][1]}", number)
    return made


def _read_game(source: LeagueText, given: dict[str, Any], number: int | None) -> AnyGame:
    if "game" not in given:
        raise source.wrong("game", f"which game? Write {FIELDS['game'][1].partition('as in ')[2]}")
    wanted, names = given["game"], game_names()
    if wanted not in names:
        raise source.wrong(
            "game",
            f"there is no game '{wanted}'{_meant(wanted, names)}; the games are {', '.join(names)}",
            number,
        )
    return with_installed(load_game(wanted))


def _read_table(
    source: LeagueText, given: dict[str, Any], number: int | None, game: AnyGame, seats: Any
) -> LeagueTable:
    least, most = game.seats
    if not isinstance(seats, int) or not max(2, least) <= seats <= most:
        span = str(most) if max(2, least) >= most else f"from {max(2, least)} to {most}"
        raise source.wrong("seats", f"seats must be {span} in {game.title}, not {seats}", number)
    for field, smallest in {"seeds": 1, "first_seed": 0, "rounds": 1}.items():
        if given.get(field, smallest) < smallest:
            raise source.wrong(field, f"{field} must be {FIELDS[field][1]}", number)
    if given["format"] not in get_args(Format):
        meant = _meant(given["format"], get_args(Format))
        raise source.wrong("format", f"format must be {FIELDS['format'][1]}{meant}", number)
    bots = _read_bots(source, given, number, game)
    if given["format"] != "round-robin" and len(bots) < seats:
        raise source.wrong(
            "bots", f"{given['format']} needs at least {seats} bots for {seats} seats", number
        )
    preset, params = _read_params(source, given, number, game)
    _need_start(source, given, number, game, params, seats)
    label = f"{game.name}-{preset}" if preset else game.name
    name = given.get("name", label)
    many = isinstance(given.get("seats"), list)
    return LeagueTable(
        name=f"{name}-{seats}" if many else name,
        game=game.name,
        folder=game.folder,
        rules_version=game.rules_version,
        seats=seats,
        bots=bots,
        format=given["format"],
        rounds=given.get("rounds", _usual_rounds(given["format"], len(bots))),
        first_seed=given["first_seed"],
        seeds=given["seeds"],
        preset=preset,
        params=params,
        clock=_read_clock(source, given, number),
        time=_read_time(source, given, number),
    )


def _need_start(
    source: LeagueText,
    given: dict[str, Any],
    number: int | None,
    game: AnyGame,
    params: dict[str, Any],
    seats: int,
) -> None:
    """Some params do not fit the number of seats, which only a set-up tells."""
    key = key_of("seed", given["first_seed"])
    try:
        game.new(Setup(msgspec.convert(params, game.params), seats, key))
    except ValueError as error:
        field = next(iter(given.get("params", {})), "preset")
        words = f"{game.title} cannot begin with these options and {seats} seats: {error}"
        raise source.wrong(field, words, number) from None


def _usual_rounds(league_format: Format, bots: int) -> int:
    """Enough for an order: one, a few, or as many as bring the last to the first place."""
    return {"round-robin": 1, "swiss": max(1, (bots - 1).bit_length()), "ladder": bots}[
        league_format
    ]


def _read_bots(
    source: LeagueText, given: dict[str, Any], number: int | None, game: AnyGame
) -> tuple[str, ...]:
    bots = given.get("bots", [])
    if not bots or not all(isinstance(bot, str) and bot for bot in bots):
        raise source.wrong("bots", f"bots must be {FIELDS['bots'][1]}", number)
    for bot in bots:
        if bots.count(bot) > 1:
            raise source.wrong(
                "bots",
                f"'{bot}' is in bots twice: name it once; a league with fewer bots than seats"
                " lets them meet themselves",
                number,
            )
        try:
            read_ref(game, bot)
        except Malformed as error:
            raise source.wrong("bots", f"bots: {error}", number) from None
    return tuple(bots)


def _read_params(
    source: LeagueText, given: dict[str, Any], number: int | None, game: AnyGame
) -> tuple[str, dict[str, Any]]:
    preset, chosen = given.get("preset", ""), given.get("params", {})
    base: dict[str, Any] = {}
    if preset:
        presets = game.extras.presets
        if preset not in presets:
            known = f"its presets are {', '.join(presets)}" if presets else "it has no presets"
            raise source.wrong(
                "preset",
                f"{game.title} has no preset '{preset}'{_meant(preset, presets)}; {known}",
                number,
            )
        base = msgspec.to_builtins(presets[preset].params)
    for field in chosen:
        if field not in game.params.__struct_fields__:
            known_fields = game.params.__struct_fields__
            raise source.wrong(
                field,
                f"{game.title} has no parameter '{field}'{_meant(field, known_fields)};"
                f" see freehold params {game.name}",
                number,
            )
    try:
        params = msgspec.convert(base | chosen, game.params)
    except msgspec.ValidationError as error:
        what, _, path = str(error).partition(" - at `$.")
        field = path.rstrip("`") or next(iter(chosen), "params")
        words = f"{what} (see freehold params {game.name})"
        raise source.wrong(field, f"params, {field}: {words}" if path else words, number) from None
    return preset, msgspec.to_builtins(params)


def _read_clock(source: LeagueText, given: dict[str, Any], number: int | None) -> Clock:
    chosen = given.get("clock", {})
    for field, value in chosen.items():
        _need_known(source, "clock", field, CLOCK_WORDS, number)
        if not _is_int(value, 0):
            raise source.wrong(field, f"clock: {field} must be {CLOCK_WORDS[field]}", number)
    return Clock(**chosen)


def _read_time(source: LeagueText, given: dict[str, Any], number: int | None) -> LeagueTime:
    chosen = given.get("time", {})
    for field, value in chosen.items():
        _need_known(source, "time", field, TIME_WORDS, number)
        if field == "mode":
            is_right = value in get_args(TimeMode)
        elif field == "latency_ms":
            is_pair = isinstance(value, list) and len(value) == 2
            is_right = is_pair and all(_is_int(ms, 0) for ms in value) and value[0] <= value[1]
        else:
            is_right = _is_int(value, 0)
        if not is_right:
            raise source.wrong(field, f"time: {field} must be {TIME_WORDS[field]}", number)
    mode = chosen.get("mode", "lockstep")
    if ("latency_ms" in chosen) != (mode == LATENCY):
        raise source.wrong(
            "mode", 'time: mode = "latency" and latency_ms = [20, 120] go together', number
        )
    pair = tuple(chosen.get("latency_ms", (0, 0)))
    return LeagueTime(**{**chosen, "latency_ms": pair})


def _read_limits(source: LeagueText, given: dict[str, Any]) -> HostOptions:
    chosen = given.get("limits", {})
    least = {"think_ms": 1, "hung_ms": 1, "bank_ms": 0, "memory_mb": 64}
    for field, value in chosen.items():
        _need_known(source, "limits", field, LIMIT_WORDS, None)
        is_flag = field == "in_process"
        if not (isinstance(value, bool) if is_flag else _is_int(value, least[field])):
            raise source.wrong(field, f"limits: {field} must be {LIMIT_WORDS[field]}")
    limits = HostOptions(**chosen)
    if limits.hung_ms < limits.think_ms:
        raise source.wrong("hung_ms", f"limits: hung_ms must be {LIMIT_WORDS['hung_ms']}")
    return limits


def _need_known(
    source: LeagueText, what: str, field: str, known: Mapping[str, str], number: int | None
) -> None:
    if field not in known:
        raise source.wrong(
            field,
            f"{what} has no field '{field}'{_meant(field, known)};"
            f" its fields are {', '.join(known)}",
            number,
        )


def _is_int(value: object, least: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= 10**9


def _meant(word: str, known: Any) -> str:
    found = get_close_matches(word, list(known), n=1)
    return f" (did you mean {found[0]}?)" if found else ""
