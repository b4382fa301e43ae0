"""Every screen there is, and how one gets there: for accessibility tests and for screenshots."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType

from playwright.sync_api import Page, expect

from tests.web import area_attack, land_grab, mine_land, minewars, territory
from tests.web.pages import Cell, begin, board, cells, click, spot, tap

ISLAND = """\
WWWWWWWWWWWW
WWLLWLLLWLWW
WLLLLLFLLLLW
WLLFMMLLFLWW
WWLMFLMFLLLW
WLLLMFMMLLWW
WLFLLMFLMLLW
WWLLFMLLLFLW
WLLLMLFLLLWW
WLLFLLLLMLLW
WWLWLLWLLLWW
WWWWWWWWWWWW
"""
FAR_APART = {"spacing_cells": 4, "resource_percent": 12}
"""Nobody can be overrun in the first two rounds of Territory."""
GUEST = re.compile(r"^[A-Z][a-z]+ [A-Z][a-z]+$")
"""The name that a guest is given."""
Go = Callable[[Page], None]


def quieten(page: Page) -> None:
    """Somebody who wants no first-time hints: the screens as they are most of the time."""
    page.add_init_script(
        "if (!localStorage['freehold.settings'])"
        " localStorage['freehold.settings'] = JSON.stringify({ hints: false });"
    )


def press(page: Page, x: int, y: int) -> None:
    """On a cell, with whatever this page is used with; a touch is confirmed."""
    is_touch: bool = page.evaluate("matchMedia('(pointer: coarse)').matches")
    (tap if is_touch else click)(page, x, y)
    yes = page.get_by_role("button", name="Yes, do it")
    if is_touch and yes.is_visible():
        yes.click()


def see_home(page: Page) -> None:
    page.goto("/")
    expect(page.get_by_role("article").first).to_be_visible()


def see_home_played(page: Page) -> None:
    """With a match under way, an open room, and matches that have been played."""
    see_land_grab_result(page)
    page.request.post("/api/rooms", data={"game": "territory", "is_public": True})
    page.request.post("/api/quick", data={"game": "land-grab"})
    page.goto("/")
    expect(page.get_by_role("button", name="Play back").first).to_be_visible()


def see_name(page: Page) -> None:
    see_home(page)
    page.locator("header").get_by_role("button", name=GUEST).click()
    expect(page.get_by_role("dialog")).to_be_visible()


def see_rules(page: Page) -> None:
    see_home(page)
    card = page.get_by_role("article").filter(has=page.get_by_role("heading", name="Land Grab"))
    card.get_by_role("button", name="Rules").click()
    expect(page.get_by_role("dialog")).to_contain_text("settlement")


def see_settings(page: Page) -> None:
    page.goto("/settings")
    expect(page.get_by_role("heading", name="Settings")).to_be_visible()


def see_nowhere(page: Page) -> None:
    page.goto("/r/ZZZZZ")
    expect(page.get_by_role("alert")).to_be_visible()


def see_lobby(page: Page) -> None:
    see_home(page)
    card = page.get_by_role("article").filter(has=page.get_by_role("heading", name="Territory"))
    card.get_by_role("button", name="With friends").click()
    page.get_by_role("button", name="Add a bot").first.click()
    expect(page.get_by_role("combobox", name="Strength")).to_be_visible()
    page.get_by_label("Say something").fill("Who wants to be neighbours?")
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_role("log")).to_contain_text("neighbours")


def build(page: Page) -> None:
    land_grab.build(page, lambda page, cell: press(page, cell.x, cell.y))


def see_land_grab_start(page: Page, points: int = 100) -> None:
    begin(page, "land-grab", params={"island": ISLAND, "points_to_win": points})
    expect(land_grab.is_turn(page)).to_be_visible()


def see_hint(page: Page) -> None:
    """A first-time hint, for somebody who wants them."""
    page.goto("/")
    page.evaluate("localStorage['freehold.settings'] = JSON.stringify({ hints: true })")
    see_land_grab_start(page)
    expect(page.get_by_role("button", name="Got it")).to_be_visible()


def see_lesson(page: Page) -> None:
    """The first step of a tutorial."""
    see_home(page)
    card = page.get_by_role("article").filter(has=page.get_by_role("heading", name="Land Grab"))
    card.get_by_role("button", name="Learn it").click()
    expect(board(page)).to_be_attached()


def see_land_grab(page: Page) -> None:
    """In the middle, with a tile looked at."""
    see_land_grab_start(page)
    for _ in range(9):
        build(page)
        expect(land_grab.is_turn(page)).to_be_visible()
    land_grab.click_mode(page, "settle")
    best = max((cell for cell in land_grab.legal(page)), key=land_grab.gain)
    if page.evaluate("matchMedia('(pointer: coarse)').matches"):
        tap(page, best.x, best.y)
    else:
        page.mouse.move(*spot(page, best.x, best.y))


def see_land_grab_result(page: Page) -> None:
    see_land_grab_start(page, points=40)
    land_grab.play(page, build)


def see_resign(page: Page) -> None:
    see_land_grab_start(page)
    page.get_by_role("button", name="Give up").click()
    expect(page.get_by_role("dialog")).to_be_visible()


def see_refusal(page: Page) -> None:
    see_land_grab_start(page)
    water = next(cell for cell in cells(page) if cell.label == "water" and cell.y > 3)
    press(page, water.x, water.y)
    expect(page.locator(".bubble")).to_be_visible()


def see_territory_talk(page: Page) -> None:
    """The second round: something has been said and done, and it is time to speak again."""
    begin(page, "territory", seats=4, bot="diplomat", params=FAR_APART | {"rounds": 6})
    play_round(page, "I take the squares around me, and leave 3,4 alone. [PACT B 2]")
    skip(page)
    expect(territory.phase(page, "Declare 1")).to_be_visible()
    page.get_by_role("textbox", name="declaration").fill("Peace with B, as I said.")


def skip(page: Page) -> None:
    page.get_by_role("button", name="Skip").click()


def play_round(page: Page, text: str = "") -> None:
    expect(territory.phase(page, "Declare 1")).to_be_visible()
    territory.declare(page, text)
    expect(territory.phase(page, "Declare 2")).to_be_visible()
    territory.declare(page)
    expect(territory.phase(page, "Orders")).to_be_visible()
    territory.order_as_text(page)
    territory.seal_orders(page, moves=1)


def see_territory_orders(page: Page) -> None:
    see_territory_talk(page)
    territory.declare(page, "Peace with B, as I said.")
    expect(territory.phase(page, "Declare 2")).to_be_visible()
    territory.declare(page)
    expect(territory.phase(page, "Orders")).to_be_visible()
    territory.order_as_text(page)
    page.get_by_role("button", name="Change move 1").click()


def see_territory_show(page: Page) -> None:
    see_territory_orders(page)
    territory.seal_orders(page, moves=1)
    page.get_by_role("button", name="Halt").click()
    page.get_by_role("button", name="Next step").click()


def see_territory_players(page: Page) -> None:
    see_territory_talk(page)
    page.get_by_role("tab", name="Players").click()


def see_territory_result(page: Page) -> None:
    begin(page, "territory", seats=3, bot="greedy", params=FAR_APART | {"rounds": 2})
    play_round(page)
    skip(page)
    play_round(page)
    expect(page.get_by_role("dialog").filter(has_text="Play again")).to_be_visible()


STARTS = ((16, 27), (5, 27), (27, 16), (16, 16), (5, 5), (27, 5))
CALM = {
    "width_cells": 32,
    "stage_2_ms": 1_800_000,
    "stage_3_ms": 3_600_000,
    "stage_2_percent": 100,
    "stage_3_percent": 100,
}
"""Stage 1 of Area Attack, for as long as one looks at it."""


def see_area_attack_start(page: Page) -> None:
    """Starting cells: others' are confirmed, one's own is picked."""
    begin(page, "area-attack", seats=4, bot="strong", params=CALM)
    # All three bots: they choose within a second or two.
    players = area_attack.standing(page).get_by_role("listitem")
    expect(players.filter(has_text="confirmed")).to_have_count(3)
    for x, y in STARTS:
        press(page, x, y)
        own = area_attack.cell_named(page, x, y, "your starting cell")
        expect(own.or_(page.locator(".bubble")).first).to_be_attached()
        if own.count():
            return


def begin_area_attack(page: Page, **params: int) -> None:
    """Stage 1 a few seconds after the start."""
    begin(page, "area-attack", seats=3, bot="strong", params=CALM | params)
    area_attack.choose_start(page, STARTS, press)
    expect(area_attack.is_begun(page)).to_be_visible()


def see_area_attack_frozen(page: Page) -> None:
    begin_area_attack(page, freeze_ms=60_000, density_percent=30)
    for _ in range(60):
        cell = area_attack.covered(page)[0]
        press(page, cell.x, cell.y)
        owned = area_attack.cell_named(page, cell.x, cell.y, "(yours|seat)")
        frost = area_attack.frost(page)
        expect(owned.or_(frost).first).to_be_attached()
        if frost.is_visible():
            return


def see_area_attack_stage_2(page: Page) -> None:
    """Attack: the frontier is lit, and the region of a blast is shown."""
    begin_area_attack(page, stage_2_ms=6_000)
    attack = page.get_by_role("button", name="Attack")
    expect(attack).to_be_enabled()
    expect(page.locator(".banner")).not_to_be_visible()
    attack.click()
    cell = area_attack.covered(page)[0]
    if page.evaluate("matchMedia('(pointer: coarse)').matches"):
        tap(page, cell.x, cell.y)
    else:
        page.mouse.move(*spot(page, cell.x, cell.y))


def see_area_attack_result(page: Page) -> None:
    begin_area_attack(page, stage_2_ms=1_500, stage_3_ms=3_000, lock_ms=4_000)
    expect(page.get_by_role("dialog").filter(has_text="Play again")).to_be_visible()


CROWDED = {"width_tiles": 60, "height_tiles": 60, "density_permille": 120, "spawn_tiles": 1}
DEADLY = {"width_tiles": 40, "height_tiles": 12, "density_permille": 125, "spawn_tiles": 1}
"""No bomb lies within three tiles of the start; behind them one soon meets one."""


def see_mine_land(page: Page) -> None:
    """Numbers around, a flag, others at work."""
    begin(page, "mine-land", seats=5, bot="careful", params=CROWDED | {"safe_steps": 3})
    x, y = mine_land.place(page)
    for step in (1, 2, 3):
        for row in (y, y - 1, y + 1):
            mine_land.dig(page, press, (x + step, row))
        mine_land.walk_to(page, press, (x + step, y))
    mine_land.walk_to(page, press, (x + 3, y - 1))
    for row in (y - 2, y - 3):
        for column in (x + 3, x + 2):
            mine_land.dig(page, press, (column, row))
        mine_land.walk_to(page, press, (x + 3, row))
    page.get_by_role("button", name=re.compile("^Flag")).click()
    goal = (x + 4, y - 2)
    press(page, *goal)
    expect(mine_land.tile(page, goal)).to_have_attribute("aria-label", re.compile("flag"))


def see_mine_land_out(page: Page) -> None:
    begin(page, "mine-land", seats=1, params=DEADLY | {"safe_steps": 3, "all_dead_ms": 3_600_000})
    mine_land.dig_until_dead(page, press)
    expect(page.get_by_role("region", name="You are out of this round")).to_be_visible()


def see_mine_land_result(page: Page) -> None:
    rest = {"safe_steps": 3, "all_dead_ms": 1, "rest_ms": 600_000}
    begin(page, "mine-land", seats=1, params=DEADLY | rest)
    mine_land.dig_until_dead(page, press)
    expect(page.get_by_role("dialog")).to_contain_text("The next round begins by itself in")


COAST = """\
grid: hex
title: Heron Holm
~~~~~~~~~~~~~~~~~~~~
~~~~...,,~~~....~~~~
~~......,~~......~~~
~~..%%......^^....~~
~..%%...1..^^.....~~
~...%.........C...~~
~,.........~~.....~~
~,...^....~~..%%.,~~
~~...^^......%%%.,~~
~~...............,~~
~~~....C.....2..~~~~
~~~~............~~~~
~~~~~..,,.~~~~~~~~~~
~~~~~~~~~~~~~~~~~~~~
"""
SLOW: dict[str, int | str | bool] = {
    "map": COAST,
    "items_percent": 20,
    "autoexpand_enemy": False,
    "start_money_percent": 20_000,
    "tower_cost_percent": 20_000,
    "strike_delay_ms": 600_000,
}
"""A match of MineWars in which what one looks at is not over at once."""


def begin_minewars(page: Page, tiles: int = 28, **params: int) -> None:
    """Some land around one's city, with digits; or stunned, where a mine stuns."""
    begin(page, "minewars", bot="easy", params={"stun_ms": 0} | SLOW | params)
    for _ in range(60):
        found = minewars.beside(page)
        own = [cell for cell in cells(page) if ", yours" in cell.label]
        if len(own) >= tiles or not found or minewars.stun(page).is_visible():
            return
        cell = min(found, key=lambda each: abs(each.x - 8) + abs(each.y - 4))
        press(page, cell.x, cell.y)
        done = minewars.tile(page, cell.x, cell.y).and_(page.locator("[aria-label*='yours']"))
        gone = minewars.tile(page, cell.x, cell.y).and_(page.locator("[aria-label*='skull']"))
        expect(done.or_(gone).or_(minewars.stun(page)).first).to_be_attached()


def own_land(page: Page) -> list[Cell]:
    return [cell for cell in cells(page) if re.match("land, yours, [0-9o]", cell.label)]


def see_minewars(page: Page) -> None:
    """An island of hexes in the fog: land with digits, a tower to come, a mine, a flag."""
    begin_minewars(page)
    land = own_land(page)
    minewars.choose(page, "Build", "Tower")
    press(page, land[0].x, land[0].y)
    expect(minewars.tile(page, land[0].x, land[0].y)).to_have_attribute(
        "aria-label", re.compile("tower to come")
    )
    minewars.choose(page, "Deploy", "Mine")
    press(page, land[-1].x, land[-1].y)
    expect(minewars.tile(page, land[-1].x, land[-1].y)).to_have_attribute(
        "aria-label", re.compile("mine$")
    )
    minewars.choose(page, "Flag")
    flagged = minewars.beside(page)[0]
    press(page, flagged.x, flagged.y)
    expect(minewars.tile(page, flagged.x, flagged.y)).to_have_attribute(
        "aria-label", re.compile("flagged by you")
    )
    minewars.choose(page, "Capture")


def see_minewars_strike(page: Page) -> None:
    """Tiles marked, to be struck together."""
    begin_minewars(page)
    minewars.choose(page, "Strike")
    for cell in minewars.beside(page)[:3]:
        press(page, cell.x, cell.y)
    expect(page.get_by_role("button", name="Strike 3 tiles")).to_be_visible()


def see_minewars_stunned(page: Page) -> None:
    begin_minewars(page, tiles=200, items_percent=50, decoys_percent=0, stun_ms=600_000)
    expect(minewars.stun(page)).to_be_visible()


def see_minewars_result(page: Page) -> None:
    """By the time: long enough for a line of the land that each has owned."""
    begin_minewars(page, limit_ms=12_000)
    result = page.get_by_role("dialog").filter(has_text="Play again")
    expect(result.get_by_role("img", name="Land owned over time")).to_be_visible()


def see_generic(page: Page) -> None:
    """Area Attack through the generic screen, at its beginning."""
    begin(page, "area-attack", is_generic=True, params={"width_cells": 24, "pick_ms": 500})
    expect(page.get_by_role("gridcell", name=re.compile("seat|opened")).first).to_be_attached()


def see_replay(page: Page) -> None:
    see_land_grab_result(page)
    page.get_by_role("dialog").get_by_role("button", name="Play it back").click()
    to_middle(page)


def to_middle(page: Page) -> None:
    slider = page.get_by_role("slider", name="Moment of the match")
    expect(slider).to_be_visible()
    expect(board(page)).to_be_attached()
    slider.press("End")
    for _ in range(5):
        slider.press("PageDown")


def see_replay_territory(page: Page) -> None:
    see_territory_result(page)
    page.get_by_role("dialog").get_by_role("button", name="Play it back").click()
    to_middle(page)


def see_replay_open(page: Page) -> None:
    page.goto("/replay")
    expect(page.get_by_role("heading", name="Play a record back")).to_be_visible()


def see_sandbox(page: Page) -> None:
    """Everything is seen while time stands still."""
    begin(page, "minewars", is_sandbox=True, params={"radius_tiles": 12})
    page.keyboard.press("Shift+P")
    expect(page.get_by_role("button", name="Let time run")).to_be_visible()
    page.get_by_role("button", name="See everything").click()
    expect(page.get_by_role("button", name="See everything", pressed=True)).to_be_visible()


def see_editor(page: Page) -> None:
    page.goto("/maps/new")
    expect(page.get_by_text(re.compile("^(Fair|Uneven.*)$"))).to_be_visible()


def see_editor_maps(page: Page) -> None:
    see_editor(page)
    page.get_by_role("tab", name="Maps").click()
    page.get_by_role("button", name="Keep it here").click()
    expect(page.get_by_role("button", name=re.compile("^Delete "))).to_be_visible()


def see_editor_refused(page: Page) -> None:
    """A map that cannot be played on, with the places."""
    see_editor(page)
    page.get_by_role("button", name="Forest").click()
    press(page, 1, 1)  # far from every island
    expect(page.get_by_text("It cannot be played on yet")).to_be_visible()


SCREENS: Mapping[str, Go] = MappingProxyType(
    {
        name.removeprefix("see_").replace("_", "-"): go
        for name, go in list(globals().items())
        if name.startswith("see_")
    }
)
