"""Whole boards at once: the same as tile by tile."""

from collections.abc import Iterator
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from freehold.games.minewars import GAME, masks
from freehold.kernel.chance import Stream, key_of
from freehold.kernel.grids import Grid, hex_grid, square_grid
from freehold.match import Match
from freehold.match.patches import apply
from tests.games.minewars.tables import TABLES
from tests.games_under_test import At
from tests.plays import begin, next_step, take

STEPS = 80


def played(at: At, seed: int) -> Iterator[str]:
    """The fingerprints of a play, in which what each seat is told adds up to what it sees."""
    match: Match = begin(GAME, at, seed)
    rng = Stream(key_of("panoramas", seed), "play")
    seen = {seat: apply(None, match.open(seat)) for seat in range(at.seats)}
    while match.outcome is None:
        take(match, next_step(match, rng))
        for viewer, frame in match.flush().items():
            seen[viewer] = apply(seen[viewer], frame)
        assert all(view == match.view(seat) for seat, view in seen.items())
        yield match.fingerprint()


@pytest.mark.parametrize("at", TABLES[:3], ids=["square", "hex", "four"])
def test_all_that_is_worked_out_at_once_is_what_it_is_tile_by_tile(
    at: At, monkeypatch: pytest.MonkeyPatch
) -> None:
    plays = []
    for many in (0, 1_000_000):
        monkeypatch.setattr(masks, "MANY", many)
        plays.append([each for seed in range(3) for each in islice(played(at, seed), STEPS)])
    assert plays[0] == plays[1]
    assert len(plays[0]) > STEPS


@settings(max_examples=30)
@given(st.sets(st.integers(0, 34)), st.sampled_from([square_grid(7, 5), hex_grid(7, 5)]))
def test_a_mask_widened_takes_all_that_touches_it(cells: set[int], grid: Grid) -> None:
    wide = masks.widen(grid, masks.mask_of(35, cells))
    touching = {near for cell in cells for near in grid.touching[cell]}
    assert masks.cells_of(35, wide) == sorted(cells | touching)


def test_masks_are_of_any_value_of_one_or_of_those_in_a_table() -> None:
    layer = bytes([0, 3, 1, 3, 2])
    assert masks.mask(layer) == masks.mask_of(5, [1, 2, 3, 4])
    assert masks.mask(layer, masks.only(3)) == masks.mask_of(5, [1, 3])
    assert masks.mask(layer, masks.table_of(bytes([0, 1, 1]))) == masks.mask_of(5, [2, 4])
    written = bytearray(5)
    masks.write(written, masks.number(layer))
    assert written == layer
