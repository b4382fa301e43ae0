"""A league on Ray: the same results as here, where Ray is installed; a sentence where it is not."""

from __future__ import annotations

import socket
import sys
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest

from freehold.arena.clusters import LOCAL, play_on_ray
from freehold.arena.leagues import read_league
from freehold.arena.reports import make_report
from freehold.arena.running import play_here, run_league
from freehold.game import Malformed

TEXT = """
game = "land-grab"
bots = ["random", "dabbler", "greedy"]
seeds = 2
params = { points_to_win = 30 }
"""


def test_without_ray_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(Malformed, match="--ray needs Ray: install it"):
        play_on_ray(LOCAL)


def test_an_address_where_nothing_answers_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", SimpleNamespace(is_initialized=lambda: False))
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # and nobody listens
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        with pytest.raises(Malformed, match=f"there is no Ray cluster at {address} .*refused"):
            play_on_ray(address)


@pytest.mark.slow
@pytest.mark.skipif(find_spec("ray") is None, reason="Ray is an extra: freehold[ray]")
@pytest.mark.filterwarnings("ignore")  # Ray's own
def test_a_league_on_ray_is_the_same_record_by_record(tmp_path: Path) -> None:
    league = read_league(TEXT)
    here = make_report(league, run_league(league, tmp_path / "here", play_here))
    there = make_report(league, run_league(league, tmp_path / "there", play_on_ray(LOCAL)))
    assert msgspec.json.encode(there) == msgspec.json.encode(here)
    for path in sorted((tmp_path / "here" / "replays").iterdir()):
        assert (tmp_path / "there" / "replays" / path.name).read_bytes() == path.read_bytes()
