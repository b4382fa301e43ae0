"""`freehold maps`: islands of MineWars made, checked for fairness, and drawn."""

from __future__ import annotations

import secrets
import sys
from argparse import Namespace
from pathlib import Path

import msgspec

from freehold.arena.bouts import match_key
from freehold.cli.errors import NO, Trouble
from freehold.cli.screens import is_terminal, make_console, print_table, say, tile_style
from freehold.cli.settings import read_text
from freehold.games.minewars.building.economy import resources_by_kind
from freehold.games.minewars.maps import Map, Report, check, draw_map, find_map, parse_map
from freehold.games.minewars.maps.pictures import KIND_LETTERS, draw_letters
from freehold.games.minewars.params import Params, cities_of, radius_of
from freehold.games.minewars.tiles import GROUNDS
from freehold.kernel.chance import Stream
from freehold.kernel.pictures import Tile, draw_svg
from freehold.kernel.sentences import counted

SEEDS = 1_000_000
REGION_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def make(options: Namespace) -> int:
    """A new island: the one that `freehold play minewars` would use with this seed."""
    seed = secrets.randbelow(SEEDS) if options.seed is None else options.seed
    if not 2 <= options.seats <= 6:
        raise Trouble("--seats must be 2 to 6")
    params = read_size(options)
    radius, cities = radius_of(params, options.seats), cities_of(params, options.seats)
    chance, worth = Stream(match_key(seed), "map"), resources_by_kind(params)
    found = find_map(params.grid, radius, options.seats, cities, chance, worth)
    write(options.out, draw_map(found.map))
    drawn = "once" if found.tries == 1 else f"{found.tries} times"
    line = f"{found.map.title}, seed {seed}, drawn {drawn}: {verdict_words(found.report)}"
    print(line, file=sys.stderr if options.out == "-" else sys.stdout)
    return 0


def read_size(options: Namespace) -> Params:
    chosen = {"grid": options.grid, "radius_tiles": options.radius, "cities": options.cities}
    try:
        return msgspec.convert(chosen, Params)
    except msgspec.ValidationError as error:
        raise Trouble(f"{error}; see freehold params minewars") from None


def write(path: str, text: str) -> None:
    if path == "-":
        print(text, end="")
        return
    try:
        Path(path).write_text(text, encoding="utf-8")
    except OSError as error:
        raise Trouble(f"cannot write {path}: {error.strerror}") from None


def verdict_words(report: Report) -> str:
    if report.verdict == "fair":
        return "fair"
    if report.verdict == "uneven":
        return f"uneven, {report.score} of 100"
    return f"not playable: {counted(len(report.problems), 'problem')}"


def check_map(options: Namespace) -> int:
    """Print the report on a map file. Returns 1 if it is not fair."""
    report = check(read_text(options.file))
    if options.json:
        print(msgspec.json.format(msgspec.json.encode(report)).decode())
    else:
        print_report(report)
    return 0 if report.verdict == "fair" else NO


def print_report(report: Report) -> None:
    say(f"{report.title or 'The map'}: {verdict_words(report)}", "bold")
    for problem in [*report.problems, *report.remarks]:
        print(f"- {f'{problem.x},{problem.y}: ' if problem.x >= 0 else ''}{problem.sentence}")
    for measure in report.measures:
        print(f"{'+' if measure.percent >= measure.at_least else '-'} {measure.sentence}")
    if not report.problems:
        print_regions(report)
        print_starts(report)
        kinds = ", ".join(f"{count} {name}" for name, count in report.kinds.items())
        print(f"{report.width} x {report.height}, {report.shape}, {kinds}")


def print_regions(report: Report) -> None:
    rows = [
        (
            f"{REGION_LETTERS[region.city % 26]} {region.x},{region.y}",
            str(region.seat + 1) if region.seat >= 0 else "",
            str(region.resources),
            str(region.tiles),
            str(region.front),
            str(region.nearest) if region.nearest >= 0 else "no way",
        )
        for region in report.regions
    ]
    heads = ("city", "player", "resources", "tiles", "border tiles", "steps to the next city")
    print_table(heads, rows)


def print_starts(report: Report) -> None:
    rows = [
        (
            str(start.seat + 1),
            str(start.near_resources),
            str(start.rival_steps) if start.rival_steps >= 0 else "no way",
            str(start.free_steps) if start.free_steps >= 0 else "none",
        )
        for start in report.starts
    ]
    print_table(("player", "resources near", "steps to a rival", "to a neutral city"), rows)
    for choke in report.chokepoints:
        print(f"chokepoint {choke.x},{choke.y}: {choke.tiles} tiles behind it")


def draw(options: Namespace) -> int:
    """A map file as a picture, in colour on a terminal; or as SVG."""
    found = parse_map(read_text(options.file))
    if options.svg:
        write(options.svg, draw_svg(map_tiles(found, options.regions), found.width, found.shape))
        return 0
    say(found.title or "Untitled", "bold")
    lines = picture_lines(found, options.regions)
    if is_terminal():
        colour_lines(found, lines)
    else:
        print("\n".join(lines))
    return 0


def map_tiles(found: Map, is_by_region: bool) -> list[Tile]:
    letters = "".join(picture_letters(found, is_by_region))
    seats = {found.cities[city]: seat for seat, city in enumerate(found.starts)}
    return [
        Tile("" if letter in KIND_LETTERS else letter, GROUNDS[kind], seats.get(cell, -1))
        for cell, (letter, kind) in enumerate(zip(letters, found.kinds, strict=True))
    ]


def picture_letters(found: Map, is_by_region: bool) -> list[str]:
    """The rows of the picture; with regions, land is the small letter of its city."""
    rows = draw_letters(found)
    if not is_by_region:
        return rows
    return [
        "".join(
            REGION_LETTERS[(found.regions[y * found.width + x] - 1) % 26].lower()
            if letter in ".,#x"
            else letter
            for x, letter in enumerate(row)
        )
        for y, row in enumerate(rows)
    ]


def picture_lines(found: Map, is_by_region: bool) -> list[str]:
    """Every second character is a tile; odd rows of a hex grid are shifted."""
    tens = "".join(f"{x:<20}" for x in range(0, found.width, 10))
    lines = ["    " + tens.rstrip()]
    for y, row in enumerate(picture_letters(found, is_by_region)):
        shift = " " if found.shape == "hex" and y & 1 else ""
        lines.append(f"{y:>3} {shift}{' '.join(row)}")
    return lines


def colour_lines(found: Map, lines: list[str]) -> None:
    from rich.text import Text

    tiles = map_tiles(found, False)
    board = Text(lines[0] + "\n")
    for y, line in enumerate(lines[1:]):
        shift = 5 if found.shape == "hex" and y & 1 else 4
        board.append(line[:shift])
        for x in range(found.width):
            letter = line[shift + 2 * x]
            board.append(f"{letter} ", tile_style(tiles[y * found.width + x]))
        board.append("\n")
    make_console().print(board, soft_wrap=True, end="")
