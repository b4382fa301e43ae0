"""The pages written from the messages. That none is stale is looked at in test_generated.py."""

from __future__ import annotations

import pytest

from freehold.server import wire
from tools import protocol, typescript


def test_every_message_is_described_in_both() -> None:
    page, script = protocol.page(), protocol.types()
    for kind in (*typescript.messages(wire.ToServer), *typescript.messages(wire.ToClient)):
        name = typescript.name_of(kind)
        assert f"### {name} " in page
        assert f"export interface {name} {{" in script


def test_a_changed_message_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    before = protocol.types()
    monkeypatch.setattr(wire, "VERSION", wire.VERSION + 1)
    assert protocol.types() != before
