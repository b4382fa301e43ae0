"""Every game, played to its end on the full screen: by keyboard on a small terminal, by mouse on a
large one."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from freehold.cli.words import spelled_moves
from tests.cli.fullscreen import Screen, shown

pytestmark = pytest.mark.slow

Params = dict[str, Any]
MOUSE: Params = {"wide": 120, "high": 40}
SHORT_ATTACK: Params = {
    "width_cells": 16,
    "height_cells": 16,
    "apart_cells": 6,
    "pick_ms": 5_000,
    "stage_2_ms": 10_000,
    "stage_3_ms": 20_000,
    "lock_ms": 10_000,
}
SHORT_WAR: Params = {"limit_ms": 20_000}
SHORT_WALK: Params = {"width_tiles": 60, "height_tiles": 60, "spawn_tiles": 2, "round_seconds": 60}


async def see_the_end(screen: Screen, words: str) -> None:
    """The end is said, and waits for a key."""
    await screen.shows("the match is over")
    assert words in screen.text or words in screen.beside
    assert "The match is over; press Enter to leave." in screen.text
    await screen.pilot.press("space", "left")
    assert screen.app.is_running
    await screen.pilot.press("enter")
    await screen.until(lambda: not screen.app.is_running)


def nearest_farm(screen: Screen) -> tuple[int, int]:
    view, pad = screen.app.source.view, screen.app.pad
    legal = [(at % 12, at // 12) for at, bits in enumerate(view.layers["legal"]) if bits & 1]
    return min(legal, key=lambda at: (abs(at[0] - pad.x) + abs(at[1] - pad.y), at))


def test_land_grab_by_keyboard() -> None:
    async def play() -> None:
        async with shown("land-grab", "random", points_to_win=1) as screen:
            while screen.match.outcome is None:
                may_settle = screen.done and screen.done[-1].startswith("farm")
                await screen.go_to(*nearest_farm(screen))
                done = len(screen.done)
                await screen.pilot.press("s" if may_settle else "f")
                await screen.acts_more(done)
                await screen.pass_time(1)
            assert screen.done[0].startswith("farm ")
            await see_the_end(screen, "You ")

    asyncio.run(play())


def test_land_grab_by_mouse() -> None:
    async def play() -> None:
        async with shown("land-grab", "random", points_to_win=1, **MOUSE) as screen:
            while screen.match.outcome is None:
                may_settle = screen.done and screen.done[-1].startswith("farm")
                await screen.click(*nearest_farm(screen))
                done = len(screen.done)
                await screen.click_key("s" if may_settle else "f")
                await screen.acts_more(done)
                await screen.pass_time(1)
            await see_the_end(screen, "You ")

    asyncio.run(play())


def own_square(screen: Screen) -> tuple[int, int]:
    cell = screen.app.source.view.layers["owner"].index(1)
    return cell % 8, cell // 8


def test_territory_by_keyboard() -> None:
    async def play() -> None:
        async with shown("territory", "greedy", "greedy", rounds=1) as screen:
            await screen.pilot.press("t", *"Peace", "enter")
            await screen.shows("second declaration")
            assert screen.done[0] == "declare Peace"
            await screen.pilot.press("n")
            await screen.shows("seal the sheet")
            x, y = own_square(screen)
            assert (screen.app.pad.x, screen.app.pad.y) == (x, y), "the cursor begins at home"
            await screen.pilot.press("2", "w")
            await screen.shows(f"order {x},{y},U,2")
            await screen.pilot.press("+", "d", "x", "-", "enter")
            await screen.until(lambda: screen.match.outcome is not None)
            assert screen.done[-1] == f"order {x},{y},U,2"
            await see_the_end(screen, "You ")

    asyncio.run(play())


def test_territory_by_mouse() -> None:
    async def play() -> None:
        async with shown("territory", "greedy", "greedy", rounds=1, **MOUSE) as screen:
            for phase in ("second declaration", "seal the sheet"):
                await screen.click_key("n")
                await screen.shows(phase)
            x, y = own_square(screen)
            await screen.click(x, y)
            await screen.click(x - 1, y)
            await screen.shows(f"order {x},{y},L,5")
            await screen.click_key("-")
            await screen.click_key("enter")
            await screen.until(lambda: screen.match.outcome is not None)
            assert screen.done[-1] == f"order {x},{y},L,4"
            await see_the_end(screen, "You ")

    asyncio.run(play())


def test_area_attack_by_keyboard() -> None:
    async def play() -> None:
        async with shown("area-attack", "careful", **SHORT_ATTACK) as screen:
            await screen.shows("Choosing ends in 5.0 s.")
            await screen.pilot.press("p", "enter")
            await screen.acts("pick 8,8", "confirm")
            await screen.pass_time(5)
            await screen.shows("Stage 1")
            x, y = nearest_covered(screen)
            await screen.go_to(x, y)
            await screen.pilot.press("f", "u", "space")
            verbs = ("flag", "unflag", "open")
            await screen.acts("pick 8,8", "confirm", *(f"{verb} {x},{y}" for verb in verbs))
            await screen.pass_time(15)
            await screen.shows("Stage 2")
            await screen.pass_time(30)
            await see_the_end(screen, "You ")

    asyncio.run(play())


CLICKED = ((3, "flag"), (3, "unflag"), (1, "open"))


def nearest_covered(screen: Screen) -> tuple[int, int]:
    """The covered cell next to the cursor that belongs to nobody."""
    view, pad = screen.app.source.view, screen.app.pad
    both = zip(view.layers["owner"], view.layers["ground"], strict=True)
    free = [(at % 16, at // 16) for at, layers in enumerate(both) if layers == (0, 0)]
    return min(free, key=lambda at: (abs(at[0] - pad.x) + abs(at[1] - pad.y), at))


def test_area_attack_by_mouse() -> None:
    async def play() -> None:
        async with shown("area-attack", "careful", **SHORT_ATTACK, **MOUSE) as screen:
            await screen.click(3, 4)
            await screen.click_key("enter")
            done = ["pick 3,4", "confirm"]
            await screen.acts(*done)
            await screen.pass_time(5)
            await screen.shows("Stage 1")
            x, y = nearest_covered(screen)
            for button, verb in CLICKED:
                await screen.click(x, y, button)
                done.append(f"{verb} {x},{y}")
                await screen.acts(*done)
                await screen.pass_time(0.1)
            await screen.pass_time(40)
            await see_the_end(screen, "You ")

    asyncio.run(play())


def test_mine_land_by_keyboard() -> None:
    async def play() -> None:
        async with shown("mine-land", "ambler", **SHORT_WALK) as screen:
            await screen.pilot.press("up", "space")
            await screen.until(lambda: bool(screen.done))
            await screen.pass_time(0.1)
            await screen.shows("You can dig again in")
            await screen.pass_time(2)
            await screen.pilot.press("w")
            await screen.until(lambda: len(screen.done) == 2)
            assert screen.done[0].startswith("flip ")
            assert screen.done[1] == "step north"
            await screen.pass_time(60)
            await see_the_end(screen, "You ")

    asyncio.run(play())


def test_mine_land_by_mouse() -> None:
    async def play() -> None:
        async with shown("mine-land", "ambler", **SHORT_WALK, **MOUSE) as screen:
            x, y = screen.app.source.view.facts.at
            await screen.click(x, y - 1)
            await screen.acts(f"flip {x},{y - 1}")
            await screen.pass_time(2)
            await screen.click(x, y - 1)
            await screen.acts(f"flip {x},{y - 1}", "step north")
            await screen.pass_time(60)
            await see_the_end(screen, "You ")

    asyncio.run(play())


def test_minewars_by_keyboard() -> None:
    async def play() -> None:
        async with shown("minewars", "easy", **SHORT_WAR) as screen:
            x, y = first_capture(screen)
            await screen.go_to(x, y)
            await screen.pilot.press("space")
            await screen.acts(f"capture {x},{y}")
            await screen.pass_time(5)
            await screen.shows("The match ends in 0:15.")
            await screen.pass_time(15)
            await see_the_end(screen, "You ")

    asyncio.run(play())


def test_minewars_by_mouse() -> None:
    async def play() -> None:
        async with shown("minewars", "easy", **SHORT_WAR, **MOUSE) as screen:
            x, y = first_capture(screen)
            done: list[str] = []
            for button, verb in ((3, "flag"), (3, "unflag"), (1, "capture")):
                await screen.click(x, y, button)
                done.append(f"{verb} {x},{y}")
                await screen.acts(*done)
                await screen.pass_time(0.1)
            await screen.pass_time(20)
            await see_the_end(screen, "You ")

    asyncio.run(play())


def first_capture(screen: Screen) -> tuple[int, int]:
    """A tile that the person may capture now."""
    moves = spelled_moves(screen.match.game, screen.app.source.view, 0)
    x, y = next(move for move in moves if move.startswith("capture ")).split()[1].split(",")
    return int(x), int(y)
