"""`freehold join`: this terminal as a client of a server."""

from __future__ import annotations

import asyncio
from argparse import Namespace
from typing import Any

import msgspec

from freehold.cli.errors import NO, Trouble
from freehold.cli.join.guests import be_guest, read_cookie
from freehold.cli.join.keys import make_keyboard
from freehold.cli.join.visits import Quit, Visitor
from freehold.cli.screens import can_show
from freehold.client import Api, Line, LineEnded, Place, ServerRefusal, Unreachable, parse_place


def join(options: Namespace) -> int:
    place = parse_place(options.url)
    if options.watch:
        place = msgspec.structs.replace(place, watch=True)
    try:
        asyncio.run(visit(place, options.name, options.lines))
    except Unreachable as error:
        raise Trouble(str(error), NO) from None
    except (ServerRefusal, LineEnded) as refusal:
        raise Trouble(str(refusal), NO) from None
    return 0


async def visit(place: Place, name: str | None, is_lines: bool = False) -> None:
    """Run until the person leaves, or the piped input ends."""
    async with Api(place.url, read_cookie(place.url, name)) as api:
        known = await be_guest(api, name)
        keyboard = make_keyboard()
        here = Visitor(api, keyboard, known, is_lines)
        try:
            if not place.room and not place.code:
                here.tell(f"You are {known} at {place.url}; help shows what you can do.")
            if place.room or place.code:
                await here.enter(place)
            else:
                await here.answer("rooms")
            while await stay(here):
                pass
        finally:
            here.farewell()
            await here.close()


async def stay(here: Visitor) -> bool:
    """Read lines, then show the full screen if a match wants it; False to leave."""
    async with here.keyboard:
        try:
            wants_screen = await read_lines(here)
        except Quit:
            return False
    if not wants_screen or here.line is None:
        return False
    from freehold.cli.join.screens import LineSource

    screen = LineSource(here.line, here.answer)
    here.news = screen.news
    try:
        stays = await screen.show()
    finally:
        here.news = None
    here.was_shown = here.line.tab.match
    if here.table is not None:
        here.table.show_board()
    return stays


async def read_lines(here: Visitor) -> bool:
    """Answer lines until the input ends (False), or a match wants the full screen (True)."""
    while True:
        reading = asyncio.ensure_future(here.keyboard.read())
        try:
            text = await _first(here, reading)
        finally:
            reading.cancel()
        if isinstance(text, bool):
            if text:
                return True
            continue
        if text is None:
            await _see_out(here)
            return False
        try:
            await here.answer(text)
        except LineEnded:
            await _ended(here)


async def _first(here: Visitor, reading: asyncio.Future[str | None]) -> str | bool | None:
    """A line; or True if a match wants the full screen, False if the room is gone."""
    line = here.line
    if line is None:
        return await reading
    watching = asyncio.ensure_future(line.until(lambda: wants_screen(here, line)))
    both: set[asyncio.Future[Any]] = {reading, watching}
    try:
        await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        if reading.done():
            return reading.result()
        watching.result()
        return True
    except LineEnded:
        await _ended(here)
        return False
    finally:
        watching.cancel()


def wants_screen(here: Visitor, line: Line) -> bool:
    """A match that the person has not left for the room's lines."""
    tab = line.tab
    if (
        here.is_lines
        or not can_show()
        or tab.known is None
        or not tab.is_fresh
        or tab.match == here.was_shown
    ):
        return False
    return bool(tab.match) and tab.known.table.outcome is None


async def _ended(here: Visitor) -> None:
    """The room has said goodbye: back to the lobby."""
    if here.line is not None and here.line.ended is not None:
        here.tell(here.line.ended.text)
    await here.close()


async def _see_out(here: Visitor) -> None:
    """When a script ends, a watcher still sees the match to its end."""
    line = here.line
    if line is not None and line.tab.watch:
        try:
            await line.until(lambda: line.tab.room is not None and line.tab.room.phase == "over")
        except LineEnded:
            await _ended(here)
