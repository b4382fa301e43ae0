"""Flags put lately: kept until they may be taken (ML-33), and forgotten on a whole second.

A view shows them, so when they go must not depend on what others do elsewhere: a flag is
forgotten at the first whole second after its moment, and at no other time.
"""

from __future__ import annotations

from freehold.game import Ms
from freehold.games.mine_land.state import State
from freehold.games.mine_land.tallies import store
from freehold.kernel.due import put_due

BEAT_MS = 1_000


def note_fresh(state: State, now: Ms, tile: int) -> None:
    if not state.terms.unflag_ms:
        return
    if not any(what == "sweep" for _, what, _ in state.due):
        put_due(state.due, sweep_moment(now + state.terms.unflag_ms), "sweep")
    store(state.fresh, tile, now + state.terms.unflag_ms)


def sweep_moment(at: Ms) -> Ms:
    """The whole second at or after a moment."""
    return -(-at // BEAT_MS) * BEAT_MS


def sweep(state: State, now: Ms) -> None:
    """Forget what can be taken by now; come again for the rest."""
    state.touched.cells.update([tile for tile, at in state.fresh if at <= now])
    state.fresh = [(tile, at) for tile, at in state.fresh if at > now]
    if state.fresh:
        put_due(state.due, sweep_moment(min([at for _, at in state.fresh])), "sweep")
