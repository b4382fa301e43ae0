"""Explosions: chains in waves, who dies in them, and what they uncover (ML-22 to ML-29)."""

from __future__ import annotations

from freehold.game import Ms, Notice, Seat
from freehold.games.mine_land import views
from freehold.games.mine_land.crowds import find_within
from freehold.games.mine_land.facts import Blast, Died
from freehold.games.mine_land.ground import around, circle, drop_flags, uncover
from freehold.games.mine_land.leaving import lose_eyes, take_off_board
from freehold.games.mine_land.state import (
    COVERED,
    GREEN_FLAG,
    HIDDEN_FLAG,
    LIT,
    NO_FLAG,
    NOTHING,
    SITE,
    UNCOVERED,
    State,
)
from freehold.games.mine_land.tallies import store
from freehold.kernel.due import drop_due, put_due
from freehold.kernel.layers import put


def blow_wave(state: State, now: Ms, wave: int, by: Seat, centres: list[int]) -> list[Notice]:
    """ML-25: one instant. Everybody in the circles dies, then the covered tiles are flipped; bombs
    among them are lit, and are the next wave."""
    notices = tell_wave(state, now, wave, centres)
    struck = find_struck(state, centres)
    for seat, centre in struck:
        notices += die(state, now, seat, centre, by, wave)
    for centre in centres:
        detonate(state, centre)
    lit = [tile for centre in centres for tile in lay_bare(state, centre)]
    for seat, _ in struck:
        lose_eyes(state, seat)  # what they see last is the blast that killed them
    if lit:
        put_due(state.due, now + state.terms.chain_ms, "wave", wave + 1, by, *sorted(lit))
    return notices


def tell_wave(state: State, now: Ms, wave: int, centres: list[int]) -> list[Notice]:
    """Tell everybody what they see of it; of bombs outside their window only the sides."""
    notices, sides = [], dict[Seat, dict[tuple[int, int], None]]()
    for centre in centres:
        inside, outside = views.reached_by(state, centre)
        y, x = divmod(centre, state.width)
        told = views.with_watchers(state, inside)
        notices.append(Notice("boom", {"x": x, "y": y, "wave": wave}, told))
        for seat in inside:
            sides.setdefault(seat, {})
        for seat, dx, dy in outside:
            sides.setdefault(seat, {})[dx, dy] = None
    for seat in sorted(sides):
        from_sides = tuple(sorted(sides[seat]))
        state.walkers[seat].blast = Blast(now, wave, from_sides)
        views.note_own(state, seat)
        told = views.with_watchers(state, [seat])
        notices += [
            Notice("blast_from", {"dx": dx, "dy": dy, "wave": wave}, told) for dx, dy in from_sides
        ]
    return notices


def find_struck(state: State, centres: list[int]) -> list[tuple[Seat, int]]:
    """The seats in a circle, each with the centre of the first circle that reaches it."""
    radius, struck = state.terms.blast_radius, dict[Seat, int]()
    for centre in centres:
        y, x = divmod(centre, state.width)
        for seat, u, v in find_within(state, x - radius, y - radius, x + radius, y + radius):
            if (x - u) ** 2 + (y - v) ** 2 <= radius**2:  # ML-24
                struck.setdefault(seat, centre)
    return sorted(struck.items())


def die(state: State, now: Ms, seat: Seat, centre: int, by: Seat, wave: int) -> list[Notice]:
    """ML-43, ML-52: the score stays; flags in hand, and delayed ones, drop to the ground there
    (ML-29)."""
    walker = state.walkers[seat]
    told = views.seers(state, walker.at)  # including the one who dies
    y, x = divmod(centre, state.width)
    walker.is_dead, walker.died = True, Died(now, x, y, by, wave)
    take_off_board(state, now, seat)
    state.ghosts += 1
    drop_flags(state, walker.at, walker.flags + len(walker.coming))
    walker.flags, walker.coming = 0, ()
    drop_due(state.due, "hand", seat)
    at_y, at_x = divmod(walker.at, state.width)
    return [Notice("died", {"seat": seat, "x": at_x, "y": at_y, "by": by, "wave": wave}, told)]


def detonate(state: State, centre: int) -> None:
    """ML-26; and the numbers around it are recounted (ML-22)."""
    put(state.touched, state.ground, centre, SITE)
    state.under[centre] = NOTHING
    state.open_bombs -= 1
    number, ground = state.number, state.ground
    for near in around(state, centre):
        number[near] -= 1
        if ground[near] == UNCOVERED:
            put(state.touched, state.digit, near, number[near])


def lay_bare(state: State, centre: int) -> list[int]:
    """Flip the covered tiles of a circle; returns the bombs that are now lit."""
    ground, flag, under, lit = state.ground, state.flag, state.under, []
    shield = state.terms.flags_shield
    for tile in circle(state, centre):
        if ground[tile] != COVERED or (shield and flag[tile]):
            continue
        if flag[tile]:
            knock_flag(state, tile)
        if under[tile] & 1:
            put(state.touched, ground, tile, LIT)
            lit.append(tile)
            continue
        if under[tile] == HIDDEN_FLAG:
            under[tile] = NOTHING
            drop_flags(state, tile, 1)
        uncover(state, tile)
    return lit


def knock_flag(state: State, tile: int) -> None:
    """A placed flag is blown off, and drops to the ground (ML-29)."""
    if state.flag[tile] == GREEN_FLAG:
        state.open_bombs += 1
    put(state.touched, state.flag, tile, NO_FLAG)
    store(state.fresh, tile, 0)
    drop_flags(state, tile, 1)
