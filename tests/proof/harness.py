"""What a proof is, and how proofs are run within a time budget.

A proof tries one claim on many seeds and counts what it tried. It comes with a control: faults
planted on purpose, each of which the same checks must find. Proofs are found by their modules: each
module of `tests/proof` may have a tuple `PROOFS`.

Rules about this file:
1. A seed decides everything that is tried under it, so a failing seed can be repeated alone.
2. Time only decides where a run stops, never whether a claim holds; but for the one claim that is
   about time (`sieges.py`), which `make test` does not judge.
"""

from __future__ import annotations

import os
import pkgutil
import re
import resource
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

import pytest
from msgspec import Struct

MOST_FAULTS = 3
"""A proof stops after this number of failing seeds: they are to be mended first."""


class Found(Struct):
    """What was tried, by word, and what failed, by seed."""

    counts: Counter[str]
    faults: dict[int, str]

    def add(self, other: Found) -> None:
        self.counts.update(other.counts)
        self.faults.update(other.faults)


Plants = dict[str, Callable[[], str]]
"""Planted faults: each is tried when called, and what found it comes back, or nothing."""
Controls = dict[str, str]
"""What found each planted fault; nothing if it was missed."""


class Proof(NamedTuple):
    """One claim and how it is tried."""

    name: str
    claim: str
    goal: int
    unit: str
    """What is counted towards the goal: a word of `Found.counts`."""
    run: Callable[[int, int], Found]
    """`run(count, seed)` tries this number of seeds, from this one on."""
    plants: Callable[[], Plants]
    small: int = 1
    """How many seeds `make test` tries; 0 means none, for what is judged by time."""
    share: int = 1
    """Its part of the time, relative to the others: about the seconds that two cores need."""
    chunk: int = 1
    """How many seeds a worker is given at once."""
    jobs: int = 0
    """How many workers it may use; 0 means all."""
    lacks: str = ""
    """What is missing here to try it, in words."""


class Result(Struct):
    """How a proof went."""

    name: str
    found: Found
    controls: Controls
    seconds: float
    cpu_seconds: float = 0.0
    """Of all processes that took part: a busy machine makes `seconds` more, and this hardly."""
    lacks: str = ""
    """Why it was not tried."""

    @property
    def missed(self) -> list[str]:
        return [name for name, said in self.controls.items() if not said]

    @property
    def holds(self) -> bool:
        """Where tests are run for all of us, nothing may be left out."""
        if self.lacks:
            return not os.environ.get("CI")
        return not self.found.faults and not self.missed and bool(self.controls)


OWN_MISTAKE = re.compile(r"\b(TimeoutError|TypeError|AttributeError|NameError|ImportError): ")


def try_each(count: int, seed: int, attempt: Callable[[int], Counter[str]]) -> Found:
    """Try seeds one by one; whatever an attempt raises is a fault of its seed."""
    found = Found(Counter(), {})
    for each in range(seed, seed + count):
        try:
            found.counts.update(attempt(each))
        except Exception as error:
            found.faults[each] = f"{type(error).__name__}: {error}"
        if len(found.faults) >= MOST_FAULTS:
            break
    return found


def first_fault(attempt: Callable[[int], Counter[str]], seeds: Iterable[int]) -> str:
    """For controls: what the first seed says that finds the fault, or nothing."""
    for seed in seeds:
        for said in try_each(1, seed, attempt).faults.values():
            return f"seed {seed}: {said}"
    return ""


@contextmanager
def planting() -> Iterator[pytest.MonkeyPatch]:
    """A place to plant faults; outside of it nothing is left of them."""
    with pytest.MonkeyPatch.context() as patch:
        yield patch


# Finding proofs


def find_proofs() -> list[Proof]:
    folder = Path(__file__).parent
    modules = sorted(
        each.name
        for each in pkgutil.iter_modules([str(folder)])
        if not each.name.startswith("test_")
    )
    found: list[Proof] = []
    for name in modules:
        found += getattr(import_module(f"tests.proof.{name}"), "PROOFS", ())
    return found


def choose(proofs: Sequence[Proof], words: Sequence[str]) -> list[Proof]:
    """Those whose name begins with one of the words; without words all. A word that fits none
    raises ValueError."""
    for word in words:
        if not any(proof.name.startswith(word) for proof in proofs):
            names = ", ".join(proof.name for proof in proofs)
            raise ValueError(f"there is no proof '{word}'; the proofs are {names}")
    return [
        proof for proof in proofs if not words or any(proof.name.startswith(word) for word in words)
    ]


# Running them


def run_plant(plants: Callable[[], Plants], name: str) -> str:
    """In a worker. A fault that fails by a mistake of its own, or by waiting, is not found."""
    said = plants()[name]()
    return "" if OWN_MISTAKE.search(said) else said


def run_proof(proof: Proof, seconds: float, jobs: int, seed: int = 1, count: int = 0) -> Result:
    """Control and seeds side by side, until the goal is reached, the time is over, or enough has
    failed; with a count exactly these seeds. Parts that were begun are finished."""
    if proof.lacks:
        return Result(proof.name, Found(Counter(), {}), {}, 0.0, lacks=proof.lacks)
    began, used = time.monotonic(), cpu_seconds()
    runner = _Runner(proof, began + seconds, seed, count)
    jobs = min(jobs, proof.jobs or jobs)
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        planted = {name: pool.submit(run_plant, proof.plants, name) for name in proof.plants()}
        runner.run(pool, jobs)
        controls = {name: _said(future) for name, future in planted.items()}
    took, spent = time.monotonic() - began, cpu_seconds() - used
    return Result(proof.name, runner.found, controls, took, spent)


def cpu_seconds() -> float:
    """Of this process and of all that it has started and seen the end of, and of theirs."""
    used = [resource.getrusage(each) for each in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


def _said(plant: Future[str]) -> str:
    """What found a planted fault; a control that broke has found nothing."""
    try:
        return plant.result()
    except Exception:
        return ""


class _Runner:
    """Hands out parts of a proof and adds up what comes back."""

    def __init__(self, proof: Proof, until: float, seed: int, count: int) -> None:
        self.proof, self.until, self.next = proof, until, seed
        self.last = seed + count if count else None
        self.found = Found(Counter(), {})
        self.parts: dict[Future[Found], tuple[int, int]] = {}

    def is_done(self) -> bool:
        if self.last is not None:
            return self.next >= self.last
        tried = self.found.counts[self.proof.unit]
        is_late = time.monotonic() >= self.until and tried > 0
        return is_late or tried >= self.proof.goal or len(self.found.faults) >= MOST_FAULTS

    def run(self, pool: ProcessPoolExecutor, jobs: int) -> None:
        try:
            while not self.is_done():
                self._submit(pool)
                if len(self.parts) >= jobs:
                    self._take()
            while self.parts:
                self._take()
        except BrokenProcessPool:
            for seed, count in self.parts.values():
                self.found.faults[seed] = f"a worker died between seeds {seed} and {seed + count}"

    def _submit(self, pool: ProcessPoolExecutor) -> None:
        count = (
            self.proof.chunk if self.last is None else min(self.proof.chunk, self.last - self.next)
        )
        part = pool.submit(self.proof.run, count, self.next)
        self.parts[part] = (self.next, count)
        self.next += count

    def _take(self) -> None:
        done, _ = wait(self.parts, return_when=FIRST_COMPLETED)
        for part in done:
            self.found.add(part.result())
            del self.parts[part]


# Saying how it went


def repeat(name: str, seed: int) -> str:
    """The one command that repeats a failing seed."""
    return f'make proof ARGS="{name} --seed {seed} --count 1"'


def describe(proof: Proof, result: Result) -> list[str]:
    """A few lines for the terminal."""
    if result.lacks:
        return [f"{proof.name}: not tried, because {result.lacks}."]
    counts = ", ".join(f"{count:,} {word}" for word, count in sorted(result.found.counts.items()))
    state = "holds" if result.holds else "FAILED"
    took = f"{result.seconds:.0f} s, {result.cpu_seconds:.0f} s of CPU time"
    lines = [f"{proof.name}: {state}. {counts} in {took}."]
    found = len(result.controls) - len(result.missed)
    lines.append(f"    planted faults found: {found} of {len(result.controls)}")
    lines += [f"    MISSED: {name}" for name in result.missed]
    for seed, said in sorted(result.found.faults.items()):
        lines += [f"    seed {seed}: {said[:600]}", f"    repeat it: {repeat(proof.name, seed)}"]
    return lines
