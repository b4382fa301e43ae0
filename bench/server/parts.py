"""Where the time of an action goes, by parts of the server: `bench/server/parts.py FILE...`

The files are py-spy's stacks, as `run.py --spy` writes them: functions from the outermost to the
innermost, and how often that was seen. A stack counts for the innermost function that belongs to a
part, so what a library does counts for the part that called it. Nothing is left out.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from pathlib import Path

PARTS = (
    ("telling: views, differences, packing", r"match/(feed|patches)\.py|games/\w+/views\.py"),
    ("rules", r"freehold/games/"),
    ("`live`", r"server/match/(live|numbers|passing|inputs|effects)\.py"),
    ("shell, beat and timers", r"server/match/"),
    ("match and log", r"freehold/match/"),
    ("the writer's thread: commits and inserts", r"freehold/store/"),
    ("wire and packets", r"freehold/protocol/"),
    ("`transport.write`, and what is around it", r"server/(rooms/connections|tally)\.py"),
    ("reading: aiohttp and our sockets", r"aiohttp/|server/(sockets|http|rooms|limits|hub|app)"),
)
ELSE = "event loop, reading from sockets by the kernel and uvloop included"


def part_of(stack: str) -> str:
    for function in reversed(stack.split(";")):
        for name, pattern in PARTS:
            if re.search(pattern, function):
                return name
    return ELSE


def main() -> None:
    seen: Counter[str] = Counter()
    for file in sys.argv[1:]:
        for line in Path(file).read_text(encoding="utf-8").splitlines():
            stack, _, count = line.rpartition(" ")
            seen[part_of(stack)] += int(count)
    print("| part | share |\n|---|---:|")
    for name, samples in seen.most_common():
        print(f"| {name} | {samples / seen.total():.1%} |")
    print(f"| together ({seen.total()} samples) | 100% |")


if __name__ == "__main__":
    main()
