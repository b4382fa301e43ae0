"""The HTTP API against its own description: requests that schemathesis makes from it.

Some requests are as the description says, others are against it on purpose. Whatever comes back
must be described (status, type, content), never a 500, and a request against the description must
not be taken. Names of rooms, matches and games are often those of real ones, so that requests get
beyond "there is no such room".
"""

from __future__ import annotations

import asyncio
import logging
import re
import threading
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from functools import cache, partial
from typing import Any, TypeVar
from zlib import crc32

import hypothesis
import msgspec
import requests
import schemathesis
from aiohttp import web
from hypothesis import HealthCheck, Phase, given
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from freehold.games import load_game
from freehold.protocol.answers import Me
from freehold.server.http import api
from freehold.server.http.openapi import describe_api
from freehold.server.http.replays import FILE_KINDS
from tests.games_under_test import records_of
from tests.proof.fuzzing import Listener
from tests.proof.harness import Found, Plants, Proof, planting, try_each
from tests.server.world import PATIENCE_S, Person, World, open_world

T = TypeVar("T")
APIOperation = schemathesis.APIOperation[Any, Any, Any, Any]
Case = schemathesis.Case[Any]
Names = dict[str, list[str]]
"""Names that are there, by the parameter that they can stand for."""
REQUESTS = 10
"""To each operation, as described, and as many against it; for one seed."""
UPLOADS = 2
"""Fewer of those for which the server starts a process."""
RECORD = min(records_of(load_game("land-grab")), key=lambda path: path.stat().st_size)
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    negative_data_rejection,
]


# The server


@contextmanager
def served() -> Iterator[tuple[World, Names]]:
    """A server in a thread of its own, with a room and a finished match in it."""
    with looping() as do:
        place = do(open_world(max_rooms=10_000))
        try:
            yield place, do(furnish(place))
        finally:
            do(place.close())


@contextmanager
def looping() -> Iterator[Callable[[Coroutine[Any, Any, T]], T]]:
    """Whatever is given to this is done in another thread."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    try:
        yield lambda work: asyncio.run_coroutine_threadsafe(work, loop).result(PATIENCE_S)
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


async def furnish(place: World) -> Names:
    async with Person(place) as ann:
        created = await ann.create("territory", is_public=True)
        line = await ann.quick("template", bot="random", params={"side_cells": 3})
        await line.play_on(line.is_over)
        assert line.room is not None
        match = place.hub.find_room(line.room.id).room.match
    games = ["minewars", "land-grab", "mine-land"]
    return {"room": [created["room"]], "code": [created["code"]], "match": [match], "game": games}


# Asking


@schemathesis.serializer(*FILE_KINDS)
def send_file(context: Any, value: Any) -> bytes:
    """What is not JSON is bytes; in one of two requests that are as described, a real record."""
    made = value if isinstance(value, bytes) else str(value).encode(errors="replace")
    is_against = context.case.meta.generation.mode.is_negative
    return RECORD.read_bytes() if crc32(made) % 2 and not is_against else made


@cache
def operations() -> tuple[APIOperation, ...]:
    schema = schemathesis.openapi.from_dict(describe_api())
    return tuple(found.ok() for found in schema.get_all_operations())  # type: ignore[union-attr]


def ask_all(url: str, names: Names, seed: int, only: str = "") -> Counter[str]:
    """A few requests to every operation, or to those of one path, as described and against it."""
    counts: Counter[str] = Counter()
    with requests.Session() as session:
        for operation in operations():
            if only not in ("", operation.path):
                continue
            for mode in GenerationMode:
                ask_often(operation, mode, partial(ask_once, url, names, session, counts), seed)
            counts["other methods"] += use_other_methods(url, operation, session)
    return counts


def use_other_methods(url: str, operation: APIOperation, session: requests.Session) -> int:
    """Those that are not described are refused, and the answer says which are."""
    described = {each.method.upper() for each in operations() if each.path == operation.path}
    others = sorted({"DELETE", "PATCH", "POST", "PUT"} - described)
    path = re.sub("{.*?}", "x", operation.path)
    for method in others:
        response = session.request(method, url + path, timeout=PATIENCE_S)
        told = f"{method} {path} is answered {response.status_code} {response.text:.200}"
        assert response.status_code == 405, told
        assert response.json()["code"] == "wrong_method", told
        allowed = {each.strip() for each in response.headers.get("Allow", "").split(",")}
        assert described <= allowed, f"{told}, and allows {allowed}"
    return len(others)


def ask_often(
    operation: APIOperation, mode: GenerationMode, ask: Callable[[Case], None], seed: int
) -> None:
    """By a seed; what fails is not made smaller, because the server has changed meanwhile."""

    @hypothesis.seed(seed)
    @hypothesis.settings(
        max_examples=UPLOADS if is_upload(operation) else REQUESTS,
        database=None,
        deadline=None,
        phases=(Phase.generate,),
        suppress_health_check=list(HealthCheck),
    )
    @given(operation.as_strategy(generation_mode=mode))
    def each(case: Case) -> None:
        ask(case)

    try:
        each()
    except hypothesis.errors.Unsatisfiable:
        return  # nothing can be against a description that asks for nothing


def is_upload(operation: APIOperation) -> bool:
    return any(body.media_type in FILE_KINDS for body in operation.body)


def ask_once(
    url: str, names: Names, session: requests.Session, counts: Counter[str], case: Case
) -> None:
    use_real_names(case, names)
    response = case.call(base_url=url, session=session, timeout=PATIENCE_S)
    try:
        case.validate_response(response, checks=CHECKS)
    except BaseExceptionGroup as failures:
        told = f"{response.request.method} {response.request.url} {response.request.body!r:.200}"
        words = "; ".join(f"{each} {response.content[:200]!r}" for each in failures.exceptions)
        raise AssertionError(f"{told} is answered {response.status_code}: {words}") from None
    counts["requests"] += 1
    counts["answered with 200"] += response.status_code == 200
    if case.media_type in FILE_KINDS:
        counts["files made into films"] += response.status_code == 200


def use_real_names(case: Case, names: Names) -> None:
    """In three of four requests, by what was drawn."""
    for asked in (case.path_parameters, case.query):
        for name, value in asked.items():
            drawn = crc32(repr(value).encode())
            if isinstance(value, str) and name in names and drawn % 4:
                asked[name] = names[name][drawn % len(names[name])]


@contextmanager
def heard() -> Iterator[Listener]:
    """What the server says of its own failures; else it is silent."""
    logging.disable(logging.WARNING)
    logging.getLogger("aiohttp").setLevel(logging.CRITICAL)
    listener, log = Listener(), logging.getLogger("freehold")
    log.addHandler(listener)
    try:
        yield listener
    finally:
        log.removeHandler(listener)
        logging.disable(logging.NOTSET)


def run(count: int, seed: int, only: str = "") -> Found:
    """One server for all of these seeds."""
    with heard() as listener, served() as (place, names):

        def attempt(each: int) -> Counter[str]:
            counts = ask_all(place.url, names, each, only)
            assert not listener.said, listener.said.pop()[-600:]
            return counts

        return try_each(count, seed, attempt)


# Planted faults


async def fail(call: Any) -> object:
    raise KeyError("a wrong assumption")


async def answer_otherwise(call: Any) -> object:
    return {"nom": 7}


async def answer_in_words(call: Any) -> object:
    return web.Response(text="Ann")


async def take_anything(call: Any) -> object:
    return Me("Ann")


FAULTS: dict[str, tuple[str, str, Callable[[Any], Any]]] = {
    "a route that fails": ("GET", "/api/codes/{code}", fail),
    "an answer that is not as described": ("GET", "/api/me", answer_otherwise),
    "an answer of another type": ("GET", "/api/me", answer_in_words),
    "a rulebook of another type": ("GET", "/api/games/{game}/rules", answer_in_words),
    "a film of another type": ("POST", "/api/replays/file", answer_in_words),
    "a route that takes anything": ("POST", "/api/me", take_anything),
}


def find_out(fault: str) -> str:
    method, path, run_instead = FAULTS[fault]
    routes = tuple(
        msgspec.structs.replace(each, run=run_instead)
        if (each.method, each.path) == (method, path)
        else each
        for each in api.ROUTES
    )
    with planting() as patch:
        patch.setattr("freehold.server.app.ROUTES", routes)
        found = (run(1, seed, path).faults.values() for seed in range(1, 4))
        return next((said for faults in found for said in faults), "")[:300]


def plants() -> Plants:
    return {fault: partial(find_out, fault) for fault in FAULTS}


PROOFS = (
    Proof(
        "http-schema",
        "Requests made from the API's own description are answered as it says, whether they follow"
        " it or not.",
        20_000,
        "requests",
        run,
        plants,
        share=210,
        chunk=2,
    ),
)
