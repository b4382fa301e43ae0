"""A room's kind is decided in one place, and each kind differs from a table where it says so."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import pytest

import freehold.server
from freehold.game import TRUTH, Illegal
from freehold.server.rooms.kinds import SANDBOX, TABLE, WORLD, RoomKind, kind_for, kind_of
from freehold.server.rooms.rooms import Chair, Room
from tests.games_under_test import game_named

FOLDER = Path(freehold.server.__file__).parent
FLAGS = {"is_world", "is_sandbox"}
ASKING = {
    "rooms/kinds.py": "the one function that asks a room",
    "rooms/news.py": "tells both to the room's visitors",
    "rooms/roomrecords.py": "writes both down with the match",
    "match/records.py": "reads what was written down of a match",
    "http/api.py": "reads a wish for a sandbox, and filters matches by it",
}


def room(*chairs: Chair, **more: Any) -> Room:
    return Room("r", "BCDFG", "s", "territory", {}, chairs, "ann", 0, 0, **more)


@pytest.mark.slow
def test_nobody_else_asks_a_room_which_kind_it_is() -> None:
    found = set()
    for file in FOLDER.rglob("*.py"):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and node.attr in FLAGS:
                found.add(file.relative_to(FOLDER).as_posix())
    assert found == set(ASKING)


def test_the_kind_follows_from_the_room_and_for_a_new_room_from_its_game() -> None:
    assert kind_of(room()) is TABLE
    assert kind_of(room(is_world=True)) is WORLD
    assert kind_of(room(is_sandbox=True)) is SANDBOX
    assert kind_for(game_named("territory")) is TABLE
    assert kind_for(game_named("mine-land")) is WORLD


@pytest.mark.parametrize(
    ("kind", "given", "code"),
    [
        (TABLE, (1, 0, False), "not_your_seat"),
        (TABLE, (1, -1, True), "over"),
        (WORLD, (1, 0, False), "not_your_seat"),
        (SANDBOX, (1, -1, True), "which_seat"),
        (TABLE, (1, 1, False), ""),
        (TABLE, (1, -1, False), ""),
        (SANDBOX, (1, 0, False), ""),
        (SANDBOX, (1, 0, True), ""),
    ],
)
def test_only_in_a_sandbox_one_acts_for_another_seat(
    kind: RoomKind, given: tuple[int, int, bool], code: str
) -> None:
    if not code:
        kind.need_may_act(*given)
        return
    with pytest.raises(Illegal) as refusal:
        kind.need_may_act(*given)
    assert refusal.value.code == code


def test_only_in_a_sandbox_one_looks_through_other_eyes() -> None:
    for kind in (TABLE, WORLD):
        assert kind.viewer_of(1, 0, True) == (1, 1)
        assert kind.own_eyes(room(Chair()), 0) is None
    assert SANDBOX.viewer_of(1, -1, False) == (1, 1)
    assert SANDBOX.viewer_of(1, 0, False) == (0, 0)
    assert SANDBOX.viewer_of(1, 0, True) == (TRUTH, -1)
    assert SANDBOX.own_eyes(room(Chair()), 0) == 0


def test_a_player_of_a_world_who_left_is_still_one_and_is_never_played_for() -> None:
    gone = Chair("ann", "Ann", is_gone=True)
    assert [kind.is_player(gone) for kind in (TABLE, WORLD, SANDBOX)] == [False, True, False]
    assert [kind.away(room(away="bot")) for kind in (TABLE, WORLD, SANDBOX)] == [
        "bot",
        "leave",
        "bot",
    ]


def test_a_full_world_gets_another_chair_and_a_full_table_does_not() -> None:
    full = room(Chair("ann", "Ann"))
    assert len(WORLD.with_free_chair(full).chairs) == 2
    with pytest.raises(Illegal):
        TABLE.with_free_chair(full)


def test_seats_move_on_at_a_table_and_stay_in_a_sandbox() -> None:
    two = room(Chair("ann", "Ann"), Chair(name="Player 2"))
    assert [chair.name for chair in TABLE.next_chairs(two)] == ["Player 2", "Ann"]
    assert [chair.name for chair in SANDBOX.next_chairs(two)] == ["Ann", "Player 2"]


def test_without_whom_another_round_has_begun_is_known_in_a_world_alone() -> None:
    before, after = room(Chair("ann", "Ann"), Chair("ben", "Ben")), room(Chair("ben", "Ben"))
    assert WORLD.former_players(before, after) == [Chair("ann", "Ann")]
    assert TABLE.former_players(before, after) == []
