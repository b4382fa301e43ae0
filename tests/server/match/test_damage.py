"""A record that does not add up: nobody is shown a board of it, all are told, and it is kept."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from freehold.cli import main
from freehold.protocol.wire import Act, Acted, Done, Refused, RoomNow
from freehold.server.match import records
from freehold.server.settings import Settings
from freehold.server.upkeep.doctor import examine
from freehold.store import Damaged, MemoryStore, SqliteStore, Store
from freehold.store.protocol import Unavailable
from freehold.testing.trials import At
from tests.games_under_test import game_named
from tests.proof.kept import Table, boards_of, fill, load_with_snapshots
from tests.server.http.test_admin import match_of, operated
from tests.server.meadow import meadow
from tests.server.test_serving import served
from tests.server.world import Line, Person, World, open_world, opened, run

Change = Callable[[bytes], bytes]


async def begin(w: World, person: Person, moves: int = 4) -> tuple[dict[str, Any], Line]:
    """A match against a bot, a few moves on; where its seat is, and its line."""
    _, joined = await person.post("/api/quick", {"game": "land-grab", "bot": "random"})
    line = await person.enter(joined["room"], joined["token"])
    for _ in range(moves):
        await line.my_turn()
        assert isinstance(await line.act(line.choose()), Acted)
    return joined, line


def spoil(path: Path, match: str, change: Change) -> int:
    """Change the last action in a log, behind the server's back."""
    with closing(sqlite3.connect(path)) as db:
        found = db.execute(
            "SELECT position, data FROM lines WHERE match = ? ORDER BY position DESC", (match,)
        ).fetchall()
        position, data = next(each for each in found if b'"is":"entry"' in each[1])
        other = change(data)
        assert other != data
        db.execute(
            "UPDATE lines SET data = ? WHERE match = ? AND position = ?", (other, match, position)
        )
        db.commit()
    return int(position)


def other_digit(data: bytes) -> bytes:
    """As a flipped bit would have it: 0 is 1, 1 is 0, 2 is 3..."""
    head, _, command = data.partition(b'"command"')
    place = max(place for place, each in enumerate(head) if chr(each).isdigit())
    return head[:place] + bytes([head[place] ^ 1]) + head[place + 1 :] + b'"command"' + command


def test_a_changed_action_is_noticed_and_everybody_is_told(tmp_path: Path) -> None:
    async def story() -> None:
        path = tmp_path / "a.db"
        w = await open_world(SqliteStore(path))
        async with Person(w) as ann, Person(w) as ben:
            joined, line = await begin(w, ann)
            other, _ = await begin(w, ben)
            match = match_of(line)
            await w.close()
            position = spoil(path, match, other_digit)
            async with operated(SqliteStore(path)) as (again, operator):
                ann.world = ben.world = again
                line = await ann.enter(joined["room"], joined["token"], welcome=False)
                room = await line.until(RoomNow, lambda now: now.phase == "over")
                assert (room.trouble, room.outcome) == ("damaged", None)
                refused = await line.act("farm 1,1")
                assert isinstance(refused, Refused)
                assert refused.code == "damaged"
                assert refused.text.startswith("This match cannot be continued")
                assert line.knowledge is None or line.knowledge.view is None

                _, listed = await operator.get("/api/admin/quarantined")
                (told,) = listed
                reason = f"lines {match} {position} is damaged"
                assert (told["match"], told["game"]) == (match, "land-grab")
                assert (told["room"], told["reason"]) == (joined["room"], reason)
                async with operator.http.get(again.url + "/metrics") as response:
                    metrics = await response.text()
                assert "freehold_quarantined_matches 1.0" in metrics
                assert "freehold_damaged_rows 1.0" in metrics
                store: Any = again.hub.keeper.store
                row = await again.hub.keeper.ask(lambda each: each.match_row(match))
                assert (row.status, row.reason) == ("quarantined", reason)
                kept = store._rows("SELECT count(*) FROM lines WHERE match = ?", (match,))
                assert kept == [(row.head,)]

                back = await ben.enter(other["room"], other["token"])  # the others play on
                await back.my_turn()
                assert isinstance(await back.act(back.choose()), Acted)
                assert isinstance(await line.ask("rematch"), Done)  # and these play another one
                await line.room_when(lambda now: now.phase == "playing" and not now.trouble)

    run(story())


def test_it_is_so_after_the_next_start_too(tmp_path: Path) -> None:
    async def story() -> None:
        path = tmp_path / "a.db"
        w = await open_world(SqliteStore(path))
        async with Person(w) as ann:
            joined, line = await begin(w, ann)
            match = match_of(line)
            await w.close()
            spoil(path, match, other_digit)
            for _ in range(2):
                w = ann.world = await open_world(SqliteStore(path))
                assert isinstance(w.hub.quarantined, set)
                line = await ann.enter(joined["room"], joined["token"], welcome=False)
                room = await line.until(RoomNow, lambda now: now.phase == "over")
                assert room.trouble == "damaged"
                assert w.hub.quarantined == {match}
                await w.close()

    run(story())


def test_a_change_that_changes_no_board_is_noticed_at_the_next_check() -> None:
    """The digests in the log are a second witness, which knows nothing of the store's sums."""
    store: Any = MemoryStore()
    game = game_named("territory")
    table = Table(store, game, At(3), "m")
    table.play(70)
    sound = records.rebuild(game, records.read(store, "m"), 0)
    assert sound.match.fingerprint() == table.live.match.fingerprint()
    lines = store._lines["m"]
    place = next(place for place, line in enumerate(lines) if b':7"' in line)
    lines[place] = lines[place].replace(b':7"', b':6"')  # the number that the sender gave it
    with pytest.raises(Damaged, match=r"Mismatch: line \d+: the record says .*check"):
        records.rebuild(game, records.read(store, "m"), 0)


def test_lines_that_the_rules_refuse_or_fall_over_are_damage(tmp_path: Path) -> None:
    store: Any = MemoryStore()
    game = game_named("land-grab")
    Table(store, game, At(2), "m").play(20)
    for line in (
        b'{"is":"entry","now":99999999,"seat":0,"action":"farm 99,99"}\n',
        b'{"is":"mark","now":1}\n',
        b'{"is":"check","entries":1,"match":"00","lines":"00"}\n',
        b"no line at all",
        b'{"is":"entry","now":99999999,"seat":7,"action":"resign"}\n',
    ):
        before = list(store._lines["m"])
        store._lines["m"].append(line)
        row = store.match_row("m")
        store._set_row(msgspec.structs.replace(row, head=row.head + 1))
        with pytest.raises(Damaged):
            records.rebuild(game, records.read(store, "m"), 0)
        store._lines["m"] = before
        store._set_row(row)


def test_a_damaged_snapshot_only_costs_time_and_the_next_board_is_right(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    with closing(SqliteStore(path)) as store:
        kept = {each.match: each for each in fill(store, 100)}
    with closing(sqlite3.connect(path)) as db:
        db.execute("UPDATE snapshots SET data = x'00' || data")
        db.commit()
    with closing(SqliteStore(path)) as store:
        for match, each in kept.items():
            live = records.rebuild(load_with_snapshots(each.game), records.read(store, match), 0)
            assert boards_of(live.match) == each.boards


def test_a_damaged_room_is_said_to_be(tmp_path: Path) -> None:
    async def story() -> None:
        path = tmp_path / "a.db"
        w = await open_world(SqliteStore(path))
        async with Person(w) as ann:
            joined, _ = await begin(w, ann, 1)
            await w.close()
            with closing(sqlite3.connect(path)) as db:
                db.execute("UPDATE things SET data = x'00' || data WHERE kind = 'room'")
                db.commit()
            w = ann.world = await open_world(SqliteStore(path))
            status, refusal = await ann.get(f"/api/rooms/{joined['room']}")
            assert (status, refusal["code"]) == (410, "damaged_room")
            line = await ann.enter(joined["room"], joined["token"], welcome=False)
            assert (await line.closing()).code == "damaged_room"
            fresh, _ = await begin(w, ann, 1)
            assert fresh["room"] != joined["room"]
            await w.close()

    run(story())


def test_a_guest_whose_row_is_damaged_comes_back_by_the_token(tmp_path: Path) -> None:
    async def story() -> None:
        path = tmp_path / "a.db"
        w = await open_world(SqliteStore(path))
        async with Person(w) as ann:
            joined, _ = await begin(w, ann, 1)
            await w.close()
            with closing(sqlite3.connect(path)) as db:
                db.execute("UPDATE things SET data = x'00' || data WHERE kind = 'guest'")
                db.commit()
            w = ann.world = await open_world(SqliteStore(path))
            assert (await ann.get("/api/me"))[0] == 200
            line = await ann.enter(joined["room"], joined["token"])
            assert line.welcome is not None
            assert line.welcome.seat == 0
            await w.close()

    run(story())


def test_a_match_whose_own_row_is_damaged_is_quarantined_and_the_row_is_left(
    tmp_path: Path,
) -> None:
    async def story() -> None:
        path = tmp_path / "a.db"
        w = await open_world(SqliteStore(path))
        async with Person(w) as ann:
            joined, line = await begin(w, ann, 1)
            match = match_of(line)
            await w.close()
            with closing(sqlite3.connect(path)) as db:
                db.execute("UPDATE matches SET head = head - 1")
                db.commit()
                before = db.execute("SELECT * FROM matches").fetchall()
            w = ann.world = await open_world(SqliteStore(path))
            line = await ann.enter(joined["room"], joined["token"], welcome=False)
            room = await line.until(RoomNow, lambda now: now.phase == "over")
            assert room.trouble == "damaged"
            (told,) = await w.hub.keeper.ask(records.read_quarantined)
            assert told.match == match
            await w.close()
            with closing(sqlite3.connect(path)) as db:
                assert db.execute("SELECT * FROM matches").fetchall() == before

    run(story())


def test_a_damaged_round_of_a_world_makes_way_for_the_next(tmp_path: Path) -> None:
    async def story() -> None:
        path = tmp_path / "a.db"
        async with meadow(SqliteStore(path)) as w, Person(w) as ann:
            line = await ann.quick("meadow")
            if isinstance(await line.act("step east"), Refused):  # the meadow ends there
                assert isinstance(await line.act("step west"), Acted)
            match = match_of(line)
            cookies = {each.key: each.value for each in ann.http.cookie_jar}
            await w.crash()
        spoil(path, match, lambda data: data.replace(b"step", b"stop"))
        async with meadow(SqliteStore(path)) as w, Person(w) as ann:
            ann.http.cookie_jar.update_cookies(cookies)
            line = await ann.quick("meadow")
            now = await line.room_when(lambda room: room.match != match and not room.trouble)
            assert now.phase == "playing"
            assert w.hub.quarantined == {match}

    run(story())


def test_a_disk_that_loses_lines_of_a_running_match_ends_it_with_the_truth() -> None:
    """A commit fails, the match is read again, and what is read does not add up."""

    class Losing(MemoryStore):
        is_full = False

        def commit(self) -> None:
            if self.is_full:
                raise OSError("disk full")
            super().commit()

    async def story() -> None:
        store = Losing()
        w = await open_world(store)
        async with Person(w) as ann:
            _, line = await begin(w, ann)
            match = match_of(line)
            await line.my_turn()
            store.is_full = True
            line.n += 1
            await line.say(Act(line.n, line.choose()))
            await line.room_when(lambda room: room.trouble == "disk")
            del store._lines[match][2]
            store.is_full = False
            room = await line.room_when(lambda now: now.phase == "over")
            assert room.trouble == "damaged"
            assert opened(w, line).playing is None
            refused = await line.act("farm 1,1")
            assert isinstance(refused, Refused)
            assert refused.code == "damaged"
        await w.close()

    run(story())


# Records of matches that are over


def test_a_damaged_record_is_refused_found_by_a_scrub_and_set_aside(tmp_path: Path) -> None:
    async def story() -> None:
        path = tmp_path / "a.db"
        async with operated(SqliteStore(path)) as (w, operator), Person(w) as ann:
            line = await ann.quick("land-grab", bot="random", params={"points_to_win": 5})
            await line.play_on(line.is_over)
            match = match_of(line)
            running = match_of(await ann.quick("land-grab", bot="random"))
            assert await operator.post("/api/admin/scrub", {}) == (200, await sound(w))
            for each in (match, running):
                spoil_header(path, each)
            for kind in ("record", "frames"):
                status, refusal = await ann.get(f"/api/matches/{match}/{kind}")
                assert (status, refusal["code"]) == (410, "damaged")
            _, found = await operator.post("/api/admin/scrub", {})
            assert found["damaged"] == sorted(f"lines {each} 0" for each in (match, running))
            assert found["order"] == "ok"
            _, listed = await operator.get("/api/admin/quarantined")
            assert [each["match"] for each in listed] == [match]  # the other one is being played
            status, refusal = await ann.get(f"/api/matches/{match}/record")
            assert (status, refusal["code"]) == (410, "damaged")
            assert w.hub.scrubbing.done == 2

    run(story())


async def sound(w: World) -> dict[str, Any]:
    rows = await w.hub.keeper.ask(count_rows)
    return {"rows": rows, "damaged": [], "order": "ok"}


def count_rows(store: Store) -> int:
    assert isinstance(store, SqliteStore)
    return sum(part.rows for part in store.scrub(1_000))


def spoil_header(path: Path, match: str) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute(
            "UPDATE lines SET data = data || x'20' WHERE match = ? AND position = 0", (match,)
        )
        db.commit()


def test_a_server_in_memory_has_nothing_to_scrub() -> None:
    async def story() -> None:
        async with operated() as (_, operator):
            status, refusal = await operator.post("/api/admin/scrub", {})
            assert (status, refusal["code"]) == (409, "no_data_file")

    run(story())


def test_the_slow_scrub_runs_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        monkeypatch.setattr("freehold.server.upkeep.scrubbing.FIRST_S", 0)
        w = await open_world(SqliteStore(tmp_path / "a.db"), scrub_rows_per_second=1_000_000)
        while not w.hub.scrubbing.done:
            await asyncio.sleep(0.01)
        assert w.hub.scrubbing.rows >= 0
        await w.close()

    run(story())


def test_the_slow_scrub_waits_while_the_database_is_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def story() -> None:
        monkeypatch.setattr("freehold.server.upkeep.scrubbing.FIRST_S", 0)
        store = SqliteStore(tmp_path / "a.db")
        check, away = store.check, iter(range(3))

        def seldom() -> str:
            if next(away, None) is not None:
                raise Unavailable("away")
            return check()

        monkeypatch.setattr(store, "check", seldom)
        w = await open_world(store, scrub_rows_per_second=1_000_000)
        async with asyncio.timeout(60):
            while not w.hub.scrubbing.done:
                await asyncio.sleep(0.01)
        await w.close()

    run(story())
    of_scrubs = [each for each in caplog.records if each.name == "freehold.scrubbing"]
    assert [each.message for each in of_scrubs[:3]] == ["check of stored rows stopped"] * 3
    assert not any(each.exc_info for each in of_scrubs)


# The command line


OF_DATA = ("folder", "rights", "file", "order", "rows", "matches")


def lines_of(path: Path) -> dict[str, tuple[str, str]]:
    """Without the lines about the machine and its network."""
    found = examine(Settings(data=str(path), port=0))
    return {each.what: (each.how, each.words) for each in found if each.what in OF_DATA}


def test_the_doctor_knows_a_file_of_before_there_were_ladders(tmp_path: Path) -> None:
    with closing(SqliteStore(tmp_path / "freehold.db")) as store:
        store._db.execute("DROP TABLE ratings")
        store._db.execute("PRAGMA user_version=2")
    how, words = lines_of(tmp_path)["rows"]
    assert how == "note"
    assert "older version" in words
    SqliteStore(tmp_path / "freehold.db").close()
    assert lines_of(tmp_path)["rows"][0] == "ok"


def test_the_doctor_has_a_line_for_each_thing(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    assert lines_of(folder)["folder"][0] == "note"
    folder.mkdir(mode=0o700)
    assert lines_of(folder)["file"][0] == "note"
    with closing(SqliteStore(folder / "freehold.db")) as store:
        store.put("room", "r", b"room")
        while_open = lines_of(folder)
    well = lines_of(folder)
    assert {how for how, _ in well.values()} == {"ok"}
    assert well["rows"][1] == "1 row checked, none damaged"
    assert while_open.keys() == well.keys()
    assert {each.name for each in folder.iterdir()} == {"freehold.db"}
    spoil_row(folder / "freehold.db")
    assert lines_of(folder)["rows"] == (
        "bad",
        "1 of 1 rows damaged: things room r; restore a backup if you need it",
    )
    (folder / "freehold.db").write_bytes(b"")
    found = lines_of(folder)
    assert found["file"][0] == "bad"
    assert "rows" not in found


def spoil_row(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("UPDATE things SET data = x'00'")
        db.commit()


def test_freehold_doctor_says_it_in_lines(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(SqliteStore(tmp_path / "freehold.db")) as store:
        told = records.Quarantined("m", "land-grab", "r", "lines m 3 is damaged", 5)
        records.quarantine(store, told)
    assert main(["doctor", "--data", str(tmp_path)]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[-1].split(maxsplit=2)[:2] == ["note", "matches"]
    assert "m (land-grab): lines m 3 is damaged" in said[-1]
    spoil_row(tmp_path / "freehold.db")
    assert main(["doctor", "--data", str(tmp_path)]) == 1


@pytest.mark.slow
def test_freehold_admin_scrubs_and_lists_what_is_quarantined(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = ["admin", "--data", str(tmp_path)]
    with served("--port", "0", "--data", str(tmp_path)):
        assert main([*data, "scrub"]) == 0
        assert "0 damaged" in capsys.readouterr().out
        assert main([*data, "quarantined"]) == 0
        assert capsys.readouterr().out == "No match is quarantined.\n"
        with closing(sqlite3.connect(tmp_path / "freehold.db")) as db:
            db.execute("INSERT INTO things VALUES ('room', 'r', x'00', x'00')")
            db.commit()
        assert main([*data, "scrub"]) == 1
        assert "damaged: things room r" in capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.parametrize("spoils", ["empty", "foreign", "missing"])
def test_a_server_does_not_start_over_what_it_does_not_know(
    spoils: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with served("--port", "0", "--data", str(tmp_path)):
        pass
    path = tmp_path / "freehold.db"
    (tmp_path / "freehold.db-wal").unlink(missing_ok=True)
    if spoils == "missing":
        path.unlink()
    else:
        path.write_bytes(b"" if spoils == "empty" else b"somebody's letters" * 30)
    before = path.read_bytes() if path.exists() else None
    assert main(["serve", "--port", "0", "--data", str(tmp_path)]) == 2
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 1
    assert "backup" in said[0]
    assert (path.read_bytes() if path.exists() else None) == before
