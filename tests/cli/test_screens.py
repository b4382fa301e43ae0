"""Boards on a terminal."""

from __future__ import annotations

import pytest

from freehold.cli.screens import print_board
from freehold.game import TRUTH
from freehold.games import load_game
from freehold.kernel.chance import key_of
from freehold.match import Match, Seated


@pytest.mark.parametrize(("side", "is_printed"), [(40, True), (200, False)])
def test_a_whole_world_is_not_printed(
    side: int, is_printed: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    game = load_game("mine-land")
    params = game.params(width_tiles=side, height_tiles=side, spawn_tiles=2)
    match = Match.new(game, (Seated("Ann"),), key_of("screens"), params)
    print_board(game, match.view(TRUTH))
    printed = capsys.readouterr().out
    assert (len(printed.splitlines()) > side) is is_printed
    assert ("200 x 200" in printed) is not is_printed
