"""The client can be installed, opens without a connection, and says that there is none."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Complaints
from tests.web.servers import Server

READY = "navigator.serviceWorker.ready.then((found) => found.active.scriptURL)"
CONTROLLED = "navigator.serviceWorker.controller !== null"


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("offline"))
    server.start()
    yield server
    server.kill()


@pytest.fixture
def kept(people: Callable[..., Page], running: Server) -> tuple[Page, Server]:
    """A page whose worker keeps the client, and a server to stop."""
    running.start()
    page = people(running.url, service_workers="allow")
    page.goto("/")
    assert page.evaluate(READY) == f"{running.url}/sw.js"
    page.reload()
    page.wait_for_function(CONTROLLED)
    return page, running


def test_without_a_server_the_page_opens_says_so_and_goes_on_when_it_is_back(
    kept: tuple[Page, Server], complaints: Complaints
) -> None:
    page, server = kept
    complaints.allowed = ("Failed to load resource", "ERR_CONNECTION_REFUSED")
    server.kill()
    page.reload()
    expect(page.get_by_role("alert")).to_contain_text("The server is not responding")
    server.start()
    expect(page.get_by_role("heading", name="Land Grab")).to_be_visible()
    expect(page.get_by_role("alert")).not_to_be_attached()


def test_without_a_network_a_line_says_so_until_it_is_back(
    kept: tuple[Page, Server], complaints: Complaints
) -> None:
    page, _ = kept
    complaints.allowed = ("ERR_INTERNET_DISCONNECTED", "ERR_FAILED")
    page.wait_for_load_state("networkidle")  # what is used has been kept
    page.context.set_offline(True)
    expect(page.get_by_text("No connection.")).to_be_visible()
    page.goto("/settings")
    expect(page.get_by_role("heading", name="Settings")).to_be_visible()
    page.context.set_offline(False)
    expect(page.get_by_text("No connection.")).not_to_be_attached()


def test_it_can_be_installed(page: Page) -> None:
    page.goto("/")
    manifest = page.evaluate(
        "fetch(document.querySelector('link[rel=manifest]').href).then((found) => found.json())"
    )
    assert manifest["display"] == "standalone"
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    for icon in manifest["icons"]:
        width = page.evaluate(
            """(src) => new Promise((done, failed) => {
                const image = new Image();
                image.onload = () => done(image.naturalWidth);
                image.onerror = failed;
                image.src = src;
            })""",
            icon["src"],
        )
        assert icon["sizes"] in ("any", f"{width}x{width}")
