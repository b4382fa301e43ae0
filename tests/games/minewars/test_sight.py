"""What each seat knows (MW-10 to MW-18, MW-22, MW-25, MW-34, MW-72, MW-73): pictures first, then
random play against a slow and naive sight that was written from the rulebook alone."""

from __future__ import annotations

import pytest

from freehold.game import Notice, Setup
from freehold.games.minewars import ground, knowledge, rules, setup, views
from freehold.games.minewars.kinds import DECOY, FERTILE, FOUNDATION, MINE, NONE, TRAP
from freehold.games.minewars.params import Params
from freehold.games.minewars.sight import (
    cells_around,
    count_eyes,
    discs,
    protect_byte,
    protected_until,
)
from freehold.games.minewars.state import State
from freehold.kernel.chance import Stream, key_of
from freehold.kernel.grids import hex_grid, square_grid
from tests.games.minewars import act, advance, fund, layer, picture, position
from tests.games.minewars.naive_sight import NaiveSeat


def shown(state: State, seat: int, name: str, rows: int = 1) -> str:
    """A layer of a seat's view, as digits."""
    return layer(views.view(state, seat).layers[name], state.width, rows)


def change_owner(state: State, cell: int, owner: int) -> None:
    ground.give(state, cell, owner)
    rules.finish(state, 0)


# How far


def test_mw_10_a_player_sees_three_tiles_far_from_every_own_tile() -> None:
    state = position(". . . . a . . . .")
    assert shown(state, 0, "sight") == ". 1 1 1 2 1 1 1 ."
    assert shown(state, 1, "sight") == ". . . . . . . . ."


def test_mw_10_sight_reaches_as_far_as_the_table_says() -> None:
    state = position(". . . . a . . . .", sight_steps=2)
    assert shown(state, 0, "sight") == ". . 1 1 2 1 1 . ."


def test_mw_10_corners_count_as_touching_on_a_square_grid() -> None:
    state = position("\n".join([". . . . ."] * 3 + [". . . . a"]))
    assert shown(state, 0, "sight", 4) == picture(
        """
        . 1 1 1 1
        . 1 1 1 1
        . 1 1 1 1
        . 1 1 1 2
        """
    )


def test_mw_10_a_hex_disc_has_37_tiles() -> None:
    rows = [". . . . . . . . ."] * 9
    rows[4] = ". . . . a . . . ."
    state = position("\n".join(rows), shape="hex")
    assert shown(state, 0, "sight", 9) == picture(
        """
        . . . . . . . . .
        . . 1 1 1 1 . . .
        . . 1 1 1 1 1 . .
        . 1 1 1 1 1 1 . .
        . 1 1 1 2 1 1 1 .
        . 1 1 1 1 1 1 . .
        . . 1 1 1 1 1 . .
        . . 1 1 1 1 . . .
        . . . . . . . . .
        """
    )


# Kinds


FAR = "a . . . . . . . . b, bC"


def test_mw_11_kinds_are_known_everywhere_from_the_start() -> None:
    state = position("a . . . . . ^ % ~ , #")
    assert shown(state, 0, "kind") == "1 1 1 1 1 1 5 6 . 2 3"


def test_mw_12_a_change_of_kind_behind_fog_is_not_revealed() -> None:
    state = position(FAR)
    act(state, 1, "harvest 9,0")
    advance(state, 8_000)
    assert state.kind[9] == FOUNDATION
    assert views.view(state, 0).layers["kind"][9] == FERTILE
    assert views.view(state, 1).layers["kind"][9] == FOUNDATION


def test_mw_11_a_kind_is_remembered_as_of_the_last_time_it_was_seen() -> None:
    state = position(FAR)
    act(state, 1, "harvest 9,0")
    advance(state, 8_000)
    change_owner(state, 6, 1)
    assert views.view(state, 0).layers["kind"][9] == FOUNDATION
    change_owner(state, 6, 0)
    ground.turn(state, 9, FERTILE)
    rules.finish(state, 0)
    assert shown(state, 0, "sight") == "2 1 1 1 . . . . . . 2"
    assert views.view(state, 0).layers["kind"][9] == FOUNDATION, "as it was last seen"


# Owners


def test_mw_13_ownership_is_not_shown_behind_fog() -> None:
    state = position("a . . b b b b")
    assert shown(state, 0, "owner") == "1 . . 2 . . ."


def test_mw_13_mw_18_what_was_seen_of_an_owner_is_forgotten_in_fog() -> None:
    state = position("a . . b b b b")
    change_owner(state, 2, 1)
    assert shown(state, 0, "owner") == "1 . 1 2 2 2 ."
    change_owner(state, 2, 0)
    assert shown(state, 0, "owner") == "1 . . 2 . . ."


# Mountains


def test_mw_14_a_mountain_cluster_is_seen_whole_when_one_tile_is() -> None:
    state = position("a . . ^ ^ ^ ^ . ^")
    assert shown(state, 0, "sight") == "2 1 1 1 1 1 1 . ."


def test_mw_14_a_forest_is_not() -> None:
    state = position("a . . % % % % . %")
    assert shown(state, 0, "sight") == "2 1 1 1 . . . . ."


def test_mw_14_a_cluster_goes_out_of_sight_whole() -> None:
    state = position("a . a . . ^ ^ ^ ^")
    assert shown(state, 0, "sight") == "2 1 2 1 1 1 1 1 1"
    change_owner(state, 2, 0)
    assert shown(state, 0, "sight") == "2 1 1 1 . . . . ."


def test_mw_14_a_cluster_stays_in_sight_while_any_of_its_tiles_is() -> None:
    state = position("a ~ ~ ^ ^ ^ ^ ~ ~ a")
    change_owner(state, 0, 0)
    assert shown(state, 0, "sight") == ". . . 1 1 1 1 1 1 2"


def test_mw_14_a_harvest_that_breaks_a_cluster_hides_what_is_beyond() -> None:
    state = position("a . . ^ ^ ^ ^")
    ground.turn(state, 5, FOUNDATION)
    rules.finish(state, 0)
    assert shown(state, 0, "sight") == "2 1 1 1 1 . ."
    assert shown(state, 0, "kind") == "1 1 1 5 5 5 5", "MW-12: nobody saw it change"


def test_mw_14_a_tower_sees_clusters_whole_too() -> None:
    state = position("aT . . . . ^ ^ ^")
    assert shown(state, 0, "sight") == "2 2 2 2 2 2 1 1"


# Levels


def test_mw_15_city_tiles_are_in_full_sight_of_everybody() -> None:
    state = position("a . . . . . . bC")
    assert shown(state, 0, "sight") == "2 1 1 1 . . . 2"
    assert shown(state, 0, "owner") == "1 . . . . . . 2"


def test_mw_15_a_tower_gives_full_sight_five_tiles_around() -> None:
    state = position(". . . . aT . . . . . .", tower_steps=5)
    assert shown(state, 0, "sight") == "2 2 2 2 2 2 2 2 2 2 ."


def test_mw_15_a_tower_that_is_lost_watches_for_nobody() -> None:
    state = position(". . . . aT . . . . . .")
    ground.raze(state, state.built[4])
    rules.finish(state, 0)
    assert shown(state, 0, "sight") == ". 1 1 1 2 1 1 1 . . ."


def test_mw_15_a_tower_that_changes_hands_watches_for_the_other() -> None:
    state = position(". . . . aT . . . . . .")
    change_owner(state, 4, 2)
    assert shown(state, 0, "sight") == ". . . . . . . . . . ."
    assert shown(state, 1, "sight") == "2 2 2 2 2 2 2 2 2 2 ."


def test_mw_15_two_towers_watch_until_both_are_gone() -> None:
    state = position("aT . aT . . . . . .")
    change_owner(state, 2, 0)
    assert shown(state, 0, "sight") == "2 2 2 2 2 2 . . ."


def test_mw_16_limited_sight_shows_completed_structures_and_their_hit_points() -> None:
    state = position("a . b= bT . b= b")
    assert shown(state, 0, "structure") == ". . 1 3 . . ."
    assert shown(state, 0, "hp") == ". . 3 6 . . ."


def test_mw_16_limited_sight_shows_no_structure_to_come() -> None:
    state = position("a . b=? bT?")
    assert shown(state, 0, "structure") == ". . . ."
    assert shown(state, 1, "structure") == ". . 5 7"


def test_mw_16_full_sight_shows_items_and_structures_to_come() -> None:
    state = position("aT . b* b=? *  b")
    assert shown(state, 0, "item") == ". . 2 . 2 ."
    assert shown(state, 0, "structure") == "3 . . 5 . ."


def test_mw_16_who_asked_for_a_bridge_sees_it_to_come() -> None:
    state = position("a ~ b")
    state.region = bytes([1, 0, 2, *state.region[3:]])
    act(state, 0, "build bridge 1,0")
    assert shown(state, 0, "structure") == ". 8 ."
    assert shown(state, 1, "structure") == ". . ."


def test_mw_16_skulls_are_seen_through_fog() -> None:
    state = position("a . . . . . . b*  c", seats=3)
    act(state, 2, "capture 7,0")
    assert shown(state, 0, "skull") == ". . . . . . . 1 ."
    assert shown(state, 0, "kind") == "1 1 1 1 1 1 1 1 1"
    assert shown(state, 2, "kind") == "1 1 1 1 1 1 1 4 1"


def test_mw_16_an_explosion_is_told_to_who_sees_the_tile() -> None:
    state = position("a . . . . . . b  c", seats=3)
    fund(state)
    act(state, 2, "strike 7,0")
    notices = advance(state, 1_000)
    assert [notice.to for notice in notices if notice.code == "explosion"] == [(1, 2, -2)]
    assert views.view(state, 0).facts.own.events == ()
    assert views.view(state, 1).facts.own.events == (("explosion", 7, 1_000),)


def test_mw_16_only_the_last_few_explosions_are_kept_in_mind() -> None:
    state = position("a b")
    for now in range(9):
        knowledge.witness(state, now, 1)
    assert [at for _, _, at in state.known[0].events] == [3, 4, 5, 6, 7, 8]


def test_mw_17_items_of_others_are_not_seen_in_limited_sight() -> None:
    state = position("ao . b* *")
    assert shown(state, 0, "item") == "1 . . ."


def test_mw_18_lost_land_drops_to_limited_sight_or_to_fog() -> None:
    state = position("a a . . . a* .")
    change_owner(state, 5, 2)
    assert shown(state, 0, "sight") == "2 2 1 1 1 . ."
    assert shown(state, 0, "item") == ". . . . . . ."
    change_owner(state, 1, 2)
    assert shown(state, 0, "sight") == "2 1 1 1 . . ."


# Digits


def test_mw_22_a_digit_counts_items_on_touching_foreign_tiles() -> None:
    state = position(
        """
        *  .  b*
        .  a  a*
        .  .  a
        """
    )
    assert shown(state, 0, "digit", 3) == picture(
        """
        . . .
        . 3 2
        . . 1
        """
    ), "the digit and 1, so that 0 can be told from nothing"
    assert shown(state, 1, "digit", 3) == picture(
        """
        . . 2
        . . .
        . . .
        """
    )


def test_mw_22_an_asterisk_says_that_a_decoy_or_a_trap_is_among_them() -> None:
    state = position("* a . o a . ! a . ao a")
    assert shown(state, 0, "digit") == ". 2 . . 2 . . 2 . 1 1"
    assert shown(state, 0, "star") == ". . . . 1 . . 1 . . ."


def test_mw_22_cities_mountains_and_forests_have_no_digit() -> None:
    state = position("* a^ * aC * a% * a")
    assert shown(state, 0, "digit") == ". . . . . . . 2"


def test_mw_25_digits_follow_every_item_at_once() -> None:
    state = position("a b . .")
    fund(state)
    act(state, 1, "deploy mine 1,0")
    assert shown(state, 0, "digit") == "1 . . ."
    advance(state, 500)
    assert shown(state, 0, "digit") == "2 . . ."
    act(state, 0, "strike 1,0", 500)
    advance(state, 1_500)
    assert shown(state, 0, "digit") == "1 . . ."


def test_mw_25_a_digit_follows_when_the_item_changes_hands_or_kind() -> None:
    state = position("a b* a")
    ground.give(state, 1, 1)
    ground.give(state, 0, 2)
    knowledge.learn(state, 0)
    assert shown(state, 0, "digit") == ". 1 1"
    assert shown(state, 1, "digit") == "2 . ."
    ground.lay(state, 1, DECOY)
    knowledge.learn(state, 0)
    assert shown(state, 1, "star") == "1 . ."


def test_mw_25_a_digit_that_falls_to_0_opens_nothing() -> None:
    state = position("a b* . .")
    fund(state)
    act(state, 0, "strike 1,0")
    advance(state, 1_000)
    assert shown(state, 0, "digit") == "1 . . ."
    assert shown(state, 0, "owner") == "1 2 . ."


def test_mw_34_the_blind_get_no_digits_until_they_see_again() -> None:
    state = position("* a . ! . b")
    act(state, 0, "capture 2,0")
    assert shown(state, 0, "digit") == ". 2 2 . . ."
    act(state, 0, "capture 3,0", 200)
    assert shown(state, 0, "digit") == ". . . . . ."
    assert shown(state, 0, "star") == ". . . . . ."
    assert views.view(state, 0).facts.own.blind_until == 6_200
    advance(state, 6_200)
    assert shown(state, 0, "digit") == ". 2 1 1 1 1"


def test_mw_34_others_are_not_blinded() -> None:
    state = position("a ! . * b .")
    act(state, 0, "capture 1,0")
    assert shown(state, 1, "digit") == ". . . . 2 ."


# Smoke


def test_mw_73_a_smoked_digit_is_not_sent_and_all_who_see_the_tile_see_the_smoke() -> None:
    state = position("* a b . . . . . c", seats=3)
    fund(state)
    act(state, 1, "smoke 1,0")
    assert shown(state, 0, "digit") == ". 2 . . . . . . ."
    advance(state, 500)
    assert shown(state, 0, "digit") == ". . . . . . . . ."
    assert shown(state, 0, "smoke") == ". 1 . . . . . . ."
    assert shown(state, 1, "smoke") == ". 1 . . . . . . ."
    assert shown(state, 2, "smoke") == ". . . . . . . . ."
    advance(state, 5_500)
    assert shown(state, 0, "digit") == ". 2 . . . . . . ."
    assert shown(state, 1, "smoke") == ". . . . . . . . ."


# Reveals


def test_mw_72_a_reveal_shows_one_foreign_tile_fully() -> None:
    state = position("a b* b*")
    fund(state)
    act(state, 0, "reveal 1,0")
    assert shown(state, 0, "item") == ". . ."
    advance(state, 250)
    assert shown(state, 0, "item") == ". 2 ."
    assert shown(state, 0, "sight") == "2 2 1"


def test_mw_72_an_empty_tile_is_shown_empty() -> None:
    state = position("a b b")
    fund(state)
    act(state, 0, "reveal 1,0")
    advance(state, 250)
    assert shown(state, 0, "item") == ". 4 ."


def test_mw_72_a_reveal_ends_when_the_tile_changes_owner() -> None:
    state = revealed_position()
    change_owner(state, 1, 0)
    assert shown(state, 0, "item") == ". . ."
    assert shown(state, 0, "sight") == "2 1 1"


def test_mw_72_a_reveal_ends_when_the_tile_explodes() -> None:
    state = revealed_position()
    act(state, 0, "strike 1,0", 1_000)
    advance(state, 2_000)
    assert shown(state, 0, "item") == ". . ."
    assert shown(state, 0, "sight") == "2 1 1"


def test_mw_72_a_reveal_ends_when_the_tile_falls_into_fog() -> None:
    state = revealed_position()
    change_owner(state, 0, 0)
    change_owner(state, 0, 1)
    assert shown(state, 0, "item") == ". . ."


def revealed_position() -> State:
    state = position("a b* b")
    fund(state)
    act(state, 0, "reveal 1,0")
    advance(state, 250)
    assert shown(state, 0, "item") == ". 2 ."
    return state


def test_mw_72_what_a_reveal_shows_follows_what_lies_there() -> None:
    state = revealed_position()
    ground.lay(state, 1, TRAP)
    rules.finish(state, 300)
    assert shown(state, 0, "item") == ". 3 ."
    ground.lay(state, 1, NONE)
    rules.finish(state, 300)
    assert shown(state, 0, "item") == ". 4 ."


# Protection


def test_mw_31_protection_is_shown_to_who_sees_the_tile_until_it_ends() -> None:
    state = position("a . * . . . . . b")
    act(state, 0, "capture 1,0", 130)
    byte = views.view(state, 0).layers["protected"][1]
    assert protected_until(2_500, byte, 130) == 2_700, "2630, shown in tenths of a second"
    assert shown(state, 1, "protected") == ". . . . . . . . ."
    advance(state, 2_699)
    assert views.view(state, 0).layers["protected"][1] == byte
    advance(state, 2_700)
    assert views.view(state, 0).layers["protected"][1] == 0


def test_mw_31_when_protection_ceases_to_be_shown_depends_on_nobody_else() -> None:
    state = position("a . * . . . . . . b")
    act(state, 0, "capture 1,0", 130)
    advance(state, 2_640)
    act(state, 1, "flag 8,0", 2_640)
    assert views.view(state, 0).layers["protected"][1]


@pytest.mark.parametrize("protect_ms", [1, 2_500, 25_000, 600_000])
def test_a_protection_is_read_from_its_byte_at_any_moment_before_its_end(protect_ms: int) -> None:
    for begun in (0, 77, 12_345, 899_999):
        until = begun + protect_ms
        byte = protect_byte(protect_ms, until)
        assert 0 < byte < 256
        shown_to = protected_until(protect_ms, byte, until)
        assert until <= shown_to < until + max(100, protect_ms // 250 + 2)
        assert protected_until(protect_ms, byte, begun) == shown_to
        assert protected_until(protect_ms, byte, (begun + until) // 2) == shown_to
    assert protected_until(protect_ms, 0, 5) == 0


# Reach


def test_mw_30_foreign_tiles_beside_own_ones_are_in_reach() -> None:
    state = position("~ a b . . ^ a% % .")
    assert shown(state, 0, "reach") == ". . 1 . . 1 . 1 ."
    change_owner(state, 2, 1)
    assert shown(state, 0, "reach") == ". . . 1 . 1 . 1 ."
    change_owner(state, 2, 2)
    assert shown(state, 0, "reach") == ". . 1 . . 1 . 1 ."


def test_mw_30_a_tile_across_a_bridge_is_in_reach_while_the_bridge_stands() -> None:
    state = position("a ~+ b .")
    assert shown(state, 0, "reach") == ". . 1 ."
    change_owner(state, 0, 0)
    assert shown(state, 0, "reach") == ". . . ."
    change_owner(state, 0, 1)
    assert shown(state, 0, "reach") == ". . 1 ."
    assert shown(state, 1, "reach") == "1 . . 1"
    ground.raze(state, state.built[1])
    rules.finish(state, 0)
    assert shown(state, 0, "reach") == ". . . ."


# Eyes


@pytest.mark.parametrize("grid", [square_grid(7, 5), hex_grid(6, 7)])
@pytest.mark.parametrize("steps", [0, 1, 3, 7])
def test_discs_are_the_cells_so_many_steps_away(grid, steps) -> None:  # type: ignore[no-untyped-def]
    for cell, disc in enumerate(discs(grid, steps)):
        assert list(disc) == grid.disc(cell, steps)


@pytest.mark.parametrize("grid", [square_grid(12, 9), hex_grid(11, 10)])
@pytest.mark.parametrize("steps", [2, 3, 7])
def test_many_eyes_are_counted_like_few(grid, steps) -> None:  # type: ignore[no-untyped-def]
    rng = Stream(key_of("eyes", steps), "eyes")
    cells = rng.sample(range(len(grid)), 60)
    counts = bytearray(len(grid))
    assert count_eyes(counts, grid, steps, cells, []) == sorted(
        cells_around(discs(grid, steps), cells)
    )
    shut, opened = cells[:30], [cell for cell in range(len(grid)) if cell not in cells][:9]
    changed = count_eyes(counts, grid, steps, opened, shut)
    assert changed == sorted(cells_around(discs(grid, steps), [*opened, *shut]))
    few = bytearray(len(grid))
    for cell in (*cells[30:], *opened):
        count_eyes(few, grid, steps, [cell], [])
    for cell in rng.sample(range(len(grid)), 5):
        count_eyes(few, grid, steps, [cell], [])
        count_eyes(few, grid, steps, [], [cell])
    assert counts == few


# Random play, watched by naive eyes

BUSY = {
    "radius_tiles": 6,
    "start_money_percent": 100_000,
    "harvest_land_ms": 700,
    "harvest_fertile_ms": 700,
    "harvest_forest_ms": 800,
    "harvest_mountain_ms": 900,
    "road_cost_percent": 4,
    "tower_cost_percent": 10,
    "barricade_cost_percent": 5,
    "bridge_cost_percent": 5,
    "bulldoze_delay_ms": 1_000,
    "stun_ms": 900,
    "hold_ms": 1_500,
    "limit_ms": 0,
}


class Watch:
    """A match that naive eyes watch from its beginning."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.eyes = [NaiveSeat(state, seat) for seat in range(state.seats)]
        self.before = [views.layers(state, eye.seat) for eye in self.eyes]
        state.touched.take()
        self.compare([], "at the start")

    def compare(self, notices: list[Notice], where: object) -> None:
        """Each seat's layers are what its naive eyes see, and whatever differs was touched."""
        touched = {*self.state.touched.take()}
        for eye, before in zip(self.eyes, self.before, strict=True):
            eye.watch(self.state, notices)
            layers = views.layers(self.state, eye.seat)
            for name, expected in eye.layers(self.state).items():
                wrong = differing(layers[name], expected)
                assert not wrong, f"{where}: seat {eye.seat}, {name} at {wrong[:5]}"
            for name, shown_now in layers.items():
                missed = [
                    cell for cell in differing(before[name], shown_now) if cell not in touched
                ]
                assert not missed, f"{where}: seat {eye.seat}, {name} at {missed[:5]} untouched"
            before.update(layers)

    def advance(self, now: int) -> None:
        while self.state.outcome is None:
            at = rules.wake_at(self.state)
            if at is None or at > now:
                break
            what = self.state.due[0]
            self.compare(rules.wake(self.state, at), what)

    def act_somehow(self, now: int, rng: Stream) -> None:
        """Somebody does something, each kind of action as likely as the others."""
        seat = rng.below(self.state.seats)
        offered = list(views.choices(views.view(self.state, seat), now, rng))
        if offered and self.state.outcome is None:
            kind = rng.pick(sorted({type(each).__name__ for each in offered}))
            action = rng.pick([each for each in offered if type(each).__name__ == kind])
            self.compare(rules.act(self.state, now, seat, action), (now, seat, action))


def differing(one: bytes, other: bytes) -> list[int]:
    if one == other:
        return []
    return [cell for cell, pair in enumerate(zip(one, other, strict=True)) if pair[0] != pair[1]]


@pytest.mark.parametrize(
    ("shape", "seats", "seed"),
    [("square", 2, 1), ("hex", 2, 2), ("hex", 3, 3), ("square", 3, 7)],
)
def test_every_layer_is_what_naive_eyes_see(shape: str, seats: int, seed: int) -> None:
    params = Params(grid=shape, cities=seats, **BUSY)  # type: ignore[arg-type]
    watch = Watch(setup.new(Setup(params, seats, key_of("naive", seed))))
    rng, now = Stream(key_of("naive steps", seed), "steps"), 0
    for _ in range(60):
        now += rng.below(500)
        watch.advance(now)
        watch.act_somehow(now, rng)


def test_a_great_autoexpansion_is_what_naive_eyes_see() -> None:
    """So many tiles that eyes are counted over the whole board."""
    rows = [". " * 14] * 11
    rows[1] = ". a b " + ". " * 11
    watch = Watch(position("\n".join(rows)))
    watch.compare(act(watch.state, 0, "capture 1,2"), "a great expansion")
    assert watch.state.players[0].land > 100
    watch.compare(act(watch.state, 0, "resign"), "all of it is nobody's")


def test_knowledge_begun_anew_is_what_was_learnt_step_by_step() -> None:
    """But for what is remembered: here nothing was ever out of sight that has changed."""
    state = position("a . * . ^ ^ . b* bT", seats=2)
    act(state, 0, "capture 1,0")
    act(state, 1, "capture 6,0", 200)
    learnt = [views.layers(state, seat) for seat in range(2)]
    assert state.item[7] == MINE
    knowledge.begin(state)
    for seat in range(2):
        anew = views.layers(state, seat)
        assert {name for name in anew if anew[name] != learnt[seat][name]} == set()
