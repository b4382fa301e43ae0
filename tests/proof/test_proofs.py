"""Each proof in small: it holds on a few seeds, and finds the first of its planted faults.

`make proof` tries many more seeds, and all planted faults.
"""

from __future__ import annotations

import os
from itertools import islice

import pytest

from tests.proof.harness import Proof, find_proofs, run_plant

pytestmark = pytest.mark.slow
PLANTS = 2
ELSEWHERE = ("kills",)
"""A small version that is a test of its own: `tests/server/match/test_kill.py`."""
TIMELESS = [proof for proof in find_proofs() if proof.small and proof.name not in ELSEWHERE]
"""What is judged by time is for `make proof` alone."""


def need_all_of(proof: Proof) -> None:
    """What it needs may be missing on somebody's machine, but not where all tests must run."""
    if proof.lacks and not os.environ.get("CI"):
        pytest.skip(f"{proof.name} is not tried, because {proof.lacks}")
    assert not proof.lacks, proof.lacks


@pytest.mark.parametrize("proof", TIMELESS, ids=lambda proof: proof.name)
def test_the_claim_holds_on_a_few_seeds(proof: Proof) -> None:
    need_all_of(proof)
    found = proof.run(proof.small, 1)
    assert found.faults == {}
    assert found.counts[proof.unit] > 0


@pytest.mark.parametrize("proof", TIMELESS, ids=lambda proof: proof.name)
def test_the_first_planted_faults_are_found(proof: Proof) -> None:
    need_all_of(proof)
    planted = proof.plants()
    assert planted
    for name in islice(planted, PLANTS):
        assert run_plant(proof.plants, name), f"{name} was not found"
