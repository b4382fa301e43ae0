"""The operator: who is one, and what they can do to a running server."""

from __future__ import annotations

import json
import os
import re
import sqlite3
import stat
import urllib.request
from argparse import Namespace
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from freehold.cli import main
from freehold.cli.parsers import the_parser
from freehold.games import game_names
from freehold.kernel.errors import Malformed
from freehold.protocol.wire import Bye, Refused, Told
from freehold.server import logs
from freehold.server.http import admin
from freehold.server.http.admin import ROUTES
from freehold.server.hub import Hub
from freehold.server.rooms.guests import Guest, hash_of, is_same
from freehold.server.rooms.roomrecords import GUESTS
from freehold.server.settings import Settings
from freehold.server.upkeep import hostfiles
from freehold.store import MemoryStore, SqliteStore, Store
from tests.games_under_test import game_named
from tests.server.test_serving import served
from tests.server.world import Line, Person, World, open_to_people, patient_settings, run, table

SECRET = "the host's word"


@asynccontextmanager
async def operated(
    store: Store | None = None, **chosen: Any
) -> AsyncIterator[tuple[World, Person]]:
    """A server and its operator."""
    settings = patient_settings(**chosen)
    hub = Hub(settings, store or MemoryStore(), game_named, game_names)
    await hub.open()
    w = await open_to_people(hub, hash_of(SECRET))
    try:
        async with Person(w, Authorization=f"Bearer {SECRET}") as operator:
            yield w, operator
    finally:
        await w.close()


def guest_of(w: World, line: Line) -> str:
    assert line.room is not None
    assert line.welcome is not None
    return w.hub.find_room(line.room.id).room.chairs[line.welcome.seat].guest


def bans_of(w: World) -> dict[str, str]:
    """The banned guests, with the reasons."""
    return {guest: ban.reason for guest, ban in w.hub.conduct.bans.all().items()}


def match_of(line: Line) -> str:
    assert line.room is not None
    return line.room.match


# Who is the operator


def test_without_the_hosts_secret_every_route_is_refused() -> None:
    async def story() -> None:
        async with operated() as (w, _):
            for word in ("", "Bearer", "Bearer wrong", f"Basic {SECRET}", f"Bearer {SECRET}x"):
                async with Person(w, Authorization=word) as eve:
                    for method, path, *_ in ROUTES:
                        filled = re.sub(r"{\w+}", "x", path)
                        url = f"{w.url}/api/admin{filled}"
                        async with eve.http.request(method, url, json={}) as response:
                            assert response.status == 401
                            assert (await response.json())["code"] == "not_the_operator"

    run(story())


def test_a_server_without_a_secret_has_no_operator() -> None:
    async def story() -> None:
        async with operated() as (w, _):
            other = await open_to_people(w.hub)
            async with Person(other, Authorization="Bearer ") as eve:
                assert (await eve.get("/api/admin/rooms"))[0] == 401
            await other.stop_listening()

    run(story())


def test_with_the_secret_from_elsewhere_only_if_it_is_opened() -> None:
    async def story() -> None:
        headers = {"X-Forwarded-For": "203.0.113.5"}
        async with operated() as (_, operator):
            status, refusal = await operator.get("/api/admin/rooms", headers=headers)
            assert (status, refusal["code"]) == (403, "not_local")
        async with operated(remote_admin=True) as (_, operator):
            assert (await operator.get("/api/admin/rooms", headers=headers))[0] == 200

    run(story())


# What they can do


def test_the_list_shows_rooms_matches_and_who_to_ban() -> None:
    async def story() -> None:
        async with operated() as (w, operator), Person(w) as ann:
            line = await ann.quick("land-grab", bot="random")
            _, rooms = await operator.get("/api/admin/rooms")
            assert [each["match"] for each in rooms] == [match_of(line)]
            players = rooms[0]["players"]
            assert [each["guest"] for each in players] == [guest_of(w, line), ""]
            assert [each["bot"] for each in players] == ["", "random"]
            assert players[0]["is_there"]

    run(story())


def test_a_watched_match_is_the_public_view_and_nothing_else() -> None:
    async def story() -> None:
        async with operated() as (w, operator):
            params = {"pick_ms": 1}
            async with table(w, "area-attack", 2, params=params) as (first, _):
                while first.knowledge is None or not first.knowledge.view:
                    await first.next()
                await first.play_on(lambda: first.n >= 6)
                _, seen = await operator.get(f"/api/admin/matches/{match_of(first)}")
                playing = w.hub.find_room(first.room.id).playing if first.room else None
                assert playing is not None
                assert playing.live is not None
                match = playing.live.match
                assert seen["picture"] == match.picture(-1)
                assert seen["picture"] != match.picture(0)
                assert len(playing.attached) == 2  # the spectator is gone again
            assert (await operator.get("/api/admin/matches/none"))[1]["code"] == "no_such_match"

    run(story())


def test_an_ended_match_is_put_aside_and_its_people_are_told() -> None:
    async def story() -> None:
        async with operated() as (w, operator), table(w, "land-grab") as lines:
            match = match_of(lines[0])
            path = f"/api/admin/matches/{match}/end"
            assert await operator.post(path, {"reason": "it hangs"}) == (200, {"connections": 2})
            for line in lines:
                assert (await line.closing()).code == "ended_by_operator"
            row = await w.hub.keeper.ask(lambda store: store.match_row(match))
            assert (row.status, row.reason) == ("parked", "ended by the operator: it hangs")
            assert not w.hub.rooms
            assert (await operator.post(path, {}))[1]["code"] == "no_such_match"

    run(story())


def test_a_banned_guest_is_cut_and_refused_everywhere_until_the_ban_is_lifted() -> None:
    async def story() -> None:
        async with operated() as (w, operator), Person(w) as ann, Person(w) as ben:
            line = await ann.quick("land-grab")
            assert line.room is not None
            _, joined = await ann.post(f"/api/rooms/{line.room.id}/join", {})
            guest = guest_of(w, line)
            assert await operator.post("/api/admin/bans", {"guest": guest}) == (
                200,
                {"connections": 1},
            )
            assert (await line.closing()).code == "banned"
            assert await ann.get("/api/me") == (403, await refusal_of("banned"))
            assert (await ann.post("/api/quick", {"game": "land-grab"}))[1]["code"] == "banned"
            again = await ann.enter(line.room.id, joined["token"], welcome=False)
            assert (await again.closing()).code == "banned"
            assert (await ben.get("/api/me"))[0] == 200
            _, bans = await operator.get("/api/admin/bans")
            assert [each["guest"] for each in bans] == [guest]
            async with operator.http.delete(f"{w.url}/api/admin/bans/{guest}") as response:
                assert response.status == 200
            back = await ann.enter(line.room.id, joined["token"])
            assert back.welcome is not None

    run(story())


async def refusal_of(code: str) -> dict[str, Any]:
    from freehold.server.texts import say

    return {"code": code, "text": say(code), "facts": {}}


def test_a_ban_outlives_the_server(tmp_path: Path) -> None:
    async def story() -> None:
        async with operated(SqliteStore(tmp_path / "a.db")) as (w, operator), Person(w) as ann:
            guest = guest_of(w, await ann.quick("land-grab"))
            await operator.post("/api/admin/bans", {"guest": guest, "reason": "spam"})
        async with operated(SqliteStore(tmp_path / "a.db")) as (w, _):
            assert bans_of(w) == {guest: "spam"}

    run(story())


@pytest.mark.parametrize("guest", ["", "nosuch", "g0123456789abcdef01234567"])
def test_a_guest_who_is_not_known_cannot_be_banned(guest: str) -> None:
    async def story() -> None:
        async with operated() as (w, operator), Person(w) as ann:
            await ann.quick("land-grab", bot="random")  # a bot's chair has no guest
            status, refusal = await operator.post("/api/admin/bans", {"guest": guest})
            assert (status, refusal["code"]) == (404, "no_such_guest")
            assert bans_of(w) == {}

    run(story())


def test_a_guest_of_long_ago_can_be_banned_and_the_reason_changed(tmp_path: Path) -> None:
    """They sit in no room, are not connected, and have not been seen since the server started."""

    async def story() -> None:
        async with operated(SqliteStore(tmp_path / "a.db")) as (w, _), Person(w) as ann:
            await ann.get("/api/me")
            [(_, data)] = await w.hub.keeper.ask(lambda store: list(store.all(GUESTS)))
            guest = msgspec.msgpack.decode(data, type=Guest).id
        async with operated(SqliteStore(tmp_path / "a.db")) as (w, operator):
            for reason in ("spam", "more spam"):
                wished = {"guest": guest, "reason": reason}
                assert (await operator.post("/api/admin/bans", wished))[0] == 200
                assert bans_of(w) == {guest: reason}

    run(story())


def test_everybody_hears_an_announcement() -> None:
    async def story() -> None:
        async with operated() as (w, operator), table(w, "land-grab") as lines:
            words = {"text": "A new version\nat six"}
            assert await operator.post("/api/admin/announce", words) == (200, {"connections": 2})
            for line in lines:
                told = await line.until(Told)
                assert (told.code, told.text) == ("announcement", "A new version at six")
            for text, code in ((" ", "malformed"), ("x" * 501, "said_too_long")):
                _, refusal = await operator.post("/api/admin/announce", {"text": text})
                assert refusal["code"] == code

    run(story())


def test_a_backup_made_during_play_opens_and_holds_what_was_acknowledged(tmp_path: Path) -> None:
    async def story() -> None:
        store = SqliteStore(tmp_path / "a.db")
        async with operated(store) as (w, operator), table(w, "land-grab") as (first, _):
            await first.act(first.choose())
            async with operator.http.get(w.url + "/api/admin/backup") as response:
                assert response.status == 200
                (tmp_path / "copy.db").write_bytes(await response.read())
            with closing(SqliteStore(tmp_path / "copy.db")) as copy:
                assert len(copy.read_lines(match_of(first))) >= 2
            assert isinstance(await first.act("nonsense"), Refused)  # and play goes on

    run(story())


def test_a_server_in_memory_has_no_backup() -> None:
    async def story() -> None:
        async with operated() as (_, operator):
            status, refusal = await operator.get("/api/admin/backup")
            assert (status, refusal["code"]) == (409, "no_data_file")

    run(story())


# What is left in the log


def said_by_admin(caplog: pytest.LogCaptureFixture) -> list[str]:
    """As the server's log has it."""
    names = ("freehold.admin", "freehold.moderation")
    records = [each for each in caplog.records if each.name in names]
    return [logs.Plain().format(each).partition(" ")[2].strip() for each in records]


def test_what_an_operator_does_leaves_a_line_and_looking_leaves_none(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "freehold")

    async def story() -> tuple[str, str]:
        store = SqliteStore(tmp_path / "a.db")
        async with operated(store) as (w, operator), Person(w) as ann:
            line = await ann.quick("land-grab", bot="random")
            guest, match = guest_of(w, line), match_of(line)
            for path in ("rooms", f"matches/{match}", "bans", "quarantined"):
                assert (await operator.get(f"/api/admin/{path}"))[0] == 200
            assert said_by_admin(caplog) == []
            await operator.post("/api/admin/announce", {"text": "at six"})
            await operator.post(f"/api/admin/matches/{match}/end", {"reason": "it hangs"})
            await operator.post("/api/admin/bans", {"guest": guest, "reason": "spam"})
            await operator.http.delete(f"{w.url}/api/admin/bans/{guest}")
            async with operator.http.get(w.url + "/api/admin/backup") as response:
                await response.read()
            await operator.post("/api/admin/scrub", {})
        return guest, match

    guest, match = run(story())
    *others, backup, scrub = said_by_admin(caplog)
    assert others == [
        "info    operator announced reason=at six connections=1",
        f"info    operator ended a match match={match} reason=ended by the operator: it hangs",
        f"info    operator banned a guest guest={guest} reason=spam",
        f"info    operator lifted a ban guest={guest}",
    ]
    assert backup.startswith("info    operator took a backup bytes=")
    assert scrub == "info    operator has everything stored checked"
    assert SECRET not in caplog.text


def test_requests_without_the_secret_leave_a_limited_number_of_lines(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(admin, "LINES_PER_MINUTE", 2)

    async def story() -> None:
        async with operated() as (w, _), Person(w, Authorization="Bearer guessed") as eve:
            for _ in range(4):
                assert (await eve.get("/api/admin/rooms"))[0] == 401

    run(story())
    assert said_by_admin(caplog) == ["warning admin request without the secret method=GET"] * 2
    assert "guessed" not in caplog.text


# The data folder


def test_the_secret_is_made_once_and_only_its_owner_can_read_it(tmp_path: Path) -> None:
    settings = Settings(data=str(tmp_path))
    hashed, words = hostfiles.keep_secret(settings)
    assert str(tmp_path / hostfiles.SECRET) in words[0]
    secret = hostfiles.read_secret(settings)
    assert is_same(hashed, secret)
    assert secret not in " ".join(words) + (tmp_path / hostfiles.HASH).read_text()
    if os.name == "posix":
        assert stat.S_IMODE((tmp_path / hostfiles.SECRET).stat().st_mode) == 0o600
    assert hostfiles.keep_secret(settings) == (hashed, [])
    (tmp_path / hostfiles.HASH).unlink()
    assert hostfiles.keep_secret(settings)[0] != hashed


def test_a_folder_without_a_server_is_one_sentence(tmp_path: Path) -> None:
    settings = Settings(data=str(tmp_path))
    with pytest.raises(Malformed, match="no server is running"):
        hostfiles.find_server(settings)
    with hostfiles.told_where(settings, 8123):
        assert hostfiles.find_server(settings) == "http://127.0.0.1:8123"
    with pytest.raises(Malformed, match="cannot be read"):
        hostfiles.read_secret(settings)


@pytest.mark.parametrize(
    ("host", "url"),
    [
        ("127.0.0.1", "http://127.0.0.1:1"),
        ("0.0.0.0", "http://127.0.0.1:1"),
        ("::", "http://[::1]:1"),
        ("192.0.2.7", "http://192.0.2.7:1"),
    ],
)
def test_a_server_is_found_at_an_address_of_this_machine(host: str, url: str) -> None:
    assert hostfiles.local_url(host, 1) == url


# The command line

NOTHING_YET = {
    "list": "There are no rooms.",
    "quarantined": "No match is quarantined.",
    "ban": "Nobody is banned or muted.",
    "moderator": "There are no moderators.",
    "filter": "No word is filtered.",
    "reports": "0 reports.",
}


@pytest.mark.slow
def test_freehold_admin_speaks_to_the_server_of_a_data_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = ["admin", "--data", str(tmp_path)]
    assert main([*data, "list"]) == 2
    assert "no server is running" in capsys.readouterr().err
    with served("--port", "0", "--data", str(tmp_path)) as (_, url, _):
        for command, said in NOTHING_YET.items():
            assert main([*data, command]) == 0
            assert capsys.readouterr().out == said + "\n"
        for command in ("list", "quarantined"):
            assert main(["admin", command, "--json", *data[1:]]) == 0
            assert json.loads(capsys.readouterr().out) == []
        assert main([*data, "announce", "hello"]) == 0
        assert "0 connections were told" in capsys.readouterr().out
        assert main([*data, "ban", "nosuch"]) == 1
        refusal = "freehold admin: There is no such guest: `freehold admin list` shows the ids.\n"
        assert capsys.readouterr() == ("", refusal)
        guest = begin_match(url, data, capsys)
        assert main([*data, "ban", guest, "--reason", "spam"]) == 0
        assert main([*data, "ban"]) == 0
        assert "spam" in capsys.readouterr().out
        assert main([*data, "ban", guest, "--lift"]) == 0
        assert main([*data, "watch", "none"]) == 1
        assert "There is no such match" in capsys.readouterr().err
        assert main([*data, "end", "none"]) == 1
        copy = tmp_path / "copy.db"
        assert main([*data, "backup", str(copy)]) == 0
        with closing(sqlite3.connect(copy)) as db:
            assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert main([*data, "backup", str(copy)]) == 2
        (tmp_path / hostfiles.SECRET).write_text("wrong\n")
        assert main([*data, "list"]) == 1
        assert "secret" in capsys.readouterr().err


def begin_match(url: str, data: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """Somebody plays; returns the id that the operator's list shows for them."""
    quick = urllib.request.Request(
        f"{url}/api/quick", b'{"game": "land-grab"}', {"Content-Type": "application/json"}
    )
    urllib.request.urlopen(quick, timeout=20).close()
    assert main([*data, "list", "--json"]) == 0
    [room] = json.loads(capsys.readouterr().out)
    guest: str = room["players"][0]["guest"]
    return guest


def test_every_admin_command_has_its_help() -> None:
    for words in (
        "list",
        "watch m --once",
        "end m",
        "announce hi",
        "backup f",
        "restore f",
        "quarantined",
        "scrub",
        "reports r --reason x",
        "chat r --json",
        "close r",
        "ban g --hours 2 --address",
        "ban g --lift",
        "mute g --hours 2",
        "moderator g --name Ann",
        "filter a b --in names",
        "export g",
        "forget g",
    ):
        options = the_parser().parse_args(["admin", *words.split()])
        assert isinstance(options, Namespace)
        assert options.run.startswith(("admin:", "moderating:"))


def test_byes_of_the_operator_have_sentences() -> None:
    from freehold.server.texts import TEXTS

    for code in ("banned", "ended_by_operator", "not_local", "not_the_operator"):
        assert TEXTS[code].endswith(".")
        assert Bye(code, TEXTS[code]).text
