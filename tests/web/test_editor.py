"""The map editor: draw, be told what is wrong and where, mend it, keep it, share it, play it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.web.pages import board, cells, click, move_to, spot, tap

POND = """\
grid: square
title: Two Shores
~~~~~~~~~~~
~.........~
~.1.....2.~
~.........~
~~~~~~~~~~~
"""


def open_file(page: Page, tmp_path: Path, text: str = POND) -> None:
    page.goto("/maps/new")
    file = tmp_path / "map.txt"
    file.write_text(text)
    page.get_by_role("tab", name="Maps").click()
    page.locator("input[type=file]").set_input_files(file)
    page.get_by_role("tab", name="Check").click()


def verdict(page: Page) -> Locator:
    return page.locator(".verdict")


def tool(page: Page, name: str | re.Pattern[str]) -> Locator:
    return page.get_by_role("main").get_by_role("button", name=name, exact=True)


def stroke(page: Page, start: tuple[int, int], end: tuple[int, int]) -> None:
    (x, y), (to_x, to_y) = spot(page, *start), spot(page, *end)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move((x + to_x) / 2, (y + to_y) / 2)
    page.mouse.move(to_x, to_y)
    page.mouse.up()


def label_at(page: Page, x: int, y: int) -> str:
    return next(cell.label for cell in cells(page) if (cell.x, cell.y) == (x, y))


def test_the_start_page_opens_a_games_own_editor_and_its_addresses_name_the_game(
    page: Page, tmp_path: Path
) -> None:
    page.goto("/")
    page.get_by_role("button", name="Draw a map").click()
    expect(page).to_have_url(re.compile(r"/maps\?game=minewars$"))
    page.get_by_role("tab", name="Maps").click()
    page.get_by_role("button", name="Save in this browser").click()
    expect(page).to_have_url(re.compile(r"/maps/\w+\?game=minewars$"))
    page.reload()
    expect(page.get_by_label("Map title")).to_be_visible()


def test_a_game_without_an_editor_has_no_such_page(page: Page) -> None:
    page.goto("/maps?game=land-grab")
    expect(page.get_by_role("heading", name="Page not found.")).to_be_visible()


def test_a_bad_map_is_refused_with_the_place_shown_and_a_mended_one_is_played(
    page: Page, tmp_path: Path
) -> None:
    open_file(page, tmp_path)
    expect(verdict(page)).to_have_text(re.compile("Fair|Unbalanced"))
    page.get_by_role("button", name="Brush: 1 tile wide").click()
    tool(page, "Mountain").click()
    click(page, 2, 1)
    expect(verdict(page)).to_have_text("Not playable yet")
    place = page.get_by_role("button", name=re.compile("2,1 This tile touches the city at 2,2"))
    expect(place).to_be_visible()
    page.get_by_role("button", name="Play this map").click()
    expect(page.get_by_text("This tile touches the city").first).to_be_visible()
    assert page.url.endswith("/maps")
    place.click()
    page.get_by_role("button", name="Undo").click()
    expect(verdict(page)).to_have_text(re.compile("Fair|Unbalanced"))
    page.get_by_role("button", name="Play this map").click()
    expect(page).to_have_url(re.compile("/room/"))
    expect(page.get_by_role("heading", name="MineWars")).to_be_visible()


def test_a_map_is_drawn_from_nothing_but_water_and_tried_in_the_sandbox(page: Page) -> None:
    page.goto("/maps/new")
    page.get_by_role("tab", name="Maps").click()
    page.get_by_label("Grid").select_option("Squares")
    page.get_by_label("Columns").fill("13")
    page.get_by_label("Rows").fill("9")
    page.get_by_role("button", name="Start with water").click()
    page.get_by_role("tab", name="Check").click()
    tool(page, "Land").click()
    page.get_by_role("button", name="Brush: 5 tiles wide").click()
    stroke(page, (3, 4), (9, 4))
    tool(page, "Start of player 1").click()
    click(page, 3, 4)
    expect(page.get_by_text("Player 2 has no start")).to_be_visible()
    tool(page, "Start of player 2").click()
    click(page, 9, 4)
    expect(verdict(page)).to_have_text(re.compile("Fair|Unbalanced"))
    page.get_by_role("button", name="In the sandbox").click()
    expect(page.get_by_role("region", name="Sandbox")).to_be_visible()
    expect(board(page)).to_be_attached()
    assert len(page.get_by_role("group", name="Seat to play").get_by_role("button").all()) == 3


def test_a_kept_map_is_there_after_a_reload_and_a_link_holds_it_whole(
    page: Page, people: Callable[..., Page], tmp_path: Path
) -> None:
    open_file(page, tmp_path)
    page.get_by_role("tab", name="Maps").click()
    page.get_by_role("button", name="Save in this browser").click()
    expect(page.get_by_role("button", name="Two Shores", exact=True)).to_be_visible()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_text("It contains the whole map")).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")
    assert "/maps#" in link
    page.reload()
    expect(page.get_by_label("Map title")).to_have_value("Two Shores")
    other = people()
    other.goto(link)
    expect(other.get_by_label("Map title")).to_have_value("Two Shores")
    with other.expect_download() as saved:
        other.get_by_role("tab", name="Maps").click()
        other.get_by_role("button", name="Download").click()
    assert Path(saved.value.path()).read_text() == POND


def test_it_is_drawn_with_the_keyboard_alone(page: Page, tmp_path: Path) -> None:
    open_file(page, tmp_path)
    expect(verdict(page)).to_have_text(re.compile("Fair|Unbalanced"))
    page.keyboard.press("t")
    page.keyboard.press("[")
    expect(tool(page, "Forest")).to_have_attribute("aria-pressed", "true")
    page.locator("[role=gridcell][tabindex='0']").focus()
    move_to(page, 5, 2)
    page.keyboard.press("Enter")
    assert "orest" in label_at(page, 5, 2)
    page.keyboard.press("Control+z")
    assert "orest" not in label_at(page, 5, 2)
    page.keyboard.press("Control+y")
    assert "orest" in label_at(page, 5, 2)


def test_it_is_drawn_with_a_finger(people: Callable[..., Page], tmp_path: Path) -> None:
    phone = people(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    open_file(phone, tmp_path)
    expect(verdict(phone)).to_have_text(re.compile("Fair|Unbalanced"))
    phone.get_by_role("button", name="Brush: 1 tile wide").click()
    tool(phone, "Forest").click()
    tap(phone, 5, 2)
    assert "orest" in label_at(phone, 5, 2)


def test_the_largest_map_is_played_from_the_editor_and_chosen_in_a_lobby(
    page: Page, tmp_path: Path
) -> None:
    open_file(page, tmp_path, largest())
    expect(verdict(page)).to_have_text(re.compile("Fair|Unbalanced"))
    page.get_by_role("tab", name="Maps").click()
    page.get_by_role("button", name="Save in this browser").click()
    page.get_by_role("button", name="Play this map").click()
    chosen = page.get_by_role("combobox", name="Map", exact=True)
    expect(chosen).to_have_value(re.compile("."))
    page.goto("/")
    made = page.request.post("/api/rooms", data={"game": "minewars"})
    page.goto(f"/r/{made.json()['code']}")
    chosen.select_option("Wide Land")
    expect(page.get_by_role("radio", name="2", exact=True)).to_be_checked()
    page.get_by_text("All rules").click()
    # Another option with it: the whole map travels again.
    items = page.get_by_role("spinbutton", name=re.compile("^Items"))
    items.fill("5")
    items.press("Enter")
    page.get_by_role("button", name="Add a bot").first.click()
    page.get_by_role("button", name="Start the match").click()
    expect(board(page)).to_be_attached()
    expect(page.get_by_role("grid")).to_have_attribute("aria-colcount", "96")


def largest() -> str:
    """96 x 96 tiles."""
    rows = [list("~" + "." * 94 + "~") for _ in range(96)]
    rows[0] = rows[-1] = list("~" * 96)
    rows[9][9], rows[86][86] = "1", "2"
    return "grid: square\ntitle: Wide Land\n" + "\n".join("".join(row) for row in rows) + "\n"
