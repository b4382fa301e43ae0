"""Two people at a site with three nodes: the node that has their room is killed in mid-match, and
neither page is reloaded."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

from playwright.sync_api import Page, expect

from tests.cluster.processes import Nodes
from tests.web import land_grab
from tests.web.conftest import Complaints
from tests.web.test_rooms import open_room

BACK_MS = 6_000
"""Until both pages are back: a lease lasts 1.5 s, and clicks meanwhile are not sent."""


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


def take_turn(host: Page, guest: Page) -> None:
    """The player to move builds."""
    while True:
        for page in (host, guest):
            if land_grab.is_turn(page).is_visible():
                land_grab.build(page)
                return
        host.wait_for_timeout(20)


def test_a_match_of_two_goes_on_in_both_pages_when_its_node_is_killed(
    tmp_path: Path, dsn: str, people: Callable[..., Page], complaints: Complaints
) -> None:
    complaints.allowed = ("WebSocket connection", "ERR_CONNECTION")
    with running(tmp_path, dsn) as nodes:
        url = nodes.balancer.url
        host, guest = people(url), people(url)
        link = open_room(host)
        guest.goto(link)
        guest.get_by_role("button", name="Ready", exact=True).click()
        host.get_by_role("button", name="Start the match").click()
        for page in (host, guest):
            expect(page.get_by_role("status").filter(has_text="turn").first).to_be_attached()
            page.evaluate("window.isTheSamePage = true")
        for _ in range(4):
            take_turn(host, guest)
        found = re.search(r"/room/([^/?#]+)", host.url)
        assert found
        nodes.owner(found[1]).end()
        host.wait_for_timeout(BACK_MS)
        for _ in range(4):
            take_turn(host, guest)
        guest.get_by_role("button", name="Resign").click()
        guest.get_by_role("dialog").get_by_role("button", name="Resign").click()
        for page in (host, guest):
            expect(land_grab.result(page)).to_be_visible()
            assert page.evaluate("window.isTheSamePage")
