"""What cannot be done is said where it was tried, with its reason."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, WebSocketRoute, expect

from tests.web import land_grab
from tests.web.conftest import Complaints
from tests.web.pages import begin, cells, click, let_last, spot


def bubble(page: Page) -> Locator:
    return page.locator(".bubble")


def expect_at(words: Locator, spot_: tuple[float, float]) -> None:
    """Words stand at a cell: not farther from it than a bubble is high."""
    box = words.bounding_box()
    assert box
    x, y = spot_
    assert box["x"] - 60 <= x <= box["x"] + box["width"] + 60
    assert min(abs(box["y"] - y), abs(box["y"] + box["height"] - y)) < 120


def test_a_click_on_water_says_at_the_tile_why_nothing_is_built(page: Page) -> None:
    begin(page, "land-grab")
    expect(land_grab.is_turn(page)).to_be_visible()
    water = next(cell for cell in cells(page) if cell.label == "water")
    let_last(page)
    click(page, water.x, water.y)
    expect(bubble(page)).to_contain_text("water")
    expect_at(bubble(page), spot(page, water.x, water.y))
    expect(land_grab.is_turn(page)).to_be_visible()


class SlowLine:
    """A connection whose news can be held back."""

    def __init__(self) -> None:
        self.is_held = False
        self._held: list[str | bytes] = []
        self._route: WebSocketRoute | None = None

    def route(self, route: WebSocketRoute) -> None:
        self._route = route
        server = route.connect_to_server()
        server.on_message(self._receive)

    def _receive(self, message: str | bytes) -> None:
        assert self._route
        if self.is_held:
            self._held.append(message)
        else:
            self._route.send(message)

    def release(self) -> None:
        self.is_held = False
        assert self._route
        for message in self._held:
            self._route.send(message)


def test_what_the_server_refuses_is_pending_first_and_then_refused_at_its_tile(page: Page) -> None:
    """Two tabs of one player; the second one hears late that the first has built."""
    begin(page, "land-grab")
    expect(land_grab.is_turn(page)).to_be_visible()
    line = SlowLine()
    late = page.context.new_page()
    late.route_web_socket("**/*", line.route)
    late.goto(page.url)
    expect(land_grab.is_turn(late)).to_be_visible()
    let_last(late)
    line.is_held = True
    _, cell = land_grab.choose(page)
    land_grab.build(page)
    click(late, cell.x, cell.y)
    expect(late.get_by_text("Slow connection")).to_be_visible()
    line.release()
    expect(bubble(late)).to_be_visible()
    expect_at(bubble(late), spot(late, cell.x, cell.y))
    expect(late.get_by_text("Slow connection")).not_to_be_visible()


FRAMES = """
let frame = 0, clickedIn = 0;
const count = () => { frame += 1; requestAnimationFrame(count); };
requestAnimationFrame(count);
addEventListener("pointerup", () => { clickedIn = frame; }, true);
const dash = CanvasRenderingContext2D.prototype.setLineDash;
CanvasRenderingContext2D.prototype.setLineDash = function (lengths) {
  if (lengths.length && clickedIn) window.waited ??= frame - clickedIn;
  return dash.call(this, lengths);
};
"""
"""Counts the frames from a click to the dashed line of what is pending."""


def test_a_click_is_drawn_as_pending_by_the_next_frame(page: Page) -> None:
    line = SlowLine()
    page.add_init_script(FRAMES)
    page.route_web_socket("**/ws?*", line.route)
    begin(page, "land-grab")
    expect(land_grab.is_turn(page)).to_be_visible()
    _, cell = land_grab.choose(page)
    line.is_held = True
    click(page, cell.x, cell.y)
    page.wait_for_function("() => window.waited !== undefined")
    assert page.evaluate("window.waited") == 1
    line.release()
    land_grab.expect_built(page, cell)


def test_a_typed_action_that_is_refused_is_answered_with_the_reason(page: Page) -> None:
    begin(page, "land-grab", is_generic=True)
    page.get_by_label("Type an action").fill("settle 5,5")
    page.get_by_role("button", name="Submit").click()
    expect(page.locator(".toast")).to_contain_text("farm")


def test_a_code_of_no_room_is_answered_with_what_to_do(page: Page, complaints: Complaints) -> None:
    complaints.allowed = ("404",)
    page.goto("/")
    page.get_by_label("Got a code from a friend?").fill("zzzzz")
    page.locator("form").get_by_role("button", name="Join", exact=True).click()
    expect(page.get_by_role("alert")).to_be_visible()
    page.get_by_role("button", name="Back to the start page").click()
    expect(page.get_by_role("heading", name="Claim your ground")).to_be_visible()


def test_a_wrong_code_is_put_right_where_it_was_refused(
    page: Page, people: Callable[..., Page], complaints: Complaints
) -> None:
    complaints.allowed = ("404",)
    made = people().request.post("/api/rooms", data={"game": "land-grab"}).json()
    page.goto("/r/ZZZZZ")
    expect(page.get_by_role("alert")).to_be_visible()
    field = page.get_by_label("Code")
    expect(field).to_have_value("ZZZZZ")
    field.fill(made["code"].lower())
    field.press("Enter")
    expect(page.get_by_role("heading", name="Invite")).to_be_visible()
    assert page.url.endswith(f"/room/{made['room']}")


@pytest.mark.parametrize("path", ["/nowhere", "/room/a/b/c", "/api/nothing"])
def test_a_path_that_is_nothing_is_a_page_that_leads_back(
    page: Page, complaints: Complaints, path: str
) -> None:
    complaints.allowed = ("404",)
    page.goto(path)
    expect(page.get_by_text("Page not found.")).to_be_visible()
    page.get_by_role("button", name="Back to the start page").click()
    expect(page.get_by_role("heading", name="Claim your ground")).to_be_visible()
