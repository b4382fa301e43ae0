"""An honest player beside attackers in processes of their own: every answer arrives.

How long it takes is judged by `make proof` alone.
"""

from __future__ import annotations

import pytest

from tests.proof.sieges import NAMES, measure, p99, percent


@pytest.mark.slow
@pytest.mark.parametrize("name", ["messages", "packed bodies"])
def test_every_answer_arrives(name: str) -> None:
    quiet, beside = measure(name, slices=1, commands=20)
    assert (len(quiet), len(beside)) == (20, 20)
    assert name in NAMES


def test_the_percentile_is_of_the_slowest_hundredth() -> None:
    quiet = [0.001] * 990 + [0.1] * 10
    assert p99(quiet) == 0.1
    assert p99([0.001] * 991 + [0.1] * 9) == 0.001
    assert percent([0.001] * 100, [0.003] * 100) == 300
