"""A browser, a server, and pages that may not complain."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect

from tests.web import PATIENCE_MS, chromium
from tests.web.servers import Server
from tests.web.waiting import look_on_change

DEFAULTS: dict[str, Any] = {
    "viewport": {"width": 1280, "height": 800},
    "locale": "en-GB",
    "service_workers": "block",  # tests that change what the server answers see every request
}
NOT_OF_THE_PAGE = (
    "Service Worker registration blocked by Playwright",
    # A network interface of this machine came or went, as when a container starts: the browser
    # breaks off what it loads. Whether the page comes through that is for the test to say.
    "net::ERR_NETWORK_CHANGED",
)
NewContext = Callable[..., BrowserContext]
look_on_change()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "tests/web/" in item.path.as_posix():
            item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    try:
        path = chromium.find()
    except chromium.NoBrowser as error:
        pytest.exit(str(error), returncode=1)
    return {"executable_path": path, "args": chromium.arguments(), "timeout": 4 * PATIENCE_MS}


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One for all tests: guests are strangers to each other."""
    running = Server(
        tmp_path_factory.mktemp("server"),
        watcher_delay_ms=0,
        commands_per_second=200,  # tests type faster than people
        max_command_burst=400,
    )
    running.start()
    yield running
    running.kill()


@pytest.fixture(scope="session")
def base_url(server: Server) -> str:
    return server.url


class Complaints(list[str]):
    """What the browser had to complain about: errors, and what its policies forbade."""

    def __init__(self) -> None:
        super().__init__()
        self.allowed: tuple[str, ...] = ()
        """Parts of complaints that the test brings about on purpose."""

    def hear(self, message: ConsoleMessage) -> None:
        is_own = not any(part in message.text for part in NOT_OF_THE_PAGE)
        if message.type in ("error", "warning") and is_own:
            self.append(f"{message.type}: {message.text} ({message.location.get('url')})")

    def not_allowed(self) -> list[str]:
        return [each for each in self if not any(part in each for part in self.allowed)]


@pytest.fixture
def complaints() -> Iterator[Complaints]:
    heard = Complaints()
    yield heard
    assert heard.not_allowed() == []


@pytest.fixture
def people(
    browser: Browser, base_url: str, complaints: Complaints
) -> Iterator[Callable[..., Page]]:
    """Browsers of other people: each call gives the page of one more."""
    contexts: list[BrowserContext] = []

    def come(url: str = base_url, **options: Any) -> Page:
        context = browser.new_context(
            base_url=url,
            **DEFAULTS | options,
        )
        contexts.append(context)
        context.set_default_timeout(PATIENCE_MS)
        context.on("console", complaints.hear)
        context.on("weberror", lambda error: complaints.append(f"thrown: {error.error}"))
        return context.new_page()

    expect.set_options(timeout=PATIENCE_MS)
    yield come
    for context in contexts:
        context.close()


@pytest.fixture
def page(people: Callable[..., Page]) -> Page:
    """Somebody at a desk."""
    return people()
