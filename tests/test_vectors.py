"""The vectors that the page is tried on are as the rules are now, and staleness is told."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest

from freehold.game import AnyGame
from freehold.games import game_names, load_game
from freehold.games._template import GAME as TEMPLATE
from freehold.testing.plays import begin
from freehold.testing.trials import At
from tests.vectors import (
    Answer,
    Show,
    at_cell,
    choices_of,
    click_all,
    dump,
    first_seed,
    is_legal,
    ranges,
)
from tools import pagetypes, vectors

pytestmark = pytest.mark.slow  # `make check` looks at these files too

ROOT = vectors.ROOT
MOST_BYTES = 150_000
"""MineWars has fourteen tools, each with refusals of its own, and groups to be seen; the others
stay below half of it."""


@cache
def files() -> dict[Path, str]:
    return vectors.written()


def games_with_a_screen() -> list[str]:
    """And the template, for the screen of all games that have none of their own."""
    screens = [name for name in game_names() if (ROOT / pagetypes.SCREENS / name).is_dir()]
    return [*screens, TEMPLATE.name]


@pytest.mark.parametrize("name", games_with_a_screen())
def test_a_screen_has_vectors_and_they_are_small_and_not_stale(name: str) -> None:
    path = vectors.VECTORS / f"{name}.json"
    assert vectors.read(path) == files()[path], "run tools/vectors.py"
    assert len(files()[path]) < MOST_BYTES


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / vectors.VECTORS).mkdir(parents=True)
    for path in files():
        (tmp_path / path).write_text(vectors.read(path), encoding="utf-8")
    monkeypatch.setattr(vectors, "ROOT", tmp_path)
    monkeypatch.setattr(vectors, "written", files)
    monkeypatch.setattr("sys.argv", ["vectors.py", "--check"])
    return tmp_path


def test_a_stale_file_fails_and_is_mended(
    copy: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert vectors.main() == 0
    path = vectors.VECTORS / "template.json"
    (copy / path).write_text("{}")
    assert vectors.main() == 1
    assert capsys.readouterr().err == f"{path} is stale: run tools/vectors.py\n"
    monkeypatch.setattr("sys.argv", ["vectors.py"])
    assert vectors.main() == 0
    assert (copy / path).read_text() == files()[path]


def test_the_file_of_a_game_that_is_gone_fails(
    copy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    gone = vectors.VECTORS / "chess.json"
    (copy / gone).write_text("{}")
    assert vectors.main() == 1
    assert f"{gone} is of no game that there is: remove it" in capsys.readouterr().err


# What a game offers is what its rules accept: what is lit is taken from the one, clicks from the
# other, and the page must agree with both


@pytest.mark.parametrize("game", [TEMPLATE, load_game("land-grab")], ids=lambda game: game.name)
def test_choices_are_what_the_rules_accept(game: AnyGame) -> None:
    show = Show(begin(game, At(2), 7), (0,))
    show.play(lambda: show.match.awaited == (0,) and show.match.now > 2_000)
    assert choices_of(show.match, 0)
    assert all(is_legal(show.match, 0, each) for each in choices_of(show.match, 0))


# The parts


def test_the_first_seed_with_which_everything_comes_is_taken() -> None:
    tried = []

    def play(seed: int) -> Show:
        tried.append(seed)
        show = Show(begin(TEMPLATE, At(2), seed), (0,))
        show.play(lambda: seed == 3)
        return show

    (showing,) = first_seed(play)
    assert tried == [1, 2, 3]
    assert showing.seat == 0
    with pytest.raises(AssertionError, match="with no seed"):
        first_seed(lambda seed: play(-seed))


def test_cells_are_written_as_ranges() -> None:
    assert ranges([7, 0, 1, 2, 4]) == "0-2 4 7"
    assert ranges([]) == ""


def test_the_cell_that_was_clicked_is_left_open_in_what_is_sent() -> None:
    assert at_cell(Answer(("farm 1,2",)), "1,2").sends == ("farm @",)
    assert at_cell(Answer(("farm 11,2",)), "1,2").sends == ("farm 11,2",)
    assert at_cell(Answer(("strike 1,2 1,3",)), "1,3").sends == ("strike 1,2 @",)


def test_cells_that_answer_alike_stand_together() -> None:
    match = begin(TEMPLATE, At(2), 1)

    def asked(mode: str, button: str, cell: int) -> Answer | None:
        return Answer(refused="odd") if cell % 2 else None

    first, second = click_all(match, 0, ["dig"], asked)
    assert (first.mode, first.button, second.button) == ("dig", "main", "second")
    assert first.cells.startswith("1 3 5 7")
    assert first.answer == Answer(refused="odd")


def test_a_file_has_a_line_for_each_thing_of_a_list() -> None:
    text = dump({"a": [{"b": 1}, {"c": [1, 2]}], "d": "ä"})
    assert text == '{"a": [\n{"b": 1},\n{"c": [1, 2]}\n], "d": "ä"}'
    assert json.loads(text) == {"a": [{"b": 1}, {"c": [1, 2]}], "d": "ä"}
