"""A few dozen damages to the data file of a server with matches of all games: no wrong board.

That a server which does not verify is found out is a control of `flipping.py`, which
`test_proofs.py` runs.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.proof.flipping import Scene, attack, make_scene

pytestmark = pytest.mark.slow
TIMES = 24


@pytest.fixture(scope="module")
def stopped(tmp_path_factory: pytest.TempPathFactory) -> Scene:
    return make_scene(tmp_path_factory.mktemp("stopped") / "made", is_killed=False)


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> Scene:
    return make_scene(tmp_path_factory.mktemp("killed") / "made", is_killed=True)


@pytest.mark.parametrize("way", ["flip", "digit", "cut", "blank", "swap"])
def test_no_wrong_board_is_shown_of_a_damaged_file(
    way: str, stopped: Scene, tmp_path: Path
) -> None:
    report = attack(
        stopped, tmp_path / "spoiled", way, TIMES if way in ("flip", "digit") else TIMES // 4
    )
    assert report.wrong == []
    assert "older" not in report.counts
    if way != "flip":  # most single bits hit what nobody reads, such as lines before a snapshot
        assert report.counts.get("refused", 0) + report.counts.get("quarantined", 0) > 0


@pytest.mark.parametrize("way", ["flip", "cut"])
def test_no_wrong_board_is_shown_of_what_a_killed_server_left(
    way: str, killed: Scene, tmp_path: Path
) -> None:
    report = attack(killed, tmp_path / "spoiled", way, TIMES // 3)
    assert report.wrong == []
