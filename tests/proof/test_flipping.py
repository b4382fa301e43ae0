"""A few dozen damages to the data file of a server with matches of all games: no wrong board."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.proof.flipping import Scene, attack, make_scene, stop_verifying

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


def test_a_server_that_does_not_verify_is_found_out(
    stopped: Scene, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stop_verifying(monkeypatch)
    for seed in range(1, 20):
        report = attack(stopped, tmp_path / "spoiled", "digit", TIMES // 2, seed)
        if any("wrong board" in each for each in report.wrong):
            return
    pytest.fail("no wrong board was found")
