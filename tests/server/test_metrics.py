"""/metrics: what is counted, that it tells nobody's secrets, and who may ask."""

from __future__ import annotations

import asyncio
import re

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families

from freehold.hosting.pool import BotPool
from freehold.server.tally import Histogram, Tally
from tests.server.world import PATIENCE_S, Person, World, run, table, world

SECRET_LABELS = {"seat", "player", "guest", "match", "room", "name", "address", "token"}


async def read(w: World, **headers: str) -> tuple[int, str]:
    url = w.url + "/metrics"
    async with Person(w, **headers) as someone, someone.http.get(url) as response:
        return response.status, await response.text()


async def figures(w: World) -> dict[str, float]:
    """By name, and by name and label where there is one."""
    status, text = await read(w)
    assert status == 200
    return {
        " ".join((sample.name, *sample.labels.values())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def test_connections_rooms_and_matches_are_counted() -> None:
    async def story() -> None:
        async with world() as w:
            before = await figures(w)
            assert before["freehold_connections"] == before["freehold_live_matches"] == 0
            async with table(w, "land-grab"), Person(w) as ann:
                await ann.create("territory")
                during = await figures(w)
                assert during["freehold_connections"] == 2
                assert during["freehold_rooms playing"] == 1
                assert during["freehold_rooms gathering"] == 1
                assert during["freehold_live_matches"] == 1

    run(story())


def test_commands_are_counted_by_their_answer() -> None:
    async def story() -> None:
        async with world() as w, table(w, "land-grab") as (first, second):
            await first.act(first.choose())
            await first.act("nonsense")
            await second.act("more nonsense")
            await second.ask("start")
            found = await figures(w)
            assert found["freehold_commands_accepted_total"] == 1
            assert found["freehold_commands_refused_total malformed"] == 2
            assert found["freehold_commands_refused_total not_gathering"] == 1

    run(story())


def test_messages_and_bytes_out_are_those_that_left() -> None:
    async def story() -> None:
        async with world() as w, table(w, "land-grab") as lines:
            before = await figures(w)
            heard = sum(len(line.heard) for line in lines)
            for _ in range(5):
                await lines[0].act("nonsense")
            heard = sum(len(line.heard) for line in lines) - heard
            found = await figures(w)
            messages = "freehold_messages_out_total"
            assert found[messages] - before[messages] == heard == 5
            assert found["freehold_bytes_out_total"] > before["freehold_bytes_out_total"] + 5 * 20

    run(story())


def test_commits_and_the_loops_lag_are_measured() -> None:
    async def story() -> None:
        async with world() as w, table(w, "land-grab") as (first, _):
            await first.act(first.choose())
            async with asyncio.timeout(PATIENCE_S):
                while not (await figures(w))["freehold_loop_lag_seconds_count"]:
                    await asyncio.sleep(0.05)
            found = await figures(w)
            commits = w.hub.keeper.writer.commits
            assert 0 < found["freehold_commit_seconds_count"] <= commits
            assert found["freehold_commit_operations_count"] <= commits
            assert found["freehold_commit_operations_sum"] >= 5

    run(story())


def test_bots_decisions_are_counted() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann:
            line = await ann.quick("land-grab", bot="random")
            number = line.knowledge.number if line.knowledge else 0
            await line.play_on(
                lambda: (line.knowledge.number if line.knowledge else 0) > number + 4
            )
            found = await figures(w)
            assert found["freehold_bot_decisions_total"] >= 1
            assert found["freehold_bot_timeouts_total"] == 0

    run(story())


def test_a_bot_that_hangs_is_counted() -> None:
    async def story() -> None:
        tally = Tally()
        pool = BotPool(1, tally)
        pool._workers[0]._hung()
        assert tally.bot_timeouts == 1
        await pool.close()

    run(story())


def test_no_label_tells_of_a_match_or_a_person() -> None:
    async def story() -> None:
        async with world() as w, table(w, "area-attack", 2, params={"pick_ms": 1}) as lines:
            await lines[0].act("open 0,0")
            await lines[1].act("nonsense")
            _, text = await read(w)
            labels = {name for found in re.findall(r"{(.*?)}", text) for name in _names(found)}
            assert labels
            assert not labels & SECRET_LABELS
            room = lines[0].room
            assert room is not None
            for secret in (room.id, room.match, room.code, *(seat.name for seat in room.seats)):
                assert secret not in text

    run(story())


def _names(labels: str) -> list[str]:
    return re.findall(r'(\w+)="', labels)


def test_it_answers_this_machine_alone_unless_it_is_opened() -> None:
    async def story() -> None:
        async with world() as w:
            assert (await read(w))[0] == 200
            for header in ("X-Forwarded-For", "X-Real-IP", "Forwarded"):
                status, text = await read(w, **{header: "203.0.113.5"})
                assert status == 403
                assert "not_local" in text
        async with world(remote_metrics=True) as w:
            assert (await read(w, **{"X-Forwarded-For": "203.0.113.5"}))[0] == 200

    run(story())


def test_a_figure_on_a_bound_is_not_above_it() -> None:
    spread = Histogram((1, 2, 5))
    for figure in (1, 2, 2, 3, 99):
        spread.note(figure)
    assert spread.buckets() == [("1", 1), ("2", 3), ("5", 4), ("+Inf", 5)]
    assert spread.total == 107


def test_every_answer_429_is_counted_whatever_the_limit() -> None:
    """Of requests, of WebSockets, of connections, and of what a request asks for."""

    async def story() -> None:
        async with world(trust_proxy=True, max_websockets_per_address=1, rooms_per_minute=1) as w:
            ann, ben, eve = (Person(w, **{"X-Forwarded-For": f"203.0.113.{n}"}) for n in range(3))
            async with ann, ben, eve:
                await ann.dial()
                with pytest.raises(aiohttp.WSServerHandshakeError, match="429"):
                    await ann.dial()
                statuses = [(await ben.post("/api/rooms", {"game": "land-grab"}))[0] for _ in "12"]
                assert statuses == [200, 429]
                assert (await eve.get("/healthz"))[0] == 200
                w.hub.requests._buckets["203.0.113.2"].full_at += 1e9  # as after very many
                assert (await eve.get("/healthz"))[0] == 429
                found = await figures(w)
        many = {name: n for name, n in found.items() if name.endswith(" 429")}
        assert many == {
            "freehold_requests_refused_total too_many_connections 429": 1,
            "freehold_requests_refused_total too_many_rooms 429": 1,
            "freehold_requests_refused_total too_many_requests 429": 1,
        }

    run(story())


def test_what_the_gate_refuses_is_counted_by_its_code() -> None:
    async def story() -> None:
        async with world() as w, Person(w) as ann:
            await ann.get("/api/nothing")
            await ann.post("/api/rooms", {"game": "chess"})
            w.hub.tally.late["head"] = 2
            w.hub.tally.refused_connections["server_busy"] = 3
            found = await figures(w)
            assert found["freehold_requests_refused_total not_found 404"] == 1
            assert found["freehold_requests_refused_total no_such_game 404"] == 1
            assert found["freehold_connections_late_total head"] == 2
            assert found["freehold_connections_refused_total server_busy 503"] == 3
            assert found["freehold_requests_malformed_total"] == 0
            assert found["freehold_open_connections"] >= 1

    run(story())
