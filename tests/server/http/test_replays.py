"""Replays over HTTP: films of finished matches, made once, and of files, which are never kept."""

from __future__ import annotations

import asyncio
from io import BytesIO
from pathlib import Path
from typing import Any

import msgspec
import pytest

from freehold.game import TRUTH, Illegal
from freehold.server.films.films import Film
from freehold.server.films.worker import Failed, FilmTask, Limits, Made, make
from freehold.server.http.replays import (
    BOUNDS,
    FILE_BYTES,
    MIB,
    MOST_WAITING,
    REPLAYS,
    STRANGE,
    Films,
    Replays,
    Winding,
    Workshop,
    make_in_process,
    read_viewer,
)
from tests.server.world import Person, World, run, world

pytestmark = pytest.mark.slow

RECORDS = Path(__file__).resolve().parents[2] / "records"
POINTS = (RECORDS / "land-grab" / "points.jsonl").read_bytes()
LANTERN = (RECORDS / "lantern" / "lit.jsonl").read_bytes()
JSONL = {"Content-Type": "application/jsonl"}


def replays_of(w: World) -> Replays:
    return w._runner.app[REPLAYS]


async def film_at(person: Person, path: str) -> Film:
    async with person.http.get(person.world.url + path) as response:
        assert response.status == 200, await response.text()
        assert response.content_type == "application/msgpack"
        return msgspec.msgpack.decode(await response.read(), type=Film)


async def post_file(
    person: Person, data: bytes, query: str = "", **headers: str
) -> tuple[int, Any]:
    url = f"{person.world.url}/api/replays/file{query}"
    async with person.http.post(url, data=BytesIO(data), headers={**JSONL, **headers}) as response:
        body = await response.read()
        kind: Any = Film if response.status == 200 else None
        if kind is None:
            return response.status, msgspec.json.decode(body)
        return response.status, msgspec.msgpack.decode(body, type=kind)


async def played(person: Person, game: str = "land-grab") -> str:
    """A match of one's own that has ended; its id."""
    line = await person.quick(game, bot="random", params={"points_to_win": 20})
    await line.play_on(line.is_over)
    assert line.room is not None
    return line.room.match


def test_a_finished_match_is_a_film_for_anybody_who_has_its_address() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann, Person(w) as ben:
            match = await played(ann)
            for viewer, expected in (("truth", -2), ("public", -1), ("0", 0), ("1", 1)):
                film = await film_at(ben, f"/api/matches/{match}/frames?viewer={viewer}")
                assert (film.viewer, film.game) == (expected, "land-grab")
                assert film.bots == ("", "random")
            assert (await film_at(ben, f"/api/matches/{match}/frames")).viewer == TRUTH

    run(story())


def test_a_running_match_has_no_film() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann:
            line = await ann.quick("territory", bot="random", seats=3)
            assert line.room is not None
            path = f"/api/matches/{line.room.match}/frames"
            for viewer in ("0", "public", "truth"):
                status, refusal = await ann.get(f"{path}?viewer={viewer}")
                assert (status, refusal["code"]) == (409, "not_finished")
            assert (await ann.get("/api/matches/none/frames"))[1]["code"] == "no_such_match"

    run(story())


def test_a_film_is_made_once_however_many_ask() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann:
            path = f"/api/matches/{await played(ann)}/frames?viewer=0"
            several = await asyncio.gather(*[film_at(ann, path) for _ in range(4)])
            again = await film_at(ann, path)
            assert all(film == again for film in several)
            assert replays_of(w).made == 1

    run(story())


@pytest.mark.parametrize("viewer", ["x", "-1", "99999", "٣", ""])
def test_a_viewer_is_a_seat_or_one_of_two_words(viewer: str) -> None:
    with pytest.raises(Illegal) as refusal:
        read_viewer(viewer)
    assert refusal.value.code == "bad_viewer"


def test_a_seat_that_is_not_there_is_refused() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann:
            path = f"/api/matches/{await played(ann)}/frames?viewer=2"
            status, refusal = await ann.get(path)
            assert (status, refusal["code"]) == (400, "bad_viewer")

    run(story())


def test_films_are_kept_up_to_a_number_of_bytes_and_the_oldest_goes_first() -> None:
    kept = Films(100)
    kept.put(("a", 0, None), b"a" * 40)
    kept.put(("b", 0, None), b"b" * 40)
    assert kept.get(("a", 0, None)) is not None  # asked for again: now b is the oldest
    kept.put(("c", 0, None), b"c" * 40)
    assert kept.get(("b", 0, None)) is None
    assert kept.get(("a", 0, None)) is not None
    assert kept.bytes == 80
    kept.put(("c", 0, None), b"c" * 10)
    assert kept.bytes == 50
    kept.put(("d", 0, None), b"d" * 101)
    assert kept.get(("d", 0, None)) is None
    assert kept.bytes == 50


def test_a_client_that_cannot_unzip_gets_it_unzipped() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann:
            url = f"{w.url}/api/matches/{await played(ann)}/frames"
            headers = {"Accept-Encoding": "identity"}
            async with ann.http.get(url, headers=headers) as response:
                assert "Content-Encoding" not in response.headers
                plain = await response.read()
            async with ann.http.get(url) as response:
                assert response.headers["Content-Encoding"] == "gzip"
                assert await response.read() == plain

    run(story())


# Files


def test_a_file_becomes_a_film_and_nothing_of_it_is_kept() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann:
            status, film = await post_file(ann, POINTS, "?viewer=1")
            assert (status, film.viewer, film.names) == (200, 1, ("Ann", "Bob"))
            assert film.marks[-1].code == "ending_points"
            assert await w.hub.keeper.ask(lambda store: store.matches()) == []
            assert (replays_of(w).films.bytes, replays_of(w).made) == (0, 0)

    run(story())


def test_a_record_that_breaks_off_plays_as_far_as_it_goes() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann:
            half = b"".join(POINTS.splitlines(keepends=True)[:10])
            status, film = await post_file(ann, half)
            assert status == 200
            assert len(film.frames) == 10

    run(story())


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "first line is not a header"),
        (b"no record\n", "line 1 is not a line"),
        (b"\xff\xfe\n", "line 1"),
        (b'{"is":"mark","now":1}\n', "first line is not a header"),
        (POINTS.replace(b"farm 6,1", b"farm 0,0"), "line 2: refused"),
        (POINTS.replace(b'"now":4000', b'"now":1'), "line 5: time went back"),
        (POINTS.replace(b'"rules_version":1', b'"rules_version":99'), "rules version 99"),
        (POINTS.replace(b'"points_to_win":100', b'"points_to_win":-1'), "header is wrong"),
        (POINTS.replace(b"land-grab", b"chess"), "no game 'chess'"),
        (LANTERN, "no game 'lantern'"),  # known to this world, but no game of this server's
        (b'{"is":"header","params":' + b'{"a":' * 5000 + b"\n", "RecursionError"),
    ],
)
def test_what_is_wrong_with_a_record_is_said(data: bytes, reason: str) -> None:
    answer = make(FilmTask(data, TRUTH, BOUNDS, STRANGE))
    assert isinstance(answer, Failed)
    assert answer.code == "bad_record"
    assert reason in answer.reason


def test_a_wrong_file_is_refused_with_a_sentence() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann:
            status, refusal = await post_file(ann, b"no record\n")
            assert (status, refusal["code"]) == (400, "bad_record")
            assert "line 1" in refusal["text"]
            status, refusal = await post_file(ann, POINTS, "?viewer=7")
            assert (status, refusal["code"]) == (400, "bad_viewer")
            kind = {"Content-Type": "text/plain"}
            assert (await post_file(ann, POINTS, **kind))[1]["code"] == "not_a_record_file"
            foreign = {"Origin": "http://evil.example"}
            assert (await post_file(ann, POINTS, **foreign))[1]["code"] == "wrong_origin"

    run(story())


def test_a_file_that_is_too_long_is_not_even_read() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann:
            status, refusal = await post_file(ann, b"x" * (FILE_BYTES + 1))
            assert (status, refusal["code"]) == (413, "record_too_long")
            assert (await ann.get("/healthz"))[0] == 200

    run(story())


def test_a_process_that_takes_too_long_is_ended_by_the_system() -> None:
    header = LANTERN.splitlines()[0].replace(b'"lantern"', b'"endless"')
    limits = Limits(cpu_s=1, memory_bytes=1024 * MIB)
    task = FilmTask(header, TRUTH, BOUNDS, limits, "tests.server.films.endless")
    assert run(make_in_process(task, Winding())) == Failed("film_too_big")


def test_a_process_that_wants_too_much_memory_gets_none() -> None:
    header = LANTERN.splitlines()[0].replace(b'"lantern"', b'"hungry"')
    for memory_mib, kind in ((512, Failed), (2048, Made)):
        limits = Limits(cpu_s=60, memory_bytes=memory_mib * MIB)
        task = FilmTask(header, TRUTH, BOUNDS, limits, "tests.server.films.hungry")
        answer = run(make_in_process(task, Winding()))
        assert isinstance(answer, kind), answer
        if isinstance(answer, Failed):
            assert answer.code == "film_too_big"


def test_files_per_minute_from_one_address_are_limited() -> None:
    async def story() -> None:
        headers = {"X-Forwarded-For": "203.0.113.5"}
        async with world(trust_proxy=True) as w, Person(w, **headers) as ann:
            replays_of(w).dropped.most = 2
            codes = [(await post_file(ann, b"x\n"))[1]["code"] for _ in range(4)]
            assert codes == ["bad_record"] * 2 + ["too_many_replays"] * 2
            replays_of(w).asked.most = 1
            codes = [(await ann.get("/api/matches/none/frames"))[1]["code"] for _ in range(2)]
            assert codes == ["no_such_match", "too_many_replays"]

    run(story())


def test_a_client_waiting_for_a_film_can_ask_how_far_it_is() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann:
            replays = replays_of(w)
            assert await ann.get("/api/films/mine") == (200, {"percent": 0})
            async with replays._strange._gate:
                making = asyncio.create_task(post_file(ann, POINTS, "?name=mine"))
                while "mine" not in replays._named:
                    await asyncio.sleep(0)
                winding = replays.winding("mine")
                winding.percent = 40
                assert await ann.get("/api/films/mine") == (200, {"percent": 40})
            assert (await making)[0] == 200
            assert 90 < winding.percent < 100
            assert await ann.get("/api/films/mine") == (200, {"percent": 0})
            status, refusal = await post_file(ann, POINTS, f"?name={'m' * 33}")
            assert (status, refusal["code"]) == (400, "malformed")

    run(story())


def test_a_queue_that_is_full_says_so() -> None:
    async def story() -> None:
        workshop = Workshop()
        task = FilmTask(b"x\n", TRUTH, BOUNDS, STRANGE)
        asked = [workshop.make(task, Winding()) for _ in range(MOST_WAITING + 1)]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        codes = [answer.code for answer in answers if isinstance(answer, Illegal)]
        assert sorted(codes) == ["bad_record"] * MOST_WAITING + ["replay_busy"]

    run(story())
