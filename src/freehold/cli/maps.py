"""`freehold maps`: maps made, checked for fairness and drawn, by a game that has a map maker."""

from __future__ import annotations

import secrets
import sys
from argparse import Namespace
from pathlib import Path

import msgspec

from freehold.arena.bouts import match_key
from freehold.cli.errors import NO, Trouble
from freehold.cli.screens import is_terminal, make_console, print_table, say, tile_style
from freehold.cli.settings import find_game, read_text
from freehold.game import AnyGame, Malformed, MapDrawn, MapMaking
from freehold.games import load_games
from freehold.kernel.pictures import draw_svg

SEEDS = 1_000_000
WISHES = ("grid", "seats", "radius", "cities")


def find_maker(name: str) -> tuple[AnyGame, MapMaking]:
    """The game of that name; without one, the game that has maps, if there is only one."""
    if name:
        game = find_game(name)
        if game.extras.maps is None:
            raise Trouble(f"{game.title} has no maps")
        return game, game.extras.maps
    games = load_games(lambda complaint: None).values()
    found = [(game, game.extras.maps) for game in games if game.extras.maps is not None]
    if len(found) != 1:
        names = ", ".join(game.name for game, _ in found) or "none"
        raise Trouble(f"say with --game whose map it is; games with maps: {names}")
    return found[0]


def make(options: Namespace) -> int:
    """A new map: the one that `freehold play` with this seed would begin on."""
    game, maker = find_maker(options.game)
    seed = secrets.randbelow(SEEDS) if options.seed is None else options.seed
    least, most = game.seats
    if not least <= options.seats <= most:
        raise Trouble(f"--seats must be {least} to {most}")
    wishes = {name: str(getattr(options, name)) for name in WISHES}
    try:
        found = maker.find(wishes, match_key(seed))
    except Malformed as error:
        raise Trouble(f"{error}; see freehold params {game.name}") from None
    write(options.out, found.text)
    line = f"{found.title}, seed {seed}, {found.words}"
    print(line, file=sys.stderr if options.out == "-" else sys.stdout)
    return 0


def write(path: str, text: str) -> None:
    if path == "-":
        print(text, end="")
        return
    try:
        Path(path).write_text(text, encoding="utf-8")
    except OSError as error:
        raise Trouble(f"cannot write {path}: {error.strerror}") from None


def check_map(options: Namespace) -> int:
    """The report on a map file. 1 if it is not fair."""
    _, maker = find_maker(options.game)
    judged = maker.judge(read_text(options.file))
    if options.json:
        print(msgspec.json.format(msgspec.json.encode(judged.report)).decode())
        return 0 if judged.is_fair else NO
    say(judged.heading, "bold")
    for part in judged.parts:
        if isinstance(part, str):
            print(part)
        else:
            print_table(part.heads, part.rows)
    return 0 if judged.is_fair else NO


def draw(options: Namespace) -> int:
    """A map file as a picture, in colour on a terminal; or as SVG."""
    _, maker = find_maker(options.game)
    drawn = maker.draw(read_text(options.file), options.regions)
    if options.svg:
        write(options.svg, draw_svg(drawn.tiles, len(drawn.rows[0]), drawn.shape))
        return 0
    say(drawn.title or "Without a title", "bold")
    lines = picture_lines(drawn)
    if is_terminal():
        colour_lines(drawn, lines)
    else:
        print("\n".join(lines))
    return 0


def picture_lines(drawn: MapDrawn) -> list[str]:
    """Every second character is a tile; odd rows of a hex grid are shifted."""
    tens = "".join(f"{x:<20}" for x in range(0, len(drawn.rows[0]), 10))
    lines = ["    " + tens.rstrip()]
    for y, row in enumerate(drawn.rows):
        shift = " " if drawn.shape == "hex" and y & 1 else ""
        lines.append(f"{y:>3} {shift}{' '.join(row)}")
    return lines


def colour_lines(drawn: MapDrawn, lines: list[str]) -> None:
    from rich.text import Text

    width = len(drawn.rows[0])
    board = Text(lines[0] + "\n")
    for y, line in enumerate(lines[1:]):
        shift = 5 if drawn.shape == "hex" and y & 1 else 4
        board.append(line[:shift])
        for x in range(width):
            board.append(f"{line[shift + 2 * x]} ", tile_style(drawn.tiles[y * width + x]))
        board.append("\n")
    make_console().print(board, soft_wrap=True, end="")
