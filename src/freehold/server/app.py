"""The server as an aiohttp application: one port for page, API and WebSocket."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

import msgspec
from aiohttp import web

from freehold.game import Illegal
from freehold.server import pages
from freehold.server.admin import add_admin
from freehold.server.api import ROUTES, make_handler
from freehold.server.calls import problem
from freehold.server.doors import HUB, PER_ADDRESS
from freehold.server.hub import Hub
from freehold.server.metrics import add_metrics
from freehold.server.openapi import describe_api
from freehold.server.origins import is_own_host, is_own_origin
from freehold.server.replays import add_replays
from freehold.server.sockets import socket
from freehold.server.textsockets import text_socket

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
    try:
        _check(request)
        return await handler(request)
    except Illegal as refusal:
        return problem(refusal.code, refusal.facts)
    except web.HTTPNotFound:
        return problem("not_found", {"path": request.path[:100]})
    except web.HTTPMethodNotAllowed:
        return problem("wrong_method", {"method": request.method})
    except web.HTTPRequestEntityTooLarge:
        return problem("too_long", {"most": BODY_BYTES})
    except web.HTTPException as error:
        return problem("malformed", {"reason": error.reason})
    except asyncio.CancelledError:
        raise
    except Exception:
        LOG.exception("a request failed", extra={"method": request.method})
        return problem("broken")


def _check(request: web.Request) -> None:
    settings = request.app[HUB].settings
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
    described = msgspec.json.encode(describe_api())
    return web.Response(body=described, content_type="application/json")


def make_app(hub: Hub, admin_hash: str = "") -> web.Application:
    """The whole server; without the hash of the host's secret it has no operator."""
    app = web.Application(middlewares=[guard], client_max_size=BODY_BYTES)
    app[HUB] = hub
    app[PER_ADDRESS] = {}
    add_replays(app, hub)
    app.on_response_prepare.append(_add_headers)
    for route in ROUTES:
        app.router.add_route(route.method, route.path, make_handler(route))
    app.router.add_get("/api/openapi.json", _read_description)
    add_admin(app, hub, admin_hash)
    add_metrics(app, hub)
    app.router.add_get("/ws", socket)
    app.router.add_get("/text/{game}", text_socket)
    pages.add_pages(app, pages.read_client())
    return app
