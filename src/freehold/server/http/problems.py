"""How an HTTP request is answered or refused: every refusal has a code and its sentence."""

from __future__ import annotations

from functools import lru_cache
from http import HTTPStatus
from typing import Any

import msgspec
from aiohttp import web

from freehold.protocol.answers import Problem
from freehold.server.texts import say

STATUS = {
    "no_such_room": 404,
    "no_such_game": 404,
    "no_such_match": 404,
    "no_ladder": 404,
    "no_such_list": 404,
    "not_found": 404,
    "wrong_method": 405,
    "wrong_origin": 403,
    "wrong_host": 421,
    "not_yours": 403,
    "banned": 403,
    "banned_contact": 403,
    "banned_until": 403,
    "banned_until_contact": 403,
    "address_banned_until": 403,
    "address_banned_until_contact": 403,
    "not_a_moderator": 403,
    "moderates_here": 403,
    "no_such_moderator": 404,
    "no_such_report": 404,
    "not_banned": 404,
    "no_address": 409,
    "room_playing": 409,
    "standing_room": 409,
    "not_local": 403,
    "not_the_operator": 401,
    "no_such_guest": 404,
    "no_data_file": 409,
    "kept_in_postgres": 409,
    "no_watching": 403,
    "no_brought_bots": 403,
    "only_invited_bots": 403,
    "not_a_bot_yet": 403,
    "too_many_waiting": 503,
    "author_busy": 429,
    "author_done": 429,
    "plays_here": 403,
    "not_seated": 403,
    "too_many_rooms": 429,
    "too_many_guests": 429,
    "too_many_replays": 429,
    "replay_busy": 503,
    "record_too_long": 413,
    "record_too_big": 413,
    "film_too_long": 413,
    "no_such_segment": 404,
    "no_maps": 404,
    "map_too_long": 413,
    "too_many_maps": 429,
    "sandbox": 403,
    "too_many_tries": 429,
    "too_many_connections": 429,
    "server_full": 503,
    "stopping": 503,
    "disk": 503,
    "damaged": 410,
    "damaged_room": 410,
    "full": 409,
    "world_full": 409,
    "round_full": 409,
    "too_many_newcomers": 429,
    "taken": 409,
    "name_alike": 409,
    "not_gathering": 409,
    "not_finished": 409,
    "not_json": 415,
    "encoded_body": 415,
    "too_slow": 408,
    "too_many_requests": 429,
    "server_busy": 503,
    "elsewhere": 503,
    "broken": 500,
}


RETRY_S = {429: 60, 503: 5}
"""When to come back, unless it is known better."""


def status_of(code: str) -> int:
    return STATUS.get(code, 400)


def problem(code: str, facts: dict[str, Any] | None = None, retry_s: int = 0) -> web.Response:
    status = status_of(code)
    response = answer(Problem(code, say(code, facts), facts or {}), status)
    retry_s = retry_s or RETRY_S.get(status, 0)
    if retry_s:
        response.headers["Retry-After"] = str(retry_s)
    return response


@lru_cache(maxsize=256)
def canned(code: str, retry_s: int = 0) -> bytes:
    """A whole answer, for a connection that is not listened to any further."""
    status = HTTPStatus(STATUS[code])
    body = msgspec.json.encode(Problem(code, say(code)))
    lines = [
        f"HTTP/1.1 {status.value} {status.phrase}",
        "Content-Type: application/json",
        f"Content-Length: {len(body)}",
        "Connection: close",
    ]
    if status in RETRY_S:
        lines.append(f"Retry-After: {retry_s or RETRY_S[status]}")
    return "\r\n".join([*lines, "", ""]).encode() + body


def answer(body: Any, status: int = 200) -> web.Response:
    return web.Response(
        body=msgspec.json.encode(body), status=status, content_type="application/json"
    )
