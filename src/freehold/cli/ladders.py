"""`freehold ladder`: how strong the players of a server are."""

from __future__ import annotations

import asyncio
from argparse import Namespace

from freehold.cli.errors import NO, Trouble
from freehold.cli.screens import print_json, print_table
from freehold.client import Api, ServerRefusal, Unreachable, parse_place
from freehold.kernel.sentences import counted
from freehold.protocol.answers import LadderNow, LadderRow

HEADS = ("rank", "player", "is", "rating", "likely strength", "matches", "won")


def ladder(options: Namespace) -> int:
    place = parse_place(options.url)
    try:
        found = asyncio.run(_ask(place.url, options.game, options.list))
    except (ServerRefusal, Unreachable) as error:
        raise Trouble(str(error), NO) from None
    if options.json:
        print_json(found)
    elif found.rows:
        print_table(HEADS, [_cells(row) for row in found.rows])
    else:
        needed = counted(found.matches_needed, "rated match", "rated matches")
        print(f"Nobody is listed yet: that takes {needed}.")
    return 0


async def _ask(url: str, game: str, list_name: str) -> LadderNow:
    async with Api(url) as api:
        return await api.ladder(game, list_name)


def _cells(row: LadderRow) -> tuple[str, ...]:
    words = {"person": "", "house": f"bot {row.bot}", "brought": f"bot by {row.author}"}
    strength = f"{row.estimate} ± {row.spread}"
    figures = (str(row.points), strength, str(row.matches), str(row.wins))
    return (str(row.rank), row.name, words[row.kind], *figures)
