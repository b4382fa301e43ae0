"""Running a league: nothing is lost, nothing is played twice, and equal leagues are equal."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec
import pytest

from freehold.arena.journals import RESULTS, Journal
from freehold.arena.leagues import League, read_league
from freehold.arena.matches import LeagueJob, LeagueResult, PlayedMatch
from freehold.arena.pages import draw_page
from freehold.arena.reports import make_report, make_times
from freehold.arena.running import play_here, play_in_pool, run_league
from freehold.game import Malformed
from freehold.games import load_game
from freehold.match import read_record, verify

PATIENCE_S = 60
TEXT = """
game = "land-grab"
bots = ["random", "dabbler", "greedy"]
seeds = 2
params = { points_to_win = 30 }
"""


def league(more: str = "") -> League:
    return read_league(TEXT + more)


def report(league: League, folder: Path, crowd: object = play_here) -> bytes:
    played = run_league(league, folder, crowd)  # type: ignore[arg-type]
    return msgspec.json.encode(make_report(league, played))


def stopping_after(count: int) -> object:
    """Ctrl-C after this number of matches."""

    def play(jobs: Iterable[LeagueJob]) -> Iterator[PlayedMatch]:
        for number, played in enumerate(play_here(jobs)):
            if number == count:
                raise KeyboardInterrupt
            yield played

    return play


def lines(folder: Path) -> list[bytes]:
    return (folder / RESULTS).read_bytes().splitlines()


@pytest.mark.slow
def test_equal_leagues_give_equal_reports_and_every_match_has_its_record(tmp_path: Path) -> None:
    first = report(league(), tmp_path / "one")
    assert report(league(), tmp_path / "two") == first
    shown = msgspec.json.decode(first)
    assert shown["matches"] == 3 * 2 * 2
    (table,) = shown["tables"]
    for match in table["matches"]:
        record = read_record((tmp_path / "one" / match["replay"]).read_bytes())
        assert verify(load_game("land-grab"), record)
        assert [seated.bot for seated in record.seats] == match["line_up"]
    assert {note["what"] for note in table["notable"]} == {"closest match", "largest turn"}


def test_after_an_interruption_it_goes_on_and_plays_no_match_twice(tmp_path: Path) -> None:
    whole = report(league(), tmp_path / "whole")
    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            report(league(), tmp_path / "cut", stopping_after(4))
    assert len(lines(tmp_path / "cut")) == 8
    assert report(league(), tmp_path / "cut") == whole
    keys = [msgspec.json.decode(line)["key"] for line in lines(tmp_path / "cut")]
    assert len(keys) == len(set(keys)) == 12


def test_a_line_that_was_cut_off_is_played_again(tmp_path: Path) -> None:
    whole = report(league(), tmp_path)
    path = tmp_path / RESULTS
    path.write_bytes(path.read_bytes()[:-20])
    assert report(league(), tmp_path) == whole
    assert len(lines(tmp_path)) == 12


def test_a_damaged_line_is_told(tmp_path: Path) -> None:
    (tmp_path / RESULTS).write_bytes(b'{"key": 3}\n')
    with pytest.raises(Malformed, match=r"line 1 of .* is damaged: delete this line"):
        Journal(tmp_path)


def test_a_full_disk_is_told_and_leaves_no_half_of_a_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(file: int, data: bytes) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    with Journal(tmp_path / "other") as journal:
        report(league(), tmp_path / "one")
        result = msgspec.json.decode(lines(tmp_path / "one")[0], type=LeagueResult)
        monkeypatch.setattr(os, "write", full)
        with pytest.raises(Malformed, match=r"cannot write to .*: No space left on device"):
            journal.add(PlayedMatch(result, b""))
    assert lines(tmp_path / "other") == []


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(Malformed, match=r"cannot write to .*: Not a directory; choose a folder"):
        Journal(tmp_path / "file" / "out")


def test_two_programs_do_not_write_to_one_folder(tmp_path: Path) -> None:
    with Journal(tmp_path), pytest.raises(Malformed, match="another `freehold arena run`"):
        Journal(tmp_path)


@pytest.mark.slow
def test_more_seeds_and_bots_keep_what_was_played(tmp_path: Path) -> None:
    report(league(), tmp_path)
    before = lines(tmp_path)
    report(read_league(TEXT.replace("seeds = 2", "seeds = 3")), tmp_path)
    assert lines(tmp_path)[: len(before)] == before
    assert len(lines(tmp_path)) == 18


def test_a_bot_whose_file_has_changed_plays_again(tmp_path: Path) -> None:
    bot = tmp_path / "mine.py"
    words = "def decide(view, now, rng):\n    return next(GAME.choices(view, now, rng))\n"
    bot.write_text(f"from freehold.games.land_grab import GAME\n{words}")
    text = f"game = 'land-grab'\nbots = ['random', '{bot}']\nseeds = 1\nlimits.in_process = true\n"
    report(read_league(text), tmp_path)
    report(read_league(text), tmp_path)
    assert len(lines(tmp_path)) == 2
    bot.write_text(bot.read_text() + "# better\n")
    report(read_league(text), tmp_path)
    assert len(lines(tmp_path)) == 4


LIVE = """
game = "area-attack"
bots = ["random", "timid"]
seeds = 1
[params]
width_cells = 24
height_cells = 24
stage_2_ms = 4000
stage_3_ms = 8000
lock_ms = 2000
"""


def test_latency_is_seeded_and_changes_matches_in_real_time(tmp_path: Path) -> None:
    late = f"time = {{ mode = 'latency', latency_ms = [50, 400] }}{LIVE}"
    plain = report(read_league(LIVE), tmp_path / "plain")
    first = report(read_league(late), tmp_path / "late")
    assert report(read_league(late), tmp_path / "again") == first
    assert records(plain) != records(first)


def records(data: bytes) -> list[str]:
    (table,) = msgspec.json.decode(data)["tables"]
    return [match["record"] for match in table["matches"]]


def test_thinking_may_be_charged(tmp_path: Path) -> None:
    charged = league("time = { mode = 'charged' }\nclock = { bank_ms = 60000 }\n")
    played = run_league(charged, tmp_path, play_here)
    (times,) = make_times(charged, played).values()
    assert set(times) == {"random", "dabbler", "greedy"}
    assert all(each.decisions > 10 and each.worst_ms >= each.median_ms for each in times.values())


def test_the_page_is_whole_and_escapes_what_is_written(tmp_path: Path) -> None:
    named = league('title = "<b>Mine</b> & yours"\n')
    page = draw_page(make_report(named, run_league(named, tmp_path, play_here)))
    assert "<title>&lt;b&gt;Mine&lt;/b&gt; &amp; yours</title>" in page
    assert "http" not in page, "it needs nothing from elsewhere"
    assert "<script" not in page
    assert page.count('href="replays/') >= 12


@pytest.mark.slow
def test_a_pool_gives_the_same_report(tmp_path: Path) -> None:
    whole = report(league(), tmp_path / "one")
    assert report(league(), tmp_path / "two", play_in_pool(2)) == whole


@pytest.mark.slow
def test_killed_on_the_way_it_goes_on_and_its_processes_end(tmp_path: Path) -> None:
    text = TEXT.replace("seeds = 2", "seeds = 30")
    (tmp_path / "league.toml").write_text(text)
    words = [sys.executable, "-m", "freehold.cli", "arena", "run", "league.toml", "--jobs", "2"]
    folder = tmp_path / "league.arena"
    with subprocess.Popen(words, cwd=tmp_path, start_new_session=True) as ran:
        while not (folder / RESULTS).exists() or len(lines(folder)) < 10:
            assert ran.poll() is None
            time.sleep(0.01)
        ran.send_signal(signal.SIGKILL)
        ran.wait()
    until = time.monotonic() + PATIENCE_S
    while is_alive(ran.pid):
        assert time.monotonic() < until, "its processes go on"
        time.sleep(0.05)
    assert 10 <= len(lines(folder)) < 180
    cut = report(read_league(text), folder)
    assert len(lines(folder)) == 180
    assert cut == report(read_league(text), tmp_path / "whole")


def is_alive(group: int) -> bool:
    """Is any process of the group left?"""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True
