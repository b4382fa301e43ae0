"""The server behind nginx and Caddy, as deploy/ configures them: TLS, WebSockets, addresses."""

from __future__ import annotations

import asyncio
import ssl
from pathlib import Path

import aiohttp
import pytest

from tests.deploy.proxies import KINDS, NAME, Proxied, behind
from tests.server.world import Person, run

pytestmark = [pytest.mark.slow, pytest.mark.parametrize("kind", KINDS)]

ANN, BEN = "127.0.0.2", "127.0.0.3"
FORGED = {
    "X-Forwarded-For": "198.51.100.7, 127.0.0.1",
    "X-Real-IP": "198.51.100.8",
    "Forwarded": "for=198.51.100.9",
    "X-Forwarded-Host": "elsewhere.example.org",
}


def counted(behind_it: Proxied) -> set[str]:
    """The addresses whose requests the server has counted."""
    return set(behind_it.world.hub.requests._buckets)


async def status_of(person: Person, url: str, **more: object) -> int:
    async with person.http.get(url, allow_redirects=False, **more) as response:  # type: ignore[arg-type]
        return response.status


def test_a_match_is_played_over_tls(kind: str, tmp_path: Path) -> None:
    async def story() -> None:
        async with behind(kind, tmp_path) as proxied:
            url = proxied.world.url
            async with proxied.visitor(Origin=url) as ann:
                line = await ann.quick("land-grab", bot="random")
                await line.play_on(lambda: line.n >= 5 or line.is_over())
                assert [each.address for each in proxied.world.hub.connections.values()] == [
                    "127.0.0.1"
                ]
                async with ann.http.get(url) as response:
                    assert response.status == 200
                    assert response.headers["Strict-Transport-Security"] == "max-age=31536000"
                    assert "frame-ancestors 'none'" in response.headers["Content-Security-Policy"]

    run(story())


def test_a_certificate_is_needed_and_http_leads_to_https(kind: str, tmp_path: Path) -> None:
    async def story() -> None:
        async with behind(kind, tmp_path) as proxied, proxied.visitor() as ann:
            plain = f"http://{NAME}:{proxied.ports.http}/r/BCDFG"
            async with ann.http.get(plain, allow_redirects=False) as response:
                assert response.status in (301, 308)
                assert response.headers["Location"].startswith(f"https://{NAME}")
                assert response.headers["Location"].endswith("/r/BCDFG")
            with pytest.raises(aiohttp.ClientConnectorCertificateError):
                await status_of(ann, proxied.world.url, ssl=ssl.create_default_context())

    run(story())


def test_limits_count_the_callers_own_address_whatever_the_caller_writes(
    kind: str, tmp_path: Path
) -> None:
    async def story() -> None:
        async with behind(kind, tmp_path) as proxied:
            url = proxied.world.url
            async with proxied.visitor(ANN, **FORGED) as ann, proxied.visitor(BEN) as ben:
                assert (await ann.get("/api/games"))[0] == 200
                assert counted(proxied) == {ANN}
                lines = [("X-Forwarded-For", f"203.0.113.{n}") for n in range(3)]
                assert await status_of(ann, f"{url}/healthz", headers=lines) == 200
                line = await ann.quick("land-grab", bot="random")
                assert [each.address for each in proxied.world.hub.connections.values()] == [ANN]
                await line.close()
                assert (await ben.get("/api/games"))[0] == 200
                assert counted(proxied) == {ANN, BEN}

    run(story())


def test_one_caller_who_has_to_wait_does_not_keep_others_out(kind: str, tmp_path: Path) -> None:
    async def story() -> None:
        async with (
            behind(kind, tmp_path) as proxied,
            proxied.visitor(ANN, **FORGED) as ann,
            proxied.visitor(BEN) as ben,
        ):
            assert (await ann.get("/healthz"))[0] == 200
            hub = proxied.world.hub
            hub.requests._buckets[ANN].full_at += 1e9  # as after very many requests
            status, refusal = await ann.get("/healthz")
            assert (status, refusal["code"]) == (429, "too_many_requests")
            assert (await ben.get("/healthz"))[0] == 200
            assert hub.tally.refused_requests["too_many_requests"] >= 1

    run(story())


def test_the_operators_pages_are_not_for_people_outside(kind: str, tmp_path: Path) -> None:
    async def story() -> None:
        async with behind(kind, tmp_path) as proxied, proxied.visitor(**FORGED) as eve:
            for path in ("/metrics", "/api/admin", "/api/admin/rooms", "/api/admin/backup"):
                assert await status_of(eve, proxied.world.url + path) == 404
            assert counted(proxied) == set()  # none of them came through
            # Even past the proxy's own lines the server knows that somebody asks from outside.
            tricks = ("//metrics", "/x/../metrics", "/%6detrics", "/api//admin/rooms")
            asked = [status_of(eve, proxied.world.url + trick) for trick in tricks]
            assert set(await asyncio.gather(*asked)) <= {403, 404}

    run(story())
