"""The log: lines come back as they were written, and the digest covers all of them."""

from __future__ import annotations

import msgspec
import pytest

from freehold.game import Arrive, Clock, Leave, Malformed, Outcome, Resign, TimeUp
from freehold.games._template import GAME
from freehold.games._template.actions import Claim
from freehold.match.log import (
    Check,
    End,
    Entry,
    Header,
    Line,
    Log,
    Mark,
    Seated,
    decode_line,
    encode_line,
    parse_action,
    spell_action,
)

HEADER = Header(1, "template", 1, {"side_cells": 4}, (Seated("Ada"), Seated("Ben", "greedy")), "ab")
LINES: tuple[Line, ...] = (
    HEADER,
    msgspec.structs.replace(HEADER, clock=Clock(1, 2, 3), notes={"place": "Café \u2028"}),
    Entry(5, 1, 'declare "so\nbe it"', "tab:1"),
    Entry(5, 0, "claim 1,1"),
    Mark(10),
    Check(50, "0f", "f0"),
    End(20, Outcome("full", (1, 2), (3, -1)), 4, "0f", "f0"),
)


@pytest.mark.parametrize("line", LINES, ids=lambda line: type(line).__name__)
def test_a_line_comes_back_as_it_was_written(line: Line) -> None:
    text = encode_line(line)
    assert text.count(b"\n") == 1
    assert text.endswith(b"\n")
    assert decode_line(text) == line


@pytest.mark.parametrize(
    "text",
    [
        b'{"is":"mark","now":"5"}',
        b'{"is":"mark","now":5,"then":6}',
        b'{"is":"entry","now":5}',
        b'{"is":"other","now":5}',
        b"{}",
        b"",
        b"[1]",
    ],
)
def test_other_lines_are_refused(text: bytes) -> None:
    with pytest.raises(msgspec.DecodeError):
        decode_line(text)


def test_the_log_counts_entries_and_keeps_the_last_moment() -> None:
    log = Log(HEADER)
    assert (log.entries, log.now, log.is_ended) == (0, 0, False)
    for line in (Entry(5, 0, "claim 1,1"), Mark(10), Check(1, "", "")):
        log.add(line)
    assert (log.entries, log.now, log.is_ended) == (1, 10, False)
    log.add(LINES[-1])
    assert (log.now, log.is_ended) == (20, True)
    assert log.dump() == b"".join(map(encode_line, log.lines))


def digest_of(*lines: Line) -> str:
    log = Log(HEADER)
    for line in lines:
        log.add(line)
    return log.digest


def test_the_digest_covers_every_line_and_their_order() -> None:
    one, other = Entry(5, 0, "claim 1,1"), Mark(5)
    digests = [digest_of(), digest_of(one), digest_of(one, other), digest_of(other, one)]
    digests += [digest_of(one, one), digest_of(msgspec.structs.replace(one, now=6))]
    digests.append(Log(msgspec.structs.replace(HEADER, key="cd")).digest)
    assert len(set(digests)) == len(digests)


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (Arrive(), "arrive"),
        (Leave(), "leave"),
        (Resign(), "resign"),
        (Claim(1, 2), "claim 1,2"),
    ],
)
def test_actions_are_spelled_and_read(action: msgspec.Struct, text: str) -> None:
    assert spell_action(GAME, action) == text
    assert parse_action(GAME, text) == action
    assert parse_action(GAME, f"  {text.upper()} ") == action


@pytest.mark.parametrize("text", ["", "   "])
def test_an_empty_action_is_answered_with_what_an_action_is(text: str) -> None:
    with pytest.raises(Malformed, match="nothing was written; an action is a word"):
        parse_action(GAME, text)


@pytest.mark.parametrize("text", ["build 1,2", "claim", "resign now", "time-up"])
def test_other_words_are_malformed(text: str) -> None:
    with pytest.raises(Malformed):
        parse_action(GAME, text)


def test_nobody_writes_that_time_is_up() -> None:
    with pytest.raises(ValueError, match="only the match"):
        spell_action(GAME, TimeUp())
