"""Run the proofs and write docs/proof.md: `make proof`, or `make proof ARGS="simulator --seed 17"`.

The file is written only by a run of all proofs; a choice of them prints its results alone.
"""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
import time
from collections.abc import Sequence
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
checks must find (the control). Written by `make proof`; `make test` runs small versions of all of
them (`tests/proof/`). Each line can be repeated by its command. A failing seed prints the one
command that repeats it.

| proof | claim | tried | goal | result | time | control | command |
|---|---|---|---|---|---|---|---|
"""


def read_options(words: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make proof", description="Run the proofs.")
    parser.add_argument("names", nargs="*", metavar="PROOF", help="which ones (default: all)")
    parser.add_argument("--minutes", type=float, default=MINUTES, help="for all together")
    parser.add_argument("--jobs", type=int, default=2, help="processes (default: 2)")
    parser.add_argument("--seed", type=int, default=1, help="the first seed (default: 1)")
    parser.add_argument("--count", type=int, default=0, help="instead of each proof's own goal")
    parser.add_argument("--list", action="store_true", help="only say which there are")
    return parser.parse_args(words)


def run_all(proofs: Sequence[Proof], options: argparse.Namespace) -> list[Result]:
    """Each gets its share of the time that is left, so what one saves the next ones have."""
    until = time.monotonic() + 60 * options.minutes
    results = []
    for number, proof in enumerate(proofs):
        shares = sum(each.share for each in proofs[number:])
        seconds = max(0.0, until - time.monotonic()) * proof.share / shares
        result = run_proof(proof, seconds, options.jobs, options.seed, options.count)
        print(*describe(proof, result), sep="\n", flush=True)
        results.append(result)
    return results


def row(proof: Proof, result: Result) -> str:
    tried = result.found.counts[proof.unit]
    state = "holds" if result.holds else "**fails**"
    if result.lacks:
        state = f"not tried: {result.lacks}"
    elif tried < proof.goal:
        state += f", {tried / proof.goal:.1%} of the goal in this run's time"
    others = [
        f"{n:,} {word}" for word, n in sorted(result.found.counts.items()) if word != proof.unit
    ]
    control = f"{len(result.controls) - len(result.missed)} of {len(result.controls)} found"
    cells = (
        proof.name,
        proof.claim,
        f"{tried:,} {proof.unit}" + (f" ({', '.join(others)})" if others else ""),
        f"{proof.goal:,}",
        state,
        f"{result.seconds:.0f} s",
        control,
        f'`make proof ARGS="{proof.name}"`',
    )
    return "| " + " | ".join(cells) + " |\n"


def page(proofs: Sequence[Proof], results: Sequence[Result], minutes: float) -> str:
    rows = "".join(map(row, proofs, results))
    where = f"Python {platform.python_version()} on {os.cpu_count()} cores"
    took = sum(result.seconds for result in results) / 60
    planted = "".join(f"\n- **{result.name}**: {'; '.join(result.controls)}." for result in results)
    return (
        f"{HEAD}{rows}\nThis run: {where}, {took:.0f} minutes of a budget of {minutes:g}."
        f"\n\n## The planted faults\n{planted}\n"
    )


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
    if not options.names and not options.count:
        subprocess.run(["sh", "tools/pythons.sh", "make"], cwd=ROOT, check=False)
    results = run_all(proofs, options)
    if not options.names and not options.count:
        PAGE.write_text(page(proofs, results, options.minutes))
    return 0 if all(result.holds for result in results) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
