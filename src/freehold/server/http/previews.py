"""What a link to a room or a replay looks like where it is shared: a title, a sentence, a picture.

Messengers fetch the page and read its head. It tells the game of a room, and how a finished match
ended: nothing that the link itself does not open. A wrong code counts as a wrong code here too.
"""

from __future__ import annotations

from html import escape

import msgspec
from aiohttp import web
from msgspec import Struct

from freehold.game import Illegal, Outcome
from freehold.server.http.calls import Call
from freehold.server.match import records
from freehold.store import Damaged, Store, Unknown

TITLE = b"<title>Freehold</title>"
"""What is replaced in the page."""
WIDTH, HEIGHT = 1200, 630
"""Of a picture, in pixels."""


class Preview(Struct, frozen=True):
    title: str
    sentence: str
    game: str
    """Whose picture is shown."""


async def preview_of(request: web.Request) -> Preview | None:
    """None for pages that look the same for everyone, and for links that lead nowhere."""
    call, where = Call(request), request.match_info
    try:
        if "code" in where:
            return _of_code(call, where["code"])
        if "room" in where:
            return _of_room(call, where["room"])
        if "match" in where:
            return await _of_match(call, where["match"])
    except (Illegal, Unknown, Damaged):
        return None
    return None


def _of_code(call: Call, code: str) -> Preview | None:
    call.need_tries()
    room = call.hub.codes.get(code.strip().upper())
    if room is None:
        call.count_bad_try()
        return None
    return _of_room(call, room)


def _of_room(call: Call, id: str) -> Preview | None:
    game = call.hub.find_room(id).game
    return Preview(
        f"Play {game.title} with me",
        f"{game.title} on Freehold. Open the link to join: no account needed.",
        game.name,
    )


async def _of_match(call: Call, match: str) -> Preview:
    name, names, outcome = await call.hub.keeper.ask(lambda store: _read(store, match))
    game = call.hub.find_game_or_refuse(name)
    return Preview(f"{game.title}: {_ended(names, outcome)}", "Watch the replay.", game.name)


def _read(store: Store, match: str) -> tuple[str, tuple[str, ...], Outcome | None]:
    row = store.match_row(match)
    played = records.read_played(store, match)
    if row.status != "finished" or played is None:
        raise Unknown(match)
    outcome = msgspec.json.decode(row.outcome, type=Outcome | None) if row.outcome else None
    return row.game, played.names, outcome


def _ended(names: tuple[str, ...], outcome: Outcome | None) -> str:
    places = outcome.places if outcome else ()
    best = [name for name, place in zip(names, places, strict=False) if place == 1]
    if len(best) == 1:
        return f"{best[0]} won"
    return " and ".join(best) + " drew" if 2 <= len(best) <= 4 else "a match"


def with_preview(page: bytes, preview: Preview, site: str, path: str, picture: str) -> bytes:
    """The page with the preview in its head. Everything is escaped: players choose their names."""
    tags = {
        "og:site_name": "Freehold",
        "og:type": "website",
        "og:title": preview.title,
        "og:description": preview.sentence,
        "og:url": site + path,
        "og:image": f"{site}/{picture}",
        "og:image:width": str(WIDTH),
        "og:image:height": str(HEIGHT),
        "twitter:card": "summary_large_image",
    }
    lines = [f"<title>{escape(preview.title)} - Freehold</title>"]
    lines += [f'<meta property="{name}" content="{escape(said)}" />' for name, said in tags.items()]
    return page.replace(TITLE, "\n    ".join(lines).encode(), 1)
