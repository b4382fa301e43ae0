"""The API for what is kept of a finished match: its record, and what bots noted in it."""

from __future__ import annotations

import msgspec
from aiohttp import web

from freehold.bots import BotNote
from freehold.game import Illegal
from freehold.server.http.calls import Call
from freehold.server.http.replays import RECORD_KIND, read_segment
from freehold.server.match import records
from freehold.store import Store, Unknown


async def read_record(call: Call) -> web.Response:
    """The record of a finished match, as JSON Lines: it can be verified anywhere."""
    match = call.words["match"]
    segment = read_segment(call.query.get("segment", ""))
    try:
        data = await call.hub.keeper.ask(lambda store: _record(store, match, segment))
    except records.TooLong as long:
        raise Illegal("record_too_big", last=long.segments - 1) from None
    headers = {"Content-Disposition": f'attachment; filename="{match}.jsonl"'}
    return web.Response(body=data, content_type=RECORD_KIND, headers=headers)


def _record(store: Store, match: str, segment: int | None) -> bytes:
    try:
        row = store.match_row(match)
    except Unknown:
        raise Refusal("no_such_match") from None
    records.need_sound(row)
    if row.status != "finished":
        raise Refusal("not_finished")
    try:
        return records.export(store, match, segment)
    except records.TooLong:
        raise
    except Unknown:
        raise Refusal("no_such_segment") from None


class Refusal(Unknown):
    """A refusal that leaves the rest of the writer's transaction as it is."""


async def read_match_notes(call: Call) -> web.Response:
    """What bots noted in a finished match, by entry, as JSON Lines; empty if they noted nothing."""
    match = call.words["match"]
    notes = await call.hub.keeper.ask(lambda store: _notes(store, match))
    headers = {"Content-Disposition": f'attachment; filename="{match}.notes.jsonl"'}
    body = msgspec.json.Encoder().encode_lines(notes)
    return web.Response(body=body, content_type=RECORD_KIND, headers=headers)


def _notes(store: Store, match: str) -> list[BotNote]:
    try:
        row = store.match_row(match)
    except Unknown:
        raise Refusal("no_such_match") from None
    if row.status != "finished":
        raise Refusal("not_finished")
    return records.read_notes(store, match)
