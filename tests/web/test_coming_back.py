"""Nothing that was said or seen is lost: at the start, by a reload, by a killed server."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web import land_grab
from tests.web.conftest import Complaints
from tests.web.pages import begin, click
from tests.web.servers import Server


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("mortal"), watcher_delay_ms=0)
    server.start()
    yield server
    server.kill()


@pytest.fixture
def mortal(running: Server, complaints: Complaints) -> Server:
    """A server that the test kills, and that runs again when the test ends."""
    complaints.allowed = ("WebSocket connection", "ERR_CONNECTION_REFUSED", "Failed to load")
    running.start()
    return running


def open_room(host: Page, **wishes: object) -> str:
    """A room for two by the API; its address."""
    made = host.request.post("/api/rooms", data={"game": "land-grab", **wishes})
    assert made.ok, made.text()
    host.goto(f"/r/{made.json()['code']}")
    expect(host.get_by_role("button", name="Start the match")).to_be_visible()
    return f"/r/{made.json()['code']}"


def say(page: Page, words: str) -> None:
    page.get_by_role("textbox", name="Write a message").fill(words)
    page.keyboard.press("Enter")
    expect(chat(page).get_by_text(words)).to_be_visible()


def chat(page: Page) -> Locator:
    return page.get_by_role("log", name="Chat")


def start(host: Page) -> None:
    host.get_by_role("button", name="Add a bot").click()
    host.get_by_role("button", name="Start the match").click()
    expect(land_grab.is_turn(host)).to_be_visible()


def tab(page: Page, name: str) -> None:
    page.get_by_role("tab", name=name).click()


def test_what_was_said_in_the_lobby_is_there_in_the_match_after_a_kill_and_in_the_next_one(
    mortal: Server, people: Callable[..., Page]
) -> None:
    host = people(mortal.url)
    open_room(host, params={"points_to_win": 10})
    say(host, "Good luck")
    start(host)
    tab(host, "Chat")
    expect(chat(host).get_by_text("Good luck")).to_be_visible()
    say(host, "Here I come")
    mortal.kill()
    mortal.start()
    host.reload()
    tab(host, "Chat")
    for words in ("Good luck", "Here I come"):
        expect(chat(host).get_by_text(words)).to_have_count(1)
    land_grab.play(host)
    host.get_by_role("button", name="Rematch").click()
    expect(land_grab.is_turn(host)).to_be_visible()
    tab(host, "Chat")
    expect(chat(host).get_by_text("Good luck")).to_have_count(1)


def test_a_watcher_goes_on_watching_after_the_server_was_killed(
    mortal: Server, people: Callable[..., Page]
) -> None:
    host, watcher = people(mortal.url), people(mortal.url)
    address = open_room(host)
    start(host)
    watcher.goto(address)
    expect(watcher.get_by_text("Spectating")).to_be_visible()
    mortal.kill()
    expect(watcher.get_by_text("Connection lost.")).to_be_visible()
    mortal.start()
    expect(watcher.get_by_text("Connection lost.")).not_to_be_visible()
    expect(host.get_by_text("from where it was saved")).to_be_visible()
    land_grab.build(host)
    expect(watcher.get_by_role("gridcell", name="’s farm").first).to_be_attached()
    expect(watcher.get_by_text("Spectating")).to_be_visible()
    expect(watcher.get_by_role("alert")).not_to_be_attached()
    expect(watcher.get_by_role("button", name="Play in this tab")).not_to_be_attached()


def test_styles_that_could_not_be_fetched_are_there_when_the_server_is_back(
    mortal: Server, people: Callable[..., Page]
) -> None:
    page = people(mortal.url)
    styles = re.compile(r"/assets/Chart-[^/]*\.css$")
    page.route(styles, lambda route: route.abort())
    with page.expect_event("requestfailed", lambda failed: bool(styles.search(failed.url))):
        begin(page, "land-grab")
    page.unroute_all()
    mortal.kill()
    expect(page.get_by_text("Connection lost.")).to_be_visible()
    with page.expect_response(styles):
        mortal.start()
    expect(land_grab.is_turn(page)).to_be_visible()


def test_the_list_of_events_is_there_after_a_reload(page: Page) -> None:
    begin(page, "land-grab", params={"points_to_win": 40})
    expect(land_grab.is_turn(page)).to_be_visible()
    land_grab.build(page)
    expect(land_grab.is_turn(page)).to_be_visible()
    tab(page, "Events")
    events = page.get_by_role("log", name="Events")
    expect(events).to_contain_text("farm")
    before = events.inner_text()
    page.reload()
    tab(page, "Events")
    expect(events).to_have_text(before, use_inner_text=True)
    land_grab.build(page)
    expect(events).to_contain_text(before, use_inner_text=True)


def test_a_tile_that_is_clicked_offline_is_not_refused_and_is_built_on_when_the_server_is_back(
    mortal: Server, people: Callable[..., Page]
) -> None:
    page = people(mortal.url)
    begin(page, "land-grab")
    expect(land_grab.is_turn(page)).to_be_visible()
    cell = land_grab.legal(page)[0]
    mortal.kill()
    expect(page.get_by_text("Connection lost.")).to_be_visible()
    click(page, cell.x, cell.y)
    page.wait_for_timeout(100)
    expect(page.locator(".bubble")).to_have_count(0)
    mortal.start()
    land_grab.expect_built(page, cell)
