"""The HTTP API over real sockets: typed answers, limits, headers, records."""

from __future__ import annotations

import re

import pytest

from freehold.games import load_game
from freehold.match.replay import read_record, verify
from freehold.server.http import pages
from freehold.server.http.api import ROUTES
from freehold.server.http.openapi import describe_api
from freehold.server.http.problems import STATUS
from freehold.server.rooms.guests import COOKIE
from freehold.server.texts import TEXTS
from tests.games_under_test import game_named, is_ours
from tests.server.world import Person, run, world


def test_every_game_tells_enough_to_make_a_form_of_it() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann:
            _, games = await ann.get("/api/games")
        by_name = {game["name"]: game for game in games}
        assert {"land-grab", "territory", "area-attack"} <= set(by_name)
        territory = by_name["territory"]
        assert [bot["level"] for bot in territory["bots"]][-2:] == ["diplomat", "chancellor"]
        easy = next(level for level in territory["levels"] if level["word"] == "easy")
        assert (easy["bot"], easy["name"], easy["face"]) == ("forager", "Bilberry", "squirrel")
        assert territory["has_secrets"]
        rounds = next(each for each in territory["params"] if each["name"] == "rounds")
        assert (rounds["kind"], rounds["least"], rounds["most"], rounds["default"]) == (
            "whole",
            1,
            100,
            15,
        )
        assert rounds["unit"] == "rounds"
        assert "TR-04" in rounds["sentence"]
        for game in games:
            is_said = [bool(param["sentence"]) for param in game["params"]]
            assert all(is_said) or not is_ours(game_named(game["name"])), game["name"]

    run(story())


def test_a_lesson_is_no_match_in_anybodys_list() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann:
            line = await ann.quick(
                "land-grab", bot="random", params={"points_to_win": 20}, is_lesson=True
            )
            assert line.room is not None
            assert line.room.lesson
            assert line.room.seats[1].name == "Trainer"
            await line.play_on(line.is_over)
            assert (await ann.get("/api/matches?mine=1"))[1] == []
            assert (await ann.get("/api/matches?mine=1&sandbox=1"))[1] == []
            plain = await ann.quick("land-grab", bot="random")
            assert plain.room is not None
            assert not plain.room.lesson
            assert plain.room.seats[1].name == "Random"

    run(story())


def test_a_server_for_this_computer_alone_says_so() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann:
            assert await ann.get("/api/reach") == (200, {"url": "", "is_local": True})
        public = "https://play.example.org"
        async with world(public_url=public) as w, Person(w) as ann:
            _, reach = await ann.get("/api/reach")
            assert reach == {"url": public, "is_local": False}

    run(story())


def test_a_guest_has_a_name_that_can_be_changed_and_comes_back_with_the_cookie() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann, Person(w) as ben:
            _, me = await ann.get("/api/me")
            assert re.fullmatch(r"\w+ \w+", me["name"])
            status, me = await ann.post("/api/me", {"name": " Ann\u202e "})
            assert (status, me["name"], "is_moderator" in me) == (200, "Ann", False)
            assert await ann.get("/api/me") == (200, me)
            status, refusal = await ann.post("/api/me", {"name": "x" * 25})
            assert (status, refusal["code"]) == (400, "bad_name")
            _, other = await ben.get("/api/me")
            assert other["name"] != "Ann"

    run(story())


def test_the_cookie_is_for_the_server_alone_and_only_its_hash_is_kept() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann:
            async with ann.http.get(w.url + "/api/me") as response:
                cookie = response.cookies[COOKIE]
            assert cookie["httponly"]
            assert cookie["samesite"] == "Lax"
            assert not cookie["secure"]
            kept = await w.hub.keeper.ask(lambda store: store.all("guest"))
            assert len(kept) == 1
            assert cookie.value not in repr(kept)
        public = world(public_url="https://play.example.org")
        async with public as w, Person(w) as ann, ann.http.get(w.url + "/api/me") as response:
            assert response.cookies[COOKIE]["secure"]

    run(story())


def test_private_rooms_are_found_by_link_or_code_only() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann, Person(w) as ben:
            created = await ann.create("territory")
            path = f"/api/rooms/{created['room']}"
            assert (await ann.get("/api/rooms"))[1] == []
            assert (await ann.get(path))[0] == 200  # the host's own
            assert (await ben.get(path))[1]["code"] == "no_such_room"
            for wrong in ({}, {"secret": "guess"}, {"secret": created["code"][::-1] + "X"}):
                assert (await ben.post(f"{path}/join", wrong))[1]["code"] == "no_such_room"
            _, found = await ben.get(f"/api/codes/{created['code'].lower()}")
            assert found["id"] == created["room"]
            status, joined = await ben.post(f"{path}/join", {"secret": created["secret"]})
            assert (status, joined["seat"]) == (200, 0)
            async with Person(w) as cid:
                status, joined = await cid.post(f"{path}/join", {"secret": created["code"]})
                assert (status, joined["seat"]) == (200, 1)
            _, mine = await ben.get("/api/rooms?mine=1")
            assert [room["id"] for room in mine] == [created["room"]]

    run(story())


def test_the_secret_of_a_room_is_kept_only_as_a_hash_and_tokens_too() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann:
            created = await ann.create("territory")
            _, joined = await ann.post(f"/api/rooms/{created['room']}/join", {})
            kept = repr(await w.hub.keeper.ask(lambda store: store.all("room")))
            assert created["room"] in kept
            assert created["secret"] not in kept
            assert joined["token"] not in kept

    run(story())


def test_public_rooms_are_listed() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann, Person(w) as ben:
            created = await ann.create("land-grab", is_public=True, params={"points_to_win": 30})
            _, listed = await ben.get("/api/rooms")
            assert [room["id"] for room in listed] == [created["room"]]
            assert listed[0]["params"]["points_to_win"] == 30
            for _ in range(2):
                async with Person(w) as other:
                    await other.join(created["room"])
            status, refusal = await ben.post(f"/api/rooms/{created['room']}/join", {})
            assert (status, refusal["code"]) == (409, "full")

    run(story())


@pytest.mark.parametrize(
    ("path", "body", "code"),
    [
        ("/api/rooms", {"game": "chess"}, "no_such_game"),
        ("/api/rooms", {}, "no_such_game"),
        ("/api/rooms", {"game": "land-grab", "seats": 3}, "bad_seats"),
        ("/api/rooms", {"game": "land-grab", "params": {"points_to_win": -1}}, "bad_params"),
        ("/api/rooms", {"game": "land-grab", "params": {"komi_points": 500}}, "bad_params"),
        ("/api/rooms", {"game": "land-grab", "unheard": 1}, "malformed"),
        ("/api/rooms", {"game": 7}, "malformed"),
        ("/api/rooms", [], "malformed"),
        ("/api/quick", {"game": "territory", "bot": "genius"}, "no_such_bot"),
        ("/api/quick", {"game": "nothing"}, "no_such_game"),
        ("/api/me", {"name": 5}, "malformed"),
        ("/api/rooms/none/join", {}, "no_such_room"),
        ("/api/nothing", {}, "not_found"),
        ("/api/games", {}, "wrong_method"),
    ],
)
def test_what_is_wrong_is_refused_by_a_code_with_a_sentence(
    path: str, body: object, code: str
) -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann:
            status, refusal = await ann.post(path, body)
            assert refusal["code"] == code
            assert status == STATUS.get(code, 400)
            assert refusal["text"].endswith(".")
            assert "{" not in refusal["text"]
            assert (await ann.get("/healthz"))[1]["rooms"] == 0

    run(story())


def test_bodies_that_are_no_json_are_refused() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann:
            async with ann.http.post(w.url + "/api/quick", data={"game": "territory"}) as response:
                assert (await response.json())["code"] == "not_json"
            for data in (b"{", b"\xff", b"[" * 5000, b""):
                headers = {"Content-Type": "application/json"}
                async with ann.http.post(
                    w.url + "/api/quick", data=data, headers=headers
                ) as response:
                    assert (await response.json())["code"] == "malformed"
            big = {"game": "x" * 20_000}
            _, refusal = await ann.post("/api/quick", big)
            assert refusal["code"] == "too_long"

    run(story())


def test_a_foreign_name_or_origin_is_refused() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann:
            status, refusal = await ann.get("/api/games", headers={"Host": "evil.example"})
            assert (status, refusal["code"]) == (421, "wrong_host")
            headers = {"Origin": "http://evil.example"}
            status, refusal = await ann.post("/api/quick", {"game": "territory"}, headers=headers)
            assert (status, refusal["code"]) == (403, "wrong_origin")
            assert (await ann.get("/healthz"))[1]["rooms"] == 0
            headers = {"Origin": w.url}
            assert (await ann.post("/api/me", {"name": "Ann"}, headers=headers))[0] == 200

    run(story())


def test_one_address_gets_six_rooms_a_minute_and_loopback_any_number() -> None:
    async def story() -> None:
        async with world(trust_proxy=True) as w:
            async with Person(w, **{"X-Forwarded-For": "198.51.100.7, 203.0.113.5"}) as ann:
                codes = [
                    (await ann.post("/api/rooms", {"game": "land-grab"}))[0] for _ in range(100)
                ]
                assert codes == [200] * 6 + [429] * 94
            async with Person(w, **{"X-Forwarded-For": "203.0.113.5"}) as same:
                assert (await same.post("/api/rooms", {"game": "land-grab"}))[0] == 429
            async with Person(w, **{"X-Forwarded-For": "203.0.113.6"}) as other:
                assert (await other.post("/api/rooms", {"game": "land-grab"}))[0] == 200
            assert len(w.hub.rooms) == 7
        async with world() as w, Person(w, **{"X-Forwarded-For": "203.0.113.5"}) as ann:
            codes = [(await ann.post("/api/rooms", {"game": "land-grab"}))[0] for _ in range(10)]
            assert codes == [200] * 10

    run(story())


def test_codes_and_new_guests_cannot_be_tried_for_ever() -> None:
    async def story() -> None:
        headers = {"X-Forwarded-For": "203.0.113.5"}
        async with world(trust_proxy=True) as w, Person(w, **headers) as ann:
            found = [(await ann.get("/api/codes/XXXXX"))[1]["code"] for _ in range(11)]
            assert found == ["no_such_room"] * 10 + ["too_many_tries"]
            for _ in range(30):
                async with Person(w, **headers) as new:
                    assert (await new.get("/api/me"))[0] == 200
            async with Person(w, **headers) as new:
                assert (await new.get("/api/me"))[1]["code"] == "too_many_guests"

    run(story())


def test_a_server_that_is_full_says_so() -> None:
    async def story() -> None:
        async with world(max_rooms=1) as w, Person(w) as ann:
            await ann.create("land-grab")
            status, refusal = await ann.post("/api/rooms", {"game": "land-grab"})
            assert (status, refusal["code"]) == (503, "server_full")

    run(story())


def test_every_answer_carries_the_security_headers() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann:
            for path in ("/", "/api/games", "/api/nothing", "/healthz", "/api/openapi.json"):
                async with ann.http.get(w.url + path) as response:
                    policy = response.headers["Content-Security-Policy"]
                    assert "default-src 'self'" in policy
                    assert "frame-ancestors 'none'" in policy
                    assert response.headers["X-Content-Type-Options"] == "nosniff"
                    assert response.headers["Referrer-Policy"] == "no-referrer"

    run(story())


def test_the_rulebooks_can_be_read() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann:
            async with ann.http.get(w.url + "/api/games/territory/rules") as response:
                assert "TR-01" in await response.text()
            assert (await ann.get("/api/games/chess/rules"))[1]["code"] == "no_such_game"

    run(story())


def test_a_record_is_served_after_the_end_only_and_verifies_offline() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann, Person(w) as ben:
            line = await ann.quick("land-grab", bot="random", params={"points_to_win": 20})
            assert line.room is not None
            path = f"/api/matches/{line.room.match}/record"
            status, refusal = await ann.get(path)
            assert (status, refusal["code"]) == (409, "not_finished")
            assert (await ann.get("/api/matches/none/record"))[1]["code"] == "no_such_match"
            await line.play_on(line.is_over)
            async with ben.http.get(w.url + path) as response:
                record = read_record(await response.read())
            assert verify(load_game("land-grab"), record).endswith("points")
            _, mine = await ann.get("/api/matches?mine=1")
            assert [(each["status"], each["seat"]) for each in mine] == [("finished", 0)]
            assert mine[0]["outcome"]["ending"] == "points"
            assert mine[0]["bots"] == ["", "random"]
            assert (await ann.get("/api/matches?mine=1&game=territory"))[1] == []
            assert (await ben.get("/api/matches?mine=1"))[1] == []
            assert (await ben.get("/api/matches"))[1] == []  # it was a private room

    run(story())


def test_the_api_describes_itself() -> None:
    described = describe_api()
    for route in ROUTES:
        assert route.method.lower() in described["paths"][route.path]
    quick = described["paths"]["/api/quick"]["post"]
    reference = quick["requestBody"]["content"]["application/json"]["schema"]["$ref"]
    assert "game" in described["components"]["schemas"][reference.rpartition("/")[2]]["properties"]


@pytest.mark.slow
def test_what_is_not_json_comes_and_goes_as_described() -> None:
    described = describe_api()["paths"]

    def kinds(path: str, method: str = "get") -> list[str]:
        return [*described[path][method]["responses"]["200"]["content"]]

    async def story() -> None:
        async with world() as w, Person(w) as ann:
            line = await ann.quick("land-grab", bot="random", params={"points_to_win": 20})
            await line.play_on(line.is_over)
            assert line.room is not None
            match = f"/api/matches/{w.hub.find_room(line.room.id).room.match}"
            async with ann.http.get(w.url + "/api/games/territory/rules") as rules:
                assert [rules.content_type] == kinds("/api/games/{game}/rules")
            async with ann.http.get(w.url + f"{match}/record") as record:
                assert [record.content_type] == kinds("/api/matches/{match}/record")
                data = await record.read()
            async with ann.http.get(w.url + f"{match}/frames") as film:
                assert [film.content_type] == kinds("/api/matches/{match}/frames")
            path = "/api/replays/file"
            for kind in described[path]["post"]["requestBody"]["content"]:
                headers = {"Content-Type": kind}
                async with ann.http.post(w.url + path, data=data, headers=headers) as made:
                    assert (made.status, [made.content_type]) == (200, kinds(path, "post"))
            async with ann.http.post(w.url + path, json={}) as refused:
                assert (refused.status, (await refused.json())["code"]) == (
                    400,
                    "not_a_record_file",
                )

    run(story())


def test_every_answer_and_every_body_has_its_kinds_described() -> None:
    for path, methods in describe_api()["paths"].items():
        for method, described in methods.items():
            assert described["responses"]["200"]["content"], (method, path)
            assert ("requestBody" in described) == (method == "post"), (method, path)


def test_every_code_has_a_sentence() -> None:
    assert set(STATUS) <= set(TEXTS)


def test_a_method_that_a_path_does_not_take_is_answered_with_those_that_it_takes() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann:
            for path, allowed in (("/api/me", "GET, POST"), ("/api/rooms/x/join", "POST")):
                async with ann.http.delete(w.url + path) as answer:
                    assert (answer.status, answer.headers["Allow"]) == (405, allowed)

    run(story())


@pytest.mark.parametrize("path", ["/api/games", "/api/games/territory/rules", "/api/openapi.json"])
def test_what_is_the_same_for_all_is_made_once_and_not_sent_twice(
    path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []
    make_file = pages.make_file

    def counted(name: str, body: bytes) -> pages.File:
        made.append(name)
        return make_file(name, body)

    async def story() -> None:
        async with world() as w, Person(w) as ann, Person(w) as ben:
            monkeypatch.setattr(pages, "make_file", counted)
            async with ann.http.get(w.url + path) as response:
                whole, etag = await response.read(), response.headers["ETag"]
                assert response.headers["Cache-Control"] == "no-cache"
            for _ in range(3):
                async with ben.http.get(w.url + path) as response:
                    assert await response.read() == whole
                async with ben.http.get(w.url + path, headers={"If-None-Match": etag}) as response:
                    assert (response.status, await response.read()) == (304, b"")
            assert len(made) == 1

    run(story())
