"""`freehold serve --bus`: what cannot be used is one sentence, without a password, and exit 2."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from freehold.cli import main
from freehold.cluster.bus import BusDown
from freehold.cluster.carrier import NatsBus
from tests.cluster.test_nodes import until
from tests.nats import Nats, NoNats
from tests.server.world import PATIENCE_S

Capture = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def nats() -> Iterator[Nats]:
    try:
        running = Nats()
    except NoNats as error:
        pytest.fail(str(error), pytrace=False)
    try:
        running.start()
        yield running
    finally:
        running.close()


def complaint(capsys: Capture, *words: str) -> str:
    capsys.readouterr()
    assert main(["serve", *words]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert len(said.err.splitlines()) == 1
    assert "hush" not in said.err
    return said.err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--bus", "nats://h"], "bus needs store: the nodes of a site share a PostgreSQL"),
        (["--store", "postgres://h/x", "--bus", "http://h"], "bus must be a NATS server's address"),
        (["--store", "postgres://h/x", "--bus", "nats://h"], "node must be a name of 1 to 32"),
        (
            ["--store", "postgres://h/x", "--bus", "nats://h", "--node", "a b"],
            "node must be a name of 1 to 32 letters, digits, - and _",
        ),
        (["--node", "a"], "node is for sites with a bus"),
    ],
)
def test_settings_that_do_not_go_together_are_one_sentence(
    words: list[str], sentence: str, capsys: Capture
) -> None:
    assert sentence in complaint(capsys, *words)


def test_a_bus_that_is_not_there_is_one_sentence(dsn: str, tmp_path: Path, capsys: Capture) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    words = ["--store", dsn, "--node", "a", "--data", str(tmp_path), "--port", "0"]
    said = complaint(capsys, *words, "--bus", f"nats://nodes:hush@127.0.0.1:{port}")
    assert f"the bus at 127.0.0.1:{port} cannot be used: " in said


def test_a_bus_that_refuses_is_one_sentence(
    dsn: str, nats: Nats, tmp_path: Path, capsys: Capture
) -> None:
    words = ["--store", dsn, "--node", "a", "--data", str(tmp_path), "--port", "0"]
    for user in ("nodes:hushed@", "", "nobody:hush@"):
        said = complaint(capsys, *words, "--bus", f"nats://{user}127.0.0.1:{nats.port}")
        assert "cannot be used: 'Authorization Violation'" in said


# The bus on NATS


async def unasked(data: bytes) -> bytes:
    raise AssertionError(data)


def test_without_the_nodes_password_nothing_on_the_bus_can_be_read(nats: Nats) -> None:
    async def story() -> None:
        heard = asyncio.Event()
        a, b = NatsBus(nats.url), NatsBus(nats.url)
        await a.open("a", lambda data: None, unasked)
        await b.open("b", lambda data: heard.set(), unasked)
        reader, writer = await asyncio.open_connection("127.0.0.1", nats.port)
        writer.write(b'CONNECT {"verbose":false}\r\nSUB > 1\r\nPING\r\n')
        for _ in range(3):
            heard.clear()
            a.send("b", b"a token, a key, a view")
            await asyncio.wait_for(heard.wait(), 60)
        said = await asyncio.wait_for(reader.read(), 60)  # until it hangs up
        writer.close()
        assert b"Authorization Violation" in said
        assert b"MSG" not in said
        assert b"token" not in said
        for bus in (a, b):
            await bus.close()

    asyncio.run(story())


def test_messages_and_questions_get_from_node_to_node(nats: Nats) -> None:
    async def story() -> None:
        heard: dict[str, list[bytes]] = {"a": [], "b": []}
        buses = {name: NatsBus(nats.url) for name in heard}

        async def answer(data: bytes) -> bytes:
            return data[::-1]

        for name, bus in buses.items():
            await bus.open(name, heard[name].append, answer)
        for number in range(100):
            buses["a"].send("b", b"%d" % number)
        buses["a"].send_all(b"all")
        assert await buses["a"].ask("b", b"question", 5) == b"noitseuq"
        async with asyncio.timeout(30):
            while len(heard["b"]) < 101:
                await asyncio.sleep(0.01)
        assert [each for each in heard["b"] if each != b"all"] == [b"%d" % n for n in range(100)]
        assert heard["a"] == []
        with pytest.raises(BusDown, match="node c does not answer"):
            await buses["a"].ask("c", b"", 5)
        for bus in buses.values():
            await bus.close()

    asyncio.run(story())


def test_a_bus_that_goes_away_comes_back(nats: Nats) -> None:
    async def story() -> None:
        heard: list[bytes] = []
        bus, other = NatsBus(nats.url), NatsBus(nats.url)

        async def answer(data: bytes) -> bytes:
            return b""

        await bus.open("a", lambda data: None, answer)
        await other.open("b", heard.append, answer)
        nats.kill()
        await until(lambda: not bus.is_up)
        bus.send("b", b"lost")
        with pytest.raises(BusDown):
            await bus.ask("b", b"", 5)
        nats.start()
        await until(lambda: bus.is_up and other.is_up)
        async with asyncio.timeout(PATIENCE_S):
            while not heard:
                bus.send("b", b"there")
                await asyncio.sleep(0.1)
        assert set(heard) == {b"there"}
        await bus.close()
        await other.close()

    asyncio.run(story())
