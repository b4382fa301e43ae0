"""How all tests run: hypothesis repeats itself exactly, and no test is timed.

HYPOTHESIS_PROFILE=long looks for new examples, many of them.
"""

import gc
import logging
import os
import signal
from collections.abc import Iterator

import pytest
from hypothesis import settings

from freehold.server import keys
from freehold.store import connecting
from tests.postgres import QUICK, NoPostgres, Postgres
from tests.same_boards import counted_keys

# The same examples in every run, so that a red test is red for everybody.
settings.register_profile("default", derandomize=True, deadline=None, max_examples=50)
settings.register_profile("ci", derandomize=True, deadline=None, max_examples=100)
settings.register_profile("long", derandomize=False, deadline=None, max_examples=2_000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))

SERVICES = {"postgres", "nats"}


def pytest_configure() -> None:
    """Shells start what runs in the background deaf to Ctrl-C, and the programs that tests press it
    in would inherit that."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """`make quick` starts neither PostgreSQL nor NATS: tests that need one are slow."""
    for item in items:
        wanted = {*getattr(item, "fixturenames", ())}
        if callspec := getattr(item, "callspec", None):
            wanted |= {each for each in callspec.params.values() if isinstance(each, str)}
        if wanted & SERVICES:
            item.add_marker(pytest.mark.slow)


def pytest_collection_finish() -> None:
    """What was collected stays to the end: no collection of garbage has to look at it again."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def the_same_boards(request: pytest.FixtureRequest) -> Iterator[None]:
    """A test's matches are the same in every run."""
    drawn = keys.new_key
    keys.new_key = counted_keys(request.node.nodeid)
    yield
    keys.new_key = drawn


@pytest.fixture(autouse=True)
def logging_as_before() -> Iterator[None]:
    """A test that silences logs, or starts a server in this process, leaves them to the next one as
    they were."""
    loggers = [logging.getLogger(name) for name in ("freehold", "aiohttp", "asyncio")]
    before = [(each, each.handlers[:], each.level, each.propagate) for each in loggers]
    disabled = logging.root.manager.disable
    yield
    logging.disable(disabled)
    for each, handlers, level, propagate in before:
        each.handlers[:], each.propagate = handlers, propagate
        each.setLevel(level)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL that runs as long as the tests of this worker do."""
    try:
        running = Postgres(*QUICK)
    except NoPostgres as error:
        pytest.fail(str(error), pytrace=False)
    try:
        running.start()
        yield running
    finally:
        running.close()


@pytest.fixture
def restarted(postgres: Postgres) -> Iterator[Postgres]:
    """The same for a test that stops it."""
    yield postgres
    if not postgres.is_running:
        postgres.start()


@pytest.fixture(scope="session")
def _shared_database(postgres: Postgres) -> Iterator[str]:
    with postgres.database() as dsn:
        yield dsn


@pytest.fixture
def dsn(postgres: Postgres, _shared_database: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """The address of a database with nothing of ours in it, and with nobody connected to it. It is
    quicker to empty one than to make one. No session is ended because the machine is busy."""
    postgres.empty(_shared_database)
    waits = ("idle_in_transaction_session_timeout", "lock_timeout")
    patient = dict(connecting.SESSION) | dict.fromkeys(waits, "100000")
    monkeypatch.setattr(connecting, "SESSION", patient)
    monkeypatch.setattr(connecting, "LOCK_MS", 100_000)
    monkeypatch.setattr(connecting, "SERVING_MS", 100_000)
    return _shared_database
