"""Territory: what a corner start is worth. `python bench/even.py LEAGUE.arena`, after
`freehold arena run leagues/even.toml`: it reads the replays of that league."""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec

from freehold.arena import wilson
from freehold.arena.reports import Report, TableReport
from freehold.game import PUBLIC
from freehold.games import load_game
from freehold.match import read_record
from freehold.match.replay import begin_record

GAME = load_game("territory")


def starts_of(data: bytes) -> list[bool]:
    """By seat: does it start in a corner?"""
    view = begin_record(GAME, read_record(data)).view(PUBLIC)
    width, height = view.rect.width, view.rect.height
    corners = {0, width - 1, width * (height - 1), width * height - 1}
    owner = view.layers["owner"]
    seats = max(owner)
    return [owner.index(seat + 1) in corners for seat in range(seats)]


def row(folder: Path, table: TableReport) -> str:
    sat, won = 0, 0.0
    for match in table.matches:
        first = match.places.count(1)
        starts = starts_of((folder / match.replay).read_bytes())
        for is_corner, place in zip(starts, match.places, strict=True):
            sat += is_corner
            won += is_corner * (place == 1) / first
    share = won / sat if sat else 0.0
    low, high = wilson(share, sat)
    fair = 1 / table.seats
    about = f"{share:.1%} ({low:.1%} to {high:.1%})" if sat else "-"
    return f"| {table.name} | {table.games} | {sat} | {about} | {fair:.1%} |"


def main() -> None:
    folder = Path(sys.argv[1])
    report = msgspec.json.decode((folder / "report.json").read_bytes(), type=Report)
    print("| table | matches | players who start in a corner | wins of these | fair |")
    print("|---|---:|---:|---|---:|")
    for table in report.tables:
        if table.game == GAME.name:
            print(row(folder, table))


if __name__ == "__main__":
    main()
