"""WebSocket frames before aiohttp sees them: parts are counted, messages by themselves offered."""

from __future__ import annotations

import random
import struct

import pytest

from freehold.server.http.fragments import MOST_SHORT, FragmentCounter, read_alone

FINAL, CONTINUED, TEXT, BINARY, PING = 0x80, 0, 1, 2, 9


def frame(
    payload: bytes, kind: int = BINARY, is_final: bool = True, mask: bytes = b"mask"
) -> bytes:
    size = len(payload)
    short = struct.pack("!BB", FINAL * is_final | kind, 0x80 | size) if size < 126 else b""
    head = short or struct.pack("!BBH", FINAL * is_final | kind, 0x80 | 126, size)
    masked = bytes(byte ^ mask[at % 4] for at, byte in enumerate(payload))
    return head + mask + masked


class Reader:
    """Notes what would have been aiohttp's."""

    def __init__(self) -> None:
        self.data = b""

    def feed_data(self, data: bytes) -> tuple[bool, bytes]:
        self.data += data
        return False, b""


class Watched:
    """A counter: what was taken, how often something was not, and how many parts there were."""

    def __init__(self) -> None:
        self.taken: list[bytes] = []
        self.passed = 0
        self.parts = 0
        self.takes = True
        self.reader = Reader()
        self.counter = FragmentCounter(self.reader, self._count, self._take)

    def _count(self) -> None:
        self.parts += 1

    def _take(self, message: bytes | None) -> bool:
        if message is not None and self.takes:
            self.taken.append(message)
            return True
        self.passed += 1
        return False

    def feed(self, *data: bytes) -> None:
        for each in data:
            assert self.counter.feed_data(each) == (False, b"")


@pytest.mark.parametrize("size", [0, 1, 2, 3, 4, 5, 31, 64, MOST_SHORT])
@pytest.mark.parametrize("mask", [b"\0\0\0\0", b"\1\2\3\4", b"\xff\xfe\x80\x7f"])
def test_a_message_by_itself_is_read_whatever_its_mask(size: int, mask: bytes) -> None:
    payload = bytes(range(0, 2 * size, 2))
    assert read_alone(frame(payload, mask=mask)) == payload


@pytest.mark.parametrize(
    "data",
    [
        b"",
        frame(b"cut")[:-1],
        frame(b"two") + frame(b"of them"),
        frame(b"said", TEXT),
        frame(b"", PING),
        frame(b"first", is_final=False),
        frame(b"last", CONTINUED),
        frame(bytes(MOST_SHORT + 1)),
        b"\x82\x05plain",
        b"\xc2" + frame(b"zipped")[1:],
    ],
)
def test_everything_else_is_left_to_aiohttp(data: bytes) -> None:
    assert read_alone(data) is None
    watched = Watched()
    watched.feed(data)
    assert (watched.taken, watched.reader.data, watched.passed) == ([], data, 1)


def test_what_is_taken_does_not_reach_aiohttp_and_what_is_not_does() -> None:
    watched = Watched()
    watched.feed(frame(b"one"))
    watched.takes = False
    watched.feed(frame(b"two"))
    assert (watched.taken, watched.reader.data) == ([b"one"], frame(b"two"))


def test_within_a_message_of_many_parts_nothing_is_taken() -> None:
    """Such a frame is against the protocol: aiohttp says so."""
    watched = Watched()
    parts = (frame(b"a", is_final=False), frame(b"b"), frame(b"c"))
    watched.feed(*parts)
    assert (watched.taken, watched.reader.data, watched.parts) == ([], b"".join(parts), 1)


def test_a_message_after_the_last_part_is_taken_again() -> None:
    watched = Watched()
    first, ping, last = frame(b"a", is_final=False), frame(b"", PING), frame(b"b", CONTINUED)
    watched.feed(first, ping, last, frame(b"c"))
    assert (watched.taken, watched.reader.data, watched.parts) == ([b"c"], first + ping + last, 1)


def test_nothing_is_lost_doubled_or_taken_out_of_a_frame_however_the_bytes_come() -> None:
    chance = random.Random(1)
    for _ in range(200):
        sent = [frame(chance.randbytes(chance.choice((0, 5, 130, 300)))) for _ in range(6)]
        stream = b"".join(sent)
        cuts = sorted(chance.sample(range(1, len(stream)), 8))
        watched = Watched()
        chunks = [stream[a:b] for a, b in zip([0, *cuts], [*cuts, len(stream)], strict=True)]
        watched.feed(*chunks)
        left = [each for each in sent if read_alone(each) not in watched.taken]
        whole = [each for each in chunks if each in sent and read_alone(each) is not None]
        assert watched.taken == [read_alone(each) for each in whole]
        assert len(watched.reader.data) == len(stream) - sum(map(len, whole))
        if len(left) + len(whole) == len(sent):  # no two are equal
            assert watched.reader.data == b"".join(left)
