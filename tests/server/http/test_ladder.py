"""The ladders over HTTP and at the terminal: lists, one's own ratings, and being forgotten."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from freehold.cli import main
from freehold.store import SqliteStore
from freehold.store.sums import KEYS
from tests.server.http.test_admin import operated
from tests.server.rooms.test_rated import finished, standings
from tests.server.world import Line, Person, World, run, world

ZEB = "Zebulon Quux"
RATED: dict[str, Any] = {"min_ladder_matches": 1, "min_ladder_actions": 0}


async def lost_match(w: World, person: Person, **wish: Any) -> Line:
    """A rated match against the house."""
    line = await person.quick("land-grab", bot="dabbler", **wish)
    await finished([line])
    return line


@pytest.mark.slow
def test_lists_and_games_that_are_not_there_are_refused() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann:
            for path, code in (
                ("/api/ladder/land-grab?list=best", "no_such_list"),
                ("/api/ladder/chess", "no_such_game"),
                ("/api/ladder/mine-land", "no_ladder"),
            ):
                status, refusal = await ann.get(path)
                assert (status, refusal["code"]) == (404, code), path
            _, games = await ann.get("/api/games")
            found = {game["name"]: game["ladder"] for game in games}
            assert (found["land-grab"], found["mine-land"]) == (True, False)
        async with world(unrated=True) as w, Person(w) as ann:
            status, refusal = await ann.get("/api/ladder/land-grab")
            assert (status, refusal["code"]) == (404, "no_ladder")
            _, games = await ann.get("/api/games")
            assert not any(game["ladder"] for game in games)

    run(story())


def test_a_player_sees_their_own_line_and_may_leave_the_lists() -> None:
    async def story() -> None:
        async with world(**RATED) as w, Person(w) as ann, Person(w) as ben:
            assert await ben.get("/api/me/ladder") == (200, {"is_listed": True})
            status, refusal = await ben.post("/api/me/ladder", {"is_listed": False})
            assert (status, refusal["code"]) == (400, "not_known")
            await lost_match(w, ann)
            told = await standings(ann, "house")
            assert told["me"] == told["rows"][1]
            assert (told["me"]["rank"], told["me"]["is_me"]) == (2, True)
            assert (told["rows"][0]["kind"], told["rows"][0]["bot"]) == ("house", "dabbler")
            assert (await standings(ben, "house"))["rows"][1]["is_me"] is False
            assert (await ann.post("/api/me/ladder", {"is_listed": False}))[0] == 200
            assert await ann.get("/api/me/ladder") == (200, {"is_listed": False})
            told = await standings(ben, "house")
            assert [row["kind"] for row in told["rows"]] == ["house"]
            mine = (await standings(ann, "house"))["me"]
            assert (mine["rank"], mine["matches"]) == (0, 1)

    run(story())


def test_no_answer_has_a_guests_id_and_nobody_who_is_banned_is_listed() -> None:
    async def story() -> None:
        async with operated(**RATED) as (w, operator), Person(w) as ann, Person(w) as ben:
            await lost_match(w, ann)
            _, me = await ann.get("/api/me")
            assert me["id"] not in json.dumps(await standings(ben, "house"))
            wish = {"guest": me["id"], "reason": "spam", "hours": 1}
            status, said = await operator.post("/api/admin/bans", wish)
            assert status == 200, said
            told = await standings(ben, "house")
            assert [row["kind"] for row in told["rows"]] == ["house"]

    run(story())


def test_ratings_are_exported_and_deleted_with_their_guest(tmp_path: Path) -> None:
    async def story() -> None:
        store = SqliteStore(tmp_path / "a.db")
        async with world(store, **RATED) as w, Person(w) as zeb, Person(w) as ann:
            await zeb.post("/api/me", {"name": ZEB})
            await lost_match(w, zeb)
            _, data = await zeb.get("/api/me/data")
            assert [each["ladder"] for each in data["ratings"]] == [
                "land-grab all",
                "land-grab house",
            ]
            assert (data["is_listed"], data["ratings"][0]["matches"]) == (True, 1)
            await zeb.post("/api/me/ladder", {"is_listed": False})
            status, said = await zeb.post("/api/me/delete", {"is_sure": True})
            assert status == 200, said
            rows = [row["kind"] for row in (await standings(ann, "house"))["rows"]]
            assert rows == ["house"]
            kept = await w.hub.keeper.ask(
                lambda _: repr([store.read_rows(table, (), 10_000) for table in KEYS])
            )
            assert ZEB not in kept
            assert data["id"] not in kept

    run(story())


def test_the_operator_has_all_ratings_computed_again() -> None:
    async def story() -> None:
        async with operated(**RATED) as (w, operator), Person(w) as ann:
            await lost_match(w, ann)
            before = await standings(ann, "all")
            await w.hub.keeper.ask(lambda store: store.clear_ratings())
            assert (await standings(ann, "all"))["rows"] == []
            answer = await operator.post("/api/admin/ladder/rebuild", {})
            assert answer == (200, {"results": 1})
            assert await standings(ann, "all") == before

    run(story())


def test_the_terminal_lists_a_ladder(capsys: pytest.CaptureFixture[str]) -> None:
    async def story() -> None:
        async with world(**RATED) as w, Person(w) as ann:
            assert await asyncio.to_thread(main, ["ladder", w.url]) == 0
            assert "Nobody is listed yet: that takes 1 rated match" in capsys.readouterr().out
            await lost_match(w, ann)
            assert await asyncio.to_thread(main, ["ladder", w.url, "--list", "house"]) == 0
            assert "bot dabbler" in capsys.readouterr().out
            assert await asyncio.to_thread(main, ["ladder", w.url, "--json"]) == 0
            assert len(json.loads(capsys.readouterr().out)["rows"]) == 2
            assert await asyncio.to_thread(main, ["ladder", w.url, "--game", "chess"]) == 1
            assert "no game 'chess'" in capsys.readouterr().err

    run(story())
