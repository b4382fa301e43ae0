"""The pictures beside shared links, as they are kept: `tools/previews.py` takes them."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from freehold.server.http.pages import ANY_GAME, PICTURE
from freehold.server.http.previews import HEIGHT, WIDTH

PUBLIC = Path(__file__).resolve().parents[3] / "web" / "public"
GAMES = ("area-attack", "land-grab", "mine-land", "minewars", "territory")
BOARD = (560, 0, WIDTH, HEIGHT)


@pytest.mark.parametrize("name", [*GAMES, ANY_GAME])
def test_each_picture_shows_a_board_and_not_an_empty_sheet(name: str) -> None:
    image = Image.open(PUBLIC / PICTURE.format(name)).convert("RGB")
    assert image.size == (WIDTH, HEIGHT)
    colours = image.crop(BOARD).getcolors(WIDTH * HEIGHT)
    assert colours is not None
    assert len(colours) > 50
