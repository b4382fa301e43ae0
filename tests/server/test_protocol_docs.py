"""The pages that are written from the messages and settings are as those are now."""

from __future__ import annotations

import pytest

from freehold.server import wire
from tools import protocol


@pytest.mark.parametrize(
    ("name", "make"), [("protocol.md", protocol.page), ("wire.ts", protocol.types)]
)
def test_the_page_is_not_stale(name: str, make: object) -> None:
    assert callable(make)
    message = "run tools/protocol.py"
    assert (protocol.DOCS / name).read_text(encoding="utf-8") == make(), message


def test_the_table_of_settings_is_not_stale() -> None:
    text = (protocol.DOCS / "server.md").read_text(encoding="utf-8")
    assert protocol.with_settings(text) == text, "run tools/protocol.py"


def test_every_message_is_described_in_both() -> None:
    page, script = protocol.page(), protocol.types()
    for kind in (*protocol.messages(wire.ToServer), *protocol.messages(wire.ToClient)):
        name = protocol.name_of(kind)
        assert f"### {name} " in page
        assert f"export interface {name} {{" in script


def test_a_changed_message_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    before = protocol.types()
    monkeypatch.setattr(wire, "VERSION", wire.VERSION + 1)
    assert protocol.types() != before
