"""Kinds as they were last seen (MW-11): all that seats must note before they look.

What the eyes of the last look see is known, and whatever turns in sight is noted at once. Eyes that
have opened since are left to the next look, unless they are shut before: then what they saw is
noted. Mountains far away, which are seen whole (MW-14), are no news: no tile becomes one.
"""

from __future__ import annotations

from freehold.games.minewars.board.masks import (
    cells_of,
    differing,
    mask,
    mask_of,
    number,
    only,
    write,
)
from freehold.games.minewars.fog.lookouts import sees
from freehold.games.minewars.fog.sight import eyes_around, rows_around
from freehold.games.minewars.state import State
from freehold.kernel.layers import put


def remember(state: State, swept: int, will_look: bool) -> None:
    """An action is over, and its changes are not among those of the last look yet. `swept` is the
    mask of tiles that have changed hands, if they are many. Who looks at once sees what turns."""
    turned = [cell for cell, (_, kind) in state.changes.items() if state.kind[cell] != kind]
    if state.owner_before:
        _remember_swept(state, swept, turned)
    else:
        _remember_shut(state, turned)
    if turned and not will_look:
        _remember_turned(state, turned)


def _remember_turned(state: State, turned: list[int]) -> None:
    for cell in turned:
        for seat, known in enumerate(state.known):
            if sees(state, seat, cell):
                put(state.touched, known.kind, cell, state.kind[cell])
                state.touched.viewers.add(seat)


def _remember_shut(state: State, turned: list[int]) -> None:
    """What eyes have seen that have opened since the last look, and are shut again."""
    owner, opened, swept = state.owner, state.last_look.cells.of, state.last_look.swept
    for cell, (own, _) in state.changes.items():
        if own and own != owner[cell] and (cell in opened or (swept and swept[cell])):
            memory, kind = state.known[own - 1].kind, _kind_before(state, turned)
            if memory == kind:
                continue
            for row in rows_around(state.grid, state.terms.sight_steps)[cell]:
                if memory[row] != kind[row]:
                    memory[row] = kind[row]
                    state.touched.cells.update(range(row.start, row.stop))
                    state.touched.viewers.add(own - 1)


def _remember_swept(state: State, swept: int, turned: list[int]) -> None:
    """The same where many tiles have changed hands, a mask."""
    lost = swept & number(state.owner_before)
    if not lost:
        return  # it was nobody's, as most is
    size, last, kind = len(state.owner), state.last_look, _kind_before(state, turned)
    opened = number(last.swept) | mask_of(size, last.cells.of)
    whose = (lost & opened).to_bytes(size, "little")
    for seat, known in enumerate(state.known):
        if seat + 1 in whose and known.kind != kind:
            eyes = eyes_around(state.grid, state.terms.sight_steps, mask(whose, only(seat + 1)))
            news = differing(known.kind, kind) & mask(eyes.to_bytes(size, "little"))
            write(known.kind, number(known.kind) & ~news | number(kind) & news)
            state.touched.cells.update(cells_of(size, news))
            state.touched.viewers.add(seat)


def _kind_before(state: State, turned: list[int]) -> bytearray:
    """The layer as of before this action."""
    if not turned:
        return state.kind
    kind = state.kind[:]
    for cell in turned:
        kind[cell] = state.changes[cell][1]
    return kind
