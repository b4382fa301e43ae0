"""What every action checks first: is the tile on the map, and is the cooldown over?"""

from __future__ import annotations

from freehold.game import Illegal, Ms, Seat
from freehold.games.minewars.actions import Place
from freehold.games.minewars.state import State


def cell_at(state: State, place: Place) -> int:
    x, y = place
    if not (0 <= x < state.width and 0 <= y < state.height):
        raise Illegal("outside", right=state.width - 1, bottom=state.height - 1)
    return y * state.width + x


def check_ready(state: State, now: Ms, seat: Seat, what: str) -> None:
    left = state.players[seat].ready.get(what, now) - now
    if left > 0:
        raise Illegal("too_soon", left=left)


def start_cooldown(state: State, now: Ms, seat: Seat, what: str) -> None:
    cooldown_ms = state.terms.cooldowns[what]
    if cooldown_ms:
        state.players[seat].ready[what] = now + cooldown_ms
