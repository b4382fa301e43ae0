"""A page that is older than its server says so, instead of failing in silence."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect

from freehold.protocol.wire import VERSION
from tests.web.conftest import Complaints
from tests.web.pages import begin, board, choose_more


def gone(route: Route) -> None:
    """As a server answers that has only the parts of a newer page."""
    route.fulfill(status=404, content_type="application/json", body="{}")


def speak_newer(route: WebSocketRoute) -> None:
    server = route.connect_to_server()

    def send(message: str | bytes) -> None:
        assert isinstance(message, bytes)
        route.send(bytes([VERSION + 1]) + message[1:])

    server.on_message(send)


def test_a_server_of_another_version_is_answered_with_reload(page: Page) -> None:
    begin(page, "land-grab")
    page.route_web_socket("**/ws?*", speak_newer)
    page.reload()
    expect(page.get_by_role("alert")).to_contain_text("Freehold has been updated")
    page.unroute_all()
    with page.expect_navigation():
        page.get_by_role("button", name="Reload").click()


@pytest.mark.parametrize(
    ("part", "path"),
    [("land-grab", ""), ("Replay", "/replay"), ("EditorPage", "/maps")],
)
def test_a_part_of_the_page_that_is_no_longer_there_is_answered_with_reload(
    page: Page, complaints: Complaints, part: str, path: str
) -> None:
    complaints.allowed = ("404",)
    parts = re.compile(rf"/assets/{part}-[^/]*\.js$")
    page.route(parts, gone)
    if path:
        page.goto(path)
    else:
        page.goto("/")
        page.get_by_role("button", name="Play Land Grab now").click()
    expect(page.get_by_role("alert")).to_contain_text("Reload the page")
    page.unroute(parts, gone)
    page.get_by_role("button", name="Reload").click()
    expect(page.get_by_role("alert")).not_to_be_attached()
    if not path:
        expect(board(page)).to_be_attached()


def test_a_lesson_that_is_no_longer_there_is_answered_on_the_start_page(
    page: Page, complaints: Complaints
) -> None:
    complaints.allowed = ("404",)
    page.route(re.compile(r"/assets/tutorial-[^/]*\.js$"), gone)
    page.goto("/")
    choose_more(page, "Land Grab", "Tutorial")
    expect(page.locator(".toast")).to_contain_text("Reload the page")
