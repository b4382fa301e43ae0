"""Writes docs/protocol.md and docs/wire.ts from the messages in freehold/server/wire.py, and the
table of settings in docs/server.md; with --check it only says whether they are stale.
"""

from __future__ import annotations

import ast
import inspect as source
import sys
from pathlib import Path
from typing import Any, get_args

import msgspec
from msgspec import inspect

from freehold.server import wire
from freehold.server.settings import about_settings

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
FROM, TO = "<!-- settings begin -->", "<!-- settings end -->"

INTRODUCTION = f"""\
# The protocol of the server

Version {wire.VERSION}. This page and `wire.ts` are written by `tools/protocol.py` from
`src/freehold/server/wire.py`; change that file, not this one.

A client opens a WebSocket at `/ws` and says `hello` within a few seconds. A binary message is one
byte, the version, and then MessagePack; a text message is JSON, and who writes text is answered
in text (bytes are base64 there). Every message is a map whose `is` names its kind. Without
`hello` nothing is answered; a client of another version gets `bye` with the code `reload`.

The order after `hello` is `welcome`, `room`, then lines of chat, and if there is a match a
`frame` with a whole view; later frames hold only what differs. A command (`act`) has a number
that counts up in its session, and is answered by `acted` or `refused` after the frame that shows
what came of it. What was not answered when a connection broke is sent again under the same
session and number after the next `welcome`: it counts once.

A seat's token comes from `POST /api/rooms/{{id}}/join` or `POST /api/quick`; the HTTP API is
described by `/api/openapi.json`. Codes of refusals have their sentences in the `text` beside
them; a game's own codes stand in `texts` of `/api/games`.

## Sandboxes

In a room with `sandbox` one person has every seat. `POST /api/quick` or `POST /api/rooms` with
`is_sandbox` makes it; nobody else comes in, not even to watch. `eyes` with a seat shows what that
seat sees, at once, and `truth` shows everything while the match runs; `welcome` says the seat
that is looked through, and `act` may name another. `pause`, `go-on`, `speed` and `step` move its
time, and `room` says that time (`at`) whenever one of them was asked for. It is possible to act
while time stands still. The match has its log like every other, with a note in its header. In
every other room these are refused.

## Worlds

In a room with `world` people come and go while a round runs: joining it gives a seat at any time,
`seats` tells which seats have changed since `room` or since the last `seats`, at most four times
a second. `standing` and `place` come at most once a second; scores are public, and they say
nothing of where anybody is. A world's table awaits nobody: whoever has a seat may act. Between
two rounds `phase` is `over` and `next_ms` says when the next begins; then `room`, `welcome` and a
whole view come as at the first.

## Frames

A frame's `number` counts the frames of its viewer, from the whole view on, by one. `facts` gives
the changed fields: `["=", value]` sets one, `["+", more]` adds to the end of a list. `cells` gives
for each layer 32-bit little-endian words, place << 8 | value; `layers` with `rect` replaces all
layers when the window has moved. `now` is the match's time in ms; moments in facts and clocks are
of the same time.
"""


def main() -> int:
    written = {
        DOCS / "protocol.md": page(),
        DOCS / "wire.ts": types(),
        DOCS / "server.md": with_settings((DOCS / "server.md").read_text(encoding="utf-8")),
    }
    stale = [path for path, text in written.items() if not path.exists() or _read(path) != text]
    if "--check" in sys.argv:
        for path in stale:
            print(f"{path.relative_to(ROOT)} is stale: run tools/protocol.py", file=sys.stderr)
        return 1 if stale else 0
    for path in stale:
        path.write_text(written[path], encoding="utf-8")
        print(f"wrote {path.relative_to(ROOT)}")
    return 0


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


# What there is to describe


def messages(union: Any) -> list[inspect.StructType]:
    found = [inspect.type_info(kind) for kind in get_args(union)]
    return [kind for kind in found if isinstance(kind, inspect.StructType)]


def parts(kinds: list[inspect.StructType]) -> list[inspect.Type]:
    """Structs and named tuples inside the messages, each once, in the order they are met."""
    met: dict[str, inspect.Type] = {}

    def visit(kind: Any) -> None:
        if isinstance(kind, inspect.StructType | inspect.NamedTupleType):
            if name_of(kind) not in met:
                met[name_of(kind)] = kind
                for field in kind.fields:
                    visit(field.type)
            return
        for inner in _inside(kind):
            visit(inner)

    for kind in kinds:
        visit(kind)
    tops = {name_of(kind) for kind in kinds}
    return [kind for name, kind in met.items() if name not in tops]


def _inside(kind: Any) -> list[Any]:
    match kind:
        case inspect.Metadata():
            return [kind.type]
        case inspect.UnionType():
            return list(kind.types)
        case inspect.TupleType():
            return list(kind.item_types)
        case inspect.ListType() | inspect.VarTupleType():
            return [kind.item_type]
        case inspect.DictType():
            return [kind.value_type]
    return []


def name_of(kind: Any) -> str:
    cls = getattr(kind.cls, "__origin__", kind.cls)
    name: str = cls.__name__
    return name


def words_of(kind: Any) -> tuple[str, dict[str, str]]:
    """A class's docstring, and the strings that stand under its fields."""
    cls = getattr(kind.cls, "__origin__", kind.cls)
    (tree,) = ast.parse(source.cleandoc("\n" + source.getsource(cls))).body
    assert isinstance(tree, ast.ClassDef)
    words: dict[str, str] = {}
    for before, after in zip(tree.body, tree.body[1:], strict=False):
        match before, after:
            case (
                ast.AnnAssign(target=ast.Name(id=name)),
                ast.Expr(value=ast.Constant(value=str() as text)),
            ):
                words[name] = " ".join(text.split())
    return source.cleandoc(ast.get_docstring(tree) or ""), words


# TypeScript


def script(kind: Any) -> str:
    """A type as TypeScript writes it."""
    match kind:
        case inspect.Metadata():
            return script(kind.type)
        case inspect.StructType() | inspect.NamedTupleType():
            return name_of(kind)
        case inspect.IntType() | inspect.FloatType():
            return "number"
        case inspect.StrType():
            return "string"
        case inspect.BoolType():
            return "boolean"
        case inspect.BytesType():
            return "Uint8Array"
        case inspect.NoneType():
            return "null"
        case inspect.LiteralType():
            return " | ".join(f'"{value}"' for value in kind.values)
        case inspect.UnionType():
            return " | ".join(script(each) for each in kind.types)
        case inspect.TupleType():
            return f"[{', '.join(script(each) for each in kind.item_types)}]"
        case inspect.ListType() | inspect.VarTupleType():
            inner = script(kind.item_type)
            return f"({inner})[]" if "|" in inner else f"{inner}[]"
        case inspect.DictType():
            return f"Record<string, {script(kind.value_type)}>"
    return "unknown"


def may_miss(kind: inspect.StructType, field: inspect.Field, from_client: bool) -> bool:
    cls = getattr(kind.cls, "__origin__", kind.cls)
    return not field.required and (from_client or cls.__struct_config__.omit_defaults)


def interface(kind: Any, from_client: bool) -> str:
    about, words = words_of(kind)
    lines = ["/**", *(f" * {line}".rstrip() for line in about.splitlines()), " */"] if about else []
    if isinstance(kind, inspect.NamedTupleType):
        inside = ", ".join(f"{field.name}: {script(field.type)}" for field in kind.fields)
        return "\n".join([*lines, f"export type {name_of(kind)} = [{inside}];", ""])
    lines.append(f"export interface {name_of(kind)} {{")
    if kind.tag_field:
        lines.append(f'  {kind.tag_field}: "{kind.tag}";')
    for field in kind.fields:
        if field.name in words:
            lines.append(f"  /** {words[field.name]} */")
        mark = "?" if may_miss(kind, field, from_client) else ""
        lines.append(f"  {field.encode_name}{mark}: {script(field.type)};")
    return "\n".join([*lines, "}", ""])


def types() -> str:
    up, down = messages(wire.ToServer), messages(wire.ToClient)
    lines = [
        "// Written by tools/protocol.py from src/freehold/server/wire.py: change that file.",
        "",
        f"export const VERSION = {wire.VERSION};",
        "",
    ]
    lines += [interface(kind, True) for kind in up]
    lines += [interface(kind, False) for kind in (*down, *parts([*up, *down]))]
    for name, kinds in (("ToServer", up), ("ToClient", down)):
        lines.append(f"export type {name} = {' | '.join(name_of(kind) for kind in kinds)};")
    return "\n".join(lines) + "\n"


# Markdown


def section(kind: Any, from_client: bool) -> list[str]:
    about, words = words_of(kind)
    named = name_of(kind)
    tag = getattr(kind, "tag", None)
    lines = [f"### {named}" + (f" (`is`: `{tag}`)" if tag else ""), ""]
    first, _, rest = about.partition("\n\n")
    lines += [first, ""] if first else []
    is_table = "    " in rest
    lines += (["```text", rest, "```", ""] if is_table else [rest, ""]) if rest else []
    lines += ["| field | type | |", "|---|---|---|"]
    for field in kind.fields:
        shown = script(field.type).replace("|", "\\|")
        default = ""
        if isinstance(kind, inspect.StructType) and may_miss(kind, field, from_client):
            default = _default(field)
        text = words.get(field.name, "").replace("|", "\\|")
        lines.append(f"| `{field.name}` | `{shown}`{default} | {text} |")
    return [*lines, ""]


def _default(field: inspect.Field) -> str:
    if field.default is msgspec.NODEFAULT:
        return ", may be left out"
    value = msgspec.json.encode(field.default).decode()
    return f", {value} if left out"


def page() -> str:
    up, down = messages(wire.ToServer), messages(wire.ToClient)
    lines = [INTRODUCTION, "## From a client", ""]
    for kind in up:
        lines += section(kind, True)
    lines += ["## From the server", ""]
    for kind in down:
        lines += section(kind, False)
    lines += ["## Parts of messages", ""]
    for part in parts([*up, *down]):
        lines += section(part, False)
    return "\n".join(lines).rstrip() + "\n"


def with_settings(text: str) -> str:
    """The page of the server with its table of settings as they are."""
    before, _, rest = text.partition(FROM)
    _, _, after = rest.partition(TO)
    lines = ["", "", "| flag | variable | default | |", "|---|---|---|---|"]
    for about in about_settings():
        default = "nothing" if about.default == "" else str(about.default).lower()
        lines.append(
            f"| `{about.flag}` | `{about.variable}` | {default} | {about.sentence} ({about.unit}) |"
        )
    return before + FROM + "\n".join(lines) + "\n\n" + TO + after


if __name__ == "__main__":
    sys.exit(main())
