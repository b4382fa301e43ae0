"""Run the proofs and write docs/proof.md: `make proof`, or `make proof ARGS="simulator --seed 17"`.

A run of all proofs replaces the page row by row, so one that is stopped keeps what it has found. A
choice of them only prints its results; with `--keep` their rows are replaced too.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.proof.harness import (  # noqa: E402
    Proof,
    Result,
    choose,
    describe,
    find_proofs,
    run_proof,
)

PAGE = ROOT / "docs" / "proof.md"
MINUTES = 57.0
HEAD = """\
# Proof

Claims about Freehold, how often each was tried, and the faults planted on purpose that the same
checks must find (the control). Written by `make proof`. The column *in `make test`* says on how
many seeds the tests try the same claim each time, with the first of its planted faults. *CPU time*
is that of all processes of a proof: compare it with *time* to see how busy the machine was. Each
line can be repeated by its command. A failing seed prints the one command that repeats it.

| proof | claim | tried | goal | result | time | CPU time | control | in `make test` | command |
|---|---|---|---|---|---|---|---|---|---|
"""
ALONE, EARLIER = " (run alone)", " (an earlier run)"
"""Stand beside the time of a proof that was not part of the last run of all."""
TIMES = re.compile(r"\| (\d+) s[^|]*\| (?:(\d+) s|not measured) \|")


def read_options(words: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make proof", description="Run the proofs.")
    parser.add_argument("names", nargs="*", metavar="PROOF", help="which ones (default: all)")
    parser.add_argument("--minutes", type=float, default=MINUTES, help="for all together")
    parser.add_argument("--jobs", type=int, default=2, help="processes (default: 2)")
    parser.add_argument("--seed", type=int, default=1, help="the first seed (default: 1)")
    parser.add_argument("--count", type=int, default=0, help="instead of each proof's own goal")
    parser.add_argument("--keep", action="store_true", help="replace these rows of docs/proof.md")
    parser.add_argument("--list", action="store_true", help="only say which there are")
    return parser.parse_args(words)


Keep = Callable[[Proof, Result], None]


def run_all(proofs: Sequence[Proof], options: argparse.Namespace, keep: Keep) -> bool:
    """Each gets its share of the time that is left, so what one saves the next ones have. Do all
    of them hold?"""
    until = time.monotonic() + 60 * options.minutes
    holds = True
    for number, proof in enumerate(proofs):
        shares = sum(each.share for each in proofs[number:])
        seconds = max(0.0, until - time.monotonic()) * proof.share / shares
        result = run_proof(proof, seconds, options.jobs, options.seed, options.count)
        print(*describe(proof, result), sep="\n", flush=True)
        keep(proof, result)
        holds = holds and result.holds
    return holds


# The page


def row(proof: Proof, result: Result, note: str = "") -> str:
    others = [
        f"{n:,} {word}" for word, n in sorted(result.found.counts.items()) if word != proof.unit
    ]
    tried = f"{result.found.counts[proof.unit]:,} {proof.unit}"
    cells = (
        proof.name,
        proof.claim,
        tried + (f" ({', '.join(others)})" if others else ""),
        f"{proof.goal:,}",
        state_of(proof, result),
        f"{result.seconds:.0f} s{note}",
        f"{result.cpu_seconds:.0f} s",
        f"{len(result.controls) - len(result.missed)} of {len(result.controls)} found",
        small_version(proof),
        f'`make proof ARGS="{proof.name}"`',
    )
    return "| " + " | ".join(cells) + " |\n"


def state_of(proof: Proof, result: Result) -> str:
    if result.lacks:
        return f"not tried: {result.lacks}"
    reached = result.found.counts[proof.unit] / proof.goal
    state = "holds" if result.holds else "**fails**"
    return state if reached >= 1 else f"{state}, {reached:.1%} of the goal in this run's time"


def small_version(proof: Proof) -> str:
    """What `tests/proof/test_proofs.py` does with it."""
    return "no" if not proof.small else "1 seed" if proof.small == 1 else f"{proof.small} seeds"


def planted(result: Result) -> str:
    return f"- **{result.name}**: {'; '.join(result.controls)}.\n"


def page(rows: dict[str, str], plants: dict[str, str], minutes: float) -> str:
    where = f"Python {platform.python_version()} on {os.cpu_count()} cores"
    times = [[int(each or 0) for each in found] for found in TIMES.findall("".join(rows.values()))]
    took, used = (sum(column) / 60 for column in zip(*times, strict=True))
    together = f"{took:.0f} minutes of a budget of {minutes:g}, {used:.0f} minutes of CPU time"
    return (
        f"{HEAD}{''.join(rows.values())}\nAll together: {where}, {together}.\n\n"
        f"## The planted faults\n\n{''.join(plants.values())}"
    )


def replace_row(text: str, proof: Proof, result: Result, minutes: float, note: str = "") -> str:
    """The page with this proof's row in the place of its old one."""
    rows = lines_by_name(text, r"\| ([\w-]+) \|")
    rows.pop("proof", None)  # the names of the columns
    plants = lines_by_name(text, r"- \*\*([\w-]+)\*\*")
    rows[proof.name] = row(proof, result, note)
    plants[proof.name] = planted(result)
    return page(rows, plants, minutes)


def budget_of(text: str) -> float:
    """The minutes that the last run of all was given."""
    found = re.search(r"a budget of (\d+(?:\.\d+)?)", text)
    return float(found[1]) if found else MINUTES


def mark_earlier(text: str) -> str:
    """The page at the beginning of a run of all: no row is of this run yet."""
    return re.sub(r"\| (\d+) s[^|]*(?=\| (?:\d+ s|not measured) \|)", rf"| \1 s{EARLIER} ", text)


def lines_by_name(text: str, beginning: str) -> dict[str, str]:
    lines = text.splitlines(keepends=True)
    return {found[1]: line for line in lines if (found := re.match(beginning, line))}


def main(words: Sequence[str]) -> int:
    options = read_options(words)
    try:
        # The largest ones last: they have the time that the others did not need.
        proofs = sorted(choose(find_proofs(), options.names), key=lambda proof: proof.share)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    if options.list:
        print(*(f"{proof.name:24} {proof.claim}" for proof in proofs), sep="\n")
        return 0
    is_whole = not options.names and not options.count
    if is_whole:
        subprocess.run(["sh", "tools/pythons.sh", "make"], cwd=ROOT, check=False)
        PAGE.write_text(mark_earlier(PAGE.read_text()))

    def keep(proof: Proof, result: Result) -> None:
        if is_whole or options.keep:
            text, note = PAGE.read_text(), "" if is_whole else ALONE
            minutes = options.minutes if is_whole else budget_of(text)
            PAGE.write_text(replace_row(text, proof, result, minutes, note))

    return 0 if run_all(proofs, options, keep) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
