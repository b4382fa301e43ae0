"""The settings in docs/server.md, from freehold/server/settings.py; tools/protocol.py writes it."""

from __future__ import annotations

from itertools import groupby

from freehold.server.settings import About, about_settings

FROM, TO = "<!-- settings begin -->", "<!-- settings end -->"


def page(text: str) -> str:
    """The page with its tables of settings as they are now."""
    before, _, rest = text.partition(FROM)
    _, _, after = rest.partition(TO)
    return f"{before}{FROM}\n\n{tables()}\n{TO}{after}"


def tables() -> str:
    lines = []
    for title, settings in groupby(about_settings(), lambda about: about.group):
        lines += [f"### {title}", "", "| option | default | |", "|---|---|---|"]
        lines += [*map(row, settings), ""]
    return "\n".join(lines)


def row(about: About) -> str:
    option = f"{about.flag} {about.metavar}".rstrip()
    return f"| `{option}` | {about.shown_default} | {about.sentence} |"
