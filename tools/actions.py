"""The spelling of every action of every game, for docs/protocol.md, worked out from the code.

An action of each kind is made with numbers that stand out, spelled by the game, read back by the
game, and in the text the numbers are replaced by the names of their fields. So what the page says
is what the game reads.
"""

from __future__ import annotations

import itertools
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct

from freehold.game import AnyGame, Malformed
from freehold.games import game_names, load_game
from freehold.match.log import SPELLINGS
from tools.typescript import words_of

FIRST_NUMBER = 70_001
INTRODUCTION = """\
An action is a line of text in `act`. Each has one spelling, which is also used in records. `X,Y`
is a cell, column and row, counted from 0 at the top left; words in capitals stand for numbers or
texts, `a|b` for one of these words, and `...` for more of what comes before it. Every game also
has `resign`, which gives up; `arrive` and `leave` are the server's words.
"""
MORE = " ..."

Sample = tuple[Any, dict[str, str]]
"""A value, and in its spelling what is replaced by what."""


def section() -> list[str]:
    lines = ["## Actions", "", INTRODUCTION]
    for name in game_names():
        game = load_game(name)
        lines += [f"### {game.title} (`{name}`)", "", "| spelling | |", "|---|---|"]
        lines += [_row(game, kind) for kind in kinds_of(game)]
        lines.append("")
    return lines


def kinds_of(game: AnyGame) -> list[type[Struct]]:
    """The kinds of actions that a game reads."""
    read = get_type_hints(game.parse)["return"]
    return [kind for kind in get_args(read) or (read,) if kind not in SPELLINGS]


def _row(game: AnyGame, kind: type[Struct]) -> str:
    about, fields = words_of(msgspec.inspect.type_info(kind))
    words = " ".join([about.partition("\n\n")[0], *fields.values()]).strip()
    spelled = ", ".join(f"`{each}`" for each in spellings(game, kind))
    return "| {} | {} |".format(*(each.replace("|", "\\|") for each in (spelled, words)))


def spellings(game: AnyGame, kind: type[Struct]) -> list[str]:
    """How an action of this kind is spelled, in all its forms."""
    tables = [*literals(kind), *kept_words(kind)]
    # A text is any text, unless only the words that the game keeps in a table are read.
    for words in ((), tuple(word for table in kept_words(kind) for word in table)):
        found = _forms(game, kind, words)
        if any(" " in form or not msgspec.structs.fields(kind) for form in found):
            return _merged(_without_shorter(found), tables)
    raise ValueError(f"{game.name} does not read any {kind.__name__}")


def _forms(game: AnyGame, kind: type[Struct], words: Sequence[str]) -> list[str]:
    found: dict[str, None] = {}
    for action, names in samples(kind, words, itertools.count(FIRST_NUMBER)):
        try:
            text = game.spell(action)
            if game.parse(text) == action:
                found[_named(text, names)] = None
        except (Malformed, ValueError):
            continue  # a form that this game does not read
    return list(found)


def _named(text: str, names: Mapping[str, str]) -> str:
    for number, name in names.items():
        text = text.replace(number, name)
    return re.sub(r"(\S+) \1(?!\S)", r"\1" + MORE, text)


def _without_shorter(forms: list[str]) -> list[str]:
    """`strike X,Y ...` stands for `strike X,Y` too."""
    return [form for form in forms if form + MORE not in forms]


def _merged(forms: list[str], words: Sequence[tuple[str, ...]]) -> list[str]:
    """Forms that differ in one word of a table are shown as one."""
    for table in words:
        for form in list(forms):
            for at in _places(form, table[0]):
                before, after = form[:at], form[at + len(table[0]) :]
                family = [before + word + after for word in table]
                if set(family) <= set(forms):
                    forms[forms.index(form)] = before + "|".join(table) + after
                    forms = [each for each in forms if each not in family]
                    break
    return forms


def _places(text: str, word: str) -> Iterator[int]:
    at = text.find(word)
    while at >= 0:
        yield at
        at = text.find(word, at + 1)


# Actions to be spelled


def samples(kind: type[Struct], words: Sequence[str], numbers: Iterator[int]) -> Iterator[Sample]:
    """Of a kind: with every word of its tables, with and without what may be left out."""
    hints = get_type_hints(kind)
    ways = []
    for field in msgspec.structs.fields(kind):
        found = list(_values(field.name, hints[field.name], words, numbers))
        if field.default is not msgspec.NODEFAULT:
            found.append((field.default, {}))
        ways.append(found)
    for chosen in itertools.product(*ways):
        names = {number: name for _, each in chosen for number, name in each.items()}
        yield kind(*(value for value, _ in chosen)), names


def _values(name: str, hint: Any, words: Sequence[str], numbers: Iterator[int]) -> Iterator[Sample]:
    if hint is int:
        number = next(numbers)
        yield number, {str(number): name.upper()}
    elif hint is str:
        yield from ((word, {}) for word in words or (name.upper(), ""))
    elif get_origin(hint) is Literal:
        yield from ((word, {}) for word in get_args(hint))
    elif get_args(hint)[-1:] == (...,):
        yield (), {}
        for value, names in _values("", get_args(hint)[0], words, numbers):
            yield (value,), names
            yield (value, value), names  # which is shown as one and `...`
    elif get_origin(hint) is tuple:
        x, y = next(numbers), next(numbers)
        yield (x, y), {str(x): "X", str(y): "Y"}
    elif isinstance(hint, type) and issubclass(hint, Struct):
        yield from samples(hint, words, numbers)
    else:
        raise TypeError(f"{name} of an action: nobody has said how to make a {hint}")


def literals(kind: type) -> Iterator[tuple[str, ...]]:
    for hint in get_type_hints(kind).values():
        if get_origin(hint) is Literal:
            yield get_args(hint)


def kept_words(kind: type) -> Iterator[tuple[str, ...]]:
    """Words by which the kind's module keeps something, such as directions."""
    for name, table in vars(sys.modules[kind.__module__]).items():
        is_table = name.isupper() and isinstance(table, Mapping)
        if is_table and table and all(isinstance(key, str) for key in table):
            yield tuple(table)
