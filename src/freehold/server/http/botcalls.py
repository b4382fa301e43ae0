"""The API for bots that wait for an invitation."""

from __future__ import annotations

from freehold.game import Illegal
from freehold.protocol.answers import Waited, WaitingBot
from freehold.server.http.calls import Call
from freehold.server.rooms.waiting import WaitWish


async def list_waiting(call: Call) -> list[WaitingBot]:
    """Bots that people can invite; ?game= chooses a game."""
    return call.hub.waiting.bots(call.query.get("game", ""))


async def wait_for_rooms(call: Call) -> Waited:
    """Answered when somebody invites this bot to a room, or after a while with none."""
    wish = await call.body(WaitWish)
    call.hub.find_game_or_refuse(wish.game)
    if call.hub.is_stopping:
        raise Illegal("stopping")
    guest, request = await call.guest(), call.request

    def is_heard() -> bool:
        return request.transport is not None and not request.transport.is_closing()

    return Waited(tuple(await call.hub.waiting.wait(guest, wish, is_heard)))
