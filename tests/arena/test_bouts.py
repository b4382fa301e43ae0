"""Which matches are played, and one of them."""

from __future__ import annotations

from freehold.arena.bouts import (
    Bout,
    count_promises,
    names_of,
    play_bout,
    rotations,
    schedule,
)
from freehold.games import load_game
from freehold.games._template import GAME
from tests.bots import new_match


def test_everybody_moves_on_by_one_seat() -> None:
    assert rotations(["a", "b", "c"]) == [("a", "b", "c"), ("c", "a", "b"), ("b", "c", "a")]


def test_equal_arrangements_are_played_once() -> None:
    assert rotations(["a", "a", "a"]) == [("a", "a", "a")]
    assert len(rotations(["a", "b", "b"])) == 3
    assert rotations(["a", "b", "a", "b"]) == [("a", "b", "a", "b"), ("b", "a", "b", "a")]


def test_each_seed_is_played_in_every_rotation_before_the_next() -> None:
    assert schedule(["a", "b"], 5, seed=7) == [
        Bout(7, ("a", "b")),
        Bout(7, ("b", "a")),
        Bout(8, ("a", "b")),
        Bout(8, ("b", "a")),
        Bout(9, ("a", "b")),
    ]


def test_equals_are_numbered_and_the_only_one_is_not() -> None:
    assert names_of(["", "greedy", "greedy"]) == ("Human", "Greedy 1", "Greedy 2")


def test_a_bout_is_played_the_same_every_time() -> None:
    bout = Bout(3, ("random", "random"))
    assert play_bout(GAME, {"side_cells": 3}, bout) == play_bout(GAME, {"side_cells": 3}, bout)
    assert play_bout(GAME, {"side_cells": 3}, bout).entries == 9


def test_promises_are_counted_by_seat_where_the_game_counts_them() -> None:
    territory = load_game("territory")
    played = play_bout(territory, {"rounds": 2}, Bout(1, ("random", "random", "random")))
    assert [sorted(counts) for counts in played.promises] == [["broken", "kept", "made"]] * 3


def test_a_game_without_promises_has_none() -> None:
    assert count_promises(new_match()) == ()
