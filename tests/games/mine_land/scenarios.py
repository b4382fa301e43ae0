"""A short round to every ending, through the public match alone."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Any

from freehold.game import Arrive, Leave
from freehold.games.mine_land import GAME
from freehold.games.mine_land.actions import DIRECTIONS
from freehold.games.mine_land.state import COVERED, State
from freehold.match import Match
from tests.games.mine_land import new_match

TINY = {
    "width_tiles": 16,
    "height_tiles": 12,
    "spawn_tiles": 1,
    "safe_steps": 3,
    "density_permille": 32,
    "all_dead_ms": 3_000,
}
PAUSE_MS = 200


def scenarios() -> Iterator[tuple[str, Match]]:
    yield "settled", every_bomb_is_settled()
    yield "all_dead", everybody_dies()
    yield "time", time_runs_out()


def every_bomb_is_settled() -> Match:
    """One who goes and comes back flags three bombs; a newcomer sets off what is left."""
    match = tiny_match(1)
    for bomb in bombs(match.state)[:3]:
        go_beside(match, 0, bomb)
        say(match, 0, f"flag {name(match.state, bomb)}")
    match.act(match.now + 100, 0, Leave())
    newcomer = match.sit(match.now + 400, "Bo")
    match.act(match.now + 100, 0, Arrive())
    while match.outcome is None and not match.state.walkers[newcomer].is_dead:
        bomb = bombs(match.state)[0]
        go_beside(match, newcomer, bomb)
        say(match, newcomer, f"flip {name(match.state, bomb)}")
        match.advance(match.now + 1_000)
    while match.outcome is None:
        bomb = bombs(match.state)[0]
        go_beside(match, 0, bomb)
        say(match, 0, f"flag {name(match.state, bomb)}")
    return match


def everybody_dies() -> Match:
    """Two die of one bomb, one of them watches a third, who then leaves."""
    match = tiny_match(3)
    bomb = bombs(match.state)[0]
    go_beside(match, 0, bomb)
    go_beside(match, 1, bomb)
    say(match, 1, f"flip {name(match.state, bomb)}")
    say(match, 0, "watch next")
    go_beside(match, 2, bombs(match.state)[0])
    match.act(match.now + 100, 2, Leave())
    match.advance(match.now + 3_000)
    return match


def time_runs_out() -> Match:
    match = tiny_match(2, round_seconds=6)
    go_beside(match, 0, bombs(match.state)[-1])
    match.advance(6_000)
    return match


def tiny_match(seats: int, **params: Any) -> Match:
    return new_match(seats, **(TINY | params))


def bombs(state: State) -> list[int]:
    """The bombs that nobody has flagged or set off yet."""
    tiles = range(len(state.under))
    return [tile for tile in tiles if state.under[tile] & 1 and not state.flag[tile]]


def name(state: State, tile: int) -> str:
    return f"{tile % state.width},{tile // state.width}"


def say(match: Match, seat: int, text: str) -> None:
    match.act(match.now + PAUSE_MS, seat, GAME.parse(text))


def go_beside(match: Match, seat: int, bomb: int) -> None:
    """Dig and walk by a shortest way without bombs to a tile beside this one."""
    state = match.state
    for towards in way_beside(state, state.walkers[seat].at, bomb):
        dx, dy = DIRECTIONS[towards]
        tile = state.walkers[seat].at + dy * state.width + dx
        if match.outcome is None and state.ground[tile] == COVERED and not state.flag[tile]:
            say(match, seat, f"flip {name(state, tile)}")
        if match.outcome is None:
            say(match, seat, f"step {towards}")


def way_beside(state: State, start: int, bomb: int) -> list[str]:
    ways: dict[int, list[str]] = {start: []}
    queue = deque([start])
    while queue:
        tile = queue.popleft()
        y, x = divmod(tile, state.width)
        if max(abs(x - bomb % state.width), abs(y - bomb // state.width)) == 1:
            return ways[tile]
        for towards, (dx, dy) in DIRECTIONS.items():
            near = tile + dy * state.width + dx
            is_inside = 0 <= x + dx < state.width and 0 <= y + dy < state.height
            if is_inside and near not in ways and not state.under[near] & 1:
                ways[near] = [*ways[tile], towards]
                queue.append(near)
    raise AssertionError("no way leads there")
