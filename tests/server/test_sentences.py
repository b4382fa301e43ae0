"""What is wrong is told in a sentence, and nothing of it ends in a traceback."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import pytest

from freehold.cli import main
from freehold.server.settings import Settings
from freehold.server.upkeep import hostfiles
from tests.server.world import Person, run, world

DIGITS = "9" * 4500


@pytest.mark.parametrize(
    "found", [b"\xff\xfe\x00binary", b"", b"short", b"z" * 64, b"a" * 63, "ä".encode() * 32]
)
def test_an_admin_hash_that_is_none_stops_the_start_with_a_sentence(
    found: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / hostfiles.HASH).write_bytes(found)
    assert main(["serve", "--data", str(tmp_path), "--port", "0"]) == 2
    said = capsys.readouterr().err
    assert "admin.hash" in said
    assert "delete it" in said
    assert len(said.splitlines()) == 1


def test_an_admin_hash_is_read_as_it_was_written(tmp_path: Path) -> None:
    settings = Settings(data=str(tmp_path))
    first, words = hostfiles.keep_secret(settings)
    assert words
    assert hostfiles.keep_secret(settings) == (first, [])


@pytest.mark.slow
@pytest.mark.parametrize(
    "path",
    [
        f"/api/maps/make?seats={DIGITS}",
        f"/api/maps/make?radius={DIGITS}",
        f"/api/maps/make?cities={DIGITS}",
        f"/api/matches/x/record?segment={DIGITS}",
        f"/api/matches/x/frames?viewer={DIGITS}",
        f"/api/matches/x/frames?segment={DIGITS}",
    ],
)
def test_a_number_of_many_digits_in_an_address_is_refused_by_a_code(
    path: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann:
            status, refusal = await ann.get(path)
            assert status == 400
            assert refusal["code"] != "broken"

    run(story())
    assert_no_traceback(caplog)


@pytest.mark.parametrize(
    "body",
    [
        '{"game": "land-grab", "seats": %s}',
        '{"game": "land-grab", "params": {"points_to_win": %s}}',
        '{"game": "land-grab", "seats": 1e%s}',
    ],
)
@pytest.mark.parametrize("number", [DIGITS, str(2**64), str(-(2**64))])
def test_a_number_of_many_digits_in_a_body_is_refused_by_a_code(
    body: str, number: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann:
            data, headers = body % number, {"Content-Type": "application/json"}
            url = w.url + "/api/quick"
            async with ann.http.post(url, data=data, headers=headers) as response:
                assert response.status == 400
                assert (await response.json())["code"] != "broken"

    run(story())
    assert_no_traceback(caplog)


@pytest.mark.parametrize("seats", [DIGITS, "-3", "many", "", "1.5", "\u0663"])
def test_seats_that_are_no_number_are_refused_in_the_text_protocol_too(
    seats: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann:
            query: dict[str, Any] = {"quick": "random", "seats": seats}
            url = w.url + "/text/area-attack"
            async with ann.http.ws_connect(url, params=query) as socket:
                told = (await socket.receive()).data
                assert told.startswith("error ")
                assert "seats" in told or "players" in told
                assert len(told) < 200

    run(story())
    assert_no_traceback(caplog)


def assert_no_traceback(caplog: pytest.LogCaptureFixture) -> None:
    assert not [each for each in caplog.records if each.levelno >= logging.ERROR]
