"""The ladders over HTTP: a game's lists for all, and one's own ratings.

No answer holds a guest's id. People who are banned are in no list.
"""

from __future__ import annotations

from msgspec import Struct

from freehold.game import Illegal
from freehold.protocol.answers import LadderNow, LadderRow
from freehold.server.http.calls import Call
from freehold.server.hub import Hub
from freehold.server.ladder import ladders
from freehold.server.ladder.ladders import HOUSE, LISTS, Listed

MOST_ROWS = 100
NAMELESS = "Player"
"""Instead of a name that has become unwanted since."""


class MyLadder(Struct, frozen=True, forbid_unknown_fields=True):
    is_listed: bool
    """Others may see me in the lists."""


async def read_ladder(call: Call) -> LadderNow:
    """?list= is people, house, brought or all; without it all."""
    hub, asked = call.hub, call.query.get("list", "all")
    game = hub.find_game_or_refuse(call.words["game"])
    if hub.settings.unrated or game.world is not None:
        raise Illegal("no_ladder", game=game.title)
    if asked not in LISTS:
        raise Illegal("no_such_list", lists=", ".join(LISTS))
    guest = await call.known()
    me, needed = guest.id if guest else "", hub.settings.min_ladder_matches
    ladder = ladders.ladder_name(game.name, asked)
    page = await hub.keeper.ask(
        lambda store: ladders.read_page(store, ladder, me, needed, MOST_ROWS)
    )
    rows = [_row(hub, row, me) for row in page.rows if hub.conduct.bans.find(row.player) is None]
    mine = _row(hub, page.mine, me) if page.mine else None
    return LadderNow(game.name, asked, tuple(rows), mine, page.listed, needed)


def _row(hub: Hub, row: Listed, me: str) -> LadderRow:
    rating, skill = row.rating, row.rating.skill
    is_allowed = rating.kind == "house" or hub.conduct.filters.allows_name(rating.name)
    return LadderRow(
        row.rank,
        rating.kind,
        rating.name if is_allowed else NAMELESS,
        row.player.removeprefix(HOUSE) if rating.kind == "house" else "",
        rating.author,
        round(skill.points),
        round(skill.estimate),
        round(skill.spread),
        rating.matches,
        rating.wins,
        row.player == me,
    )


async def read_mine(call: Call) -> MyLadder:
    guest = await call.known()
    if guest is None:
        return MyLadder(True)
    return MyLadder(await call.hub.keeper.ask(lambda store: ladders.is_listed(store, guest.id)))


async def change_mine(call: Call) -> MyLadder:
    wished, guest = await call.body(MyLadder), await call.known()
    if guest is None:
        raise Illegal("not_known")
    needed = call.hub.settings.min_ladder_matches
    await call.hub.keeper.change(
        lambda store: ladders.set_listed(store, guest.id, wished.is_listed, needed)
    )
    return wished
