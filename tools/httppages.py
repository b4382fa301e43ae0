"""The HTTP API as a page of the site, from the OpenAPI description that the server gives."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from msgspec import inspect  # noqa: E402

from freehold.server.http.api import ROUTES, Content  # noqa: E402
from tools.typescript import name_of, parts, words_of  # noqa: E402

INTRODUCTION = """\
# HTTP

Everything before and after a match goes over HTTP: finding a room, joining it, reading a record.
The match itself is played over a [WebSocket](../protocol.md).

The server describes this API in OpenAPI 3.1 at `/api/openapi.json`, and this page is made from that
description. Bodies and answers are JSON, unless a media type is given. A refusal has a status of
400 or above and is a [Problem](#problem): a code for programs and a sentence for people. Status 429
comes with `Retry-After` in seconds.

A guest is a cookie, which `GET /api/me` sets. Keep it, and you are the same guest next time.

"""

Words = Mapping[str, Mapping[str, str]]


def page(api: Mapping[str, Any]) -> str:
    """The description as Markdown."""
    words = words_of_fields()
    lines = [INTRODUCTION, "## Requests", ""]
    for path, methods in api["paths"].items():
        for method, what in methods.items():
            lines += request(method.upper(), path, what)
    lines += ["## Types", ""]
    for name, schema in api["components"]["schemas"].items():
        lines += component(name, schema, words.get(name, {}))
    return "\n".join(lines)


def words_of_fields() -> Words:
    """What is said of each field under it in the code, by type."""
    named = [kind for route in ROUTES for kind in (route.takes, route.gives) if kind]
    kinds = [inspect.type_info(kind) for kind in named if not isinstance(kind, Content)]
    inner = [each.item_type if isinstance(each, inspect.ListType) else each for each in kinds]
    structs = [each for each in inner if isinstance(each, inspect.StructType)]
    return {name_of(kind): words_of(kind)[1] for kind in (*structs, *parts(structs))}


def request(method: str, path: str, what: Mapping[str, Any]) -> Iterator[str]:
    yield from (f"### {method} {path}", "", what["summary"], "")
    for each in what["parameters"]:
        yield f"- `{each['name']}`, in the {each['in']}"
    if body := what.get("requestBody"):
        yield f"- Body: {content(body['content'])}"
    yield from (f"- Answer: {content(what['responses']['200']['content'])}", "")


def content(kinds: Mapping[str, Any]) -> str:
    """JSON by its type, everything else by its media types."""
    if schema := kinds.get("application/json", {}).get("schema"):
        return type_words(schema)
    return ", ".join(f"`{kind}`" for kind in kinds)


def component(name: str, schema: Mapping[str, Any], words: Mapping[str, str]) -> Iterator[str]:
    yield from (f"### {name}", "")
    if about := schema.get("description"):
        yield from (about, "")
    if "properties" not in schema:
        yield from (type_words(schema), "")
        return
    rows = [
        (f"`{field}`", type_words(kind), default_words(kind, field in schema["required"]), said)
        for field, kind in schema["properties"].items()
        for said in [words.get(field) or kind.get("description", "")]
    ]
    yield from table(("field", "type", "if left out", ""), rows)


def default_words(kind: Mapping[str, Any], is_required: bool) -> str:
    if is_required or "default" not in kind:
        return ""
    default = kind["default"]
    words = {None: "null", True: "yes", False: "no", "": "empty"}
    if isinstance(default, bool | str | None) and default in words:
        return words[default]
    return f"`{default}`" if isinstance(default, int | str) else "empty"


def type_words(kind: Mapping[str, Any]) -> str:
    """A type in words, with links to the types on this page."""
    if reference := kind.get("$ref"):
        name = reference.rsplit("/", 1)[1]
        return f"[{name}](#{name.lower()})"
    if options := kind.get("anyOf"):
        return " or ".join(type_words(each) for each in options)
    if values := kind.get("enum"):
        return " or ".join(f"`{value}`" for value in values)
    if kind.get("type") == "array":
        return list_words(kind)
    names = {"integer": "whole number", "boolean": "yes or no", "null": "null"}
    return names.get(kind.get("type", ""), str(kind.get("type", "anything")))


def list_words(kind: Mapping[str, Any]) -> str:
    if inside := kind.get("prefixItems"):
        return f"[{', '.join(type_words(each) for each in inside)}]"
    inner = kind.get("items") or {}
    return f"list of {type_words(inner)}"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(head)} |"
    yield f"|{'---|' * len(head)}"
    for row in rows:
        yield f"| {' | '.join(cell.replace('|', '&#124;') for cell in row)} |"
    yield ""
