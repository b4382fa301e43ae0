"""A tab without I/O: what it says again, and what it never does."""

from __future__ import annotations

import pytest

from freehold.client import Tab, parse_place
from freehold.client.lines import LAST_MS, SOON_MS, SOON_TRIES, retry_ms
from freehold.client.places import Place, code_link, room_link
from freehold.game import Clock, Malformed
from freehold.match.patches import Frame
from freehold.protocol.knowing import KnownView
from freehold.protocol.wire import Act, Acted, Bye, Done, Refused, RoomNow, SeatNow, Welcome
from tests.bots import new_match


def room(match: str = "m1") -> RoomNow:
    seats = (SeatNow("Ann"), SeatNow("Ben"))
    return RoomNow(
        "r", "BCDFG", "land-grab", {}, seats, 0, True, True, Clock(), "playing", "bot", 60, match
    )  # fmt: skip


def welcome(last: int = 0) -> Welcome:
    return Welcome(1, "Ann", 0, last)


def tab_in(match: str = "m1") -> Tab:
    tab = Tab("r", "token", session="s")
    tab.hello()
    tab.hear(welcome())
    tab.hear(room(match))
    return tab


def test_what_was_not_answered_is_said_again_under_its_number_once_the_room_is_known() -> None:
    tab = tab_in()
    first, second = tab.act("farm 1,1"), tab.act("farm 2,2")
    assert tab.hear(Acted(first.n)).answers == (Acted(first.n),)
    tab.cut()
    tab.hello()
    assert tab.hear(welcome(1)).say == ()
    assert tab.hear(room()).say == (second,)
    assert tab.hear(room()).say == ()


def test_a_second_welcome_on_one_connection_has_it_said_again_at_once() -> None:
    tab = tab_in()
    act = tab.act("farm 1,1")
    assert tab.hear(welcome()).say == (act,)


def test_an_action_is_never_said_to_another_match() -> None:
    tab = tab_in()
    act = tab.act("farm 1,1")
    tab.cut()
    tab.hello()
    tab.hear(welcome())
    step = tab.hear(room("m2"))
    assert step.say == ()
    (refused,) = step.answers
    assert isinstance(refused, Refused)
    assert (refused.n, refused.code) == (act.n, "other_match")


def test_numbers_go_on_above_what_the_server_has_counted() -> None:
    tab = tab_in()
    tab.hear(welcome(41))
    assert tab.act("farm 1,1") == Act(42, "farm 1,1")
    assert tab.ask("ready").n == 43


def test_what_was_asked_is_refused_by_a_cut_and_not_repeated() -> None:
    tab = tab_in()
    ask = tab.ask("ready")
    (refused,) = tab.cut().answers
    assert isinstance(refused, Refused)
    assert (refused.n, refused.code) == (ask.n, "cut")
    tab.hello()
    tab.hear(welcome())
    assert tab.hear(room()).say == ()


def test_a_second_answer_to_one_number_answers_nobody() -> None:
    tab = tab_in()
    ask = tab.ask("ready")
    assert tab.hear(Done(ask.n)).answers
    assert not tab.hear(Done(ask.n)).answers
    assert not tab.hear(Acted(99)).answers


def test_something_that_was_too_fast_is_to_be_said_again() -> None:
    tab = tab_in()
    act = tab.act("farm 1,1")
    for n in (act.n, -1):
        step = tab.hear(Refused(n, "too_fast", "Too fast."))
        assert step.is_too_fast
        assert not step.answers
    assert tab.repeats() == (act,)


def test_a_question_that_was_too_fast_is_answered_so() -> None:
    tab = tab_in()
    ask = tab.ask("ready")
    refused = Refused(ask.n, "too_fast", "Too fast.")
    assert tab.hear(refused).answers == (refused,)
    assert not tab.unanswered


def test_a_goodbye_is_known_until_another_welcome() -> None:
    tab = tab_in()
    tab.hear(Bye("stopping", "It stops.", 1000))
    assert tab.bye is not None
    tab.hear(welcome())
    assert tab.bye is None


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("http://127.0.0.1:8000", Place("http://127.0.0.1:8000")),
        ("127.0.0.1:8000/", Place("http://127.0.0.1:8000")),
        ("https://play.example.org/r/bcdfg", Place("https://play.example.org", code="BCDFG")),
        ("http://[::1]:9/room/x-1_y#s3cret", Place("http://[::1]:9", "x-1_y", "s3cret")),
        ("http://h:1/r/BCDFG?watch", Place("http://h:1", code="BCDFG", watch=True)),
    ],
)
def test_addresses_are_read(text: str, place: Place) -> None:
    assert parse_place(text) == place


@pytest.mark.parametrize(
    "text", ["", "http://", "ftp://h/", "http://h:x", "http://h/r", "http://h/a/b/c"]
)
def test_what_is_no_address_is_malformed(text: str) -> None:
    with pytest.raises(Malformed):
        parse_place(text)


def test_links_are_read_back() -> None:
    url = "http://127.0.0.1:8000"
    assert parse_place(room_link(url, "abc", "xyz")) == Place(url, "abc", "xyz")
    assert parse_place(code_link(url, "BCDFG")) == Place(url, code="BCDFG")


def test_tries_come_soon_at_first_and_then_seldom() -> None:
    assert all(retry_ms(tries) <= SOON_MS for tries in range(SOON_TRIES))
    assert all(retry_ms(tries) <= LAST_MS for tries in range(SOON_TRIES, 1000))
    assert max(retry_ms(1000) for _ in range(100)) > SOON_MS


@pytest.mark.parametrize(
    "patch",
    [
        Frame(1, 5, facts={"no_such_fact": ("=", 1)}),
        Frame(1, 5, facts={"round": ("+", [1])}),
        Frame(1, 5, cells={"no_such_layer": b"\x01\x00\x00\x00"}),
        Frame(1, 5, cells={"owner": b"\x01\xff\xff\xff"}),
        Frame(1, 5, cells={"owner": b"\x01\x02\x03"}),
    ],
    ids=["fact", "sum", "layer", "place", "length"],
)
def test_a_patch_that_does_not_fit_the_view_is_said_to_be_so(patch: Frame) -> None:
    match = new_match()
    known = KnownView(match.game)
    known.view, known.number = match.view(0), 0
    with pytest.raises(ValueError, match="frame 1 does not fit"):
        known.hear(patch)
