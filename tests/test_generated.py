"""What `tools/protocol.py` writes is as the Python types are now, and staleness is told."""

from __future__ import annotations

import shutil
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from msgspec import Struct, inspect

from freehold.game import Legend
from freehold.games import game_names, load_game
from freehold.games.land_grab.views import Facts
from tools import pagetypes, protocol, typescript, views

pytestmark = pytest.mark.slow  # `make check` looks at these files too

ROOT = protocol.ROOT
LAND_GRAB = Path("web", "src", "games", "land-grab", "model", "facts.gen.ts")


@cache
def files() -> dict[Path, str]:
    return protocol.written()


def test_no_generated_file_is_stale() -> None:
    stale = [path for path, text in files().items() if protocol.read(path) != text]
    assert not stale, "run tools/protocol.py"


def test_every_game_with_a_screen_has_its_facts() -> None:
    screens = [name for name in game_names() if (ROOT / pagetypes.SCREENS / name).is_dir()]
    assert len(screens) >= 5
    assert {pagetypes.SCREENS / name / pagetypes.FACTS for name in screens} < {*files()}


# Staleness is told, and mended by running it


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository of generated files alone."""
    for path in files():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, tmp_path / path)
    monkeypatch.setattr(protocol, "ROOT", tmp_path)
    monkeypatch.setattr(protocol, "written", files)
    monkeypatch.setattr("sys.argv", ["protocol.py", "--check"])
    return tmp_path


def test_fresh_files_pass(copy: Path) -> None:
    assert protocol.main() == 0


@pytest.mark.parametrize("path", [LAND_GRAB, pagetypes.SHARED, Path("docs", "wire.ts")], ids=str)
def test_a_stale_file_fails_and_is_mended(
    path: Path, copy: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (copy / path).write_text("// by hand\n")
    assert protocol.main() == 1
    assert capsys.readouterr().err == f"{path} is stale: run tools/protocol.py\n"
    monkeypatch.setattr("sys.argv", ["protocol.py"])
    assert protocol.main() == 0
    assert (copy / path).read_bytes() == (ROOT / path).read_bytes()


def test_the_file_of_a_game_that_is_gone_fails(
    copy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    gone = pagetypes.SCREENS / "chess" / pagetypes.FACTS
    (copy / gone).parent.mkdir(parents=True)
    (copy / gone).write_text("")
    assert protocol.main() == 1
    assert f"{gone} is of no game that there is: remove it" in capsys.readouterr().err


# A change of the types shows


class Changed(Facts, frozen=True):
    weather: str = ""


def test_a_new_fact_shows() -> None:
    text = pagetypes.facts_file(replace(load_game("land-grab"), facts=Changed))
    assert "  weather: string;" in text
    assert text != protocol.read(LAND_GRAB)


def test_a_new_layer_shows_with_its_numbers() -> None:
    game = load_game("land-grab")
    legend = {**game.legend, "sky": Legend("names", ("", "light rain"))}
    text = pagetypes.facts_file(replace(game, legend=legend))
    assert "  sky: Uint8Array;" in text
    assert "export const SKY = { NONE: 0, LIGHT_RAIN: 1 } as const;" in text
    assert text != protocol.read(LAND_GRAB)


def test_a_new_fact_and_a_new_layer_are_in_the_table_of_views() -> None:
    game = load_game("land-grab")
    legend = {**game.legend, "sky": Legend("names", ("", "light rain"))}
    lines = views.section(replace(game, facts=Changed, legend=legend))
    assert "| `weather` | `string` |  |" in lines
    assert "| `sky` | `0` (none), `1` light rain |" in lines


def test_a_layer_of_numbers_needs_to_say_what_they_count() -> None:
    with pytest.raises(ValueError, match="what the numbers of land-grab's layer sky count"):
        views.bytes_of("land-grab", "sky", Legend("numbers"))
    layers = [(name, layer) for name in game_names() for layer in load_game(name).legend]
    assert views.COUNTED.keys() <= {*layers}


def test_numbers_that_would_be_called_alike_are_refused() -> None:
    with pytest.raises(ValueError, match="two values of the layer sky"):
        pagetypes.numbers("sky", Legend("names", ("light rain", "light_rain")))


# Types


class Part(Struct):
    """A part."""

    size: int
    """In cells."""


class Other(Struct):
    size: str


Other.__name__ = "Part"


class Two(Struct):
    one: Part
    other: Other


class Odd(Struct):
    things: frozenset[int]


def test_types_of_one_name_are_refused() -> None:
    with pytest.raises(TypeError, match="two types are called Part"):
        pagetypes.described(Two)


def test_a_type_that_has_no_counterpart_is_refused() -> None:
    with pytest.raises(TypeError, match="no counterpart in TypeScript"):
        pagetypes.described(Odd)


def test_docstrings_become_comments() -> None:
    (text,) = pagetypes.described(Part)
    assert text.split("\n")[:6] == [
        "/**",
        " * A part.",
        " */",
        "export interface Part {",
        "  /** In cells. */",
        "  size: number;",
    ]


def test_a_parameter_is_described_by_its_sentence_and_unit() -> None:
    kind = inspect.type_info(load_game("land-grab").params)
    assert isinstance(kind, inspect.StructType)
    _, words = typescript.words_of(kind)
    assert (
        words["komi_points"] == "Player 2's head start; below 0 it is player 1's (LG-25). (points)"
    )
