"""What an operator wants to watch, at /metrics, as Prometheus reads it.

Rules about this file:
1. Counting costs an addition: plain numbers where things happen, made into metrics when asked.
2. No label tells of a match, a seat or a person. Codes of refusals are from our own catalogues.
3. It answers this machine alone, unless `remote_metrics` says otherwise.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from typing import TYPE_CHECKING

from aiohttp import web

from freehold.game import Illegal
from freehold.server.http.origins import is_local
from freehold.server.hub import Hub
from freehold.server.tally import Spread, Tally

if TYPE_CHECKING:  # loaded when somebody asks
    from prometheus_client import Metric

LAG_EVERY_S = 0.25


class Collector:
    """The server's figures at the moment they are asked for."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub

    def collect(self) -> Iterator[Metric]:
        yield from self._gauges()
        yield from self._counters()
        yield from self._histograms()

    def _gauges(self) -> Iterator[Metric]:
        from prometheus_client.core import GaugeMetricFamily

        hub = self._hub
        rooms = list(hub.rooms.values())
        yield _gauge("connections", "Open WebSockets.", len(hub.connections))
        yield _gauge(
            "open_connections", "Open connections of all kinds.", hub.tally.open_connections
        )
        phases = GaugeMetricFamily("freehold_rooms", "Rooms, by phase.", labels=["phase"])
        for phase in ("gathering", "playing", "over"):
            phases.add_metric([phase], sum(each.room.phase == phase for each in rooms))
        yield phases
        playing = [each for each in rooms if each.playing and each.room.phase == "playing"]
        yield _gauge("live_matches", "Running matches that are in memory.", len(playing))
        troubled = sum(bool(each.trouble) for each in rooms)
        yield _gauge("troubled_rooms", "Rooms whose match cannot go on.", troubled)
        aside = len(hub.quarantined)
        yield _gauge("quarantined_matches", "Matches that cannot be continued.", aside)
        damaged = len(hub.keeper.store.damaged)
        yield _gauge("damaged_rows", "Rows found not to add up, since the start.", damaged)

    def _counters(self) -> Iterator[Metric]:
        tally = self._hub.tally
        yield _counter("messages_out", "Messages to clients.", tally.messages_out)
        yield _counter("bytes_out", "Bytes of them, WebSocket frames included.", tally.bytes_out)
        yield _counter("commands_accepted", "Commands of people that counted.", tally.accepted)
        by_code = (
            ("commands_refused", "What was refused to people, by code.", tally.refused),
            ("requests_refused", "HTTP requests that were refused.", tally.refused_requests),
            (
                "connections_refused",
                "Connections that were refused as they opened.",
                tally.refused_connections,
            ),
            ("connections_late", "Connections that kept us waiting for this.", tally.late),
        )
        for name, words, counts in by_code:
            yield _counter_by_code(name, words, counts)
        yield _counter("requests", "HTTP requests that were let through.", tally.requests)
        yield _counter(
            "requests_malformed", "Requests that were no HTTP.", tally.malformed_requests
        )
        yield _counter("bot_decisions", "Decisions of bots.", tally.bot_decisions)
        yield _counter(
            "bot_faults", "Those that failed, and were made by chance.", tally.bot_faults
        )
        yield _counter("bot_timeouts", "Bots that hung and were stopped.", tally.bot_timeouts)
        pulse = self._hub.pulse
        yield _counter("stalls", "How often the server stood still.", pulse.stalls)
        yield _counter("stalled_seconds", "For how long, in all.", pulse.lost / 1000)
        scrubbing = self._hub.scrubbing
        yield _counter("scrubbed_rows", "Rows read to see whether they add up.", scrubbing.rows)
        yield _counter("scrubs", "How often everything was read through.", scrubbing.done)
        jumps = self._hub.calendar.jumps
        yield _counter("clock_jumps", "How often the clock on the wall has jumped.", jumps)

    def _histograms(self) -> Iterator[Metric]:
        tally = self._hub.tally
        yield _histogram("commit_operations", "Operations in one commit.", tally.batch)
        yield _histogram("commit_seconds", "How long a commit took.", tally.commit_s)
        yield _histogram("loop_lag_seconds", "How late the event loop was.", tally.lag_s)


def _gauge(name: str, words: str, value: float) -> Metric:
    from prometheus_client.core import GaugeMetricFamily

    return GaugeMetricFamily(f"freehold_{name}", words, value=value)


def _counter(name: str, words: str, value: float) -> Metric:
    from prometheus_client.core import CounterMetricFamily

    return CounterMetricFamily(f"freehold_{name}", words, value=value)


def _counter_by_code(name: str, words: str, counts: dict[str, int]) -> Metric:
    from prometheus_client.core import CounterMetricFamily

    family = CounterMetricFamily(f"freehold_{name}", words, labels=["code"])
    for code, count in sorted(counts.items()):
        family.add_metric([code], count)
    return family


def _histogram(name: str, words: str, spread: Spread) -> Metric:
    from prometheus_client.core import HistogramMetricFamily

    return HistogramMetricFamily(
        f"freehold_{name}", words, buckets=spread.buckets(), sum_value=spread.total
    )


def add_metrics(app: web.Application, hub: Hub) -> None:
    """Give the application /metrics, and let it watch its own loop."""

    async def read_metrics(request: web.Request) -> web.Response:
        if not (hub.settings.remote_metrics or is_local(request)):
            raise Illegal("not_local")
        from prometheus_client import CollectorRegistry, ProcessCollector, generate_latest
        from prometheus_client.exposition import CONTENT_TYPE_LATEST

        registry = CollectorRegistry()
        registry.register(Collector(hub))
        ProcessCollector(registry=registry)
        headers = {"Content-Type": CONTENT_TYPE_LATEST}
        return web.Response(body=generate_latest(registry), headers=headers)

    async def watch_loop(app: web.Application) -> AsyncIterator[None]:
        watching = asyncio.create_task(note_lag(hub.tally))
        yield
        watching.cancel()

    app.router.add_get("/metrics", read_metrics)
    app.cleanup_ctx.append(watch_loop)


async def note_lag(tally: Tally) -> None:
    """Sleep and see how much too long that was, again and again."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + LAG_EVERY_S
        await asyncio.sleep(LAG_EVERY_S)
        tally.lag_s.note(max(0.0, loop.time() - due))
