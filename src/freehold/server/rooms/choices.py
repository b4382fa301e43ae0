"""What a seat could do now, for screens that know nothing of its game.

Worked out from what the seat was last sent, as a bot would: so it tells nothing new.
"""

from __future__ import annotations

from itertools import islice

from freehold.game import Illegal
from freehold.kernel.chance import Stream, key_of
from freehold.match.log import spell_action
from freehold.protocol.packets import Packet
from freehold.protocol.wire import Ask, Choices
from freehold.server.rooms.connections import Connection
from freehold.server.rooms.openrooms import OpenRoom

MOST = 500


async def send_choices(room: OpenRoom, connection: Connection, ask: Ask) -> None:
    """Tell some of what the asker's seat may do, each spelling once."""
    seat, playing = room.seat_of(connection), room.playing
    if seat >= 0:
        _, seat = room.kind.viewer_of(seat, connection.eyes, connection.wants_truth)
    if seat < 0:
        raise Illegal("watching")
    if playing is None or playing.live is None:
        raise Illegal("not_playing")
    game, shadow = playing.game, playing.live.match.feed.shadows.get(seat)
    actions: dict[str, None] = {}
    if shadow is not None and shadow.table.outcome is None:
        now = playing.time()
        found = islice(game.choices(shadow.view, now, Stream(key_of("choices", now), "ask")), MOST)
        actions = dict.fromkeys(spell_action(game, action) for action in found)
    connection.send(Packet(Choices(ask.n, tuple(actions))))
