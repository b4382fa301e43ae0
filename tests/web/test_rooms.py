"""A room before and after a match: who sits where, talk, and playing again."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, WebSocketRoute, expect

from tests.web import land_grab
from tests.web.conftest import Complaints
from tests.web.pages import begin, board, choose_more


def open_room(host: Page) -> str:
    """The link that lets others in."""
    host.goto("/")
    choose_more(host, "Land Grab", "Play with friends")
    expect(host.get_by_role("heading", name="Invite")).to_be_visible()
    return host.locator("code").inner_text()


def say(page: Page, line: str) -> None:
    page.get_by_role("textbox", name="Write a message").fill(line)
    page.keyboard.press("Enter")


def say_when_there(page: Page, words: str) -> None:
    """The text stays in its field while there is no connection."""
    field = page.get_by_role("textbox", name="Write a message")
    field.fill(words)
    while field.input_value():
        page.keyboard.press("Enter")
        page.evaluate("new Promise(requestAnimationFrame)")
    expect(line(page, words)).to_be_visible()


def line(page: Page, words: str) -> Locator:
    return page.get_by_role("log", name="Chat").get_by_text(words)


def test_the_invitation_has_a_code_for_cameras_and_does_without_if_it_cannot_be_loaded(
    page: Page, complaints: Complaints
) -> None:
    reach = {"url": "http://192.0.2.9:8000", "is_local": False}  # as on a network
    page.route("**/api/reach", lambda route: route.fulfill(json=reach))
    open_room(page)
    expect(page.get_by_role("img", name="QR code of the link")).to_be_visible()
    complaints.allowed = ("net::ERR_FAILED",)
    page.route(re.compile(r"/assets/QR-[^/]*\.js$"), lambda route: route.abort())
    page.reload()
    expect(page.get_by_role("button", name="Copy link")).to_be_visible()
    expect(page.get_by_role("img", name="QR code of the link")).not_to_be_attached()


def test_a_seat_is_given_up_and_taken_again(people: Callable[..., Page]) -> None:
    host, guest = people(), people()
    guest.goto(open_room(host))
    guest.get_by_role("button", name="Stand up").click()
    expect(guest.get_by_text("You are watching.")).to_be_visible()
    expect(host.get_by_role("button", name="Add a bot")).to_be_visible()
    guest.get_by_role("button", name="Sit here").click()
    expect(guest.get_by_role("button", name="Ready", exact=True)).to_be_visible()


def test_a_player_who_follows_a_link_to_watch_gets_their_seat(
    page: Page, complaints: Complaints
) -> None:
    complaints.allowed = ("403",)  # watching is refused first
    begin(page, "area-attack")
    second = page.context.new_page()
    second.goto(f"{page.url}?watch")
    expect(board(second)).to_be_attached()
    expect(second.get_by_text("Spectating")).not_to_be_attached()
    expect(second.get_by_role("listitem").filter(has_text="you")).to_be_attached()


def test_a_player_who_is_silenced_by_the_host_is_told_and_can_be_heard_again(
    people: Callable[..., Page],
) -> None:
    host, guest = people(), people()
    guest.goto(open_room(host))
    say(guest, "Good morning")
    line(host, "Good morning").hover()
    host.get_by_role("button", name="Mute").click()
    expect(line(host, "Good morning")).not_to_be_attached()
    say(guest, "Hello?")
    expect(guest.get_by_text("You are muted in this room")).to_be_visible()
    host.get_by_role("button", name="Unmute").click()
    expect(line(host, "Good morning")).to_be_visible()
    say(guest, "And now?")
    expect(line(host, "And now?")).to_be_visible()


def test_whom_a_guest_does_not_want_to_hear_stays_unheard_after_a_lost_line(
    people: Callable[..., Page],
) -> None:
    host, guest = people(), people()
    lines: list[WebSocketRoute] = []

    def connect(route: WebSocketRoute) -> None:
        route.connect_to_server()
        lines.append(route)

    guest.route_web_socket("**/ws?*", connect)
    guest.goto(open_room(host))
    say(host, "Noise")
    line(guest, "Noise").hover()
    guest.get_by_role("button", name="Mute").click()
    expect(line(guest, "Noise")).not_to_be_attached()
    lines[0].close()
    say_when_there(guest, "All quiet")
    assert len(lines) == 2
    say(host, "More noise")
    expect(line(host, "More noise")).to_be_visible()
    say(guest, "Still quiet")
    expect(line(guest, "Still quiet")).to_be_visible()
    expect(line(guest, "More noise")).not_to_be_attached()


def test_two_people_play_again_with_the_wins_counted_and_a_watcher_sees_both_matches(
    people: Callable[..., Page],
) -> None:
    host, guest, watcher = people(), people(), people()
    link = open_room(host)
    guest.goto(link)
    guest.get_by_role("button", name="Ready", exact=True).click()
    watcher.goto(f"{link}?watch")
    host.get_by_role("button", name="Start the match").click()
    expect(watcher.get_by_text("Spectating", exact=True)).to_be_visible()
    expect(land_grab.is_turn(host)).to_be_visible()
    # A player who is away in their turn: the other one is told what comes of it.
    land_grab.build(host)
    guest.goto("about:blank")
    expect(host.get_by_role("banner").get_by_text("is away: a bot fills in soon")).to_be_visible()
    guest.goto(link)
    expect(host.get_by_text("is away")).to_have_count(0)
    for _ in range(2):
        guest.get_by_role("button", name="Resign").click()
        guest.get_by_role("dialog").get_by_role("button", name="Resign").click()
        for page in (host, guest):
            land_grab.result(page).get_by_role("button", name="Rematch").click()
        for page in (host, guest, watcher):
            expect(land_grab.is_over(page)).not_to_be_attached()
    guest.get_by_role("button", name="Resign").click()
    guest.get_by_role("dialog").get_by_role("button", name="Resign").click()
    row = land_grab.result(host).get_by_role("row").nth(1)
    expect(row.get_by_role("cell").last).to_have_text("3")


def test_a_result_that_is_loaded_after_the_end_still_shows_the_score_over_time(page: Page) -> None:
    begin(page, "land-grab", params={"points_to_win": 10})
    land_grab.play(page)
    chart = land_grab.result(page).get_by_role("img")
    expect(chart).to_be_visible()
    page.reload()
    expect(chart).to_be_visible()


def test_a_link_is_shown_where_the_browser_has_no_clipboard(page: Page) -> None:
    """As on a page without https."""
    page.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    link = open_room(page)
    page.get_by_role("button", name="Copy link").click()
    expect(page.locator(".toast")).to_contain_text(link)


def test_after_the_end_everything_can_be_shown_and_the_result_does_not_come_back(
    page: Page,
) -> None:
    begin(page, "area-attack", is_generic=True, params={"width_cells": 24, "pick_ms": 1000})
    expect(page.get_by_role("gridcell", name="can be opened").first).to_be_attached()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(land_grab.result(page)).to_be_visible()
    page.keyboard.press("Escape")
    mine = page.get_by_role("gridcell", name="mine")
    expect(mine).to_have_count(0)
    page.get_by_role("button", name="Reveal everything").click()
    expect(mine.first).to_be_attached()
    expect(land_grab.result(page)).not_to_be_visible()


def test_times_among_the_options_are_shown_in_words_and_set_in_seconds(
    people: Callable[..., Page],
) -> None:
    host, guest = people(), people()
    made = host.request.post("/api/rooms", data={"game": "area-attack"})
    host.goto(f"/r/{made.json()['code']}")
    guest.goto(f"/r/{made.json()['code']}")
    for page in (host, guest):
        page.get_by_role("group").filter(has_text="Defaults").locator("summary").click()
        expect(option(page, "Time to choose a start")).to_have_value("45")
        expect(page.get_by_text(re.compile(r"\bms\b"))).not_to_be_attached()
        expect(page.get_by_text("s = 6 min")).to_be_visible()
    option(host, "Stage 2 after").fill("90.5")
    option(host, "Stage 2 after").press("Enter")
    for page in (host, guest):
        expect(page.get_by_text("s = 1 min 30.5 s")).to_be_visible()
        expect(option(page, "Stage 2 after")).to_have_value("90.5")


def option(page: Page, name: str) -> Locator:
    return page.get_by_role("spinbutton", name=re.compile(f"^{name}"))
