"""Capturing with a click, the items there, and flags (MW-30 to MW-36)."""

from __future__ import annotations

from freehold.game import TRUTH, Illegal, Ms, Notice, Seat
from freehold.games.minewars import ground, legal, protections
from freehold.games.minewars.actions import Capture, Flag, Unflag
from freehold.games.minewars.board.kinds import DECOY, ITEM_NAMES, MINE, NONE, TRAP
from freehold.games.minewars.fog import knowledge
from freehold.games.minewars.moves.checks import cell_at, check_ready, start_cooldown
from freehold.games.minewars.moves.expansion import spread
from freehold.games.minewars.moves.explosions import explode
from freehold.games.minewars.state import State
from freehold.kernel.due import drop_due, put_due


def capture(state: State, now: Ms, seat: Seat, action: Capture) -> list[Notice]:
    cell = cell_at(state, (action.x, action.y))
    check_ready(state, now, seat, "capture")  # MW-35
    check_capture(state, now, seat, cell)
    start_cooldown(state, now, seat, "capture")
    item = state.item[cell]
    if item == MINE:
        return step_on_mine(state, now, seat, cell)
    notices: list[Notice] = []
    if item in (DECOY, TRAP):
        ground.lay(state, cell, NONE)  # a decoy breaks, a trap is used up (MW-33)
        notices.append(found(state, seat, cell, "decoy_broke" if item == DECOY else "blinded"))
        knowledge.note_event(state.known[seat], ITEM_NAMES[item], cell, now)
    if item == TRAP:
        blind(state, now, seat)
    expand(state, now, seat, cell)
    return notices


def check_capture(state: State, now: Ms, seat: Seat, cell: int) -> None:
    legal.check(legal.seen_by(state, seat), "capture", (cell,))
    if state.protected[cell] and (until := protections.until_of(state, cell)) > now:
        raise Illegal("protected", left=until - now)  # MW-31, MW-36


def expand(state: State, now: Ms, seat: Seat, cell: int) -> None:
    """MW-32: take the tile, and everything that opens from it. MW-31: all of it is protected."""
    tiles = spread(state, now, seat, cell)
    ground.give(state, tiles, seat + 1)
    protections.protect(state, now, tiles)


def found(state: State, seat: Seat, cell: int, code: str) -> Notice:
    x, y = state.grid.place(cell)
    return Notice(code, {"seat": seat, "x": x, "y": y}, (seat, TRUTH))


# Mines and traps


def step_on_mine(state: State, now: Ms, seat: Seat, cell: int) -> list[Notice]:
    """MW-33: the tile stays its owner's. MW-34: everybody sees where the mine was."""
    killer = state.owner[cell] - 1  # MW-25: the item belongs to the tile's owner
    explode(state, now, cell)
    ground.mark_skull(state, cell)
    stun(state, now, seat)
    x, y = state.grid.place(cell)
    if killer < 0:
        return [Notice("stunned_by_mine", {"seat": seat, "x": x, "y": y})]
    state.players[killer].kills += 1  # MW-91
    return [Notice("killed", {"seat": seat, "killer": killer, "x": x, "y": y})]


def stun(state: State, now: Ms, seat: Seat) -> None:
    player = state.players[seat]
    player.deaths += 1  # MW-91
    if state.terms.stun_ms:
        player.stunned_until = now + state.terms.stun_ms
        put_due(state.due, player.stunned_until, "stun", seat)
        note_cities(state, seat)  # they earn nothing


def come_to(state: State, seat: Seat) -> list[Notice]:
    state.players[seat].stunned_until = 0
    note_cities(state, seat)
    return [Notice("came_to", {"seat": seat}, (seat, TRUTH))]


def note_cities(state: State, seat: Seat) -> None:
    """What the seat's cities earn has changed."""
    for city in state.cities:
        if city.owner == seat + 1:
            ground.note_shown(state, city.cell)


def blind(state: State, now: Ms, seat: Seat) -> None:
    """MW-34: no digits, and no asterisks; a second trap counts from its own moment."""
    player = state.players[seat]
    if state.terms.blind_ms:
        drop_due(state.due, "blind", seat)
        player.blind_until = now + state.terms.blind_ms
        put_due(state.due, player.blind_until, "blind", seat)
        state.reread |= 1 << seat


def see_again(state: State, seat: Seat) -> list[Notice]:
    state.players[seat].blind_until = 0
    state.reread |= 1 << seat
    return [Notice("sees_again", {"seat": seat}, (seat, TRUTH))]


# Flags


def set_flag(state: State, seat: Seat, action: Flag | Unflag) -> list[Notice]:
    """MW-35: private to the player. Only the autoexpansion looks at them (MW-32)."""
    cell = cell_at(state, (action.x, action.y))
    flag, to = state.known[seat].flag, int(isinstance(action, Flag))
    if to:
        legal.check(legal.seen_by(state, seat), "flag", (cell,))
    if flag[cell] == to:
        raise Illegal("flagged" if to else "not_flagged")
    flag[cell] = to
    state.boards.news |= 1 << cell
    return []
