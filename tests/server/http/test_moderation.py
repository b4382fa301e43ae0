"""Reports, moderators, bans and mutes with an end, filters: over real sockets."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from freehold.protocol.wire import Done, Refused, Said, Say
from freehold.server.http.moderation import OWN_ROUTES
from freehold.server.rooms.chat import ChatLine
from freehold.server.rooms.reports import LINES_AFTER, LINES_BEFORE, lines_around
from freehold.server.rooms.sanctions import Sanction, read_sanction
from freehold.server.upkeep import housekeeping
from freehold.server.upkeep.housekeeping import DAY_MS
from freehold.store import SqliteStore
from tests.server.http.test_admin import guest_of, operated, said_by_admin
from tests.server.world import Line, Person, World, opened, run, table

HOUR_MS = 3_600_000


async def appointed(w: World, operator: Person, person: Person) -> str:
    """Make somebody a moderator; their guest id."""
    _, me = await person.get("/api/me")
    status, _ = await operator.post("/api/admin/moderators", {"guest": me["id"], "name": "Mo"})
    assert status == 200
    guest: str = me["id"]
    return guest


async def said(line: Line, text: str) -> Said:
    await line.say(Say(text))
    return await line.until(Said, lambda each: each.text == text)


async def delete(person: Person, path: str) -> int:
    async with person.http.delete(person.world.url + path) as response:
        return response.status


# Reports


def test_a_report_arrives_with_the_chat_around_it_and_a_moderator_closes_it() -> None:
    async def story() -> None:
        async with (
            operated() as (w, operator),
            table(w, "land-grab") as (ann, ben),
            Person(w) as mo,
        ):
            await appointed(w, operator, mo)
            await said(ann, "good luck")
            insult = await said(ben, "you lot are fools")
            wished = {"reason": "insult", "words": "he started it", "line": insult.number}
            assert isinstance(await ann.ask("report", -1, wished), Done)
            assert isinstance(await ann.ask("report", 1, {"reason": "cheating"}), Done)
            _, reports = await mo.get("/api/moderation/reports")
            by_reason = {each["reason"]: each for each in reports}
            report = by_reason["insult"]
            assert report["about"] == by_reason["cheating"]["about"] == guest_of(w, ben)
            assert report["reporter"] == guest_of(w, ann)
            assert [each["text"] for each in report["lines"]] == ["good luck", "you lot are fools"]
            assert (report["words"], report["line"]) == ("he started it", insult.number)
            assert report["match"] == opened(w, ann).room.match
            path = f"/api/moderation/reports/{report['id']}/close"
            assert (await mo.post(path, {"reason": ""}))[1]["code"] == "no_reason"
            assert (await mo.post(path, {"reason": "muted"}))[0] == 200
            assert w.hub.conduct.reports.open_count == 1
            assert (await mo.post("/api/moderation/reports/x/close", {"reason": "y"}))[0] == 404

    run(story())


def test_a_watchers_line_can_be_reported_and_reports_outlive_the_server(tmp_path: Path) -> None:
    async def story() -> None:
        store = SqliteStore(tmp_path / "a.db")
        async with operated(store) as (w, _), table(w, "land-grab") as lines, Person(w) as eve:
            ann = lines[0]
            assert ann.room is not None
            watcher = await eve.join(ann.room.id, watch=True)
            line = await said(watcher, "boo")
            await ann.until(Said)
            answer = await ann.ask("report", -1, {"reason": "spam", "line": line.number})
            assert isinstance(answer, Done)
        async with operated(SqliteStore(tmp_path / "a.db")) as (w, operator):
            assert w.hub.conduct.reports.open_count == 1
            _, [report] = await operator.get("/api/admin/reports")
            assert report["name"]
            assert report["about"] != report["reporter"]

    run(story())


def test_reports_about_nobody_oneself_or_a_bot_are_refused() -> None:
    async def story() -> None:
        async with operated() as (w, _), Person(w) as ann:
            line = await ann.quick("land-grab", bot="random")
            reason = {"reason": "spam"}
            for seat, value, code in (
                (0, reason, "report_self"),
                (1, reason, "report_bot"),
                (7, reason, "no_such_chair"),
                (-1, {**reason, "line": 99}, "no_such_line"),
                (1, {"reason": "boredom"}, "malformed"),
                (1, {**reason, "words": "x" * 501}, "said_too_long"),
                (1, {**reason, "more": 1}, "malformed"),
            ):
                assert await line.refusal("report", seat, value) == code
            assert w.hub.conduct.reports.open_count == 0

    run(story())


def test_reports_are_limited_by_guest_by_address_and_in_all() -> None:
    async def story() -> None:
        limits: dict[str, Any] = {"reports_per_minute": 2, "max_open_reports": 1}
        async with (
            operated(trust_proxy=True, **limits) as (w, _),
            table(w, "territory", 3) as (ann, ben, cid),
        ):
            spam = {"reason": "spam"}
            for line in w.hub.connections.values():
                line.address = "203.0.113.7"
            assert isinstance(await ann.ask("report", 1, spam), Done)
            assert isinstance(await ann.ask("report", 1, spam), Done)  # it is kept once
            assert await ann.refusal("report", 1, spam) == "too_many_reports"
            assert await ben.refusal("report", 0, spam) == "too_many_reports"  # same address
            for each in w.hub.connections.values():
                each.address = ""
            assert await cid.refusal("report", 0, spam) == "reports_full"
            assert len(await w.hub.conduct.reports.all()) == 1

    run(story())


def test_what_is_kept_around_a_line() -> None:
    lines = [ChatLine(number, "g", "n", "t", 0) for number in range(100)]
    around = [each.number for each in lines_around(lines, 50)]
    assert around == list(range(50 - LINES_BEFORE, 50 + LINES_AFTER + 1))
    assert [each.number for each in lines_around(lines, -1)] == list(range(99 - LINES_BEFORE, 100))
    assert lines_around([], 3) == ()


# Moderators


def test_only_a_moderator_gets_in_and_gets_nothing_else_of_the_operators() -> None:
    async def story() -> None:
        async with operated() as (w, operator), Person(w) as mo, Person(w) as eve:
            guest = await appointed(w, operator, mo)
            await eve.get("/api/me")
            for method, path, *_ in OWN_ROUTES:
                url = f"{w.url}/api/moderation{re.sub(r'{.*}', 'x', path)}"
                async with eve.http.request(method, url, json={}) as response:
                    assert (await response.json())["code"] == "not_a_moderator"
                async with w_person(w).http.request(method, url, json={}) as response:
                    assert response.status == 403
            assert (await mo.get("/api/me"))[1]["is_moderator"]
            for path in ("rooms", "backup", "moderators", "filters", "reports"):
                assert (await mo.get(f"/api/admin/{path}"))[0] == 401
            assert await delete(operator, f"/api/admin/moderators/{guest}") == 200
            assert (await mo.get("/api/moderation/rooms"))[0] == 403
            assert await delete(operator, f"/api/admin/moderators/{guest}") == 404
            nobody = {"guest": "nosuch"}
            assert (await operator.post("/api/admin/moderators", nobody))[0] == 404
            for person in STRANGERS:
                await person.close()

    run(story())


STRANGERS: list[Person] = []


def w_person(w: World) -> Person:
    """Somebody without a cookie."""
    STRANGERS.append(Person(w))
    return STRANGERS[-1]


def test_a_moderator_sees_rooms_without_their_codes_and_reading_a_chat_is_logged(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level("INFO", "freehold")

    async def story() -> str:
        async with operated() as (w, operator), table(w, "land-grab") as (ann, _), Person(w) as mo:
            guest = await appointed(w, operator, mo)
            await said(ann, "good luck")
            _, [room] = await mo.get("/api/moderation/rooms")
            assert room["code"] == ""
            assert room["lines"] == 1
            _, chat = await mo.get(f"/api/moderation/rooms/{room['room']}/chat")
            assert [each["text"] for each in chat["lines"]] == ["good luck"]
            refused = await mo.post(f"/api/moderation/rooms/{room['room']}/close", {"reason": "x"})
            assert refused[1]["code"] == "room_playing"
            return f"info    moderator read a room's chat room={room['room']} by={guest}"

    line = run(story())
    assert line in said_by_admin(caplog)


def test_a_room_without_a_match_is_closed_and_those_in_it_are_told() -> None:
    async def story() -> None:
        async with operated() as (w, operator), Person(w) as ann, Person(w) as mo:
            await appointed(w, operator, mo)
            created = await ann.create("land-grab")
            line = await ann.join(created["room"], secret=created["secret"])
            path = f"/api/moderation/rooms/{created['room']}/close"
            assert (await mo.post(path, {"reason": "its name"}))[1] == {"connections": 1}
            assert (await line.closing()).code == "closed_by_moderator"
            assert (await mo.post(path, {"reason": "again"}))[0] == 404
            _, joined = await ann.post("/api/quick", {"game": "mine-land"})
            path = f"/api/moderation/rooms/{joined['room']}/close"
            assert (await mo.post(path, {"reason": "x"}))[1]["code"] == "standing_room"

    run(story())


# Bans and mutes


@pytest.mark.slow
def test_a_ban_ends_and_its_sentence_says_when_and_whom_to_ask() -> None:
    async def story() -> None:
        contact = "mail@example.org"
        async with operated(contact=contact) as (w, operator), Person(w) as ann, Person(w) as mo:
            await appointed(w, operator, mo)
            line = await ann.quick("land-grab", bot="random")
            wished = {"guest": guest_of(w, line), "reason": "insults", "hours": 24}
            assert (await mo.post("/api/moderation/bans", wished))[0] == 200
            bye = await line.closing()
            assert bye.code == "banned_until_contact"
            status, refusal = await ann.get("/api/me")
            assert (status, refusal["text"]) == (403, bye.text)
            assert contact in bye.text
            assert "UTC" in bye.text
            assert "insults" not in bye.text
            wall = w.hub.wall() + 25 * HOUR_MS
            w.hub.wall = lambda: wall  # type: ignore[method-assign]
            assert (await ann.get("/api/me"))[0] == 200
            await housekeeping.sweep(w.hub)
            assert await w.hub.keeper.ask(lambda store: store.all("ban")) == []

    run(story())


def test_what_a_moderator_may_not() -> None:
    async def story() -> None:
        async with operated() as (w, operator), Person(w) as ann, Person(w) as mo, Person(w) as mia:
            await appointed(w, operator, mo)
            other = await appointed(w, operator, mia)
            guest = (await ann.get("/api/me"))[1]["id"]
            for wished, code in (
                ({"guest": guest, "reason": "x"}, "bad_hours"),
                ({"guest": guest, "reason": "x", "hours": 31 * 24}, "bad_hours"),
                ({"guest": guest, "reason": "x", "hours": -1}, "bad_hours"),
                ({"guest": guest, "hours": 1}, "no_reason"),
                ({"guest": "nosuch", "reason": "x", "hours": 1}, "no_such_guest"),
                ({"guest": other, "reason": "x", "hours": 1}, "moderates_here"),
                ({"guest": guest, "reason": "x", "hours": 1, "address": True}, "no_address"),
            ):
                for what in ("bans", "mutes"):
                    _, refusal = await mo.post(f"/api/moderation/{what}", wished)
                    if not (what == "mutes" and "address" in wished):
                        assert refusal["code"] == code, (what, wished)
            assert not w.hub.conduct.bans.all()
            assert await delete(mo, f"/api/moderation/bans/{guest}") == 404

    run(story())


def test_a_mute_holds_in_every_room_until_it_is_lifted() -> None:
    async def story() -> None:
        async with (
            operated() as (w, operator),
            table(w, "land-grab") as (ann, ben),
            Person(w) as mo,
        ):
            await appointed(w, operator, mo)
            guest = guest_of(w, ben)
            wished = {"guest": guest, "reason": "spam", "hours": 1}
            assert (await mo.post("/api/moderation/mutes", wished))[1] == {"connections": 1}
            await ben.say(Say("hello"))
            refused = await ben.until(Refused)
            assert (refused.code, "UTC" in refused.text) == ("muted_until", True)
            _, [seen] = await mo.get("/api/moderation/bans")
            assert (seen["kind"], seen["guest"], seen["reason"]) == ("mute", guest, "spam")
            assert await delete(mo, f"/api/moderation/mutes/{guest}") == 200
            await said(ben, "hello")
            await ann.until(Said)

    run(story())


def test_an_address_is_banned_with_a_guest_and_only_a_hash_of_it_is_kept(tmp_path: Path) -> None:
    async def story() -> None:
        path = tmp_path / "a.db"
        bad, good = {"X-Forwarded-For": "203.0.113.7"}, {"X-Forwarded-For": "203.0.113.8"}
        async with operated(SqliteStore(path), trust_proxy=True) as (w, operator):
            async with Person(w, **bad) as eve, Person(w, **good) as ann:
                guest = (await eve.get("/api/me"))[1]["id"]
                line = await eve.quick("land-grab", bot="random")
                assert (await ann.get("/api/me"))[0] == 200
                wished = {"guest": guest, "reason": "spam", "hours": 24 * 365, "address": True}
                assert (await operator.post("/api/admin/bans", wished))[0] == 200
                assert (await line.closing()).code == "banned_until"
                assert (await ann.get("/api/me"))[0] == 200
            async with Person(w, **bad) as again:  # without the cookie
                status, refusal = await again.get("/api/me")
                assert (status, refusal["code"]) == (403, "address_banned_until")
                assert (await again.get("/api/rooms"))[0] == 403
            [(key, ban)] = w.hub.conduct.address_bans.all().items()
            assert ban.until <= w.hub.wall() + w.hub.settings.address_keep_days * DAY_MS
        store = SqliteStore(path)
        async with operated(store, trust_proxy=True) as (w, operator), Person(w, **bad) as again:
            assert (await again.get("/api/me"))[0] == 403
            assert await delete(operator, f"/api/admin/address-bans/{key}") == 200
            assert (await again.get("/api/me"))[0] == 200
        kept = b"".join(each.read_bytes() for each in tmp_path.iterdir())
        assert b"203.0.113" not in kept

    run(story())


def test_hashes_of_addresses_and_their_salts_go_in_time_and_a_banned_one_stays() -> None:
    async def story() -> None:
        caller = {"X-Forwarded-For": "203.0.113.7"}
        async with operated(trust_proxy=True, address_keep_days=10) as (w, operator):
            addresses, days = w.hub.conduct.addresses, DAY_MS

            def pass_days(count: int) -> None:
                w.hub.calendar._at += count * days

            async def kept(kind: str) -> int:
                return len(await w.hub.keeper.ask(lambda store: store.all(kind)))

            async with Person(w, **caller) as ann:
                guest = (await ann.get("/api/me"))[1]["id"]
                first = await addresses.find(guest)
                pass_days(9)
                await ann.get("/api/me")
                assert await addresses.find(guest) == first  # under the same salt
                pass_days(2)
                await ann.get("/api/me")
                assert await addresses.find(guest) != first  # the salt has rotated
                assert await kept("salt") == 2
                await housekeeping.sweep(w.hub)
                assert (await kept("salt"), await kept("address")) == (1, 1)
                wished = {"guest": guest, "reason": "spam", "hours": 24, "address": True}
                await operator.post("/api/admin/bans", wished)
                pass_days(11)
                await housekeeping.sweep(w.hub)
                assert await addresses.find(guest) == ""
                assert (await kept("salt"), await kept("address")) == (1, 0)  # for the ban
                wall = w.hub.wall() + 25 * HOUR_MS
                w.hub.wall = lambda: wall  # type: ignore[method-assign]
                await housekeeping.sweep(w.hub)
                assert await kept("salt") == 0

    run(story())


def test_no_address_is_kept_if_the_operator_wants_none() -> None:
    async def story() -> None:
        caller = {"X-Forwarded-For": "203.0.113.7"}
        async with (
            operated(trust_proxy=True, address_keep_days=0) as (w, _),
            Person(w, **caller) as ann,
        ):
            await ann.get("/api/me")
            assert await w.hub.keeper.ask(lambda store: store.all("salt")) == []
            assert await w.hub.keeper.ask(lambda store: store.all("address")) == []

    run(story())


def test_bans_of_before_they_had_an_end_still_hold() -> None:
    assert read_sanction(b"") == Sanction()
    assert read_sanction("spam, und Ärger".encode()) == Sanction("spam, und Ärger")
    assert read_sanction("Ärger".encode()) == Sanction("Ärger")


# Filters


def test_a_filtered_line_or_name_is_refused_and_everything_else_is_as_before() -> None:
    async def story() -> None:
        async with operated() as (w, operator), table(w, "land-grab") as (ann, _), Person(w) as eve:
            words = [{"word": "fool*"}, {"word": "admin", "where": "names"}]
            assert (await operator.post("/api/admin/filters", {"add": words}))[0] == 200
            await ann.say(Say("you F\N{CYRILLIC SMALL LETTER O}ols"))
            assert (await ann.until(Refused)).code == "said_filtered"
            await said(ann, "the admin is here")
            for name, code in (
                ("Foolish", "name_filtered"),
                ("Adm\N{FULLWIDTH DIGIT ONE}n", "name_filtered"),
            ):
                assert (await eve.post("/api/me", {"name": name}))[1]["code"] == code
            assert (await eve.post("/api/me", {"name": "Eve"}))[0] == 200
            assert await ann.refusal("name", -1, "Fool") == "name_filtered"
            _, kept = await operator.post("/api/admin/filters", {"remove": ["fool*"]})
            assert [each["word"] for each in kept] == ["admin"]
            bad = {"add": [{"word": "a*b"}]}
            assert (await operator.post("/api/admin/filters", bad))[1]["code"] == "bad_filter"
            assert (await operator.get("/api/admin/filters"))[1] == kept

    run(story())


def test_a_name_that_is_filtered_later_is_replaced_when_its_guest_comes(
    tmp_path: Path,
) -> None:
    async def story() -> None:
        async with operated(SqliteStore(tmp_path / "a.db")) as (w, operator), Person(w) as eve:
            await eve.post("/api/me", {"name": "Fool"})
            await operator.post("/api/admin/filters", {"add": [{"word": "fool"}]})
            name = (await eve.get("/api/me"))[1]["name"]
            assert name != "Fool"
            assert (await eve.get("/api/me"))[1]["name"] == name
        async with operated(SqliteStore(tmp_path / "a.db")) as (w, _):
            assert not w.hub.conduct.filters.allows_name("Fool")

    run(story())


# What is left in the log, and what is kept


def test_whatever_a_moderator_does_leaves_a_line_with_who_what_and_why(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level("INFO", "freehold")

    async def story() -> tuple[str, str]:
        async with operated() as (w, operator), Person(w) as ann, Person(w) as mo:
            by = await appointed(w, operator, mo)
            guest = (await ann.get("/api/me"))[1]["id"]
            for what in ("bans", "mutes"):
                wished = {"guest": guest, "reason": "spam", "hours": 1}
                await mo.post(f"/api/moderation/{what}", wished)
                await delete(mo, f"/api/moderation/{what}/{guest}")
            await mo.get("/api/moderation/rooms")
            return by, guest

    by, guest = run(story())
    lines = [line for line in said_by_admin(caplog) if "moderator " in line]
    until = r" until=[-0-9]+ [:0-9]+ UTC"
    for line, wanted in zip(
        lines[1:],
        (
            rf"moderator banned a guest guest={guest} by={by}{until} reason=spam",
            rf"moderator lifted a ban guest={guest} by={by}",
            rf"moderator muted a guest guest={guest} by={by}{until} reason=spam",
            rf"moderator lifted a mute guest={guest} by={by}",
        ),
        strict=True,
    ):
        assert re.fullmatch(rf"info    {wanted}", line), line


def test_reports_and_chat_are_forgotten_in_time() -> None:
    async def story() -> None:
        keep: dict[str, Any] = {"report_keep_days": 5, "chat_keep_days": 3}
        async with operated(**keep) as (w, _), table(w, "land-grab") as (ann, ben):
            await said(ann, "old")
            w.hub.calendar._at += 2 * DAY_MS
            await said(ann, "new")
            await ben.until(Said, lambda each: each.text == "new")
            assert isinstance(await ben.ask("report", 0, {"reason": "spam"}), Done)
            w.hub.calendar._at += 2 * DAY_MS
            await housekeeping.sweep(w.hub)
            room = opened(w, ann)
            assert [line.text for line in room.chat.lines] == ["new"]
            kept = await w.hub.keeper.ask(lambda store: store.all(f"chat-{room.room.id}"))
            assert len(kept) == 1
            assert w.hub.conduct.reports.open_count == 1
            w.hub.calendar._at += 4 * DAY_MS
            await housekeeping.sweep(w.hub)
            assert w.hub.conduct.reports.open_count == 0
            assert await w.hub.conduct.reports.all() == []

    run(story())
