"""Plays Mine Land beside the browsers: walkers by program, who know the world from its log.

What a round hides is in the server's own file. A test reads it there, so that it can bring about
a chain or an end on purpose instead of waiting for one.
"""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeVar

from playwright.sync_api import Locator, Page, expect

from freehold.client import Api, Line, Tab
from freehold.games import load_game
from freehold.games.mine_land.facts import Facts
from freehold.games.mine_land.state import COVERED, NO_FLAG, State
from freehold.kernel.chance import Stream, key_of
from freehold.match.log import Header, decode_line
from freehold.match.match import Match
from freehold.match.replay import feed_line
from freehold.protocol.wire import Acted
from freehold.store.sqlite import SqliteStore
from tests.web.pages import cells, click
from tests.web.servers import Server

T = TypeVar("T")
Spot = tuple[int, int]
PATIENCE_S = 60
LOOKS, LOOK_MS = 1200, 100
TRIES = 4
CHAIN_MS = 5_000
"""No chain of a small world lasts this long."""
WAYS = {(0, -1): "north", (1, 0): "east", (0, 1): "south", (-1, 0): "west"}
KEYS = {"north": "ArrowUp", "east": "ArrowRight", "south": "ArrowDown", "west": "ArrowLeft"}
SMALL = {
    "width_tiles": 26,
    "height_tiles": 18,
    "density_permille": 70,
    "spawn_tiles": 1,
    "safe_steps": 4,
    "start_flags": 60,
    "rest_ms": 6000,
}
"""A world of some thirty bombs, with flags enough for all of them."""
COVERED_LABEL = re.compile(r": covered; in reach$")


# The truth


def read_truth(server: Server, match: str) -> State:
    """The round as it is now, by its log."""
    store = SqliteStore(server.folder / "freehold.db")
    try:
        lines = [decode_line(line) for line in store.read_lines(match)]
    finally:
        store.close()
    header = lines[0]
    assert isinstance(header, Header)
    played = Match(load_game("mine-land"), header)
    for line in lines[1:]:
        feed_line(played, line)
    played.advance(played.now + CHAIN_MS)  # waves are in no log: time brings them about
    state: State = played.state
    return state


def is_bomb(state: State, spot: Spot) -> bool:
    x, y = spot
    return bool(state.under[y * state.width + x] & 1)


def bombs(state: State) -> list[Spot]:
    """Those that have neither a flag nor gone off."""
    return [
        (tile % state.width, tile // state.width)
        for tile in range(state.width * state.height)
        if state.under[tile] & 1 and state.flag[tile] == NO_FLAG
    ]


def around(state: State, spot: Spot) -> list[Spot]:
    x, y = spot
    near = [(x + dx, y + dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dx or dy]
    return [(u, v) for u, v in near if 0 <= u < state.width and 0 <= v < state.height]


def is_within(a: Spot, b: Spot, far: int) -> bool:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 <= far**2


def find_path(state: State, start: Spot, goal: Spot) -> list[Spot] | None:
    """The tiles from here to there, digging on the way, but never a bomb; no flag is stepped on."""
    came: dict[Spot, Spot | None] = {start: None}
    for spot in (found := [start]):
        if spot == goal:
            break
        for dx, dy in WAYS:
            near = (spot[0] + dx, spot[1] + dy)
            if near not in came and near in around(state, spot) and not is_bomb(state, near):
                came[near] = spot
                found.append(near)
    if goal not in came:
        return None
    path = [goal]
    while (before := came[path[-1]]) is not None:
        path.append(before)
    return path[-2::-1]


def nearest_bomb(state: State, start: Spot) -> tuple[Spot, Spot]:
    """One, and a tile beside it to which a way leads."""
    found = [
        (len(path), bomb, stand)
        for bomb in bombs(state)
        for stand in around(state, bomb)
        if (path := find_path(state, start, stand)) is not None
    ]
    _, bomb, stand = min(found)
    return bomb, stand


class Chain(NamedTuple):
    """How somebody dies of a chain that another began."""

    bomb: Spot
    """Which one is dug up,"""
    digger: Spot
    """from where,"""
    victim: Spot
    """and where the second wave reaches whom the first did not."""


def find_chain(state: State, start: Spot) -> Chain:
    radius, left = state.terms.blast_radius, bombs(state)
    pairs = [(a, b) for a in left for b in left if a != b and is_within(a, b, radius)]
    for first, second in pairs:
        stands = [s for s in around(state, first) if find_path(state, start, s) is not None]
        victims = [
            spot
            for spot in around(state, second)
            if not is_within(spot, first, radius) and find_path(state, start, spot) is not None
        ]
        if stands and victims:
            return Chain(first, stands[0], victims[0])
    raise AssertionError("this world has no two bombs that set each other off")


# Walkers by program


class Walker:
    """One of them. Its methods wait until the server has answered."""

    def __init__(self, crowd: Crowd, api: Api, line: Line) -> None:
        self._crowd = crowd
        self.api = api
        self.line = line

    @property
    def facts(self) -> Facts:
        known = self.line.tab.known
        assert known is not None
        assert known.view is not None
        facts: Facts = known.view.facts
        return facts

    @property
    def match(self) -> str:
        return self.line.tab.match

    @property
    def at(self) -> Spot:
        return self.facts.at

    def act(self, action: str) -> None:
        self._crowd.wait(self._act(action))

    def offers(self, verb: str) -> list[str]:
        """Such choices of its view."""
        known = self.line.tab.known
        assert known is not None
        assert known.view is not None
        found = known.game.choices(known.view, self.line.now(), Stream(key_of("walker"), "walker"))
        spelled = (known.game.spell(action) for action in found)
        return [action for action in spelled if action.startswith(verb)]

    def score_a_point(self) -> None:
        """Dig a tile; where others have dug all around the start, one further north."""
        while not (flips := self.offers("flip")):
            self.act("step north")
        self.act(flips[0])

    async def _act(self, action: str) -> None:
        """However often it comes too soon."""
        while True:
            answer = await self.line.act(action)
            if isinstance(answer, Acted):
                return
            assert answer.code == "too_soon", (action, answer)

    async def dig_to(self, state: State, goal: Spot) -> None:
        path = find_path(state, self.at, goal)
        assert path is not None, f"no way from {self.at} to {goal}"
        for x, y in path:
            await self._uncover(state, x, y)
            own_x, own_y = self.at
            await self._act(f"step {WAYS[x - own_x, y - own_y]}")

    async def _uncover(self, state: State, x: int, y: int) -> None:
        """Somebody else may be faster."""
        if state.ground[y * state.width + x] != COVERED or not self._sees_cover(x, y):
            return
        answer = await self.line.act(f"flip {x},{y}")
        while not isinstance(answer, Acted) and answer.code == "too_soon":
            answer = await self.line.act(f"flip {x},{y}")
        assert isinstance(answer, Acted) or answer.code == "uncovered", answer

    def _sees_cover(self, x: int, y: int) -> bool:
        known = self.line.tab.known
        assert known is not None
        assert known.view is not None
        rect, layers = known.view.rect, known.view.layers
        return layers["ground"][(y - rect.y) * rect.width + x - rect.x] == COVERED

    async def flag_all(self, state: State, found: list[Spot]) -> None:
        for bomb in found:
            await self._flag(state, bomb)

    async def _flag(self, state: State, bomb: Spot) -> None:
        """Again from where one stands, should the world have changed on the way."""
        for left in reversed(range(TRIES)):
            try:
                await self._flag_once(state, bomb)
            except (AssertionError, KeyError):
                if not left:
                    raise
                await asyncio.sleep(0.3)
            else:
                break

    async def _flag_once(self, state: State, bomb: Spot) -> None:
        stands = [s for s in around(state, bomb) if find_path(state, self.at, s) is not None]
        nearest = min(stands, key=lambda s: len(find_path(state, self.at, s) or ()))
        await self.dig_to(state, nearest)
        await self._act(f"flag {bomb[0]},{bomb[1]}")

    def until(self, is_so: Any) -> None:
        self._crowd.wait(self.line.until(is_so))


class Crowd:
    """A thread in which programs walk, while the test drives browsers."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.walkers: list[Walker] = []
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()

    def start(self, work: Coroutine[Any, Any, T]) -> Future[T]:
        return asyncio.run_coroutine_threadsafe(work, self._loop)

    def watch(self, parts: list[Future[None]], page: Page, until: Callable[[], bool]) -> None:
        """Let them work until it is so; a failure says why."""
        for _ in range(LOOKS):
            for part in parts:
                if part.done():
                    part.result()
            if until():
                return
            page.wait_for_timeout(LOOK_MS)
        raise AssertionError(f"{[part.done() for part in parts]} are done, and it is not so")

    def wait(self, work: Coroutine[Any, Any, T]) -> T:
        return self.start(work).result(PATIENCE_S)

    def join(self, room: str, secret: str = "") -> Walker:
        walker = self.wait(self._join(room, secret))
        self.walkers.append(walker)
        return walker

    async def _join(self, room: str, secret: str) -> Walker:
        api = Api(self.url)
        joined = await api.join(room, secret)
        line = Line(api, Tab(room, joined.token))
        await line.__aenter__()
        await line.until(lambda: line.tab.is_fresh and bool(line.tab.match))
        return Walker(self, api, line)

    def close(self) -> None:
        for walker in self.walkers:
            self.wait(walker.line.close())
            self.wait(walker.api.close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(PATIENCE_S)
        self._loop.close()


@contextmanager
def crowd_at(url: str) -> Iterator[Crowd]:
    crowd = Crowd(url)
    try:
        yield crowd
    finally:
        crowd.close()


# On the page


def place(page: Page) -> Spot:
    """Where the page says one stands."""
    here = page.locator("[role=gridcell][aria-label*='you are here']")
    here.wait_for(state="attached")
    return next((cell.x, cell.y) for cell in cells(page) if "you are here" in cell.label)


def stood_on(page: Page, spot: Spot) -> Locator:
    """Dug or flagged, with oneself on it."""
    label = f"column {spot[0]}, row {spot[1]}: "
    return page.locator(f"[role=gridcell][aria-label^='{label}'][aria-label*='you are here']")


def expect_at(page: Page, spot: Spot) -> None:
    expect(stood_on(page, spot)).to_be_attached()


def tile(page: Page, spot: Spot) -> Locator:
    return page.locator(f"[role=gridcell][aria-label^='column {spot[0]}, row {spot[1]}: ']")


def dig_by_keys(page: Page, state: State, goal: Spot) -> None:
    """To a tile by keys alone, digging on the way."""
    at = place(page)
    for x, y in find_path(state, at, goal) or ():
        key = KEYS[WAYS[x - at[0], y - at[1]]]
        if "covered" in (tile(page, (x, y)).get_attribute("aria-label") or ""):
            page.keyboard.press(f"Shift+{key}")
            expect(tile(page, (x, y))).not_to_have_attribute("aria-label", COVERED_LABEL)
        page.keyboard.press(key)
        expect_at(page, (x, y))
        at = (x, y)


def dig_by_mouse(page: Page, state: State, goal: Spot) -> None:
    """To a tile by clicks: one digs, another walks."""
    at = place(page)
    for x, y in find_path(state, at, goal) or ():
        if "covered" in (tile(page, (x, y)).get_attribute("aria-label") or ""):
            click(page, x, y)
            expect(tile(page, (x, y))).not_to_have_attribute("aria-label", COVERED_LABEL)
        click(page, x, y)
        expect_at(page, (x, y))
        at = (x, y)


# Without knowing the world: for screens


Press = Callable[[Page, int, int], None]


def is_out(page: Page) -> Locator:
    """Told where one was, or in the result if that was the end of the round."""
    return page.get_by_text("You are out of this round").or_(page.get_by_role("dialog"))


def dig(page: Page, press: Press, at: Spot) -> bool:
    """One tile beside; False if one has died."""
    here = tile(page, at)
    if re.search(COVERED_LABEL, here.get_attribute("aria-label") or ""):
        press(page, *at)
    is_dug = page.locator(f"[aria-label^='column {at[0]}, row {at[1]}: dug']")
    expect(is_dug.or_(is_out(page)).first).to_be_attached()
    return not is_out(page).count()


def walk_to(page: Page, press: Press, at: Spot) -> bool:
    """A tile beside that has been dug; False if one has died."""
    press(page, *at)
    expect(stood_on(page, at).or_(is_out(page)).first).to_be_attached()
    return not is_out(page).count()


def dig_until_dead(page: Page, press: Press) -> None:
    """Eastward, tile by tile, with all that is beside: somewhere before the edge is a bomb."""
    x, y = place(page)
    while True:
        x += 1
        for at in ((x, y), (x, y - 1), (x, y + 1)):
            if not dig(page, press, at):
                return
        walk_to(page, press, (x, y))
