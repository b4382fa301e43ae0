"""Everything about a guest, read and deleted: no byte of the name and of the tokens is left."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import pytest

from freehold.match.replay import read_record, verify
from freehold.protocol.wire import Done, Said, Say, Welcome
from freehold.server.rooms.guests import COOKIE, hash_of
from freehold.server.upkeep import guestdata, housekeeping
from freehold.server.upkeep.guestdata import NAME
from freehold.store import SqliteStore, Store
from freehold.store.postgres import PostgresStore
from freehold.store.sql import SqlStore
from freehold.store.sums import KEYS
from tests.games_under_test import game_named
from tests.server.http.test_admin import operated
from tests.server.world import Line, Person, World, opened, run

ZEB = "Zebulon Quux"
SHORT = {"points_to_win": 5}


class Traces:
    """What must not be found anywhere afterwards."""

    def __init__(self) -> None:
        self.words: list[str] = [ZEB]

    async def note(self, person: Person, *tokens: str) -> None:
        _, me = await person.get("/api/me")
        cookies = [each.value for each in person.http.cookie_jar if each.key == COOKIE]
        for secret in (*cookies, *tokens):
            self.words += [secret, hash_of(secret)]
        self.words.append(me["id"])

    def found_in(self, data: bytes) -> list[str]:
        return [word for word in self.words if word.encode() in data]


async def played(w: World, zeb: Person, traces: Traces) -> Line:
    """Zeb has a name, a finished match, a chat line, a watcher's token, a report and a mute."""
    await zeb.post("/api/me", {"name": ZEB})
    _, joined = await zeb.post(
        "/api/quick", {"game": "land-grab", "bot": "random", "params": SHORT}
    )
    await traces.note(zeb, joined["token"])
    line = await zeb.enter(joined["room"], joined["token"])
    await line.play_on(line.is_over)
    await line.say(Say("I was here, says nobody"))
    await line.until(Said)
    return line


@asynccontextmanager
async def room_of_two(
    w: World, zeb: Person, ann: Person, game: str, **wishes: Any
) -> AsyncIterator[tuple[Line, Line]]:
    created = await ann.create(game, is_public=True, **wishes)
    mine = await ann.join(created["room"])
    theirs = await zeb.join(created["room"])
    assert isinstance(await theirs.ask("ready"), Done)
    assert isinstance(await mine.ask("start"), Done)
    yield mine, theirs


def rows_of(store: SqlStore) -> bytes:
    """All that can be read, as one."""
    return repr([store.read_rows(table, (), 100_000) for table in KEYS]).encode()


def test_after_deletion_no_byte_of_name_and_tokens_is_left_in_the_data_file(tmp_path: Path) -> None:
    traces, path = Traces(), tmp_path / "a.db"

    async def story() -> None:
        async with operated(SqliteStore(path), trust_proxy=True) as (w, operator):
            caller = {"X-Forwarded-For": "203.0.113.7"}
            async with Person(w, **caller) as zeb, Person(w) as ann:
                line = await played(w, zeb, traces)
                async with room_of_two(w, zeb, ann, "land-grab") as (mine, theirs):
                    await theirs.say(Say("hello from me"))
                    said = await mine.until(Said)
                    wished = {"reason": "spam", "line": said.number}
                    assert isinstance(await mine.ask("report", -1, wished), Done)
                    wished = {"reason": "other", "words": "my own words"}
                    assert isinstance(await theirs.ask("report", 0, wished), Done)
                    chair = opened(w, theirs).room.chairs[1]
                    traces.words += [*chair.tokens, "hello from me", "my own words"]
                    guest = chair.guest
                    for what in ("mutes", "moderators"):
                        wished = {"guest": guest}
                        more = {"hours": 1} if what == "mutes" else {"name": ZEB}
                        await operator.post(f"/api/admin/{what}", {**wished, **more})
                    _, data = await zeb.get("/api/me/data")
                    assert (data["name"], data["is_moderator"]) == (ZEB, True)
                    assert data["has_address"]
                    assert len(data["matches"]) == 2
                    assert {each["text"] for each in data["chat"]} >= {"hello from me"}
                    assert [each["words"] for each in data["reports"]] == ["my own words"]
                    refused = await zeb.post("/api/me/delete", {"is_sure": False})
                    assert refused[1]["code"] == "not_sure"
                    assert traces.found_in(rows_of(w.hub.keeper.store))  # type: ignore[arg-type]
                    status, told = await zeb.post("/api/me/delete", {"is_sure": True})
                    assert (status, told["matches"]) == (200, 2)
                    assert (await theirs.closing()).code == "deleted"
                    # gone from every answer at once, in memory and in the rows
                    rows = rows_of(w.hub.keeper.store)  # type: ignore[arg-type]
                    assert traces.found_in(rows) == []
                    assert NAME.encode() in rows
                    assert (await zeb.get("/api/me"))[1]["id"] != guest
                    await mine.room_when(lambda each: NAME in [seat.name for seat in each.seats])
                    assert line.room is not None
                    await housekeeping.sweep(w.hub)
                    assert not w.hub.keeper.store.has_leftovers
                    kept = {each.name: each.read_bytes() for each in tmp_path.iterdir()}
                    assert {name: traces.found_in(data) for name, data in kept.items()} == {
                        name: [] for name in kept
                    }
                    await sound(w.hub.keeper.store, line.room.match)

    run(story())


async def sound(store: Store, match: str) -> None:
    """Its record is still what the rules make of it."""
    from freehold.server.match import records

    record = read_record(records.export(store, match))
    assert record.header.seats[0].name == NAME
    assert verify(game_named(record.header.game), record)


def test_a_file_that_is_not_erased_would_hold_the_name(tmp_path: Path) -> None:
    """Or the test above could not fail."""
    with closing(SqliteStore(tmp_path / "a.db")) as store:
        store.begin()
        for number in range(500):
            store.put("guest", f"{number}", ZEB.encode() * (number % 7))
        store.commit()
        store.begin()
        for number in range(500):
            store.drop("guest", f"{number}")
        store.commit()
        files = [tmp_path / "a.db", tmp_path / "a.db-wal"]
        assert any(ZEB.encode() in each.read_bytes() for each in files)
        store.begin()
        store.erase()
        store.commit()
        assert not any(ZEB.encode() in each.read_bytes() for each in files)


@pytest.mark.parametrize("kind", ["memory", "postgres"])
def test_the_other_stores_forget_as_well(kind: str, request: pytest.FixtureRequest) -> None:
    traces = Traces()

    async def story() -> None:
        store = PostgresStore(request.getfixturevalue("dsn")) if kind == "postgres" else None
        async with operated(store) as (w, operator), Person(w) as zeb:
            line = await played(w, zeb, traces)
            assert line.room is not None
            _, me = await zeb.get("/api/me")
            async with operator.http.delete(f"{w.url}/api/admin/guests/{me['id']}") as response:
                assert (await response.json())["matches"] == 1
            await sound(w.hub.keeper.store, line.room.match)
            if store is not None:
                assert traces.found_in(rows_of(store)) == []

    run(story())


def test_a_match_of_others_goes_on_without_the_name(tmp_path: Path) -> None:
    async def story() -> None:
        store = SqliteStore(tmp_path / "a.db")
        async with operated(store) as (w, _), Person(w) as zeb, Person(w) as ann, Person(w) as ben:
            await zeb.post("/api/me", {"name": ZEB})
            created = await ann.create("territory", is_public=True, seats=3)
            lines = [await each.join(created["room"]) for each in (ann, ben, zeb)]
            for line in lines[1:]:
                assert isinstance(await line.ask("ready"), Done)
            assert isinstance(await lines[0].ask("start"), Done)
            first = lines[0]
            await first.room_when(lambda room: room.phase == "playing")
            match = opened(w, first).room.match
            assert (await zeb.post("/api/me/delete", {"is_sure": True}))[0] == 200
            await first.until(Welcome)  # the match was read again
            while first.knowledge is None or first.knowledge.view is None:
                await first.next()
            assert opened(w, first).room.phase == "playing"
            await first.my_turn()
            assert type(await first.act(first.choose())).__name__ == "Acted"
            assert ZEB.encode() not in b"".join(store.read_lines(match))
            assert NAME.encode() in store.read_lines(match)[0]

    run(story())


def test_a_guest_who_is_banned_is_deleted_by_the_operator_alone() -> None:
    async def story() -> None:
        async with operated() as (w, operator), Person(w) as zeb:
            guest = (await zeb.get("/api/me"))[1]["id"]
            await operator.post("/api/admin/bans", {"guest": guest})
            assert (await zeb.post("/api/me/delete", {"is_sure": True}))[0] == 403
            assert (await operator.get(f"/api/admin/guests/{guest}"))[1]["banned_until"] == 0
            url = f"{w.url}/api/admin/guests/{guest}"
            for status in (200, 404):
                async with operator.http.delete(url) as response:
                    assert response.status == status
            assert not w.hub.conduct.bans.all()

    run(story())


def test_nobody_is_deleted_without_a_cookie_and_by_another_site() -> None:
    async def story() -> None:
        async with operated() as (w, _), Person(w) as zeb:
            for method in (zeb.get("/api/me/data"), zeb.post("/api/me/delete", {"is_sure": True})):
                assert (await method)[1]["code"] == "not_known"
            await zeb.get("/api/me")
            foreign = {"Origin": "https://example.org"}
            refused = await zeb.post("/api/me/delete", {"is_sure": True}, headers=foreign)
            assert refused[1]["code"] == "wrong_origin"

    run(story())


def test_what_was_deleted_is_erased_once_a_day_and_not_at_everybodys_wish(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Erasing writes the whole file again: a caller could make the server do nothing else."""
    erased: list[int] = []
    monkeypatch.setattr(SqliteStore, "_erase", lambda store: erased.append(1))

    async def story() -> None:
        async with operated(SqliteStore(tmp_path / "a.db")) as (w, _):
            for _number in range(3):
                async with Person(w) as zeb:
                    await zeb.get("/api/me")
                    assert (await zeb.post("/api/me/delete", {"is_sure": True}))[0] == 200
            assert not erased
            await housekeeping.sweep(w.hub)
            await housekeeping.sweep(w.hub)
            assert len(erased) == 1

    run(story())


def test_an_erasing_that_fails_is_tried_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def fail(store: SqliteStore) -> None:
        store.has_leftovers = True

    async def story() -> None:
        async with operated(SqliteStore(tmp_path / "a.db")) as (w, _), Person(w) as zeb:
            await zeb.get("/api/me")
            await zeb.post("/api/me/delete", {"is_sure": True})
            with monkeypatch.context() as patch:
                patch.setattr(SqliteStore, "_erase", fail)
                assert not await guestdata.erase(w.hub.keeper)
            assert await guestdata.erase(w.hub.keeper)
            assert await w.hub.keeper.ask(lambda store: store.all("erase")) == []

    run(story())
