"""Delayed actions: deploy, strike, reveal, smoke, harvest, bulldoze (MW-70 to MW-76).

Whether one is allowed is checked when it begins and again when its delay is over, against what
the player knows then (`legal.py`): so neither a refusal nor returned money reveals a secret.
"""

from __future__ import annotations

from freehold.game import TRUTH, Ms, Notice, Seat
from freehold.games.minewars import ground, legal, views
from freehold.games.minewars.actions import Bulldoze, Deploy, Harvest, Reveal, Smoke, Strike
from freehold.games.minewars.board.kinds import FOUNDATION, ITEM_NAMES, KIND_NAMES, NONE, TRAP
from freehold.games.minewars.building import economy
from freehold.games.minewars.moves import captures, structures
from freehold.games.minewars.moves.checks import cell_at, check_ready, start_cooldown
from freehold.games.minewars.moves.explosions import explode
from freehold.games.minewars.params import round_up
from freehold.games.minewars.state import Deed, State
from freehold.kernel.due import put_due

Delayed = Deploy | Strike | Reveal | Smoke | Harvest | Bulldoze


def begin(state: State, now: Ms, seat: Seat, action: Delayed) -> list[Notice]:
    """Everything is checked, then paid for; the effect comes when the delay is over."""
    what, cells = named(state, action)
    verb = what.partition("_")[0]
    check_ready(state, now, seat, verb)
    seen, tool = legal.seen_by(state, seat), tool_of(what)
    legal.check(seen, tool, cells)
    delay_ms = delay_of(state, what, cells[0])
    paid = economy.pay(state, now, seat, cells[0], legal.price_of(seen, tool, cells))
    start_cooldown(state, now, seat, verb)
    key = state.take_id()
    state.deeds[key] = Deed(seat, what, cells, now + delay_ms, paid)
    put_due(state.due, now + delay_ms, "deed", key)
    return []


def named(state: State, action: Delayed) -> tuple[str, tuple[int, ...]]:
    """What is to be done, as a deed names it, and where."""
    if isinstance(action, Strike):
        return "strike", tuple([cell_at(state, place) for place in action.places])
    cell = cell_at(state, (action.x, action.y))
    if isinstance(action, Deploy):
        return f"deploy_{action.item}", (cell,)
    return str(action.__struct_config__.tag), (cell,)


def delay_of(state: State, what: str, cell: int) -> Ms:
    verb = what.partition("_")[0]
    if verb == "harvest":
        return state.terms.delays[f"harvest_{KIND_NAMES[state.kind[cell]]}"]  # MW-74
    return state.terms.delays[verb]


def end(state: State, now: Ms, key: int) -> list[Notice]:
    """The delay is over: it takes effect, or it is void and its cost is returned (MW-76)."""
    deed = state.deeds.pop(key)
    state.touched.viewers.add(deed.seat)
    cells = still_legal(state, deed)
    if not cells:
        economy.pay_back(state, now, deed.seat, deed.paid)
        return [_tell(state, deed.seat, "void", deed.cells[0], what=deed.what.partition("_")[0])]
    if deed.what == "strike":
        return strike(state, now, deed, cells)
    if deed.what == "reveal":
        return reveal(state, now, deed.seat, cells[0])
    if deed.what == "smoke":
        return smoke(state, now, cells[0])
    if deed.what == "harvest":
        return harvest(state, now, deed.seat, cells[0])
    if deed.what == "bulldoze":
        return bulldoze(state, now, deed.seat, cells[0])
    return deploy(state, deed.what, cells[0])


def _tell(state: State, seat: Seat, code: str, cell: int, **facts: object) -> Notice:
    x, y = state.grid.place(cell)
    return Notice(code, {**facts, "x": x, "y": y}, (seat, TRUTH))


# May it be done?


def tool_of(what: str) -> str:
    """By the name of a deed."""
    return what.removeprefix("deploy_")


def still_legal(state: State, deed: Deed) -> tuple[int, ...]:
    """The tiles where it may still be done."""
    seen, tool = legal.seen_by(state, deed.seat), tool_of(deed.what)
    return tuple([cell for cell in deed.cells if not legal.why_not(seen, tool, cell)])


# It is done


def deploy(state: State, what: str, cell: int) -> list[Notice]:
    ground.lay(state, cell, ITEM_NAMES.index(what.removeprefix("deploy_")))
    return []


def strike(state: State, now: Ms, deed: Deed, cells: tuple[int, ...]) -> list[Notice]:
    """Each tile explodes; the price of tiles that are no longer possible is returned."""
    unspent = (len(deed.cells) - len(cells)) * state.terms.prices["strike_tile"]
    economy.pay_back(state, now, deed.seat, economy.first_of(deed.paid, unspent))
    notices = []
    for cell in cells:
        x, y = state.grid.place(cell)
        seen = views.who_sees(state, (cell,))
        explode(state, now, cell)
        notices.append(Notice("explosion", {"x": x, "y": y}, seen))
    return notices


def reveal(state: State, now: Ms, seat: Seat, cell: int) -> list[Notice]:
    """Full sight of the tile, until its owner changes or it explodes; a trap goes off."""
    notices = [_tell(state, seat, "revealed", cell)]
    if state.item[cell] == TRAP:
        ground.lay(state, cell, NONE)
        captures.blind(state, now, seat)
        notices = [captures.found(state, seat, cell, "blinded")]
    state.known[seat].revealed[cell] = state.owner[cell]
    ground.note_shown(state, cell)
    return notices


def smoke(state: State, now: Ms, cell: int) -> list[Notice]:
    ground.raise_smoke(state, cell, now + state.terms.smoke_ms)
    return []


def harvest(state: State, now: Ms, seat: Seat, cell: int) -> list[Notice]:
    """Pay once, and turn the tile into foundation for good; its cluster changes immediately."""
    money = state.terms.sums[KIND_NAMES[state.kind[cell]]]
    economy.earn_at(state, now, seat, cell, money)
    ground.turn(state, cell, FOUNDATION)
    return [_tell(state, seat, "harvested", cell, money=money)]


def bulldoze(state: State, now: Ms, seat: Seat, cell: int) -> list[Notice]:
    key = state.built[cell]
    cost = state.structures[key].cost
    money = round_up(state.params, cost * state.params.bulldoze_percent // 100)
    economy.earn_at(state, now, seat, cell, money)
    structures.remove(state, key)
    return [_tell(state, seat, "bulldozed", cell, money=money)]
