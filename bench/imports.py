"""How long `import freehold` and the command line take to load: CPU time of a new process."""

from __future__ import annotations

import resource
import subprocess
import sys

from rows import Row

STATEMENTS = ("pass", "import freehold", "import freehold.cli", "import freehold.cli.play.playing")
REPEATS = 5


def cpu_of(statement: str) -> float:
    """CPU seconds of a Python that does this and nothing else: the best of a few."""
    best = float("inf")
    for _ in range(REPEATS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-c", statement], check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        best = min(best, spent)
    return best


def measure() -> list[Row]:
    bare = cpu_of(STATEMENTS[0])
    return [
        Row(
            f"python -c '{statement}' (a bare python: {bare:.3f})",
            cpu_of(statement),
            "CPU s",
            "0.3",
        )
        for statement in STATEMENTS[1:]
    ]
