"""docs/views.md: every layer and fact of every game, worked out from the code for bots' authors."""

from __future__ import annotations

import re
from typing import Any

from msgspec import inspect

from freehold.game import AnyGame, Legend
from freehold.games import game_names, load_game
from tools.typescript import name_of, parts, script, words_of

INTRODUCTION = """\
# What a view holds

Written by `tools/protocol.py` from the games' types; change those, not this page.

A view is everything that a viewer may know: `viewer`, `facts`, `rect` (x, y, width and height of
the part of the board that it shows) and `layers`, which have one byte for each cell of `rect`,
row by row. Bots in Python get them as objects (`view.facts.stage`, `view.layers["owner"]`; as
arrays, see [numbers.md](numbers.md)), programs on a socket as the frames of
[protocol.md](protocol.md). Times are in ms since the match began. Types are written as in
TypeScript; a `number` is an integer.
"""
SEATS = "0 for nobody, otherwise the seat + 1"
# What the numbers of a layer count; a legend says only that they are numbers.
COUNTED = {
    ("land-grab", "yield"): "income per turn of the settlement there",
    ("land-grab", "gain0"): "income per turn that a mine of player 1 would have there",
    ("land-grab", "gain1"): "income per turn that a resort of player 2 would have there",
    ("land-grab", "loss0"): "what building there would cost player 1's mines per turn",
    ("land-grab", "loss1"): "what a mine there would cost player 2's resorts per turn",
    ("mine-land", "digit"): "bombs around an uncovered tile",
    ("mine-land", "loot"): "flags that lie there; 255 means 255 or more",
    ("minewars", "hp"): "hit points of the structure there",
    ("minewars", "protected"): "0, or when its protection ends, in ticks around a clock of 255"
    " (`protections.py`)",
    ("minewars", "region"): "0 for water, otherwise the number of the region's city + 1",
    ("minewars", "city"): "the city's number + 1",
    ("minewars", "axis"): "axis of the bridge there + 1",
    ("minewars", "payer"): "number of the city that pays for an action there + 1",
    ("territory", "units"): "units there, modulo 256",
    ("territory", "units_high"): "units there, divided by 256",
}
HTML = re.compile(r"[<>]")


def page() -> str:
    lines = [INTRODUCTION]
    for game in map(load_game, game_names()):
        if game.folder.startswith("freehold."):  # not those of packages that are installed here
            lines += section(game)
    return "\n".join(lines).rstrip() + "\n"


def section(game: AnyGame) -> list[str]:
    lines = [f"## {game.title} (`{game.name}`)", "", "| layer | bytes |", "|---|---|"]
    for layer, legend in game.legend.items():
        lines.append(f"| `{layer}` | {bytes_of(game.name, layer, legend)} |")
    facts = inspect.type_info(game.facts)
    assert isinstance(facts, inspect.StructType)
    lines += ["", *table("facts", facts)]
    for part in parts([facts]):
        lines += table(f"`{name_of(part)}`", part)
    return lines


def bytes_of(game: str, layer: str, legend: Legend) -> str:
    if legend.kind == "seats":
        return SEATS
    if legend.kind == "names":
        return ", ".join(f"`{byte}` {word or '(none)'}" for byte, word in enumerate(legend.names))
    if (game, layer) not in COUNTED:
        raise ValueError(f"say in COUNTED what the numbers of {game}'s layer {layer} count")
    return COUNTED[game, layer]


def table(title: str, kind: Any) -> list[str]:
    """The fields of a struct, with what is said of them."""
    about, words = words_of(kind)
    first = about.partition("\n\n")[0]
    lines = [cell(" ".join(first.split())), ""] if first and title != "facts" else []
    lines += [f"| {title} | type | |", "|---|---|---|"]
    for field in kind.fields:
        shown = script(field.type).replace("|", "\\|")
        lines.append(f"| `{field.name}` | `{shown}` | {cell(words.get(field.name, ''))} |")
    return [*lines, ""]


def cell(text: str) -> str:
    return HTML.sub("", text).replace("|", "\\|")
