"""The rules: all checks first, then all changes. Each chapter has a file of its own:

laying.py    the world (ML-01 to ML-05)
walking.py   steps (ML-10 to ML-14)
digging.py   flips and flags (ML-20 to ML-35) and their points (ML-40, ML-41)
blasts.py    explosions and chains (ML-24 to ML-29)
leaving.py   coming, going and watching (ML-51, ML-52, ML-55)
company.py   starting near others, and hearing which way they are (ML-51, ML-56)
endings.py   the end and the standing (ML-42, ML-43, ML-53, ML-60)
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
    Setup,
    Standard,
    TimeUp,
)
from freehold.games.mine_land.actions import Action, Step, Watch
from freehold.games.mine_land.blasts import blow_wave
from freehold.games.mine_land.company import listen
from freehold.games.mine_land.crowds import count_chunks
from freehold.games.mine_land.digging import come_to_hand, dig
from freehold.games.mine_land.endings import end_if_due
from freehold.games.mine_land.facts import Terms
from freehold.games.mine_land.laying import lay_world, spread_spawns
from freehold.games.mine_land.leaving import add_walker, arrive, leave, put_on_board, watch
from freehold.games.mine_land.params import Params
from freehold.games.mine_land.state import State
from freehold.games.mine_land.walking import step
from freehold.kernel.chance import Stream
from freehold.kernel.due import next_due, put_due, take_due
from freehold.kernel.layers import Touched


def new(setup: Setup[Params]) -> State:
    params = setup.params
    width, height = params.width_tiles, params.height_tiles
    chance = Stream(setup.key, "world")
    spawns = spread_spawns(width, height, params.spawn_tiles)
    under, number, ground, digit = lay_world(chance, params, spawns)
    state = State(
        params=params,
        terms=settle_terms(params),
        width=width,
        height=height,
        touched=Touched(width),
        chance=chance,
        due=[],
        spawns=spawns,
        under=under,
        number=number,
        ground=ground,
        digit=digit,
        flag=bytearray(len(ground)),
        loot=bytearray(len(ground)),
        piles=[],
        fresh=[],
        walkers=[],
        living=[],
        ghosts=0,
        crowds=[[] for _ in range(count_chunks(width, height))],
        scorings=0,
        open_bombs=len(ground) * params.density_permille // 1000,
        quiet_since=0,
        outcome=None,
    )
    for seat in range(setup.seats):
        add_walker(state)
        put_on_board(state, seat)
    for seat in range(setup.seats):
        listen(state, 0, seat)
    if params.round_seconds:
        put_due(state.due, state.terms.round_ms, "time")
    return state


def settle_terms(params: Params) -> Terms:
    return Terms(
        width=params.width_tiles,
        height=params.height_tiles,
        sight=params.sight_tiles,
        blast_radius=params.blast_radius,
        step_ms=params.step_ms,
        dig_ms=params.dig_ms,
        chain_ms=params.chain_ms,
        unflag_ms=params.unflag_ms,
        start_flags=params.start_flags,
        round_ms=1000 * params.round_seconds,
        rest_ms=params.rest_ms,
        density_permille=params.density_permille,
        cascades=params.cascade,
        flags_shield=params.flags_shield,
    )


def act(state: State, now: Ms, seat: Seat, action: Action | Standard) -> list[Notice]:
    if isinstance(action, TimeUp):
        return []  # this game has no players' clocks
    if isinstance(action, Arrive):
        notices = arrive(state, now, seat)
    else:
        notices = play(state, now, seat, action)
    if not state.open_bombs or not state.living:
        end_if_due(state, now)
    return notices


def play(state: State, now: Ms, seat: Seat, action: Action | Leave | Resign) -> list[Notice]:
    if seat >= len(state.walkers):
        raise Illegal("not_arrived")
    walker = state.walkers[seat]
    if walker.is_away:
        raise Illegal("away")
    if isinstance(action, Leave | Resign):
        return leave(state, now, seat)
    if walker.is_dead:
        if isinstance(action, Watch):
            return watch(state, seat, action)
        raise Illegal("dead")
    if isinstance(action, Watch):
        raise Illegal("not_dead")
    notices = (
        step(state, now, seat, action)
        if isinstance(action, Step)
        else dig(state, now, seat, action)
    )
    if now >= walker.company_at and not walker.is_dead:
        listen(state, now, seat)
    return notices


def wake_at(state: State) -> Ms | None:
    return next_due(state.due)


def wake(state: State, now: Ms) -> list[Notice]:
    notices: list[Notice] = []
    while (due := take_due(state.due, now)) is not None:
        at, what, about = due
        if what == "wave":
            wave, by, *centres = about
            notices += blow_wave(state, at, wave, by, centres)
        elif what == "hand":
            come_to_hand(state, *about)
        end_if_due(state, now)  # nothing more to do for `deserted` and `time`
    return notices


def awaited(state: State) -> tuple[Seat, ...]:
    return () if state.outcome else tuple(state.living)


def outcome(state: State) -> Outcome | None:
    return state.outcome
