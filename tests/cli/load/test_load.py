"""`freehold load`: figures when all is well, exit 1 when something acknowledged is not there."""

from __future__ import annotations

import json

import pytest

from freehold.cli.errors import Trouble
from freehold.cli.load.loading import divide, quantile
from freehold.cli.load.players import LoadPlayer, compare
from freehold.games import load_game
from freehold.match.log import Entry
from tests.cli import Shell
from tests.server.crashing import Crashable


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "players", "more"),
    [
        ("land-grab", 6, "--set points_to_win=20"),
        ("territory", 7, "--set rounds=2"),
        ("area-attack", 8, "--seats 4 --set pick_ms=300"),
    ],
)
def test_everything_acknowledged_is_found_in_the_records(
    server: Crashable, shell: Shell, game: str, players: int, more: str
) -> None:
    said = shell(
        f"load {server.url} --game {game} --players {players} --rate 15 --seconds 2 --json {more}"
    )
    assert said.code == 0, said
    report = json.loads(said.out)
    assert report["connections"] == players
    assert report["compared"] >= report["actions"] > 0
    assert report["updates"] > 0
    assert report["bytes"] > 0
    assert 0 < report["acknowledged_p50_ms"] <= report["acknowledged_p99_ms"]
    assert report["matches"] >= report["rooms"]
    assert report["faults"] == []


@pytest.mark.slow
def test_an_acknowledged_action_that_is_not_in_the_record_ends_in_exit_code_1(
    server: Crashable, shell: Shell
) -> None:
    act = LoadPlayer.act

    async def note_too_much(self: LoadPlayer, action: str, must_count: bool = True) -> None:
        await act(self, action, must_count)
        kept = self.figures.acknowledged.setdefault(self.tab.match, {})
        kept[self.tab.seat, "nobody:1"] = "farm 1,1"

    shell.monkeypatch.setattr(LoadPlayer, "act", note_too_much)
    said = shell(f"load {server.url} --players 2 --rate 10 --seconds 1")
    assert said.code == 1
    assert "was acknowledged, but is lost" in said.out
    assert "acknowledged within, p50" in said.out


def test_nobody_there_is_said_in_one_line(shell: Shell) -> None:
    said = shell("load http://127.0.0.1:9 --players 2 --seconds 1")
    assert said.code == 1
    assert "nobody answers at http://127.0.0.1:9" in said.err


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ("--players 0", "--players must be 1"),
        ("--rate 0", "--rate must be more than 0"),
        ("--rate 21", "at most 20"),
        ("--seconds 99999", "--seconds must be more than 0"),
        ("--players 3", "use a multiple of 2"),
        ("--seats 5", "for 2 players"),
        ("--game chess", "no game"),
    ],
)
def test_options_out_of_bounds_are_refused(shell: Shell, options: str, words: str) -> None:
    said = shell(f"load http://127.0.0.1:9 {options}")
    assert said.code == 2
    assert words.replace("for 2 players", "for 2 to 2 players") in said.err


def test_players_are_divided_into_full_rooms() -> None:
    area_attack = load_game("area-attack")
    assert divide(8, area_attack, 4) == [4, 4]
    assert divide(7, area_attack, 3) == [4, 3]
    assert divide(9, load_game("territory"), None) == [3, 3, 3]
    with pytest.raises(Trouble):
        divide(9, area_attack, 4)


def entry(command: str, action: str = "farm 1,1", seat: int = 0) -> Entry:
    return Entry(1, seat, action, command)


def test_the_comparison_finds_what_is_lost_changed_or_there_twice() -> None:
    kept = {(0, "s:1"): "farm 1,1", (0, "s:2"): "farm 2,2", (1, "s:1"): "farm 3,3"}
    sound = [entry("s:1"), entry("s:2", "farm 2,2"), entry("s:1", "farm 3,3", 1), entry("t:9")]
    assert compare(kept, sound) == []
    assert "is lost" in compare(kept, sound[1:])[0]
    assert "2 times" in compare(kept, [*sound, sound[0]])[0]
    assert "but recorded as" in compare(kept, [entry("s:1", "farm 9,9"), *sound[1:]])[0]


def test_quantiles_of_few_and_many() -> None:
    assert quantile([], 99) == 0
    assert quantile([5.0], 99) == 5
    ordered = [float(number) for number in range(100)]
    assert (quantile(ordered, 50), quantile(ordered, 99)) == (50, 99)
