"""All benchmarks: `python bench/run.py [name ...]`. Each file beside this one with a `measure`.

Prints a Markdown table; CPU time on one core, so that a busy machine changes it little.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

from rows import Row  # noqa: E402  (found beside this file)


def load(path: Path) -> Callable[[], list[Row]] | None:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    measure: Callable[[], list[Row]] | None = getattr(module, "measure", None)
    return measure


def main() -> None:
    names = sys.argv[1:] or sorted(
        path.stem for path in HERE.glob("*.py") if path.stem not in ("run", "rows")
    )
    print("| what | figure | unit | goal |")
    print("|---|---:|---|---|")
    for name in names:
        measure = load(HERE / f"{name}.py")
        for row in measure() if measure else []:
            print(f"| {row.what} | {row.figure:,.4g} | {row.unit} | {row.goal} |", flush=True)


if __name__ == "__main__":
    main()
