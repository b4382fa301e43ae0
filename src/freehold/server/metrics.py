"""The figures that an operator watches, at /metrics, in the format of Prometheus.

Rules about this file:
1. Counting costs one addition: plain numbers where things happen, turned into metrics on request.
2. No label identifies a match, a seat or a person. Codes of refusals are from our own catalogues.
3. It answers only this machine, unless `remote_metrics` is set.
"""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

from aiohttp import web

from freehold.game import Illegal
from freehold.server.http.origins import is_local
from freehold.server.http.problems import status_of
from freehold.server.hub import Hub
from freehold.server.tally import Histogram, Tally
from freehold.store import SqliteStore

if TYPE_CHECKING:  # loaded when somebody asks
    from prometheus_client import Metric

LAG_EVERY_S = 0.25


class Collector:
    """The server's figures at the time of a request."""

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
        yield _gauge("live_matches", "Running matches in memory.", len(playing))
        troubled = sum(bool(each.trouble) for each in rooms)
        yield _gauge("troubled_rooms", "Rooms whose match cannot continue.", troubled)
        aside = len(hub.quarantined)
        yield _gauge("quarantined_matches", "Matches in quarantine.", aside)
        damaged = len(hub.keeper.store.damaged)
        yield _gauge("damaged_rows", "Damaged rows found since the start.", damaged)
        waiting = hub.conduct.reports.open_count
        yield _gauge("open_reports", "Reports that wait for a moderator.", waiting)
        yield from self._disk()

    def _disk(self) -> Iterator[Metric]:
        store = self._hub.keeper.store
        if not isinstance(store, SqliteStore):
            return
        with suppress(OSError):  # a disk that is gone must not take the other figures with it
            free = shutil.disk_usage(store.path.parent).free
            yield _gauge("disk_free_bytes", "Free space where the data file is.", free)
            yield _gauge("data_bytes", "Size of the data file.", store.path.stat().st_size)

    def _counters(self) -> Iterator[Metric]:
        tally = self._hub.tally
        yield _counter("messages_out", "Messages sent to clients.", tally.messages_out)
        yield _counter(
            "bytes_out", "Bytes sent to clients, including WebSocket frames.", tally.bytes_out
        )
        yield _counter("commands_accepted", "Accepted commands of people.", tally.accepted)
        by_code = (
            ("commands_refused", "Refused commands of people, by code.", tally.refused),
            ("connections_late", "Connections closed because this took too long.", tally.late),
            ("proxy_faults", "Requests that a proxy should pass on otherwise.", tally.proxy_faults),
        )
        for name, words, counts in by_code:
            yield _counter_by_code(name, words, counts)
        by_status = (
            ("requests_refused", "Refused HTTP requests.", tally.refused_requests),
            (
                "connections_refused",
                "Connections refused when they opened.",
                tally.refused_connections,
            ),
        )
        for name, words, counts in by_status:
            yield _counter_by_status(name, words, counts)
        yield _counter("requests", "Accepted HTTP requests.", tally.requests)
        yield _counter(
            "requests_malformed", "Requests that were not valid HTTP.", tally.malformed_requests
        )
        yield _counter("bot_decisions", "Decisions made by bots.", tally.bot_decisions)
        yield _counter(
            "bot_faults",
            "Decisions of bots that failed and were replaced by a random one.",
            tally.bot_faults,
        )
        yield _counter(
            "bot_timeouts", "Bots that were stopped because they took too long.", tally.bot_timeouts
        )
        pulse = self._hub.pulse
        yield _counter("stalls", "Times that the server stalled.", pulse.stalls)
        yield _counter(
            "stalled_seconds", "Total time that the server stalled, in seconds.", pulse.lost / 1000
        )
        scrubbing = self._hub.scrubbing
        yield _counter("scrubbed_rows", "Stored rows checked.", scrubbing.rows)
        yield _counter("scrubs", "Complete checks of all stored rows.", scrubbing.done)
        received = self._hub.conduct.reports.received
        yield _counter("reports", "Reports received.", received)
        backups = self._hub.backups
        yield _counter("backups", "Scheduled backups made.", backups.done)
        yield _counter("backup_failures", "Scheduled backups that failed.", backups.failed)
        jumps = self._hub.calendar.jumps
        yield _counter("clock_jumps", "Jumps of the system clock.", jumps)

    def _histograms(self) -> Iterator[Metric]:
        tally = self._hub.tally
        yield _histogram("commit_operations", "Operations in one commit.", tally.batch)
        yield _histogram("commit_seconds", "Duration of a commit.", tally.commit_s)
        yield _histogram("loop_lag_seconds", "Delay of the event loop.", tally.lag_s)


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


def _counter_by_status(name: str, words: str, counts: dict[str, int]) -> Metric:
    """By code, and by the HTTP status that it is answered with."""
    from prometheus_client.core import CounterMetricFamily

    family = CounterMetricFamily(f"freehold_{name}", words, labels=["code", "status"])
    for code, count in sorted(counts.items()):
        family.add_metric([code, str(status_of(code))], count)
    return family


def _histogram(name: str, words: str, spread: Histogram) -> Metric:
    from prometheus_client.core import HistogramMetricFamily

    return HistogramMetricFamily(
        f"freehold_{name}", words, buckets=spread.buckets(), sum_value=spread.total
    )


def add_metrics(app: web.Application, hub: Hub) -> None:
    """Adds /metrics to the application, and measures the delay of its event loop."""

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
