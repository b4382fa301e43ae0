"""What pages know of games, in TypeScript, written from the Python types.

`model/facts.gen.ts` in the folder of a game's screen holds its facts, params and layers, with the
names of their bytes; `web/src/core/game.gen.ts` holds what all games share. A game has such a file
if it has a screen, that is, a folder of its name in `web/src/games`.
"""

from __future__ import annotations

import json
import re
from importlib import import_module
from pathlib import Path
from typing import Any

from msgspec import inspect

from freehold.game import PUBLIC, TRUTH, AnyGame, Legend
from freehold.games import game_names, load_game
from freehold.server.http.catalogue import GameAbout
from tools.typescript import interface, parts

SCREENS = Path("web", "src", "games")
FACTS = Path("model", "facts.gen.ts")
SHARED = Path("web", "src", "core", "game.gen.ts")

# The rules' own numbers that a game's page needs too, by game: where they are in its folder.
CONSTANTS = {
    "land-grab": ("state.INDUSTRY", "state.TOURISM"),
    "mine-land": ("actions.DIRECTIONS",),
    "minewars": (
        "maps.grounds.LEAST_SIDE",
        "maps.grounds.MOST_SIDE",
        "maps.pictures.KIND_LETTERS",
        "maps.pictures.LONGEST_TITLE",
        "tools.TRAITS",
    ),
    "territory": ("params.SIDE", "actions.STEPS", "promises.TAG"),
}

KNOWN = """\
/** What a view holds: `View<Known>`. */
export interface Known {
  facts: Facts;
  layers: Layers;
}
"""


def files(root: Path) -> dict[Path, str]:
    """Every file for the pages, by its place in the repository."""
    games = [load_game(name) for name in game_names() if (root / SCREENS / name).is_dir()]
    written = {SCREENS / game.name / FACTS: facts_file(game) for game in games}
    return {SHARED: shared_file(), **written}


def forsaken(root: Path) -> list[Path]:
    """Files of games that are no longer there."""
    found = [path.relative_to(root) for path in sorted((root / SCREENS).glob(f"*/{FACTS}"))]
    return [path for path in found if path.parts[-3] not in game_names()]


def facts_file(game: AnyGame) -> str:
    place = game.folder.replace(".", "/")
    head = f"// Written by tools/protocol.py from src/{place}: change that, not this.\n"
    parameters = [kind for kind in described(game.params) if kind not in described(game.facts)]
    types = [*described(game.facts), *parameters, layer_types(game), KNOWN]
    return "\n".join([head, *types, *layer_numbers(game), *constants(game)])


def shared_file() -> str:
    origin = "src/freehold/game.py and src/freehold/server/http/catalogue.py"
    head = f"// Written by tools/protocol.py from {origin}: change those, not this.\n"
    viewers = f"export const PUBLIC = {PUBLIC}, TRUTH = {TRUTH};\n"
    who = "/** Viewers that are not seats: what all may know, and everything. */"
    return "\n".join([head, who, viewers, *described(GameAbout)])


def described(cls: type) -> list[str]:
    """A struct and all that is in it."""
    kind = inspect.type_info(cls)
    assert isinstance(kind, inspect.StructType)
    return [interface(each, False) for each in (kind, *parts([kind]))]


# Layers


def layer_types(game: AnyGame) -> str:
    lines = ["/** Bytes over the view's rectangle, row by row. */", "export type Layers = {"]
    for name, legend in game.legend.items():
        lines += [f"  /** {meaning(name, legend)} */", f"  {name}: Uint8Array;"]
    names = json.dumps([*game.legend])
    return "\n".join([*lines, "};", "", f"export const LAYER_NAMES = {names} as const;", ""])


def layer_numbers(game: AnyGame) -> list[str]:
    """For each layer of names its numbers and names."""
    return [line for name, legend in game.legend.items() for line in numbers(name, legend)]


def meaning(name: str, legend: Legend) -> str:
    if legend.kind == "seats":
        return "0 for nobody, or a seat + 1."
    if legend.kind == "numbers":
        return "Plain numbers."
    if has_words(legend):
        return f"One of `{name.upper()}`."
    return f"By byte: {', '.join(map(json.dumps, legend.names))}."


def has_words(legend: Legend) -> bool:
    return all(re.fullmatch(r"[A-Za-z][\w ]*", word) for word in legend.names if word)


def numbers(name: str, legend: Legend) -> list[str]:
    """As in `GROUND.WATER`, and `GROUND_NAMES[0]` for its word."""
    if legend.kind != "names" or not has_words(legend):
        return []
    keys = [(word or "none").upper().replace(" ", "_") for word in legend.names]
    if len({*keys}) < len(keys):
        raise ValueError(f"two values of the layer {name} would be called the same: {keys}")
    pairs = ", ".join(f"{key}: {number}" for number, key in enumerate(keys))
    return [
        f"export const {name.upper()} = {{ {pairs} }} as const;",
        f"export const {name.upper()}_NAMES = {json.dumps(legend.names)} as const;",
        "",
    ]


def constants(game: AnyGame) -> list[str]:
    found = [f"{game.folder}.{place}" for place in CONSTANTS.get(game.name, ())]
    lines = [constant(*place.rsplit(".", 1)) for place in found]
    return [*lines, ""] if lines else []


def constant(module: str, name: str) -> str:
    value: Any = getattr(import_module(module), name)
    if isinstance(value, re.Pattern):
        return f"export const {name} = /{value.pattern}/;"
    if not hasattr(value, "items"):
        return f"export const {name} = {json.dumps(value)};"
    inside = ", ".join(f"{key}: {json.dumps(each)}" for key, each in value.items())
    return f"export const {name} = {{ {inside} }} as const;"
