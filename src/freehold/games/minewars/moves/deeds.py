"""Delayed actions: deploy, strike, reveal, smoke, harvest, bulldoze (MW-70 to MW-76).

Each has one function that says whether it may be done, asked when it begins and again when its
delay is over, and one that does it. What they ask is known to the player: own tiles, and present
kinds and owners of tiles in sight; so neither a refusal nor money returned tells a secret.
"""

from __future__ import annotations

from freehold.game import TRUTH, Illegal, Ms, Notice, Seat
from freehold.games.minewars import views
from freehold.games.minewars.actions import Bulldoze, Deploy, Harvest, Reveal, Smoke, Strike
from freehold.games.minewars.board import ground
from freehold.games.minewars.board.kinds import (
    BRIDGE,
    DECOY,
    FOUNDATION,
    ITEM_NAMES,
    KIND_NAMES,
    NONE,
    NOTHING,
    TRAP,
    WALLS,
)
from freehold.games.minewars.building import bridges, economy, structures
from freehold.games.minewars.fog.knowledge import sees
from freehold.games.minewars.moves import captures
from freehold.games.minewars.moves.checks import cell_at, check_ready, start_cooldown
from freehold.games.minewars.moves.explosions import explode
from freehold.games.minewars.params import round_up
from freehold.games.minewars.state import Deed, State
from freehold.kernel.due import put_due

Delayed = Deploy | Strike | Reveal | Smoke | Harvest | Bulldoze


def begin(state: State, now: Ms, seat: Seat, action: Delayed) -> list[Notice]:
    """All is checked, then paid for; what comes of it is seen when the delay is over."""
    what, cells = named(state, action)
    verb = what.partition("_")[0]
    check_ready(state, now, seat, verb)
    for cell in cells:
        check(state, seat, what, cell)
    delay_ms = delay_of(state, what, cells[0])
    paid = economy.pay(state, now, seat, cells[0], cost_of(state, what, cells))
    start_cooldown(state, now, seat, verb)
    key = state.take_id()
    state.deeds[key] = Deed(seat, what, cells, now + delay_ms, paid)
    put_due(state.due, now + delay_ms, "deed", key)
    return []


def named(state: State, action: Delayed) -> tuple[str, tuple[int, ...]]:
    """What is to be done, as a deed names it, and where."""
    if isinstance(action, Strike):
        cells = tuple([cell_at(state, place) for place in action.places])
        if len({*cells}) < len(cells):
            raise Illegal("named_twice")
        return "strike", cells
    cell = cell_at(state, (action.x, action.y))
    if isinstance(action, Deploy):
        return f"deploy_{action.item}", (cell,)
    return str(action.__struct_config__.tag), (cell,)


def delay_of(state: State, what: str, cell: int) -> Ms:
    verb = what.partition("_")[0]
    if verb == "harvest":
        return state.terms.delays[f"harvest_{KIND_NAMES[state.kind[cell]]}"]  # MW-74
    return state.terms.delays[verb]


def cost_of(state: State, what: str, cells: tuple[int, ...]) -> int:
    prices = state.terms.prices
    if what == "strike":
        return prices["strike"] + len(cells) * prices["strike_tile"]
    if what == "deploy_mine" and state.item[cells[0]] == DECOY:
        return prices["upgrade"]
    return prices.get(what.removeprefix("deploy_"), 0)  # harvests and bulldozing are free


def end(state: State, now: Ms, key: int) -> list[Notice]:
    """The delay is over: it is done, or void, and what it cost is returned (MW-76)."""
    deed = state.deeds.pop(key)
    state.touched.viewers.add(deed.seat)
    cells = tuple([cell for cell in deed.cells if may(state, deed.seat, deed.what, cell)])
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


def check(state: State, seat: Seat, what: str, cell: int) -> None:
    if what == "strike":
        check_strike(state, seat, cell)
    elif what == "reveal":
        check_reveal(state, seat, cell)
    elif what == "smoke":
        check_smoke(state, seat, cell)
    elif what == "harvest":
        check_harvest(state, seat, cell)
    elif what == "bulldoze":
        check_bulldoze(state, seat, cell)
    else:
        check_deploy(state, seat, what, cell)


def may(state: State, seat: Seat, what: str, cell: int) -> bool:
    try:
        check(state, seat, what, cell)
    except Illegal:
        return False
    return True


def check_deploy(state: State, seat: Seat, what: str, cell: int) -> None:
    """MW-70: on own land, a road too; a decoy may be made a mine."""
    if state.owner[cell] != seat + 1 or not ground.is_land(state, cell):
        raise Illegal("deploy_not_own")
    if WALLS[state.structure[cell]] or state.pending[cell] != NOTHING:
        raise Illegal("deploy_structure")
    is_upgrade = what == "deploy_mine" and state.item[cell] == DECOY
    if state.item[cell] != NONE and not is_upgrade:
        raise Illegal("deploy_item")


def check_strike(state: State, seat: Seat, cell: int) -> None:
    """MW-71. Reach comes first: of a tile out of reach nothing is told."""
    if state.owner[cell] == seat + 1:
        raise Illegal("yours")
    if not can_strike(state, seat, cell):
        raise Illegal("strike_too_far")
    if state.structure[cell] != BRIDGE and not ground.is_land(state, cell):
        raise Illegal("strike_not_land")


def can_strike(state: State, seat: Seat, cell: int) -> bool:
    if state.terms.strike_reach == "sight":
        return sees(state, seat, cell)
    if state.structure[cell] == BRIDGE:
        return any(state.owner[each] == seat + 1 for each in bridges.ends_of(state, cell))  # MW-64
    return touches_own_land(state, seat, cell)


def touches_own_land(state: State, seat: Seat, cell: int) -> bool:
    """MW-21: own land lets a player act on foreign tiles that touch it."""
    around, owner = state.grid.touching[cell], state.owner
    return any(owner[near] == seat + 1 and ground.is_land(state, near) for near in around)


def check_reveal(state: State, seat: Seat, cell: int) -> None:
    """MW-72"""
    if state.owner[cell] == seat + 1:
        raise Illegal("yours")
    if not touches_own_land(state, seat, cell):
        raise Illegal("reveal_too_far")
    if not ground.is_land(state, cell):
        raise Illegal("reveal_not_land")


def check_smoke(state: State, seat: Seat, cell: int) -> None:
    """MW-73: only land that is somebody's has a digit."""
    if state.owner[cell] == seat + 1:
        raise Illegal("yours")
    if not touches_own_land(state, seat, cell):
        raise Illegal("smoke_too_far")
    if not state.owner[cell] or not ground.is_land(state, cell):
        raise Illegal("smoke_no_digit")


def check_harvest(state: State, seat: Seat, cell: int) -> None:
    """MW-74"""
    if state.owner[cell] != seat + 1 or state.city[cell]:
        raise Illegal("harvest_not_own")
    if not bridges.owns_region(state, seat, cell):
        raise Illegal("harvest_no_city")
    if state.structure[cell] != NOTHING:
        raise Illegal("harvest_structure")
    if KIND_NAMES[state.kind[cell]] not in state.terms.sums:
        raise Illegal("harvest_nothing")


def check_bulldoze(state: State, seat: Seat, cell: int) -> None:
    """MW-75; a bridge by whoever owns both its ends (MW-64). Elsewhere nothing is told of it."""
    tiles = bridges.ends_of(state, cell) if state.structure[cell] == BRIDGE else (cell,)
    if any(state.owner[each] != seat + 1 for each in tiles):
        raise Illegal("bulldoze_not_own")
    if state.structure[cell] == NOTHING:
        raise Illegal("bulldoze_nothing")


# It is done


def deploy(state: State, what: str, cell: int) -> list[Notice]:
    ground.lay(state, cell, ITEM_NAMES.index(what.removeprefix("deploy_")))
    return []


def strike(state: State, now: Ms, deed: Deed, cells: tuple[int, ...]) -> list[Notice]:
    """Each tile explodes; what was meant for tiles dropped meanwhile is returned."""
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
    """A sum at once, and foundation for good; a cluster is another at once."""
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
