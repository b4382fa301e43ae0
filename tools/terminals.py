"""Takes pictures of the full screen: every game on a small and on a large terminal.

    python tools/terminals.py [GAME...]

Bots play up to a moment, then the real program shows it to the player in the first seat, and
Textual exports what it shows as SVG into docs/terminal. Run it again when the screen has changed.
"""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from freehold.arena.bouts import bots_key, match_key
from freehold.bots import Runner, make_bots
from freehold.cli.fullscreen.apps import MatchApp
from freehold.cli.play.sittings import Sitting
from freehold.cli.play.tables import HereSource
from freehold.games import load_game
from freehold.hosting import BotHost
from freehold.match import Match, Seated
from freehold.match.log import parse_action

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / "docs" / "terminal"
SIZES = ((80, 24), (120, 40))
NAMES = ("Ann", "Ben", "Cleo")
FONTS = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)
CLIPS = re.compile(
    r'<clipPath id="[\w-]+-line-\d+">.*?</clipPath>\s*| clip-path="[^"]*-line-\d+\)"', re.DOTALL
)
OWN_NAME = re.compile(r"terminal-\d+-")


class Shot(Struct, frozen=True):
    """A match, the moment of it that is shown, and the keys that are pressed there."""

    bots: tuple[str, ...]
    seed: int
    entries: int
    params: Mapping[str, Any] = {}
    keys: tuple[str, ...] = ()


SHOTS: Mapping[str, Shot] = {
    "land-grab": Shot(("greedy", "greedy"), 7, 16),
    "territory": Shot(
        ("greedy", "diplomat", "greedy"), 4, 33, {"declarations": 1}, ("1", "w", "d")
    ),
    "area-attack": Shot(("careful", "careful"), 3, 150),
    "mine-land": Shot(
        ("careful", "rambler"), 5, 60, {"width_tiles": 60, "height_tiles": 60, "spawn_tiles": 2}
    ),
    "minewars": Shot(("normal", "easy"), 3, 60),
}


def played(game_name: str, shot: Shot) -> Match:
    """The match at that moment, with a person in the first seat."""
    game = load_game(game_name)
    names = NAMES[: len(shot.bots)]
    key, params = match_key(shot.seed), msgspec.convert(dict(shot.params), game.params)
    seats = [Seated(name, bot) for name, bot in zip(names, shot.bots, strict=True)]
    match = Match.new(game, tuple(seats), key, params)
    runner = Runner(match, make_bots(game, shot.bots), bots_key(shot.seed))
    while match.log.entries < shot.entries:
        upcoming = runner.next_up()
        assert upcoming is not None
        runner.step(upcoming[0])
    shown = Match.new(game, (Seated(names[0]), *seats[1:]), key, params)
    for text in match.log.texts:
        line = msgspec.json.decode(text)
        if line["is"] == "entry":
            shown.act(line["now"], line["seat"], parse_action(game, line["action"]))
    return shown


async def picture(match: Match, keys: tuple[str, ...], wide: int, high: int) -> str:
    """What the program shows then; time stands still for it."""
    with BotHost() as host:
        app = MatchApp(HereSource(Sitting(match, None, host, lambda: 0.0)), pictures_per_s=2)
        async with app.run_test(size=(wide, high)) as pilot:
            await pilot.pause()
            await pilot.press(*keys)
            app.draw()
            await pilot.pause()
            return smaller(app.export_screenshot(title=match.game.title, simplify=True))


def smaller(svg: str) -> str:
    """Without fonts from elsewhere, and with short names."""
    svg = CLIPS.sub("", FONTS.sub("", svg)).replace("Fira Code, monospace", "monospace")
    return (
        OWN_NAME.sub("t-", svg)
        .replace("&#160;", " ")
        .replace("<text ", '<text xml:space="preserve" ')
    )


def main(names: list[str]) -> None:
    OUT.mkdir(exist_ok=True)
    for name in names or SHOTS:
        for wide, high in SIZES:
            path = OUT / f"{name}-{wide}x{high}.svg"
            path.write_text(
                asyncio.run(picture(played(name, SHOTS[name]), SHOTS[name].keys, wide, high))
            )
            print(f"{path.relative_to(ROOT)}: {path.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main(sys.argv[1:])
