"""Reading a league: what it means, and one sentence for everything that is wrong."""

from __future__ import annotations

import pytest

from freehold.arena.leagues import LeagueTime, read_league
from freehold.game import Malformed

PLAIN = """\
game = "land-grab"
bots = ["random", "greedy"]
"""


def test_a_league_of_two_lines_has_one_table() -> None:
    league = read_league(PLAIN, "some/levels.toml")
    (table,) = league.tables
    assert league.title == "levels"
    assert (table.name, table.seats, table.format, table.rounds) == (
        "land-grab",
        2,
        "round-robin",
        1,
    )
    assert (table.seeds, table.first_seed) == (25, 1)
    assert table.params["points_to_win"] == 100, "all parameters are there"
    assert table.time == LeagueTime()


def test_tables_take_what_stands_at_the_top_and_change_it() -> None:
    league = read_league("""
title = "Both"
seeds = 4
bots = ["random", "greedy", "forager"]
game = "territory"
[[tables]]
seats = [3, 5]
params = { rounds = 3 }
time = { mode = "latency", latency_ms = [10, 90] }
[[tables]]
name = "duel"
game = "land-grab"
bots = ["random", "greedy"]
format = "ladder"
""")
    assert [table.name for table in league.tables] == ["territory-3", "territory-5", "duel"]
    assert [table.seats for table in league.tables] == [3, 5, 2]
    assert league.tables[0].params["rounds"] == 3
    assert league.tables[0].time.latency_ms == (10, 90)
    assert [table.seeds for table in league.tables] == [4, 4, 4]
    assert league.tables[2].rounds == 2


def test_a_league_needs_two_at_a_table_even_where_one_may_play() -> None:
    (table,) = read_league("game = 'mine-land'\nbots = ['random', 'careful']").tables
    assert table.seats == 2


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("game = land-grab", "line 1: this is not TOML"),
        (PLAIN + "fromat = 'swiss'", "line 3: there is no field 'fromat' at the top .*format"),
        (PLAIN + "format = 'swis'", "line 3: format must be one of round-robin, swiss, ladder"),
        (PLAIN + "seeds = 'many'", "line 3: seeds must be a whole number of at least 1"),
        (PLAIN + "seeds = 0", "line 3: seeds must be a whole number of at least 1"),
        (PLAIN + "seeds = true", "line 3: seeds must be a whole number"),
        (PLAIN + "seats = 3", "line 3: seats must be 2 in Land Grab, not 3"),
        (PLAIN + "seats = []", "line 3: seats must be a number, or a list"),
        (PLAIN + "preset = 'od'", "line 3: Land Grab has no preset 'od'"),
        (PLAIN + "params = { points = 9 }", "Land Grab has no parameter 'points'"),
        (PLAIN + "[params]\npoints_to_win = 'x'", "line 4: params, points_to_win: Expected `int`"),
        (PLAIN + "time = { mode = 'fast' }", "line 3: time: mode must be one of lockstep, latency"),
        (PLAIN + "time = { mode = 'latency' }", 'mode = "latency" and latency_ms'),
        (PLAIN + "time = { pace = 3 }", "time has no field 'pace' .*pace_ms"),
        (PLAIN + "[limits]\nthink_ms = 0", "line 4: limits: think_ms must be a whole number of ms"),
        (PLAIN + "limits = { think_ms = 50, hung_ms = 20 }", "hung_ms must be .* at least think"),
        (PLAIN + "clock = { bank = 3 }", "line 3: clock has no field 'bank'"),
        ("bots = ['greedy']", 'which game\\? Write game = "land-grab"'),
        ("game = 'land-grub'\nbots = ['greedy']", "line 1: there is no game .*mean land-grab"),
        ("game = 'land-grab'", "bots must be a list of bots, as in"),
        ("game = 'land-grab'\nbots = ['greedi']", "line 2: bots: Land Grab has no bot 'greedi'"),
        ("game = 'land-grab'\nbots = ['no.py']", "line 2: bots: there is no file no.py"),
        ("game = 'land-grab'\nbots = ['greedy', 'greedy']", "line 2: 'greedy' is in bots twice"),
        ("game = 'land-grab'\nbots = ['greedy']\nformat = 'swiss'", "swiss needs at least 2 bots"),
        (
            "game = 'mine-land'\nbots = ['random']\n"
            "params = { width_tiles = 40, height_tiles = 40 }",
            "line 3: Mine Land cannot begin with these options and 2 seats: .* use a larger world",
        ),
        (PLAIN + "[[tables]]\n[[tables]]", "two tables are called 'land-grab'"),
        (PLAIN + "[[tables]]\nreplays = false", "line 4: there is no field 'replays' in a table"),
    ],
)
def test_what_is_wrong_is_said_with_its_line_and_what_to_write(text: str, says: str) -> None:
    with pytest.raises(Malformed, match=r"^league.toml(, line \d+|, at the end)?: ") as caught:
        read_league(text)
    assert caught.match(says)
    assert "\n" not in str(caught.value)
