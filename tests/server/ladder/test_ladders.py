"""Ladders as they are kept: each match once, in its lists, for players who may be forgotten."""

from __future__ import annotations

import pytest

from freehold.server.ladder import ladders
from freehold.server.ladder.ladders import Contestant, Kind, Page, RatedMatch
from freehold.store import Damaged, MemoryStore

ANN = Contestant("ann", "person", "Ann")
BEN = Contestant("ben", "person", "Ben")
EASY = Contestant("house easy", "house", "Fox")
OURS = Contestant("brought cid/fox.py", "brought", "fox.py", "Cid")


def finish(
    *contestants: Contestant, places: tuple[int, ...] = (), listed_from: int = 1
) -> RatedMatch:
    return RatedMatch(
        "go", contestants, places or tuple(range(1, len(contestants) + 1)), listed_from
    )


def settled(*finishes: RatedMatch) -> MemoryStore:
    store = MemoryStore()
    for number, each in enumerate(finishes):
        ladders.settle(store, f"m{number}", each)
    return store


def page(
    store: MemoryStore, list_name: ladders.ListName, player: str = "", needed: int = 1
) -> Page:
    return ladders.read_page(store, f"go {list_name}", player, needed, 100)


def names(store: MemoryStore, list_name: ladders.ListName) -> list[str]:
    return [row.rating.name for row in page(store, list_name).rows]


@pytest.mark.parametrize(
    ("kinds", "own"),
    [
        ({"person"}, "people"),
        ({"person", "house"}, "house"),
        ({"person", "brought"}, "brought"),
        ({"house", "brought", "person"}, "brought"),
    ],
)
def test_bots_are_rated_apart(kinds: set[Kind], own: str) -> None:
    assert ladders.list_of(kinds) == own


def test_a_match_counts_in_its_own_list_and_in_the_one_for_all() -> None:
    store = settled(finish(ANN, BEN), finish(EASY, ANN), finish(OURS, BEN))
    assert names(store, "people") == ["Ann", "Ben"]
    assert names(store, "house") == ["Fox", "Ann"]
    assert names(store, "brought") == ["fox.py", "Ben"]
    assert set(names(store, "all")) == {"Ann", "Ben", "Fox", "fox.py"}
    all_of_them = ladders.read_rating(store, "go all", "ann")
    assert all_of_them is not None
    assert (all_of_them.matches, all_of_them.wins) == (2, 1)


def test_a_match_is_counted_once_however_often_it_is_said_to_be_over() -> None:
    store = settled(finish(ANN, BEN))
    before, first = dict(store._ratings), ladders.read_result(store, "m0")
    again = ladders.settle(store, "m0", finish(ANN, BEN))
    assert again == first
    assert store._ratings == before


def test_what_has_changed_is_told_by_seat() -> None:
    result = ladders.settle(MemoryStore(), "m", finish(BEN, ANN, places=(2, 1), listed_from=3))
    lost, won = result.seats
    assert lost is not None
    assert won is not None
    assert won.change > 0 > lost.change
    assert (won.points, won.matches_left) == (900 + won.change, 2)


def test_a_player_is_listed_from_a_number_of_matches_on_and_knows_their_rating_before() -> None:
    store = settled(*[finish(ANN, BEN, listed_from=3)] * 2)
    assert page(store, "people", "ann", 3).rows == []
    mine = page(store, "people", "ann", 3).mine
    assert mine is not None
    assert (mine.rank, mine.rating.matches) == (0, 2)
    ladders.settle(store, "m2", finish(ANN, BEN, listed_from=3))
    assert [row.rank for row in page(store, "people", "ann", 3).rows] == [1, 2]


def test_players_with_equal_points_share_a_rank() -> None:
    store = settled(finish(ANN, BEN, places=(1, 1)), finish(EASY, OURS))
    assert [row.rank for row in page(store, "people").rows] == [1, 1]
    mine = ladders._read_row(store, "go people", "ben", 1)
    assert mine is not None
    assert mine.rank == 1


def test_a_level_with_two_seats_has_played_one_match() -> None:
    store = settled(finish(ANN, EASY, EASY))
    kept = ladders.read_rating(store, "go house", EASY.key)
    assert kept is not None
    assert kept.matches == 1
    apart = settled(finish(ANN, EASY, OURS))
    second = ladders.read_rating(apart, "go brought", EASY.key)
    third = ladders.read_rating(apart, "go brought", OURS.key)
    assert second is not None
    assert third is not None
    assert kept.mu == pytest.approx((second.mu + third.mu) / 2)


def test_who_does_not_want_to_be_listed_is_in_no_list_and_still_rated() -> None:
    store = settled(finish(ANN, BEN))
    ladders.set_listed(store, "ann", False, 1)
    assert names(store, "people") == ["Ben"]
    assert page(store, "people").listed == 1
    result = ladders.settle(store, "m1", finish(ANN, BEN))
    assert [each is None for each in result.seats] == [True, False]
    mine = page(store, "people", "ann").mine
    assert mine is not None
    assert (mine.rank, mine.rating.matches) == (0, 2)
    ladders.set_listed(store, "ann", True, 1)
    assert names(store, "people") == ["Ann", "Ben"]


def test_somebody_who_is_forgotten_is_in_no_list_and_in_no_result() -> None:
    store = settled(finish(ANN, BEN), finish(OURS, BEN))
    ladders.set_listed(store, "ann", True, 1)
    ladders.forget_seats(store, "m0", [0], "Deleted player")
    ladders.forget_seats(store, "m1", [0], "Deleted player")
    ladders.forget_seats(store, "m9", [0], "Deleted player")  # it was not rated
    ladders.forget_player(store, "ann")
    assert names(store, "people") == ["Ben"]
    assert names(store, "brought") == ["Ben"]
    kept = b"".join(data for _, data in store.all(ladders.RESULTS))
    assert b"Ann" not in kept
    assert b"ann" not in kept
    assert b"Cid" not in kept
    assert b"fox.py" not in kept


def test_all_ratings_follow_from_the_results_in_their_order() -> None:
    matches = [finish(ANN, BEN), finish(BEN, ANN), finish(ANN, EASY), finish(OURS, ANN)]
    store = settled(*matches, *matches[::-1])
    ladders.set_listed(store, "ben", False, 1)
    before = dict(store._ratings)
    store._ratings.clear()
    assert ladders.rebuild(store, {"ann", "ben"}, 1) == 8
    assert store._ratings == before


def test_a_guest_who_is_no_more_gets_no_rating_back() -> None:
    store = settled(finish(ANN, BEN), finish(ANN, BEN))
    ladders.rebuild(store, {"ben"}, 1)
    assert names(store, "people") == ["Ben"]
    assert ladders.read_rating(store, "go people", "ann") is None


def test_another_number_of_matches_holds_for_all_after_a_rebuild() -> None:
    store = settled(finish(ANN, BEN), finish(ANN, EASY))
    ladders.rebuild(store, {"ann", "ben"}, 2)
    assert names(store, "all") == ["Ann"]
    assert names(store, "people") == []


def test_where_a_rating_is_damaged_nothing_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    store = settled(finish(ANN, BEN))
    before = dict(store._ratings)

    def damaged(ladder: str, player: str) -> bytes | None:
        if (ladder, player) == ("go people", "ben"):
            raise Damaged("ratings go people ben is damaged")
        return store._ratings[ladder, player][1]

    monkeypatch.setattr(store, "get_rating", damaged)
    with pytest.raises(Damaged):
        ladders.settle(store, "m1", finish(BEN, ANN))
    assert store._ratings == before
    assert ladders.read_result(store, "m1") is None
