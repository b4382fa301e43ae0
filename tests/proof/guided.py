"""The readers of `fuzzing.py` again, with coverage guidance: what leads to new lines is kept and
changed further. It finds what stands behind several conditions, which blind mutation does not."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.proof.fuzzing import feed, target
from tests.proof.harness import Found, Plants, Proof, try_each
from tests.proof.locks import locked

ROOT = Path(__file__).resolve().parents[2]
LACKS = "" if find_spec("atheris") else "atheris is not installed (it is for Linux on x86-64)"
BATCHES = {
    "text-protocol": 100_000,
    "messages": 200_000,
    "text-messages": 200_000,
    "frames": 20_000,
    "actions": 10_000,
    "settings": 1_000,
    "maps": 20_000,
    "records": 2_000,
}
"""Inputs of one seed: a few seconds each."""
LOCKED, LOCK_INPUTS, LOCK_SEEDS = "text-protocol", 200_000, 16
"""A search may begin in a bad place, so others begin elsewhere: with any change of the readers it
is another seed that finds the way first."""


class Failed(AssertionError):
    """An input was not taken well."""

    def __init__(self, words: str, inputs: int) -> None:
        super().__init__(words)
        self.inputs = inputs
        """How many it took to find it."""


def guide(name: str, inputs: int, seed: int, *fault: str) -> int:
    """How many inputs were read; Failed at the first that was not taken well."""
    where = {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}"}
    words = [sys.executable, "-m", "tests.proof.guiding", name, str(inputs), str(seed), *fault]
    with TemporaryDirectory() as folder:
        done = subprocess.run(
            words, cwd=folder, env=where, capture_output=True, text=True, timeout=1_800, check=False
        )
        bad = [path.read_bytes() for path in Path(folder).iterdir()]
    count = re.search(r"stat::number_of_executed_units: (\d+)", done.stderr)
    read = int(count[1]) if count else inputs
    if done.returncode:
        told = said(done.stdout + done.stderr)
        raise Failed(f"{name}: {told} on {bad[:1]!r:.300}, input {read:,}", read)
    return read


def said(told: str) -> str:
    """The line of it that names the exception."""
    found = re.findall(r"^[\w.]+: .*|^ALARM.*", told[told.rfind("Traceback") :], re.MULTILINE)
    return found[0] if found else told[-400:]


def guide_one(seed: int) -> Counter[str]:
    name = list(BATCHES)[seed % len(BATCHES)]
    return Counter({"inputs": guide(name, BATCHES[name], seed)})


def run(count: int, seed: int) -> Found:
    return try_each(count, seed, guide_one)


def find_locked() -> str:
    """Guidance finds it, and as many blind mutations do not."""
    inputs = 0
    for seed in range(1, LOCK_SEEDS + 1):
        try:
            inputs += guide(LOCKED, LOCK_INPUTS, seed, "locked")
        except Failed as failed:
            blind = try_each(1, 1, partial(feed_blindly, inputs=inputs + failed.inputs))
            return "" if blind.faults else str(failed)
    return ""


def feed_blindly(seed: int, inputs: int) -> Counter[str]:
    return feed(LOCKED, seed, inputs, locked(target(LOCKED).read))


def plants() -> Plants:
    return {"a fault behind four bytes, which blind mutation misses": find_locked}


PROOFS = (
    Proof(
        "fuzz-guided",
        "Inputs that lead to ever new lines of the readers are read or refused in words; nothing"
        " fails or hangs.",
        1_000_000,
        "inputs",
        run,
        plants,
        small=1,
        share=90,
        lacks=LACKS,
    ),
)
