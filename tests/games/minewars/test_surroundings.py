"""Groups, rings and what others read, from what a seat knows (MW-22, MW-24, MW-41, MW-50)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from freehold.games.minewars import views
from freehold.games.minewars.board.bits import bits_at, cells_of
from freehold.games.minewars.explaining import explain
from freehold.games.minewars.legal import seen_by, seen_in
from freehold.games.minewars.moves import groups
from freehold.games.minewars.state import State
from freehold.games.minewars.surroundings import Group, group_at, read_by_others, ring_of
from tests.games.minewars import act, position
from tests.games.minewars.look_vectors import Eyes
from tests.games.minewars.test_legal import ISLES, QUICK, moments

CLUSTER = """
    aC a a a a
    a  ^ ^ . a
    a  a a a bC
"""


def group(state: State, cell: int, seat: int = 0) -> Group:
    found = group_at(seen_by(state, seat), cell)
    assert found is not None
    return found


def test_mw_41_a_group_has_the_safe_land_around_it_and_what_is_missing() -> None:
    state = position(CLUSTER)
    assert group(state, 6) == group(state, 7)
    assert group(state, 6).cells == (6, 7)
    assert group(state, 6).ring == (1, 2, 3, 5, 8, 10, 11, 12, 13)
    assert group(state, 6).missing == (8,)
    assert group_at(seen_by(state, 0), 8) is None


def test_mw_24_an_own_flag_joins_a_group_and_a_hidden_item_does_not() -> None:
    state, mined = position(CLUSTER), position(CLUSTER.replace(" . ", " * "))
    assert group(mined, 6) == group(state, 6)
    act(mined, 0, "flag 3,1")
    assert group(mined, 6).cells == (6, 7, 8)
    assert group(mined, 6).missing == ()


def test_mw_35_a_flag_that_is_not_on_land_joins_nothing() -> None:
    state = position("aC a ~ ^ . bC b")
    for place in ("2,0", "5,0"):
        act(state, 0, f"flag {place}")
    seen = seen_by(state, 0)
    assert [group_at(seen, cell) is None for cell in range(7)] == [cell != 3 for cell in range(7)]
    assert group(state, 3).ring == (4,), "water asks for nothing (MW-46)"


@pytest.mark.parametrize("params", [{"map": ISLES}, {"map": ISLES.replace("square", "hex")}])
def test_what_is_seen_is_what_the_rulebook_says_tile_by_tile(params: dict[str, Any]) -> None:
    count = 0
    for state, _ in moments(4, 120, **QUICK | params):
        for seat in range(2):
            view = views.view(state, seat)
            seen, eyes = seen_in(view), Eyes(view)
            expected = {cell: each for each in eyes.groups() for cell in each["cells"]}
            for cell in range(len(state.kind)):
                found = group_at(seen, cell)
                assert (found is None) == (cell not in expected)
                if found is not None:
                    told = {name: [*part] for name, part in structs.asdict(found).items()}
                    assert told == expected[cell]
                    count += 1
            for cell, ring in zip(view.facts.terms.cities, eyes.rings(), strict=True):
                found_ring = ring_of(seen, cell)
                assert found_ring.held == ring["held"]
                assert found_ring.rivals == ring["rivals"]
                assert len(found_ring.cells) == ring["tiles"]
            read = {str(cell): number for cell, number in read_by_others(seen).items()}
            assert read == eyes.digits()["read"]
    assert count > 50


@pytest.mark.parametrize("params", [{"map": ISLES}, {"map": ISLES.replace("square", "hex")}])
def test_where_all_is_known_the_group_is_the_one_that_the_rules_capture(
    params: dict[str, Any],
) -> None:
    """A seat that sees everything and has flagged all foreign items has the true groups before
    it."""
    count = 0
    for state, _ in moments(6, 120, **QUICK | params):
        for seat in range(2):
            known = state.copy()
            reveal_all(known, seat)
            for cell in range(len(state.kind)):
                found = group_at(seen_by(known, seat), cell)
                truth = groups.group_of(state, seat + 1, 1 << cell)
                is_member = bool(groups.members_for(state, seat + 1) >> cell & 1)
                assert (found is not None) == is_member
                if found is not None:
                    assert found.cells == tuple(cells_of(truth))
                    count += 1
                    is_won = bool(groups.surrounded(state, seat + 1, bits_at(found.cells)))
                    is_own = all(state.owner[each] == seat + 1 for each in found.cells)
                    assert is_won == (bool(found.ring) and not found.missing and not is_own)
    assert count > 50


def reveal_all(state: State, seat: int) -> None:
    """It knows kinds, owners, structures and items as they are."""
    known = state.known[seat]
    known.kind[:], known.owner[:] = state.kind, state.owner
    known.structure[:], known.item[:] = state.structure, state.item
    known.flag[:] = bytes(len(known.flag))


def test_mw_50_a_citys_ring_is_the_land_that_touches_it() -> None:
    state = position(
        """
        aC a  .
        a  bC b
        ~  ^  .
        """
    )
    ring = ring_of(seen_by(state, 0), 4)
    assert (sorted(ring.cells), ring.held, ring.rivals) == ([1, 2, 3, 5, 8], 2, 1)
    theirs = ring_of(seen_by(state, 1), 4)
    assert (theirs.held, theirs.rivals) == (1, 2)


def test_mw_22_what_others_read_counts_own_items_and_the_one_thought_of() -> None:
    state = position("aC a* a b* . bC")
    seen = seen_by(state, 0)
    assert read_by_others(seen) == {}
    assert read_by_others(seen, 2) == {3: 1}
    assert read_by_others(seen, 3) == {}, "only on own land"
    assert read_by_others(seen_by(state, 1)) == {2: 1, 4: 1}


# In the terminal


def test_the_terminal_says_what_surrounding_takes() -> None:
    state = position(CLUSTER)
    view = views.view(state, 0)
    assert explain(view, 1, 1)[1] == (
        "As far as you know, it belongs to a group of 2 tiles:"
        " you still need one of the 9 safe tiles around it, including 3,1."
    )
    assert explain(view, 4, 2)[1] == "You own 2 of 3 tiles around this city."
    assert not any("group" in line for line in explain(view, 0, 1))
    act(state, 0, "flag 3,1")
    assert explain(views.view(state, 0), 1, 1)[1].endswith("all safe land around it is yours.")
