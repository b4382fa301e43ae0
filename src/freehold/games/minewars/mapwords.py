"""Islands at a terminal, for `freehold maps`: made, judged in words, and drawn."""

from __future__ import annotations

from freehold.game import MapDrawn, MapFound, MapTable, MapWords
from freehold.games.minewars.mapmaking import find_island, read_wishes
from freehold.games.minewars.maps import Map, MapReport, check, draw_map, parse_map
from freehold.games.minewars.maps.pictures import KIND_LETTERS, draw_letters
from freehold.games.minewars.tiles import GROUNDS
from freehold.kernel.pictures import Tile
from freehold.kernel.sentences import counted

REGION_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def find(wishes: dict[str, str], key: bytes) -> MapFound:
    """A new island: the one that a match with this key begins on."""
    found = find_island(*read_wishes(wishes), key)
    drawn = "once" if found.tries == 1 else f"{found.tries} times"
    words = f"drawn {drawn}: {verdict_words(found.report)}"
    return MapFound(draw_map(found.map), found.map.title, words)


def verdict_words(report: MapReport) -> str:
    if report.verdict == "fair":
        return "fair"
    if report.verdict == "uneven":
        return f"uneven, {report.score} of 100"
    return f"not playable: {counted(len(report.problems), 'problem')}"


def judge(text: str) -> MapWords:
    report = check(text)
    heading = f"{report.title or 'The map'}: {verdict_words(report)}"
    return MapWords(report.verdict == "fair", heading, report_parts(report), report)


def report_parts(report: MapReport) -> list[str | MapTable]:
    parts: list[str | MapTable] = [
        f"- {f'{problem.x},{problem.y}: ' if problem.x >= 0 else ''}{problem.sentence}"
        for problem in [*report.problems, *report.remarks]
    ]
    parts += [
        f"{'+' if measure.percent >= measure.at_least else '-'} {measure.sentence}"
        for measure in report.measures
    ]
    if report.problems:
        return parts
    kinds = ", ".join(f"{count} {name}" for name, count in report.kinds.items())
    parts += [regions_table(report), starts_table(report)]
    parts += [
        f"chokepoint {choke.x},{choke.y}: {choke.tiles} tiles behind it"
        for choke in report.chokepoints
    ]
    return [*parts, f"{report.width} x {report.height}, {report.shape}, {kinds}"]


def regions_table(report: MapReport) -> MapTable:
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
    heads = ("city", "start of", "resources", "tiles", "at a border", "steps to the next city")
    return MapTable(heads, rows)


def starts_table(report: MapReport) -> MapTable:
    rows = [
        (
            str(start.seat + 1),
            str(start.near_resources),
            str(start.rival_steps) if start.rival_steps >= 0 else "no way",
            str(start.free_steps) if start.free_steps >= 0 else "none",
        )
        for start in report.starts
    ]
    return MapTable(("player", "resources near", "steps to a rival", "to a neutral city"), rows)


def draw(text: str, is_by_region: bool) -> MapDrawn:
    found = parse_map(text)
    tiles = map_tiles(found, is_by_region)
    return MapDrawn(found.title, picture_letters(found, is_by_region), tiles, found.shape)


def map_tiles(found: Map, is_by_region: bool) -> list[Tile]:
    letters = "".join(picture_letters(found, is_by_region))
    seats = {found.cities[city]: seat for seat, city in enumerate(found.starts)}
    return [
        Tile("" if letter in KIND_LETTERS else letter, GROUNDS[kind], seats.get(cell, -1))
        for cell, (letter, kind) in enumerate(zip(letters, found.kinds, strict=True))
    ]


def picture_letters(found: Map, is_by_region: bool) -> list[str]:
    """The rows of the picture; by region land is the small letter of its city."""
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
