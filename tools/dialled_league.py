"""`make league`: five bots with a dialled error in over 200 matches of each game.

For each game the league is run once through, and once more killed twice on the way (`kill -9`):
both reports must be the same bytes. The order of the ratings must be the order of the errors. And
the 95% intervals of the distances between neighbours must cover the distances that four times as
many matches on other seeds give: at most two of the twenty may miss.
"""

from __future__ import annotations

import signal
import subprocess
import sys
import tempfile
import time
from itertools import pairwise
from pathlib import Path

import msgspec

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from freehold.arena.journals import RESULTS  # noqa: E402
from freehold.arena.leagues import read_league  # noqa: E402
from freehold.arena.reports import Report, TableReport, make_report  # noqa: E402
from freehold.arena.running import play_here, run_league  # noqa: E402
from tests.arena.files.dialled import ERRORS  # noqa: E402

BOTS = ROOT / "tests" / "arena" / "files" / "dialled.py"
SEEDS = {"land-grab": 10, "territory": 7, "area-attack": 10, "minewars": 10, "mine-land": 10}
"""All rotations of all choices of bots: 210 matches of Territory, 200 of each other game."""
SEATS = {"mine-land": 2}
"""Where the smallest table has no opponent."""
PARAMS = {
    "area-attack": "{ width_cells = 24, height_cells = 24, stage_2_ms = 30000,"
    " stage_3_ms = 60000, lock_ms = 15000 }",
    "minewars": "{ radius_tiles = 9, cities = 3, limit_ms = 300000 }",
    "mine-land": "{ width_tiles = 40, height_tiles = 40, spawn_tiles = 2, round_seconds = 60 }",
}
"""Smaller boards, so that a match takes a tenth of a second."""
MORE, ELSEWHERE = 4, 10_000
KILLED_AT = (0.25, 0.6)
MOST_MISSED = 2


def text_of(game: str, seeds: int, first: int = 1) -> str:
    bots = [f"{BOTS}:{name}" for name in ERRORS]
    lines = [
        f'game = "{game}"',
        f"bots = {msgspec.json.encode(bots).decode()}",
        f"seeds = {seeds}",
        f"first_seed = {first}",
        "replays = false",
        "limits = { in_process = true }",
    ]
    if game in SEATS:
        lines.append(f"seats = {SEATS[game]}")
    if game in PARAMS:
        lines.append(f"params = {PARAMS[game]}")
    return "\n".join(lines) + "\n"


def play(text: str, folder: Path) -> Report:
    league = read_league(text, "dialled.toml")
    return make_report(league, run_league(league, folder, play_here))


def play_killed(text: str, folder: Path, matches: int) -> bytes:
    """By the command, killed twice on the way; the report at last."""
    folder.mkdir()
    (folder / "dialled.toml").write_text(text)
    out = folder / "dialled.arena"
    words = [sys.executable, "-m", "freehold.cli", "arena", "run", "dialled.toml", "--jobs", "2"]
    for share in KILLED_AT:
        nowhere = subprocess.DEVNULL
        with subprocess.Popen(words, cwd=folder, stdout=nowhere, stderr=nowhere) as ran:
            while lines(out) < share * matches:
                assert ran.poll() is None, "it has ended before it was killed"
                time.sleep(0.02)
            ran.send_signal(signal.SIGKILL)
    subprocess.run(words, cwd=folder, stdout=subprocess.DEVNULL, check=True)
    assert lines(out) == matches, "a match was played twice, or is missing"
    return (out / "report.json").read_bytes()


def lines(out: Path) -> int:
    path = out / RESULTS
    return path.read_bytes().count(b"\n") if path.exists() else 0


def short(name: str) -> str:
    return name.rpartition(":")[2]


def distances(table: TableReport) -> dict[str, float]:
    """Of neighbours in the order of the errors."""
    rating = {short(each.name): each.rating for each in table.ratings}
    return {one: rating[one] - rating[other] for one, other in pairwise(ERRORS)}


def check(game: str, folder: Path) -> tuple[bool, int]:
    """One game: is its order right, and how many intervals miss?"""
    text = text_of(game, SEEDS[game])
    report = play(text, folder / "whole")
    cut = play_killed(text, folder / "cut", report.matches)
    pretty = msgspec.json.format(msgspec.json.encode(report), indent=1) + b"\n"
    assert cut == pretty, f"{game}: killed twice, the report is another one"
    (table,) = report.tables
    (more,) = play(text_of(game, MORE * SEEDS[game], ELSEWHERE), folder / "more").tables
    known = distances(more)
    missed = 0
    is_right = [short(each.name) for each in table.ratings] == list(ERRORS)
    for each in table.ratings:
        name = short(each.name)
        line = f"{game} | {name} | {each.rating:+.0f} | {each.low:+.0f} to {each.high:+.0f}"
        if each.ahead is not None and each.ahead_low is not None and each.ahead_high is not None:
            line += f" | {each.ahead:+.0f} | {each.ahead_low:+.0f} to {each.ahead_high:+.0f}"
            if is_right:  # otherwise the next one below is another
                is_covered = each.ahead_low <= known[name] <= each.ahead_high
                missed += not is_covered
                line += f" | {known[name]:+.0f}{'' if is_covered else ' (missed)'}"
        print(f"| {line} |", flush=True)
    return is_right, missed


def main() -> int:
    print("| game | bot | rating | 95% interval | ahead of next | 95% interval | known |")
    print("|---|---|---:|---|---:|---|---:|")
    wrong, missed = [], 0
    for game in sys.argv[1:] or SEEDS:
        with tempfile.TemporaryDirectory() as folder:
            is_right, more = check(game, Path(folder))
        wrong += [] if is_right else [game]
        missed += more
    print(f"\nOrder wrong: {', '.join(wrong) or 'nowhere'}. Intervals that miss: {missed}.")
    return 1 if wrong or missed > MOST_MISSED else 0


if __name__ == "__main__":
    sys.exit(main())
