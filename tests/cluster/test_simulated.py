"""The simulated site: that it is bad enough, that it repeats, and that it finds planted faults.

`tests/proof/test_proofs.py` plays 300 seeds. A failing one says which command repeats it.
"""

from __future__ import annotations

import re
from collections import Counter

import pytest

from tests.cluster.simulation import play
from tests.proof.sites import plants

pytestmark = pytest.mark.slow
FOUND = {  # `make proof` tries one more, which takes longer to find
    "remove the fence": "acknowledged|the log|never happened|had not been|had claimed|time went",
    "tell before the commit": "were safe|too early|acknowledged and lost",
    "lease by own clock": "whose lease had not lapsed",
    "claim whose session has just ended": "whose session had just ended",
    "let old frames through": "bytes of an older owner",
    "claim without a new epoch": "wrote for a room that .* had claimed",
}


def test_sites_are_struck_by_everything_and_people_play_all_the_same() -> None:
    met: Counter[str] = Counter()
    for seed in range(1, 13):
        met += play(seed)
    kinds = ["kills", "freezes", "drains", "partitions", "claims", "unknown outcomes"]
    kinds += ["lost messages", "late messages", "repeated messages", "fenced writes"]
    kinds += ["moves", "claims of the absent"]
    assert [kind for kind in kinds if not met[kind]] == []
    assert met["acknowledged"] > 100


def test_a_site_repeats() -> None:
    assert play(5) == play(5)


@pytest.mark.parametrize("name", FOUND)
def test_a_planted_fault_is_found_out(name: str) -> None:
    said = plants()[name]()
    assert re.search(FOUND[name], said), said or "nothing was found"
