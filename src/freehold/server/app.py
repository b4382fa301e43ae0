"""The server as an aiohttp application: one port for page, API and WebSocket."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from math import ceil
from typing import Any

import msgspec
from aiohttp import web

from freehold.game import Illegal
from freehold.server.http import pages
from freehold.server.http.admin import add_admin
from freehold.server.http.api import ROUTES, make_handler
from freehold.server.http.calls import HUB
from freehold.server.http.gate import Door
from freehold.server.http.moderation import add_moderation
from freehold.server.http.openapi import describe_api
from freehold.server.http.origins import (
    address_of,
    is_free,
    is_own_host,
    is_own_origin,
    proxy_fault,
)
from freehold.server.http.problems import problem
from freehold.server.http.replays import add_replays
from freehold.server.hub import Hub
from freehold.server.metrics import add_metrics
from freehold.server.site.sites import SiteNode
from freehold.server.sockets.doors import PER_ADDRESS
from freehold.server.sockets.sockets import socket
from freehold.server.sockets.textsockets import text_socket

LOG = logging.getLogger("freehold.server")
BODY_BYTES = 16_384
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; script-src 'self'; object-src 'none'; base-uri 'none';"
        " frame-ancestors 'none'; form-action 'self'; require-trusted-types-for 'script'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@web.middleware
async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Foreign names and origins stay out; every error becomes a typed one."""
    with _heard(request):
        try:
            _count(request)
            _check(request)
            return await handler(request)
        except TooManyRequests as refusal:
            return _refuse(request, "too_many_requests", retry_s=refusal.retry_s)
        except Illegal as refusal:
            return _refuse(request, refusal.code, refusal.facts)
        except web.HTTPNotFound:
            refused = _refuse(request, "not_found", {"path": request.path[:100]})
            return pages.answer_nowhere(request) or refused
        except web.HTTPMethodNotAllowed as refusal:
            response = _refuse(request, "wrong_method", {"method": request.method})
            response.headers["Allow"] = ", ".join(sorted(refusal.allowed_methods))
            return response
        except web.HTTPRequestEntityTooLarge:
            return _refuse(request, "too_long", {"most": BODY_BYTES})
        except web.HTTPException as error:
            return _refuse(request, "malformed", {"reason": error.reason})
        except web.RequestPayloadError as error:
            return _refuse_body(request, error)
        except asyncio.CancelledError:
            raise
        except Exception as error:
            transport = request.transport
            has_gone = transport is None or transport.is_closing()
            if not (has_gone and isinstance(error, ConnectionError)):
                LOG.exception("a request failed", extra={"method": request.method})
            return _refuse(request, "broken")


class TooManyRequests(Exception):
    """This address has to wait."""

    def __init__(self, retry_s: int) -> None:
        super().__init__(retry_s)
        self.retry_s = retry_s


@contextmanager
def _heard(request: web.Request) -> Iterator[None]:
    """The head of a request is there, and no deadline for it holds while it is answered."""
    door = request.protocol
    if not isinstance(door, Door):
        yield
        return
    door.begin()
    try:
        yield
    finally:
        door.end()


def _count(request: web.Request) -> None:
    hub = request.app[HUB]
    address, now = address_of(request, hub.settings), hub.now()
    if not is_free(address, hub.settings) and not hub.requests.take(address, now):
        raise TooManyRequests(ceil(hub.requests.wait_ms(address, now) / 1000))
    hub.tally.requests += 1
    if fault := proxy_fault(request, hub.settings):
        hub.tally.proxy_faults[fault] = hub.tally.proxy_faults.get(fault, 0) + 1


def _refuse(
    request: web.Request, code: str, facts: dict[str, Any] | None = None, retry_s: int = 0
) -> web.Response:
    counts = request.app[HUB].tally.refused_requests
    counts[code] = counts.get(code, 0) + 1
    response = problem(code, facts, retry_s)
    if code in ("too_many_requests", "encoded_body", "too_slow"):
        response.force_close()  # what is still to come of it is not waited for
    if code == "encoded_body":
        response.headers["Accept-Encoding"] = "identity"
    return response


def _refuse_body(request: web.Request, error: Exception) -> web.Response:
    """A body that ends too early, or whose chunks are malformed."""
    if isinstance(request.protocol, Door):
        request.protocol.gate.note_malformed(type(error).__name__)
    response = _refuse(request, "malformed", {"reason": "the body did not come whole"})
    response.force_close()
    return response


def _check(request: web.Request) -> None:
    settings = request.app[HUB].settings
    if request.headers.get("Content-Encoding", "identity").strip().lower() != "identity":
        raise Illegal("encoded_body")
    if not is_own_host(request.host, settings):
        raise Illegal("wrong_host")
    origin = request.headers.get("Origin")
    is_change = request.method not in ("GET", "HEAD")
    if is_change and origin is not None and not is_own_origin(origin, request.host, settings):
        raise Illegal("wrong_origin")


async def _add_headers(request: web.Request, response: web.StreamResponse) -> None:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if request.path.startswith("/api/"):
        response.headers.setdefault("Cache-Control", "no-store")


async def _read_description(request: web.Request) -> web.Response:
    return pages.answer_same(request, "openapi.json", lambda: msgspec.json.encode(describe_api()))


def make_app(hub: Hub, admin_hash: str = "", node: SiteNode | None = None) -> web.Application:
    """The whole server; without the hash of the host's secret it has no operator, and without a
    node it is alone."""
    app = web.Application(middlewares=[guard], client_max_size=BODY_BYTES)
    app[HUB] = hub
    app[PER_ADDRESS] = {}
    app[pages.SAME_FOR_ALL] = {}
    add_replays(app, hub)
    if node is not None:
        node.add_to(app)
    app.on_response_prepare.append(_add_headers)
    for route in ROUTES:
        app.router.add_route(route.method, route.path, make_handler(route))
    app.router.add_get("/api/openapi.json", _read_description)
    add_admin(app, hub, admin_hash)
    add_moderation(app)
    add_metrics(app, hub)
    app.router.add_get("/ws", socket)
    app.router.add_get("/text/{game}", text_socket)
    pages.add_pages(app, pages.read_client())
    return app
