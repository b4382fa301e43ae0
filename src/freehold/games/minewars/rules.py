"""The rules: all checks first, then all changes, then what follows from them (`finish`).
The chapters have files and folders of their own. Each imports only those above it:

board/      kinds.py kinds of tiles, items and structures; bits.py sets of tiles
maps/       the map (MW-01 to MW-04), and the items that lie on it (scatter.py: MW-05, MW-06)
ground.py   the only place that changes the board; protections.py (MW-31) beside it
building/   roads.py, bridges.py; economy.py resources, prices, who pays (MW-80 to MW-82)
fog/        what each seat sees (MW-10 to MW-18): knowledge.py; digits.py (MW-22); redealing.py
            what it cannot tell apart
legal.py    where a player may act, what it costs and why not, from the tables of tools.py;
            surroundings.py groups and cities' rings as a seat sees them, by the same tables;
            verdicts.py the tables for all tiles at once, for numbers.py
moves/      captures.py capturing by a click, mines, decoys, traps, flags (MW-30 to MW-36) with
            expansion.py (MW-32); structures.py building (MW-60 to MW-64); deeds.py delayed actions
            (MW-70 to MW-76) with explosions.py; and what follows: clusters.py losing clusters
            (MW-42, MW-43), groups.py capture by surrounding (MW-40 to MW-48), cities.py holding and
            taking cities (MW-50 to MW-53), endings.py elimination and time (MW-90, MW-91)
setup.py    the start (MW-01 to MW-07)
bots/       players that know only their view
"""

from __future__ import annotations

from freehold.game import (
    Arrive,
    Illegal,
    Leave,
    Ms,
    Notice,
    Outcome,
    Resign,
    Seat,
    Standard,
    TimeUp,
)
from freehold.games.minewars import ground, protections
from freehold.games.minewars.actions import Action, Build, Capture, Flag, Unflag
from freehold.games.minewars.building import economy
from freehold.games.minewars.fog import knowledge
from freehold.games.minewars.moves import (
    captures,
    cities,
    clusters,
    deeds,
    endings,
    groups,
    structures,
)
from freehold.games.minewars.state import State
from freehold.kernel.due import next_due, take_due

OF_NO_WEIGHT = (Arrive, Leave, TimeUp)
FLAGGING = (Flag, Unflag)


def act(state: State, now: Ms, seat: Seat, action: Action | Standard) -> list[Notice]:
    if isinstance(action, OF_NO_WEIGHT):
        return []  # the seat's land, deeds and cities continue without the player
    if state.players[seat].is_out:
        raise Illegal("out")
    if isinstance(action, Resign):
        return endings.surrender(state, now, seat) + finish(state, now)  # MW-90
    notices = play(state, now, seat, action)
    state.touched.viewers.add(seat)
    return notices + finish(state, now)


def play(state: State, now: Ms, seat: Seat, action: Action) -> list[Notice]:
    if isinstance(action, FLAGGING):
        return captures.set_flag(state, seat, action)  # MW-35: free, even when stunned
    if state.players[seat].stunned_until:
        raise Illegal("stunned", left=state.players[seat].stunned_until - now)  # MW-34
    if isinstance(action, Capture):
        return captures.capture(state, now, seat, action)
    if isinstance(action, Build):
        return structures.ask(state, seat, action)
    return deeds.begin(state, now, seat, action)


def finish(state: State, now: Ms) -> list[Notice]:
    """Work out what follows from the changes, and then let everybody see them."""
    notices: list[Notice] = []
    if state.changed or state.dirty or state.reread:
        notices = follow(state, now)
        endings.end_if_one_is_left(state, now)
        knowledge.learn(state)
    endings.note_graph(state, now)
    if state.outcome:
        state.due.clear()
    return notices


def follow(state: State, now: Ms) -> list[Notice]:
    """Repeat until nothing follows any more (MW-47)."""
    notices: list[Notice] = []
    while state.fresh:
        fresh = ground.take_fresh(state)
        changed = ground.all_of(fresh)
        notices += clusters.lose(state, changed)  # first losses,
        notices += groups.capture(state, now, fresh)  # then captures,
        notices += cities.watch_holds(state, now, changed)
        notices += endings.eliminate(state, now, changed)
    notices += structures.void_lost(state, now)  # MW-60, MW-52
    economy.settle(state, now)
    return notices


def wake_at(state: State) -> Ms | None:
    return next_due(state.due)


def wake(state: State, now: Ms) -> list[Notice]:
    """Handle the moments that have come, one after another."""
    notices: list[Notice] = []
    while (due := take_due(state.due, now)) is not None:
        _, what, about = due
        notices += come(state, now, what, about) + finish(state, now)
    return notices


def come(state: State, now: Ms, what: str, about: tuple[int, ...]) -> list[Notice]:
    if what == "fade":  # first, because it comes after every capture
        knowledge.see_fade(state, protections.forget(state, now))  # MW-31
        return []
    if what == "deed":
        return deeds.end(state, now, about[0])  # MW-70 to MW-76
    if what == "build":
        return structures.finish_building(state, now, about[0])  # MW-60
    if what == "hold":
        return cities.take(state, now, about[0])  # MW-50
    if what == "stun":
        return captures.come_to(state, about[0])  # MW-34
    if what == "blind":
        return captures.see_again(state, about[0])
    if what == "smoke":
        ground.clear_smoke(state, about[0])  # MW-73
        return []
    if what in ("protect", "tower"):
        ground.note_dirt(state, about[0])  # MW-46, MW-63: the group is checked again
        return []
    return endings.run_out(state, now)  # MW-90


def awaited(state: State) -> tuple[Seat, ...]:
    if state.outcome:
        return ()
    return tuple([seat for seat, player in enumerate(state.players) if not player.is_out])


def outcome(state: State) -> Outcome | None:
    return state.outcome
