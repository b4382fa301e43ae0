"""Writes what is generated from the Python types, so that nobody copies it by hand:

- docs/protocol.md and docs/wire.ts from the messages in freehold/protocol/wire.py, with the
  spelling of every action (`tools/actions.py`);
- the settings in docs/server.md (`tools/settings.py`);
- docs/views.md, every layer and fact of every game (`tools/views.py`);
- what pages know of games (`tools/pagetypes.py`).

    python tools/protocol.py [--check]

With --check it only says which of them are stale.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import msgspec  # noqa: E402
from msgspec import inspect  # noqa: E402

from freehold.protocol import wire  # noqa: E402
from tools import actions, pagetypes, settings, views  # noqa: E402
from tools.typescript import (  # noqa: E402
    interface,
    may_miss,
    messages,
    name_of,
    parts,
    script,
    words_of,
)

DOCS = Path("docs")

INTRODUCTION = f"""\
# The protocol of the server

Version {wire.VERSION}. This page and `wire.ts` are written by `tools/protocol.py` from
`src/freehold/protocol/wire.py`; change that file, not this one.

A client opens a WebSocket at `/ws` and says `hello` within a few seconds. A binary message is one
byte, the version, and then MessagePack; a text message is JSON, and a client that sends text is
answered in text (bytes are base64 there). Every message is a map whose `is` names its kind. Before
`hello` nothing is answered; a client of another version gets `bye` with the code `reload`.

The order after `hello` is `welcome`, `room`, if there is a match a `frame` with a whole view, and
then lines of chat; later frames contain only the differences. A command (`act`) has a number
that counts up in its session, and is answered by `acted` or `refused` after the frame that shows
its result. Commands that were not answered when a connection broke are sent again under the same
session and number after the next `welcome`: they count once.

[A client of 40 lines](your-own-client.md) in Python, and one in JavaScript, play a whole match.

A seat's token comes from `POST /api/rooms/{{id}}/join` or `POST /api/quick`; the HTTP API is
described by `/api/openapi.json`. Codes of refusals have their sentences in the `text` beside
them; a game's own codes are in `texts` of `/api/games`.

Connect within a minute after joining: before a match, the seat of a player who does not connect is
freed.

## Numbers and answers

A number (`n`) stands for one action. Sent again with the same action, it is answered again and
counts once; with another action it is refused with `reused`. A number below one that has counted
is refused with `stale`, so send commands in order. Numbers go up to 2^53, which every language
can represent exactly.

After `too_fast` the command was not read: its number, which the refusal names, is still free.
Wait a moment (by default a seat may send 20 messages per second, and 40 at once, from all its tabs
together), then send it again: under the same number if no higher number was acknowledged, otherwise
under a new one, since the old one would be `stale`. A client that does not wait gets `bye` with the
code `flood`. Pings, pongs and every fragment of a message count as messages.

HTTP has limits of its own: status 429 comes with `Retry-After` in seconds. Send request bodies
without `Content-Encoding`.

## Sandboxes

In a room with `sandbox` one person has every seat. `POST /api/quick` or `POST /api/rooms` with
`is_sandbox` makes it; nobody else can join, not even to watch. `eyes` with a seat shows what that
seat sees, without a delay, and `truth` shows everything while the match runs; `welcome` names the
seat whose view is shown, and `act` may name another. `pause`, `go-on`, `speed` and `step` control
its time, and `room` says that time (`at`) after each of them. It is possible to act while time
stands still. The match has a log like every other, with a note in its header. In every other room
these are refused.

## Worlds

In a room with `world` people come and go while a round runs: joining it gives a seat at any time,
`seats` says which seats have changed since `room` or since the last `seats`, up to four times per
second. `standing` comes up to once per second, more slowly if many have points; scores are public,
and it does not say where anyone is. A world waits for nobody: every player with a seat may act.
Between two rounds `phase` is `over` and `next_ms` says when the next begins; then `room`, `welcome`
and a whole view come as for the first one.

## Frames

A frame's `number` counts the frames of its viewer, from the whole view on, by one. `facts` gives
the changed fields: `["=", value]` sets one, `["+", more]` adds to the end of a list. `cells` gives
for each layer 32-bit little-endian words, place << 8 | value; `layers` with `rect` replaces all
layers if the window has moved. A `rect` is an array of four numbers, `[x, y, width, height]`, in
JSON and in MessagePack. `now` is the match's time in ms; moments in facts and clocks are
of the same time.
"""


def main() -> int:
    files = written()
    stale = [path for path, text in files.items() if read(path) != text]
    forsaken = pagetypes.forsaken(ROOT)
    if "--check" in sys.argv:
        for path in stale:
            print(f"{path} is stale: run tools/protocol.py", file=sys.stderr)
        for path in forsaken:
            print(f"{path} is of no game that there is: remove it", file=sys.stderr)
        return 1 if stale or forsaken else 0
    for path in stale:
        (ROOT / path).write_text(files[path], encoding="utf-8")
        print(f"wrote {path}")
    return 0


def written() -> dict[Path, str]:
    """Every generated file as it should be, by its place in the repository."""
    return {
        DOCS / "protocol.md": page(),
        DOCS / "wire.ts": types(),
        DOCS / "server.md": settings.page(read(DOCS / "server.md")),
        DOCS / "views.md": views.page(),
        **pagetypes.files(ROOT),
    }


def read(path: Path) -> str:
    """A file of the repository; nothing if there is none."""
    return (ROOT / path).read_text(encoding="utf-8") if (ROOT / path).exists() else ""


# TypeScript


def types() -> str:
    up, down = messages(wire.ToServer), messages(wire.ToClient)
    lines = [
        "// Written by tools/protocol.py from src/freehold/protocol/wire.py: change that file.",
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
    if isinstance(kind, inspect.NamedTupleType):
        lines += ["An array, of these in this order.", ""]
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
    lines += actions.section()
    return "\n".join(lines).rstrip() + "\n"


if __name__ == "__main__":
    sys.exit(main())
