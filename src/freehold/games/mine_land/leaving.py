"""Coming and going: who is on the board, and what the others see (ML-51, ML-52, ML-55)."""

from __future__ import annotations

from bisect import insort

from freehold.game import Illegal, Ms, Notice, Seat
from freehold.games.mine_land import company, crowds, views
from freehold.games.mine_land.actions import NEXT, Watch
from freehold.games.mine_land.state import NOBODY, State, Walker
from freehold.kernel.due import drop_due, put_due


def arrive(state: State, now: Ms, seat: Seat) -> list[Notice]:
    """A new player starts on a spawn tile; a returning one finds everything as it was (ML-55)."""
    if seat > len(state.walkers):
        raise Illegal("not_arrived")
    if seat == len(state.walkers):
        add_walker(state)
    elif state.walkers[seat].is_away:
        state.walkers[seat].is_away = False
    else:
        return []
    walker = state.walkers[seat]
    views.note_own(state, seat)
    if walker.is_dead:
        state.ghosts += 1
        return []
    put_on_board(state, seat)
    company.listen(state, now, seat)
    return [Notice("arrived", {"seat": seat}, views.seers(state, walker.at))]


def add_walker(state: State) -> None:
    """ML-51: on a spawn tile. ML-30: with flags of their own."""
    state.walkers.append(Walker(at=company.find_start(state), flags=state.terms.start_flags))


def put_on_board(state: State, seat: Seat) -> None:
    walker = state.walkers[seat]
    walker.held = None
    insort(state.living, seat)
    crowds.enter(state, seat, walker.at)
    views.note_window(state, seat)
    if state.quiet_since >= 0:
        state.quiet_since = -1
        drop_due(state.due, "deserted")
        note_dead(state)


def leave(state: State, now: Ms, seat: Seat) -> list[Notice]:
    """ML-55: off the board, where nothing can harm them. Their placed flags stay (ML-34)."""
    walker = state.walkers[seat]
    if walker.is_dead:
        state.ghosts -= 1
        walker.held = views.eyes(state, seat)
        stop_watching(state, seat)
        walker.is_away = True
        views.note_own(state, seat)
        return []
    told = views.seers(state, walker.at)
    walker.is_away = True
    take_off_board(state, now, seat)
    lose_eyes(state, seat)
    return [Notice("left", {"seat": seat}, told)]


def take_off_board(state: State, now: Ms, seat: Seat) -> None:
    """A player is dead or gone. Since when is nobody alive here? (ML-53)"""
    state.living.remove(seat)
    crowds.leave(state, seat, state.walkers[seat].at)
    state.walkers[seat].company = None
    if not state.living:
        state.quiet_since = now
        if state.params.end_when_all_dead:
            put_due(state.due, now + state.params.all_dead_ms, "deserted")
            note_dead(state)


def note_dead(state: State) -> None:
    """Dead players see when the round ends, unless somebody comes."""
    dead = [seat for seat, walker in enumerate(state.walkers) if walker.is_dead]
    state.touched.viewers.update(dead)


def lose_eyes(state: State, seat: Seat) -> None:
    """A player who is off the board, and all who watched them, keep seeing the last window."""
    last = views.look(state, seat)
    views.note_own(state, seat)
    walker = state.walkers[seat]
    for each in (seat, *walker.watched_by):
        state.walkers[each].held = last
        state.walkers[each].watching = NOBODY
    walker.watched_by = ()


def watch(state: State, seat: Seat, action: Watch) -> list[Notice]:
    """ML-52: through the eyes of a living player."""
    walker = state.walkers[seat]
    chosen = next_living(state, walker.watching) if action.seat == NEXT else action.seat
    if chosen == NOBODY:
        return [Notice("nobody_to_watch", {}, (seat,))]
    if chosen >= len(state.walkers):
        raise Illegal("no_such_player")
    if chosen not in state.living:
        raise Illegal("not_living", seat=chosen)
    stop_watching(state, seat)
    walker.watching, walker.held = chosen, None
    watched = state.walkers[chosen]
    watched.watched_by = (*watched.watched_by, seat)
    views.note_window(state, seat)
    return [Notice("watching", {"seat": chosen}, (seat,))]


def next_living(state: State, after: Seat) -> Seat:
    later = [seat for seat in state.living if seat > after]
    return (later or state.living or [NOBODY])[0]


def stop_watching(state: State, seat: Seat) -> None:
    walker = state.walkers[seat]
    if walker.watching != NOBODY:
        watched = state.walkers[walker.watching]
        watched.watched_by = tuple([each for each in watched.watched_by if each != seat])
        walker.watching = NOBODY
