"""The OpenAPI description of the HTTP API, made from its table of routes."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from freehold import __version__
from freehold.protocol.answers import Problem
from freehold.server.http.api import ROUTES, Content, Route

REFERENCE = "#/components/schemas/{name}"


def describe_api() -> dict[str, Any]:
    named = [kind for route in ROUTES for kind in (route.takes, route.gives) if kind]
    kinds = [kind for kind in named if not isinstance(kind, Content)] + [Problem]
    schemas, components = msgspec.json.schema_components(kinds, ref_template=REFERENCE)
    by_kind = {str(kind): schema for kind, schema in zip(kinds, schemas, strict=True)}
    paths: dict[str, Any] = {}
    for route in ROUTES:
        paths.setdefault(route.path, {})[route.method.lower()] = _describe(route, by_kind)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Freehold", "version": __version__},
        "paths": paths,
        "components": {"schemas": components},
    }


def _describe(route: Route, by_kind: dict[str, Any]) -> dict[str, Any]:
    in_path = [_parameter(name, "path") for name in re.findall(r"{(\w+)}", route.path)]
    in_query = [_parameter(name, "query") for name in route.query]
    described: dict[str, Any] = {
        "summary": route.words,
        "parameters": in_path + in_query,
        "responses": {
            "200": {"description": "Done.", **_content(route.gives, by_kind)},
            "default": {"description": "Refused.", **_content(Problem, by_kind)},
        },
    }
    if route.takes:
        described["requestBody"] = {"required": True, **_content(route.takes, by_kind)}
    return described


def _parameter(name: str, where: str) -> dict[str, Any]:
    is_needed = where == "path"
    return {"name": name, "in": where, "required": is_needed, "schema": {"type": "string"}}


def _content(kind: Any, by_kind: dict[str, Any]) -> dict[str, Any]:
    """JSON has a schema; of other kinds text is text, and the rest is bytes, which have none."""
    if isinstance(kind, Content):
        text = {"schema": {"type": "string"}}
        return {"content": {each: text if each.startswith("text/") else {} for each in kind.kinds}}
    return {"content": {"application/json": {"schema": by_kind[str(kind)]}}}
