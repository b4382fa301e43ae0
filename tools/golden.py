"""Writes what the golden tests compare with: playthroughs, fingerprints and recorded matches.

    python tools/golden.py [GAME...]

Run it after a change of behaviour that is meant, and read the diff before keeping it.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import msgspec  # noqa: E402

from freehold.game import AnyGame  # noqa: E402
from freehold.testing.playthroughs import playthroughs  # noqa: E402
from tests.games_under_test import find_games, scenarios_of, trial_of  # noqa: E402
from tests.golden_fingerprints import fingerprints_by_play  # noqa: E402

GOLDEN = ROOT / "tests" / "golden"
RECORDS = ROOT / "tests" / "records"


def write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists() and path.read_bytes() == data:
        return
    path.write_bytes(data)
    print(f"wrote {path.relative_to(ROOT)}")


def write_playthroughs(game: AnyGame) -> None:
    for name, text in playthroughs(trial_of(game)):
        write(GOLDEN / f"{name}.txt", text.encode())


def write_fingerprints(games: list[AnyGame]) -> None:
    path = GOLDEN / "fingerprints.json"
    kept = msgspec.json.decode(path.read_bytes()) if path.exists() else {}
    kept.update({game.name: fingerprints_by_play(game) for game in games})
    write(path, msgspec.json.format(msgspec.json.encode(dict(sorted(kept.items())))) + b"\n")


def write_records(game: AnyGame) -> None:
    folder = RECORDS / game.name
    written = set()
    for name, match in scenarios_of(game):
        write(folder / f"{name}.jsonl", match.log.dump())
        written.add(f"{name}.jsonl")
    for path in sorted(folder.glob("*.jsonl")):
        if path.name not in written:
            path.unlink()
            print(f"removed {path.relative_to(ROOT)}")


def main(names: list[str]) -> int:
    games = [game for game in find_games() if not names or game.name in names]
    if len(games) < len(names):
        print(f"golden: the games are {', '.join(game.name for game in find_games())}")
        return 2
    for game in games:
        write_playthroughs(game)
        write_records(game)
    write_fingerprints(games)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
