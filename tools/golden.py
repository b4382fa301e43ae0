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
from tests.games_under_test import (  # noqa: E402
    data_of,
    find_games,
    golden_of,
    scenarios_of,
    trial_of,
)
from tests.golden_fingerprints import fingerprints_by_play  # noqa: E402


def write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists() and path.read_bytes() == data:
        return
    path.write_bytes(data)
    print(f"wrote {shown(path)}")


def shown(path: Path) -> Path:
    """From here, if it is not the file of a game that another package brings."""
    return path.relative_to(ROOT) if path.is_relative_to(ROOT) else path


def write_playthroughs(game: AnyGame) -> None:
    for name, text in playthroughs(trial_of(game)):
        write(golden_of(game) / f"{name}.txt", text.encode())


def write_fingerprints(game: AnyGame) -> None:
    path = golden_of(game) / "fingerprints.json"
    kept = msgspec.json.decode(path.read_bytes()) if path.exists() else {}
    kept[game.name] = fingerprints_by_play(game)
    write(path, msgspec.json.format(msgspec.json.encode(dict(sorted(kept.items())))) + b"\n")


def write_records(game: AnyGame) -> None:
    folder = data_of(game) / "records" / game.name
    written = set()
    for name, match in scenarios_of(game):
        write(folder / f"{name}.jsonl", match.log.dump())
        written.add(f"{name}.jsonl")
    for path in sorted(folder.glob("*.jsonl")):
        if path.name not in written:
            path.unlink()
            print(f"removed {shown(path)}")


def main(names: list[str]) -> int:
    games = [game for game in find_games() if not names or game.name in names]
    if len(games) < len(names):
        print(f"golden: the games are {', '.join(game.name for game in find_games())}")
        return 2
    for game in games:
        write_playthroughs(game)
        write_records(game)
        write_fingerprints(game)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
