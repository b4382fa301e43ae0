"""Which line-ups meet in which round."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from freehold.arena.bouts import Bout
from freehold.arena.formats import Outcomes, next_line_ups, round_bouts, standing
from freehold.arena.leagues import Format, LeagueTable, read_league
from freehold.game import Outcome


def table(bots: int, seats: int, league_format: Format, seeds: int = 1) -> LeagueTable:
    (plain,) = read_league("game = 'land-grab'\nbots = ['random']").tables
    names = tuple("abcdefgh"[:bots])
    return replace(plain, bots=names, seats=seats, format=league_format, seeds=seeds, rounds=4)


def strong_wins(table: LeagueTable, number: int, rounds: list[Outcomes]) -> Outcomes:
    """Later letters are stronger."""
    played = {}
    for bout in round_bouts(table, number, rounds):
        order = sorted(bout.levels, reverse=True)
        places = tuple(order.index(bot) + 1 for bot in bout.levels)
        played[bout] = Outcome("points", places, places)
    return played


def test_in_a_round_robin_everybody_meets_everybody_in_all_rotations_of_each_seed() -> None:
    bouts = round_bouts(table(4, 2, "round-robin", seeds=3), 0, [])
    assert len(bouts) == len(set(bouts)) == 6 * 2 * 3
    assert Counter(bout.seed for bout in bouts) == {1: 12, 2: 12, 3: 12}
    assert Bout(1, ("a", "b")) in bouts
    assert Bout(1, ("b", "a")) in bouts
    at_three = round_bouts(table(4, 3, "round-robin"), 0, [])
    assert len(at_three) == 4 * 3


def test_with_fewer_bots_than_seats_they_meet_themselves() -> None:
    assert next_line_ups(table(1, 2, "round-robin"), []) == [("a", "a")]
    assert next_line_ups(table(2, 3, "round-robin"), [])[1] == ("a", "a", "b")


def test_swiss_pairs_equals_who_have_not_met_and_lets_each_rest_in_turn() -> None:
    swiss, rounds = table(5, 2, "swiss"), list[Outcomes]()
    met: Counter[frozenset[str]] = Counter()
    rested: Counter[str] = Counter()
    for number in range(4):
        pairs = next_line_ups(swiss, rounds)
        met.update(map(frozenset, pairs))
        rested.update(set(swiss.bots) - {bot for pair in pairs for bot in pair})
        rounds.append(strong_wins(swiss, number, rounds))
    assert set(met.values()) == {1}
    assert max(rested.values()) == 1
    assert standing(swiss, rounds)[:2] == ["e", "d"]
    assert standing(swiss, rounds)[-1] == "a"
    seeds = [{bout.seed for bout in each} for each in rounds]
    assert len(set.union(*seeds)) == 4, "each round has seeds of its own"


def test_on_a_ladder_neighbours_meet_and_the_strong_climb() -> None:
    ladder, rounds = table(4, 2, "ladder"), list[Outcomes]()
    assert next_line_ups(ladder, rounds) == [("a", "b"), ("c", "d")]
    for number in range(4):
        rounds.append(strong_wins(ladder, number, rounds))
        assert len(standing(ladder, rounds)) == 4
    assert standing(ladder, rounds[:1]) == ["b", "a", "d", "c"]
    assert standing(ladder, rounds) == ["d", "c", "b", "a"]
