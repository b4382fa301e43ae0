"""Bots in processes, without a race against any clock."""

from __future__ import annotations

import pytest

from freehold.hosting import pool


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that hangs may take its time to say where, and is begun again at once."""
    monkeypatch.setattr(pool, "LAST_WORD_S", 600.0)
    monkeypatch.setattr(pool, "RESTART_S", 0.0)
