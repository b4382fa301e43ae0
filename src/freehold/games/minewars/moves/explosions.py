"""An explosion, of a mine that was clicked or of a strike (MW-33, MW-60, MW-71)."""

from __future__ import annotations

from freehold.game import Ms
from freehold.games.minewars import ground
from freehold.games.minewars.board.kinds import DESTROYED, NONE
from freehold.games.minewars.fog import knowledge
from freehold.games.minewars.moves import structures
from freehold.games.minewars.state import State


def explode(state: State, now: Ms, cell: int) -> None:
    """The item there is gone and sets off no other, land is destroyed and keeps its owner,
    structures take damage (MW-71, MW-60), smoke clears (MW-73) and a reveal ends (MW-72)."""
    knowledge.witness(state, now, cell)
    ground.lay(state, cell, NONE)
    damage_around(state, cell)
    if ground.is_land(state, cell):
        ground.turn(state, cell, DESTROYED)
    ground.clear_smoke(state, cell)
    for known in state.known:
        known.revealed.pop(cell, None)
    ground.note_dirt(state, cell)


def damage_around(state: State, cell: int) -> None:
    """Each completed structure is damaged once, however many of its tiles are touched."""
    hit = {state.built.get(cell)}
    structures.damage(state, cell, state.params.struck_damage)
    for near in state.grid.touching[cell]:
        key = state.built.get(near)
        if key not in hit:
            hit.add(key)
            structures.damage(state, near, state.params.touched_damage)
