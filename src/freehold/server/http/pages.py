"""The browser client, as it was built into the package: a few files, read once and kept.

Rules about this file:
1. Only what is in the manifest is served, by its exact name: no path ever reaches the disk.
2. Files with a hash in their name never change, so they may be kept for ever; the page itself
   is asked for each time.
"""

from __future__ import annotations

import gzip
from collections.abc import Callable, Mapping
from functools import cache, cached_property
from hashlib import blake2b
from html import escape
from importlib import resources
from importlib.resources.abc import Traversable
from mimetypes import guess_type
from pathlib import PurePosixPath

from aiohttp import web
from msgspec import Struct

from freehold.server.http.calls import HUB
from freehold.server.http.origins import own_url
from freehold.server.http.previews import Preview, preview_of, with_preview

FOLDER = "web_dist"
HASHED = "assets/"
"""The folder of files whose names change with what is in them."""
FOR_EVER = "public, max-age=31536000, immutable"
EACH_TIME = "no-cache"
ZIP_LEVEL = 9
KINDS = {
    ".js": "text/javascript",
    ".md": "text/markdown",
    ".webmanifest": "application/manifest+json",
}
"""What every system agrees to call these files."""
PICTURES = "previews/"
"""The folder of pictures that other sites show beside a link."""
PICTURE = PICTURES + "{}.png"
ANY_GAME = "freehold"
"""The picture of games that bring none."""
CLIENT_ROUTES = (
    "/",
    "/r/{code}",
    "/room/{room}",
    "/replay",
    "/replay/{match}",
    "/settings",
    "/privacy",
    "/moderation",
    "/ladder/{game}",
    "/maps",
    "/maps/{map}",
)

PLAIN = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Freehold</title>
<h1>Freehold</h1>
<p>Games about claiming ground on a grid. This server is up, but the page to play on has not been
built: run <code>make play</code>, or <code>npm ci</code> and <code>npm run build</code> in
<code>web</code>.</p>
<p>To play here from a terminal, install Freehold and write:</p>
<pre>freehold join {url}</pre>
<p>For programs: <a href="/api/games">the games</a>, <a href="/api/rooms">the public rooms</a>,
<a href="/api/openapi.json">the API's description</a>.</p>
</html>
"""


class File(Struct, frozen=True, dict=True):  # with a dict, which holds what is made once
    """One file of the client."""

    body: bytes
    kind: str
    etag: str
    caching: str

    @cached_property
    def packed(self) -> bytes:
        """The same by gzip, or nothing where that gains little. It is made when first asked for:
        to pack them all would be a good part of a server's start."""
        packed = gzip.compress(self.body, ZIP_LEVEL, mtime=0)
        return packed if len(packed) <= 0.9 * len(self.body) else b""


Manifest = Mapping[str, File]
SAME_FOR_ALL: web.AppKey[dict[str, File]] = web.AppKey("same_for_all", dict[str, File])
"""Answers of the API that are the same for everybody, made once."""
PAGE: web.AppKey[File] = web.AppKey("page", File)
"""The client's one page, if it has been built."""


def read_client() -> Manifest:
    """All files of the built client by name; nothing if it has not been built."""
    return _read(FOLDER)


@cache
def _read(where: str) -> Manifest:
    folder = resources.files("freehold").joinpath(where)
    return {name: make_file(name, found.read_bytes()) for name, found in _walk(folder, "")}


def _walk(folder: Traversable, before: str) -> list[tuple[str, Traversable]]:
    if not folder.is_dir():
        return []
    found = []
    for each in folder.iterdir():
        name = before + each.name
        found += _walk(each, name + "/") if each.is_dir() else [(name, each)]
    return found


def make_file(name: str, body: bytes) -> File:
    kind = KINDS.get(PurePosixPath(name).suffix) or guess_type(name)[0]
    etag = blake2b(body, digest_size=12).hexdigest()
    caching = FOR_EVER if name.startswith(HASHED) else EACH_TIME
    return File(body, kind or "application/octet-stream", etag, caching)


def add_pages(app: web.Application, client: Manifest) -> None:
    """Give the application the client's files and its routes."""

    if "index.html" in client:
        app[PAGE] = client["index.html"]

    async def page(request: web.Request) -> web.Response:
        found = client.get("index.html")
        if found is None:
            return _plain(request)
        preview = await preview_of(request)
        return answer_file(request, _headed(request, found, preview) if preview else found)

    def _headed(request: web.Request, found: File, preview: Preview) -> File:
        picture = PICTURE.format(preview.game)
        site = own_url(request, request.app[HUB].settings)
        shown = picture if picture in client else PICTURE.format(ANY_GAME)
        return make_file("index.html", with_preview(found.body, preview, site, request.path, shown))

    async def file(request: web.Request) -> web.Response:
        found = client.get(request.path.removeprefix("/"))
        if found is None:
            raise web.HTTPNotFound
        response = answer_file(request, found)
        if request.path.startswith(f"/{PICTURES}"):
            response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
        return response

    for route in CLIENT_ROUTES:
        app.router.add_get(route, page)
    for name in sorted(client):
        app.router.add_get(f"/{name}", file)


def answer_nowhere(request: web.Request) -> web.Response | None:
    """The page, for a person whose browser asks for a path that is nothing: it says so in words.
    None for programs, which get the refusal as JSON."""
    wants_page = "text/html" in request.headers.get("Accept", "")
    if PAGE not in request.app or request.method != "GET" or not wants_page:
        return None
    response = answer_file(request, request.app[PAGE])
    response.set_status(404)
    response.headers["Cache-Control"] = "no-store"
    del response.headers["ETag"]
    return response


def answer_file(request: web.Request, file: File) -> web.Response:
    headers = {"Cache-Control": file.caching, "ETag": f'"{file.etag}"', "Vary": "Accept-Encoding"}
    if f'"{file.etag}"' in request.headers.get("If-None-Match", ""):
        return web.Response(status=304, headers=headers)
    charset = "utf-8" if file.kind.startswith("text/") else None
    body = file.body
    if "gzip" in request.headers.get("Accept-Encoding", "") and file.packed:
        body = file.packed
        headers["Content-Encoding"] = "gzip"
    return web.Response(body=body, content_type=file.kind, charset=charset, headers=headers)


def answer_same(request: web.Request, name: str, make: Callable[[], bytes]) -> web.Response:
    """An answer that is the same for everybody as long as the server runs. The name is its file's,
    for the ending says what it is."""
    kept = request.app[SAME_FOR_ALL]
    if name not in kept:
        kept[name] = make_file(name, make())
    return answer_file(request, kept[name])


def _plain(request: web.Request) -> web.Response:
    url = f"{request.scheme}://{request.host}"
    return web.Response(text=PLAIN.format(url=escape(url)), content_type="text/html")
