"""Servers that tests start and kill: none of them is waited for in vain."""

from __future__ import annotations

import asyncio
import socket
from pathlib import Path

import pytest

from tests.server.crashing import Crashable, free_port


def test_no_port_is_given_twice() -> None:
    assert len({free_port() for _ in range(50)}) == 50


@pytest.mark.slow
def test_a_server_that_cannot_start_is_not_waited_for(tmp_path: Path) -> None:
    server = Crashable(tmp_path)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", server.port))
        taken.listen()
        with pytest.raises(AssertionError, match=f"port {server.port} is taken"):
            asyncio.run(server.start())
    try:
        asyncio.run(server.start())
    finally:
        server.close()


@pytest.mark.slow
def test_one_that_says_nothing_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    server = Crashable(tmp_path)
    asyncio.run(server.start())
    monkeypatch.setattr("tests.server.crashing.PATIENCE_S", 0.2)
    with pytest.raises(AssertionError):
        server._read_until("what it never says")
    server.close()
