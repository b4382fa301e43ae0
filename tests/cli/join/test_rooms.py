"""Rooms in words: of a world only so much as a terminal can hold."""

from __future__ import annotations

from typing import Any

from freehold.cli.join.rooms import list_rows, room_lines, room_news
from freehold.game import Clock
from freehold.protocol.wire import RoomNow, SeatNow


def world(players: int, away: int = 0, **changes: Any) -> RoomNow:
    seats = tuple(SeatNow(f"P{seat}", present=seat < players) for seat in range(players + away))
    chosen: dict[str, Any] = {
        "host": -1,
        "is_public": True,
        "may_watch": True,
        "clock": Clock(),
        "phase": "playing",
        "away": "leave",
        "grace_ms": 10_000,
        "match": "m1",
        "round": 3,
        "wins": (0,) * len(seats),
        "world": True,
        "players": players,
        "most": 500,
    } | changes
    return RoomNow("r", "BCDFG", "mine-land", {}, seats, **chosen)


def test_a_world_in_a_list_says_how_many_are_there() -> None:
    (row,) = list_rows([world(37, away=4)])
    assert row == ("BCDFG", "mine-land", "37 players", "463 free", "a world")


def test_of_a_world_some_players_are_named_and_the_others_counted() -> None:
    lines = room_lines(world(100, away=50), 149, "http://here")
    assert "  and 81 more players" in lines
    assert len(lines) < 30
    assert not any("Matches won" in line for line in lines)


def test_the_next_round_is_announced_without_all_names() -> None:
    before = world(100)
    over = world(100, phase="over", next_ms=20_000)
    assert room_news(before, over) == ["The next round begins in 0:20."]
    assert room_news(over, world(90, match="m2", round=4)) == ["Round 4 begins."]
