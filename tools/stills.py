"""Plays short matches of bots and keeps what the start page shows of them.

    python tools/stills.py [GAME...]

`web/src/games/<game>/still.film` is one moment of a match, which the game's own painter draws on
its card. `hero.film` beside it is a whole match, played back at the top of the page, and `map.film`
the first moment of a match, for the map editor's card. All are films as replays have them
(`server/films/films.py`). Run it again when a game's views or facts have changed.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Raw, Struct

from freehold.arena.bouts import bots_key, match_key, seat_bots
from freehold.bots import Runner, make_bots
from freehold.game import PUBLIC, TRUTH, Viewer
from freehold.games import load_game
from freehold.match import Match
from freehold.match.replay import Record
from freehold.server.films.films import VERSION, Bounds, Film, make_film

ROOT = Path(__file__).resolve().parent.parent
GAMES = ROOT / "web" / "src" / "games"
BOUNDS = Bounds(cells=1 << 16, bytes=1 << 22)


class Scene(Struct, frozen=True):
    """A match, and the moment of it that is kept."""

    bots: tuple[str, ...]
    seed: int
    entries: int
    """The number of actions that are played."""
    viewer: Viewer = PUBLIC
    params: Mapping[str, Any] = {}


STILLS: Mapping[str, Scene] = {
    "land-grab": Scene(("thinker", "thinker"), 13, 21),
    "area-attack": Scene(
        ("strong", "careful", "strong"),
        3,
        84,
        viewer=0,
        params={
            "width_cells": 22,
            "height_cells": 14,
            "apart_cells": 7,
            "apart_percent": 10,
            "stage_2_percent": 80,
        },
    ),
    "territory": Scene(("greedy", "diplomat", "greedy", "diplomat"), 4, 100),
    "mine-land": Scene(
        ("strong", "strong", "careful", "careful"),
        1,
        380,
        viewer=0,
        params={
            "width_tiles": 90,
            "height_tiles": 90,
            "spawn_tiles": 1,
            "safe_steps": 3,
            "sight_tiles": 8,
            "density_permille": 125,
        },
    ),
    "minewars": Scene(("hard", "hard", "hard"), 7, 260, viewer=TRUTH, params={"radius_tiles": 14}),
}
HEROES: Mapping[str, Scene] = {"land-grab": Scene(("thinker", "thinker"), 7, 1000)}
MAPS: Mapping[str, Scene] = {
    "minewars": Scene(
        ("easy", "easy", "easy", "easy"),
        3,
        0,
        viewer=TRUTH,
        params={"items_percent": 1, "radius_tiles": 16},
    ),
}


def play(name: str, scene: Scene) -> Match:
    """The match at that moment."""
    game = load_game(name)
    params = msgspec.convert(dict(scene.params), game.params)
    match = Match.new(game, seat_bots(game, scene.bots), match_key(scene.seed), params)
    runner = Runner(match, make_bots(game, scene.bots), bots_key(scene.seed))
    while match.outcome is None and match.log.entries < scene.entries:
        up = runner.next_up()
        if up is None:
            break
        runner.step(up[0])
    return match


def still_of(match: Match, viewer: Viewer) -> Film:
    frame = Raw(msgspec.msgpack.encode(match.open(viewer)))
    shape = match.game.shape(match.setup.params)
    names, bots = match.names, tuple("bot" for _ in match.names)
    return Film(VERSION, match.game.name, shape, viewer, names, bots, 0, [frame], [0], [], [], [])


def film_of(match: Match, viewer: Viewer) -> Film:
    record = Record(match.header, tuple(match.log.lines[1:]))
    return make_film(match.game, record, viewer, BOUNDS)


def keep(path: Path, film: Film) -> None:
    path.write_bytes(msgspec.msgpack.encode(film))
    print(f"{path.relative_to(ROOT)}: {path.stat().st_size} bytes, lasts {film.lasts // 1000} s")


def main(names: list[str]) -> None:
    for scenes, what, make in (
        (STILLS, "still", still_of),
        (HEROES, "hero", film_of),
        (MAPS, "map", still_of),
    ):
        for name in [each for each in scenes if not names or each in names]:
            scene = scenes[name]
            keep(GAMES / name / f"{what}.film", make(play(name, scene), scene.viewer))


if __name__ == "__main__":
    main(sys.argv[1:])
