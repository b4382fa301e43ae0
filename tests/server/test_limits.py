"""Limits, names and origins: pure parts of the server."""

from __future__ import annotations

import pytest
from aiohttp.test_utils import make_mocked_request
from multidict import CIMultiDict

from freehold.game import Illegal
from freehold.server import limits
from freehold.server.http.origins import address_of, is_free, is_own_host, is_own_origin, limit_key
from freehold.server.limits import Bucket, Buckets, Window
from freehold.server.rooms.guests import (
    CODE_LENGTH,
    CODE_LETTERS,
    clean_line,
    clean_name,
    generate_name,
    hash_of,
    is_same,
    new_code,
    new_token,
    unlike,
)
from freehold.server.settings import Settings

PLAIN = Settings()
PUBLIC = Settings(public_url="https://play.example.org")
PROXIED = Settings(trust_proxy=True)


def test_a_bucket_lets_a_burst_through_and_then_its_rate() -> None:
    bucket = Bucket(20, 40)
    assert [bucket.take(0) for _ in range(41)] == [True] * 40 + [False]
    assert [bucket.take(50) for _ in range(2)] == [True, False]
    assert [bucket.take(1_000_000) for _ in range(40)] == [True] * 40


def test_a_flood_is_three_bursts_that_went_on() -> None:
    bucket = Bucket(20, 40)
    taken = [bucket.take(0) for _ in range(40 + 119)]
    assert taken.count(False) == 119
    assert not bucket.is_flooded
    bucket.take(0)
    assert bucket.is_flooded


def test_a_client_that_slows_down_is_not_a_flood() -> None:
    bucket = Bucket(20, 40)
    for now in range(0, 100_000, 49):
        bucket.take(now)
    assert not bucket.is_flooded


def test_a_window_counts_a_minute_for_each_key() -> None:
    window = Window(2)
    assert [window.take("a", now) for now in (0, 1, 2)] == [True, True, False]
    assert window.take("b", 2)
    assert window.take("a", 60_001)
    window.forget_old(200_000)
    assert not window._taken


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("  Ann \t Lee ", "Ann Lee"),
        ("A\u202enn", "Ann"),
        ("A\u0000nn\u200b", "Ann"),
        ("e\u0301", "\u00e9"),
        ("<b>Bo</b>", "<b>Bo</b>"),
        ("two\nlines", "two lines"),
    ],
)
def test_a_line_is_kept_as_given_without_what_cannot_be_seen(given: str, kept: str) -> None:
    assert clean_line(given) == kept


@pytest.mark.parametrize("wrong", ["", "   ", "\u202e", "x" * 25])
def test_a_name_has_one_to_24_characters(wrong: str) -> None:
    with pytest.raises(Illegal, match="bad_name"):
        clean_name(wrong)


def test_generated_names_are_names() -> None:
    for _ in range(50):
        name = generate_name()
        assert clean_name(name) == name


def test_names_in_a_room_differ() -> None:
    assert unlike("Ann", ["Bo"]) == "Ann"
    assert unlike("Ann", ["Ann", "Ann 2"]) == "Ann 3"


def test_codes_are_five_letters_and_new() -> None:
    code = new_code([])
    assert len(code) == CODE_LENGTH
    assert set(code) <= set(CODE_LETTERS)


def test_tokens_have_192_bits_and_are_known_by_their_hash() -> None:
    token = new_token()
    assert len(token) == 32
    assert is_same(hash_of(token), token)
    assert not is_same(hash_of(token), new_token())


@pytest.mark.parametrize(
    ("host", "settings", "is_own"),
    [
        ("localhost:8000", PLAIN, True),
        ("127.0.0.1:8000", PLAIN, True),
        ("192.168.1.7:8000", PLAIN, True),
        ("[::1]:8000", PLAIN, True),
        ("evil.example", PLAIN, False),
        ("127.0.0.1.evil.example", PLAIN, False),
        ("play.example.org", PLAIN, False),
        ("play.example.org", PUBLIC, True),
        ("PLAY.example.org", PUBLIC, True),
        ("play.example.org:81", PUBLIC, False),
        ("", PLAIN, False),
        ("[", PLAIN, False),
    ],
)
def test_a_host_is_ours_by_address_or_by_its_configured_name(
    host: str, settings: Settings, is_own: bool
) -> None:
    assert is_own_host(host, settings) == is_own


@pytest.mark.parametrize(
    ("origin", "host", "settings", "is_own"),
    [
        ("http://localhost:8000", "localhost:8000", PLAIN, True),
        ("http://127.0.0.1:8000", "127.0.0.1:8000", PLAIN, True),
        ("http://localhost:8001", "localhost:8000", PLAIN, False),
        ("http://localhost", "localhost:8000", PLAIN, False),
        ("https://localhost:8000", "localhost:8000", PLAIN, False),
        ("https://10.0.0.2", "10.0.0.2", PROXIED, True),
        ("null", "localhost:8000", PLAIN, False),
        ("", "localhost:8000", PLAIN, False),
        ("http://evil.example", "localhost:8000", PLAIN, False),
        ("http://evil.example", "evil.example", PLAIN, False),
        ("http://localhost:8000.evil.example", "localhost:8000", PLAIN, False),
        ("http://localhost:8000@evil.example", "localhost:8000", PLAIN, False),
        ("file://", "localhost:8000", PLAIN, False),
        ("https://play.example.org", "play.example.org", PUBLIC, True),
        ("http://play.example.org.evil.example", "play.example.org", PUBLIC, False),
        ("https://evilplay.example.org", "play.example.org", PUBLIC, False),
        ("https://play.example.org:444", "play.example.org", PUBLIC, False),
    ],
)
def test_an_origin_is_ours_only_if_it_is_exactly_the_requests(
    origin: str, host: str, settings: Settings, is_own: bool
) -> None:
    assert is_own_origin(origin, host, settings) == is_own


def test_loopback_is_free_of_limits_unless_a_proxy_is_trusted() -> None:
    assert is_free("127.0.0.1", PLAIN)
    assert is_free("::1", PLAIN)
    assert not is_free("192.168.1.7", PLAIN)
    assert not is_free("127.0.0.1", PROXIED)


def test_a_bucket_says_how_long_to_wait() -> None:
    bucket = Bucket(2, 3)
    assert [bucket.take(0) for _ in range(4)] == [True, True, True, False]
    assert bucket.wait_ms(0) == 500
    assert bucket.wait_ms(499) == 1
    assert bucket.wait_ms(500) == 0


def test_the_number_of_buckets_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_KEYS", 3)
    buckets = Buckets(1, 1)
    assert all(buckets.take(key, 0) for key in "abc")
    assert not buckets.take("a", 0)
    assert buckets.take("d", 2000)  # by then the others are full, and forgotten
    assert list(buckets._buckets) == ["d"]
    assert all(buckets.take(key, 2000) for key in "efg")  # the oldest makes room
    assert list(buckets._buckets) == ["e", "f", "g"]


@pytest.mark.parametrize(
    ("address", "key"),
    [
        ("203.0.113.9", "203.0.113.9"),
        ("::ffff:203.0.113.9", "203.0.113.9"),
        ("2001:db8:1:2:aaaa::1", "2001:db8:1:2::"),
        ("2001:db8:1:2:bbbb::9", "2001:db8:1:2::"),
        ("2001:db8:1:3::1", "2001:db8:1:3::"),
        ("::1", "::1"),
        ("", ""),
        ("localhost", "localhost"),
    ],
)
def test_limits_count_an_ipv6_network_as_one_address(address: str, key: str) -> None:
    assert limit_key(address) == key


@pytest.mark.parametrize(
    ("lines", "counted"),
    [
        (["198.51.100.1"], "198.51.100.1"),
        (["6.6.6.6, 198.51.100.1"], "198.51.100.1"),
        (["6.6.6.6", "198.51.100.1"], "198.51.100.1"),
        (["6.6.6.6", "7.7.7.7, 198.51.100.1"], "198.51.100.1"),
        (["198.51.100.1, nonsense"], "10.0.0.7"),
        ([], "10.0.0.7"),
    ],
)
def test_of_several_forwarded_lines_the_last_trusted_hop_counts(
    lines: list[str], counted: str
) -> None:
    headers = CIMultiDict([("X-Forwarded-For", line) for line in lines])
    request = make_mocked_request("GET", "/", headers=headers)
    request = request.clone(remote="10.0.0.7")
    assert address_of(request, PROXIED) == counted
    assert address_of(request, PLAIN) == "10.0.0.7"
