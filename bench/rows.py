"""What a benchmark tells: rows of (what, figure, unit, goal), measured in CPU time of one core."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple


class Row(NamedTuple):
    what: str
    figure: float
    unit: str
    goal: str = ""


def cpu_seconds(run: Callable[[], object]) -> float:
    """The CPU time that one call takes."""
    begun = time.process_time()
    run()
    return time.process_time() - begun


def rate(run: Callable[[], int], seconds: float = 2.0, repeats: int = 3) -> float:
    """Operations a CPU second, the best of a few repeats; `run` returns how many it has done."""
    best = 0.0
    for _ in range(repeats):
        done, spent = 0, 0.0
        while spent < seconds / repeats:
            begun = time.process_time()
            done += run()
            spent += time.process_time() - begun
        best = max(best, done / spent)
    return best
