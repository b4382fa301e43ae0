"""Writes web/tests/vectors/<game>.json, which the page is tried on: see tests/vectors.py.

    python tools/vectors.py [--check]

With --check it only says which of them are stale.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.games_under_test import find_games  # noqa: E402
from tests.vectors import vectors_of  # noqa: E402

VECTORS = Path("web", "tests", "vectors")


def main() -> int:
    files = written()
    stale = [path for path, text in files.items() if read(path) != text]
    forsaken = [
        path.relative_to(ROOT)
        for path in sorted((ROOT / VECTORS).glob("*.json"))
        if path.relative_to(ROOT) not in files
    ]
    if "--check" in sys.argv:
        for path in stale:
            print(f"{path} is stale: run tools/vectors.py", file=sys.stderr)
        for path in forsaken:
            print(f"{path} is of no game that there is: remove it", file=sys.stderr)
        return 1 if stale or forsaken else 0
    for path in stale:
        (ROOT / path).parent.mkdir(parents=True, exist_ok=True)
        (ROOT / path).write_text(files[path], encoding="utf-8")
        print(f"wrote {path}")
    return 0


def written() -> dict[Path, str]:
    """Every file as it should be, by its place in the repository."""
    found = {VECTORS / f"{game.name}.json": vectors_of(game) for game in find_games()}
    return {path: text for path, text in found.items() if text is not None}


def read(path: Path) -> str:
    return (ROOT / path).read_text(encoding="utf-8") if (ROOT / path).exists() else ""


if __name__ == "__main__":
    sys.exit(main())
