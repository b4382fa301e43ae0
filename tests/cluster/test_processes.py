"""Three nodes in processes, PostgreSQL and NATS, with people behind a balancer, are killed, frozen,
cut off and drained. Nothing that was acknowledged is lost or doubled. `make proof-cluster` is the
same with many more faults and players."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cluster.proving import KINDS, prove

pytestmark = pytest.mark.slow


def test_nothing_acknowledged_is_lost_whatever_is_killed_frozen_cut_off_or_drained(
    tmp_path: Path,
) -> None:
    outcome = prove(tmp_path, list(KINDS), players=11, think_ms=200, most_pause_ms=100)
    assert outcome.faults == []
    assert all(outcome.counts[kind] == 1 and outcome.gaps[kind] for kind in KINDS)
    assert outcome.acknowledged > 50
