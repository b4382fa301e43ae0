"""A league of bots whose strengths are known beforehand: a small version of `make league`."""

from __future__ import annotations

from pathlib import Path

import pytest

from freehold.arena.leagues import read_league
from freehold.arena.ratings import PER_LOGIT, fit, wins_of
from freehold.arena.reports import make_report
from freehold.arena.running import play_here, run_league
from tests.arena.files.dialled import FORMS, odds

FILE = Path(__file__).parent / "files" / "dialled.py"


@pytest.mark.slow
def test_the_order_comes_out_right_and_the_intervals_cover_the_known_ratings(
    tmp_path: Path,
) -> None:
    bots = [f"{FILE}:{name}" for name in FORMS]
    text = f'game = "land-grab"\nbots = {bots}\nseeds = 10\nlimits = {{ in_process = true }}\n'
    league = read_league(f"replays = false\n{text}".replace("'", '"'))
    (table,) = make_report(league, run_league(league, tmp_path, play_here)).tables
    assert table.games == 200
    known = known_ratings(20)
    rated = {each.name.rpartition(":")[2]: each for each in table.ratings}
    assert list(rated) == list(FORMS)
    for name, each in rated.items():
        assert each.low is not None
        assert each.high is not None
        assert each.low <= known[name] <= each.high, name


def known_ratings(matches: int) -> dict[str, float]:
    """What the model makes of the known odds, with this number of matches for each pair."""
    names = list(FORMS)
    wins = wins_of([], names)
    for one, name in enumerate(names):
        for other, rival in enumerate(names):
            wins[one][other] = matches * odds(name, rival) if one != other else 0.0
    fitted = fit(wins, [0.0] * len(names))
    return {name: each * PER_LOGIT for name, each in zip(names, fitted, strict=True)}
