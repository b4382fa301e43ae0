"""The rules of Template, clause by clause: the name of a test says which clause it is about."""

from __future__ import annotations

import pytest

from freehold.game import PUBLIC, Illegal, Resign
from freehold.testing.template.scenarios import begin, claim


def test_tm_01_the_board_is_a_square() -> None:
    assert begin(side_cells=4).view(PUBLIC).rect == (0, 0, 4, 4)


def test_tm_02_players_take_turns_and_claim_free_cells() -> None:
    match = begin(seats=3)
    claim(match, 0, 1, 0)
    assert match.view(PUBLIC).layers["owner"] == bytes([0, 1, 0, 0])
    assert match.awaited == (1,)


@pytest.mark.parametrize(
    ("seat", "text", "code"),
    [(1, "claim 0,0", "not_your_turn"), (0, "claim 1,0", "taken"), (0, "claim 2,0", "outside")],
)
def test_tm_02_other_claims_are_refused(seat: int, text: str, code: str) -> None:
    match = begin()
    claim(match, 0, 1, 0)
    claim(match, 1, 1, 1)
    with pytest.raises(Illegal) as refusal:
        match.act(match.now, seat, match.game.parse(text))
    assert refusal.value.code == code


def test_tm_03_the_most_cells_win_when_none_is_left() -> None:
    match = begin(seats=3, side_cells=2)
    for seat, x, y in ((0, 0, 0), (1, 1, 0), (2, 0, 1), (0, 1, 1)):
        claim(match, seat, x, y)
    assert match.outcome is not None
    assert match.outcome.ending == "full"
    assert match.outcome.places == (1, 2, 2)


def test_tm_04_the_last_player_left_wins() -> None:
    match = begin(seats=3)
    claim(match, 0, 0, 0)
    match.act(2_000, 1, Resign())
    assert match.awaited == (2,)
    match.act(3_000, 0, Resign())
    assert match.outcome is not None
    assert match.outcome.ending == "resigned"
    assert match.outcome.places == (2, 3, 1)
