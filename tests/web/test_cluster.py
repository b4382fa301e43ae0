"""Two people at a site with three nodes play a match of Land Grab and a duel of MineWars: the node
that has their room is killed in mid-match, and neither page is reloaded."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from threading import Thread

from playwright.sync_api import Page, expect

from tests.cluster.processes import NodeProcess, Nodes
from tests.web import land_grab, minewars
from tests.web.conftest import Complaints
from tests.web.minewars import expect_tile
from tests.web.pages import click
from tests.web.test_minewars import CALM


@contextmanager
def running(folder: Path, dsn: str) -> Iterator[Nodes]:
    """A site whose balancer runs in a thread of its own."""
    nodes, loop = Nodes(folder, dsn), asyncio.new_event_loop()
    thread = Thread(target=loop.run_forever, daemon=True)
    thread.start()
    try:
        asyncio.run_coroutine_threadsafe(nodes.__aenter__(), loop).result(120)
        yield nodes
    finally:
        asyncio.run_coroutine_threadsafe(nodes.__aexit__(), loop).result(60)
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


def take_turns(host: Page, guest: Page, most: int) -> bool:
    """The player to move builds, this often; False if the match is over before."""
    for _ in range(most):
        while not any(land_grab.is_turn(page).is_visible() for page in (host, guest)):
            if land_grab.result(host).is_visible():
                return False
            host.wait_for_timeout(20)
        land_grab.build(host if land_grab.is_turn(host).is_visible() else guest)
    return True


def gather_for_land_grab(host: Page, guest: Page) -> None:
    wishes = {"game": "land-grab", "seats": 2, "params": {"points_to_win": 20}}
    made = host.request.post("/api/rooms", data=wishes)
    for page in (host, guest):
        page.goto(f"/r/{made.json()['code']}")
    guest.get_by_role("button", name="Ready", exact=True).click()
    host.get_by_role("button", name="Start the match").click()
    for page in (host, guest):
        expect(page.get_by_role("status").filter(has_text="turn").first).to_be_attached()


def mark(*pages: Page) -> None:
    for page in pages:
        page.evaluate("window.isTheSamePage = true")


def kill_owner(nodes: Nodes, page: Page) -> NodeProcess:
    found = re.search(r"/room/([^/?#]+)", page.url)
    assert found
    owner = nodes.owner(found[1])
    owner.end()
    return owner


def test_matches_of_two_go_on_in_both_pages_when_their_node_is_killed(
    tmp_path: Path, dsn: str, people: Callable[..., Page], complaints: Complaints
) -> None:
    """What is clicked while nobody has the room counts as soon as somebody has it."""
    complaints.allowed = ("WebSocket connection", "ERR_CONNECTION")
    with running(tmp_path, dsn) as nodes:
        come = partial(people, nodes.balancer.url)
        host, guest = come(), come()
        gather_for_land_grab(host, guest)
        mark(host, guest)
        assert take_turns(host, guest, 4)
        killed = kill_owner(nodes, host)
        assert take_turns(host, guest, 2)
        while take_turns(host, guest, 10):
            """To the end."""
        for page in (host, guest):
            expect(land_grab.result(page)).to_be_visible()
            assert page.evaluate("window.isTheSamePage")
        killed.begin()
        killed.wait()
        duel(nodes, come)
        complaints.allowed += ("Content Security Policy", "net::ERR_", "Fetch API")
        bus_is_out_of_reach(nodes, come())


TRY = """async (port) => {
    const found = await Promise.all(["http", "https"].map((kind) =>
        fetch(`${kind}://127.0.0.1:${port}/`, { mode: "no-cors" }).then(() => kind, () => "")));
    found.push(await new Promise((done) => {
        try {
            const socket = new WebSocket(`ws://127.0.0.1:${port}/`);
            socket.onopen = () => done("ws");
            socket.onerror = () => done("");
        } catch { done(""); }
    }));
    return found.join("");
}"""


def bus_is_out_of_reach(nodes: Nodes, page: Page) -> None:
    """No page of ours talks to it, or says where it is. The database has no port at all here. What
    strangers hear of the bus: `tests/cluster/test_serving.py`."""
    page.goto("/")
    ours = int(nodes.balancer.url.rsplit(":", 1)[1])
    assert page.evaluate(TRY, ours) == "http"  # so this would notice
    assert page.evaluate(TRY, nodes.nats.port) == ""
    for path in ("/", "/healthz", "/metrics", "/api/games", "/api/rooms", "/api/openapi.json"):
        said = page.request.get(path).text()
        assert "hush" not in said
        assert str(nodes.nats.port) not in said
        assert nodes.dsn not in said


def duel(nodes: Nodes, come: Callable[..., Page]) -> None:
    """In real time."""
    ada, ben = minewars.gather(come, others=1, seats=2, params=CALM)
    mark(ada, ben)
    click(ada, 5, 3)
    expect_tile(ada, 5, 3, "yours")
    kill_owner(nodes, ada)
    click(ada, 9, 3)
    expect_tile(ada, 9, 3, "yours")
    ben.get_by_role("button", name="Resign").click()
    ben.get_by_role("dialog").get_by_role("button", name="Resign").click()
    for page in (ada, ben):
        expect(land_grab.result(page)).to_be_visible()
        assert page.evaluate("window.isTheSamePage")
