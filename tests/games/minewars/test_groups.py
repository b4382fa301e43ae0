"""What falls by being surrounded, and when (MW-44 to MW-47)."""

from __future__ import annotations

import pytest

from freehold.game import TRUTH
from freehold.games.minewars import ground, protections, rules
from freehold.games.minewars.board.bits import bits_at
from freehold.games.minewars.board.kinds import CLUSTERED, MINE, NOBODY, WALLS
from freehold.games.minewars.moves import groups
from freehold.games.minewars.state import State
from tests.games.minewars import act, advance, codes, draw, give, money, picture, position, rng


def test_mw_44_items_are_captured_by_owning_all_safe_tiles_around_them() -> None:
    state = position("""
        a  a  a  a
        a  *  b! .
        a  a  a  a
    """)
    notices = act(state, 0, "capture 3,1")
    assert draw(state) == picture("""
        a  a  a  a
        a  a  a  a
        a  a  a  a
    """)
    assert codes(notices) == ["surrounded", "surrounded_yours", "sold"]
    assert notices[1].facts == {"seat": 0, "tiles": 1}
    assert notices[1].to == (1, TRUTH)


def test_mw_44_mw_31_land_that_fell_in_a_group_is_protected() -> None:
    state = position("""
        a  a  a
        a  b* .
        a  a  a
    """)
    act(state, 0, "capture 2,1", now=1_000)
    assert [protections.until_of(state, cell) for cell in (4, 5)] == [3_500, 3_500]
    assert len(state.protected) - state.protected.count(0) == 2


@pytest.mark.parametrize(
    ("letter", "name", "share"), [("*", "mine", 75), ("o", "decoy", 50), ("!", "trap", 0)]
)
def test_mw_45_captured_items_are_sold_for_their_share_of_the_price(
    letter: str, name: str, share: int
) -> None:
    state = position(f"a {letter} . ~", round_money=1)
    before = money(state, 0)
    ground.give(state, 1 << 2, 1)
    notices = rules.finish(state, 0)
    sale = state.terms.prices[name] * share // 100
    assert money(state, 0) - before == sale
    assert (notices[-1].code, notices[-1].to) == ("sold", (0, TRUTH))
    assert notices[-1].facts == {"items": 1, "money": sale}


def test_mw_45_the_sum_is_rounded_up_and_paid_to_the_regions_city_if_owned() -> None:
    board = """
        aC  ~  ~  ~  ~  ~  ~  aC
        a   *  .  ~  a  *  .  a
    """
    regions = """
        1  0  0  0  0  0  0  2
        1  1  1  0  2  2  2  2
    """
    state = position(board, regions=regions)
    mine = state.terms.prices["mine"]
    sale = -(-mine * 75 // 10_000) * 100
    before = [money(state, 0), money(state, 1)]
    give(state, 2, 1, 1)
    assert [money(state, 0), money(state, 1)] == [before[0] + sale, before[1]]
    give(state, 6, 1, 1)
    assert [money(state, 0), money(state, 1)] == [before[0] + sale, before[1] + sale]


def test_mw_45_in_a_foreign_region_the_nearest_own_city_is_paid() -> None:
    board = """
        aC  ~  ~  ~  ~  ~  ~  ~  aC
        a   *  .  ~  ~  bC ~  ~  ~
    """
    regions = """
        1  0  0  0  0  0  0  0  2
        3  3  3  0  0  3  0  0  0
    """
    state = position(board, regions=regions)
    before = [money(state, number) for number in range(3)]
    give(state, 2, 1, 1)
    after = [money(state, number) for number in range(3)]
    assert after[0] > before[0]
    assert after[1:] == before[1:]


def test_mw_46_water_bridges_cities_and_the_edge_ask_for_nothing() -> None:
    state = position("""
        ^  ^  ~   .
        ^  .  ~+  .
        C  ~  ~   .
    """)
    give(state, 1, 1, 1)
    assert draw(state) == picture("""
        a^ a^ ~   .
        a^ a  ~+  .
        C  ~  ~   .
    """)


def test_mw_46_a_group_without_safe_land_around_it_cannot_be_captured() -> None:
    state = position("""
        ~  ~  ~  ~  a
        ~  ^  *  ~  .
        ~  ~  ~  ~  .
    """)
    ground.note_dirt(state, 7)
    rules.finish(state, 0)
    assert draw(state).split()[6:8] == ["^", "*"]


def test_mw_46_roads_are_safe_land_and_must_be_owned() -> None:
    state = position("""
        a  a  a
        a  *  b=
        a  a  a
    """)
    ground.note_dirt(state, 4)
    rules.finish(state, 0)
    assert state.item[4] == MINE
    assert give(state, 2, 1, 1) == ["surrounded", "sold"]


def test_mw_46_pending_structures_join_no_group() -> None:
    state = position("""
        a  a  a  .
        a  *  aT? .
        a  a  .  .
    """)
    assert give(state, 2, 2, 1) == ["surrounded", "sold"]


def test_mw_46_the_players_own_item_tiles_are_own_land() -> None:
    state = position("""
        a  a  a  .
        a  *  a* .
        a  a  .  .
    """)
    assert give(state, 2, 2, 1) == ["surrounded", "sold"]
    assert draw(state) == picture("""
        a  a  a  .
        a  a  a* .
        a  a  a  .
    """)


def test_mw_46_neutral_and_protected_tiles_around_must_be_owned_too() -> None:
    state = position("""
        a  a  a
        a  *  .
        a  a  b
    """)
    protections.protect(state, 0, bits_at([8]))
    give(state, 2, 2, 1)
    assert state.item[4] == MINE
    assert give(state, 2, 1, 1) == ["surrounded", "sold"]


def test_mw_46_a_group_with_anothers_protected_tile_waits_until_that_ends() -> None:
    state = position("""
        a  a  a
        a  b* .
        a  a  a
    """)
    protections.protect(state, 1_000, bits_at([4]))
    act(state, 0, "capture 2,1", now=1_200)
    assert draw(state).split()[4] == "b*"
    assert codes(advance(state, 3_499)) == []
    assert codes(advance(state, 3_500)) == ["surrounded", "surrounded_yours", "sold"]
    assert draw(state).split()[4] == "a"


def test_mw_46_a_waiting_group_that_is_not_surrounded_any_more_does_not_fall() -> None:
    state = position("""
        a  a  a
        a  b* .
        a  a  a
    """)
    protections.protect(state, 1_000, bits_at([4]))
    act(state, 0, "capture 2,1", now=1_200)
    give(state, 0, 0, NOBODY, now=2_000)
    assert codes(advance(state, 9_000)) == []
    assert draw(state).split()[4] == "b*"


def test_mw_47_losses_come_before_captures() -> None:
    """One tile changes hands: its loser's cluster is lost, and so the winner gets it."""
    state = position("""
        b  b  b
        b  a% b
        b  b  a
    """)
    assert give(state, 2, 2, 2) == ["cluster_lost", "surrounded"]
    assert draw(state).split()[4] == "b%"


def test_mw_47_an_item_deployed_on_a_tile_already_surrounded_goes_to_the_surrounder() -> None:
    state = position("""
        a  a  a
        a  b  a
        a  a  a
    """)
    ground.lay(state, 4, MINE)
    assert codes(rules.finish(state, 0)) == ["surrounded", "surrounded_yours", "sold"]
    assert draw(state).split()[4] == "a"


def test_mw_47_an_item_destroyed_lets_its_neighbours_group_fall() -> None:
    state = position("""
        a  a  a  .  .
        a  *  *  *  .
        a  a  a  .  .
    """)
    ground.give(state, 1 << 8, 1)
    ground.lay(state, 8, 0)
    ground.give(state, 1 << 3, 1)
    ground.give(state, 1 << 13, 1)
    assert codes(rules.finish(state, 0)) == ["surrounded", "sold"]
    assert draw(state) == picture("""
        a  a  a  a  .
        a  a  a  a  .
        a  a  a  a  .
    """)


def test_mw_46_a_waiting_group_is_looked_at_once_when_its_last_protection_ends() -> None:
    state = position("""
        a  a  a  a
        a  b* b* .
        a  a  a  a
    """)
    protections.protect(state, 500, bits_at([6]))
    protections.protect(state, 900, bits_at([5]))
    act(state, 0, "capture 3,1", now=1_000)
    ground.note_dirt(state, 5)
    rules.finish(state, 1_100)
    assert [due for due in state.due if due[1] == "protect"] == [(3_400, "protect", (5,))]


def test_mw_46_ones_own_protected_tile_waits_for_nothing() -> None:
    state = position("""
        a  a  a  a
        a  aT ^  .
        a  a  a  a
    """)
    protections.protect(state, 500, bits_at([5]))
    assert give(state, 3, 1, 1, now=600) == ["surrounded"]


def test_mw_44_a_flag_on_a_captured_item_goes() -> None:
    state = position("""
        a  a  a
        a  *  .
        a  a  a
    """)
    act(state, 0, "flag 1,1")
    act(state, 0, "capture 2,1")
    assert draw(state).split()[4] == "a"
    assert not any(state.known[0].flag)


WIDE = """
    a  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .
    .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .
    .  .  .  *  .  .  .  .  %  %  .  .  .  .  b* .
    .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .
    .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .
    .  .  .  .  .  .  .  .  ^  ~  .  .  .  .  .  .
    ~  ~  ~  ~  ~  ~  ~  .  ~  ~  ~  ~  ~  ~  ~  ~
"""


TAKEN = """
    a  a  a  a  a  a  a  a  a  a  a  a  a  a  a  a
    a  a  a  a  a  a  a  a  a  a  a  a  a  a  a  a
    a  a  a  a  a  a  a  a  a% a% a  a  a  a  b* .
    a  a  a  a  a  a  a  a  a  a  a  a  a  a  a  a
    a  a  a  a  a  a  a  a  a  a  a  a  a  a  a  a
    a  a  a  a  a  a  a  a  a^ ~  a  a  a  a  a  a
    ~  ~  ~  ~  ~  ~  ~  a  ~  ~  ~  ~  ~  ~  ~  ~
"""


@pytest.mark.parametrize("open_columns", [0, 12])
def test_mw_44_mw_47_a_wide_autoexpansion_takes_what_it_surrounds(open_columns: int) -> None:
    before = [f"{'.  ' * open_columns}{row}" for row in picture(WIDE).splitlines()]
    after = [f"{'a  ' * open_columns}{row}" for row in picture(TAKEN).splitlines()]
    state = position("\n".join(before))
    notices = act(state, 0, f"capture {open_columns + 1},0")
    assert draw(state) == picture("\n".join(after))
    assert sorted(codes(notices)) == ["sold", "surrounded", "surrounded", "surrounded"]


DRY = "a a a a a a a a a a* * * b* ! ^ % . b ~ C bC aT bT aH"
WET = "~ ~ ~ ~ ~ ~ a a * ^ % b*"


@pytest.mark.slow
def test_mw_44_mw_46_what_falls_is_what_falls_tile_by_tile() -> None:
    fallen = 0
    for seed in range(150):
        chance = rng("groups", seed)
        tokens = (WET if seed % 5 == 0 else DRY).split()
        rows = [" ".join(chance.pick(tokens) for _ in range(6)) for _ in range(4)]
        state = position("\n".join(rows))
        expected, before = state.copy(), draw(state)
        walk_and_take(expected)
        groups.capture(state, 0, {ground.ANYBODY: bits_at(range(len(state.kind)))})
        assert draw(state) == draw(expected), before
        fallen += draw(state) != before
    assert fallen > 50, fallen


def walk_and_take(state: State) -> None:
    """Slow and naive: each player in turn, whatever is surrounded."""
    for me in range(1, state.seats + 1):
        taken = [cell for group in walk_groups(state, me) for cell in group]
        for cell in taken:
            if state.owner[cell] != me:
                state.item[cell] = 0
            state.owner[cell] = me


def walk_groups(state: State, me: int) -> list[list[int]]:
    found, walked = [], set[int]()
    for start in range(len(state.kind)):
        if start in walked or not joins(state, me, start):
            continue
        group, edge = [start], set[int]()
        for cell in group:  # grows while it is walked
            for near in state.grid.touching[cell]:
                if not joins(state, me, near):
                    edge.add(near)
                elif near not in group:
                    group.append(near)
        walked |= {*group}
        safe = [cell for cell in edge if ground.is_land(state, cell)]
        if safe and all(state.owner[cell] == me for cell in safe):
            found.append(group)
    return found


def joins(state: State, me: int, cell: int) -> bool:
    is_item = state.item[cell] and state.owner[cell] != me
    return bool(is_item or CLUSTERED[state.kind[cell]] or WALLS[state.structure[cell]])
