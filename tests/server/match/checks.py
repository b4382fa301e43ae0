"""What must be true of every simulated world: the promises P1, P2, P3, keyed by identity.

A command is (seat, session, n) wherever it stands. What a client was shown is looked for among
the views that the final log rebuilds, each at its position.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict

from freehold.game import AnyGame, Clock, Ms, Notice, Viewer
from freehold.kernel import canonical
from freehold.match import Match, read_record, verify
from freehold.match.log import End, Entry, Header, Line
from freehold.match.match import MARK_MS
from freehold.match.patches import Frame
from freehold.match.replay import feed_line
from freehold.protocol.wire import Acted, Refused
from freehold.server.match.live import Live
from freehold.server.match.passing import MARK_MS as LIVE_MARK_MS
from tests.server import state_of
from tests.server.match.simulation import DISK_MS, Client, Scene, World

CommandId = tuple[int, str]
"""Whose seat, and the command of the entry: `session:n`."""


class Broken(AssertionError):
    """A promise was broken in this world."""


def run(scene: Scene, seed: int, live: type[Live] = Live) -> World:
    """Play a world and check it; a failure says its seed."""
    try:
        world = CheckedWorld(scene, seed, live)
        world.play()
        check(world)
    except Exception as error:
        raise Broken(f"seed {seed}, {scene.game.name}: {error}") from error
    return world


class CheckedWorld(World):
    """A world whose recoveries are judged before play goes on."""

    def judge_recovery(self, live: Live, whole: Live) -> None:
        match = live.match
        assert state_of(live) == state_of(whole), "a snapshot leads to another state than the log"
        assert live.sessions == whole.sessions, "a snapshot leads to other sessions than the log"
        assert match.log.digest == whole.match.log.digest, "a snapshot leads to another digest"
        assert match.now >= match.log.now == whole.match.now, "time went back over a crash"
        assert live.time(self.now + self.skew) == match.now, "time went on in a match that was down"
        is_live = self.scene.game.kind == "real-time"
        if (is_live or self.scene.clock != Clock()) and match.outcome is None:
            # The mark that was due may still be on its way, behind what was queued before it.
            lost, most = self.told - match.now, LIVE_MARK_MS if is_live else MARK_MS
            assert lost <= most + 10 * DISK_MS, f"a crash lost {lost} ms of a running clock"

    def judge_time(self) -> None:
        assert self.live is not None, "the match was never recovered"
        due = self.live.match.wake_at()
        now = self.live.time(self.now + self.skew)
        assert due is None or due >= now or self.live.passing.is_stopped, (
            f"what was due at {due} ms has not happened by {now}"
        )


class Past:
    """The final log, replayed: what each viewer could know after each of its lines."""

    def __init__(self, game: AnyGame, header: Header, lines: list[Line]) -> None:
        self.match = Match(game, header)
        self.viewers = (*range(len(header.seats)), -1)
        self.positions: dict[tuple[Viewer, str], list[int]] = defaultdict(list)
        """Where the log's views are like this one."""
        self.noted: dict[tuple[Viewer, str], int] = {}
        """After how many lines a viewer could first be told such a notice."""
        self.moments: list[Ms] = [0]
        self.commands: dict[CommandId, list[tuple[int, str]]] = defaultdict(list)
        """By identity: after how many lines it stands there, and what it says."""
        self._take_down(1)
        for position, line in enumerate(lines, 2):
            self._follow(line, position)

    def _follow(self, line: Line, position: int) -> None:
        made: list[Notice] = []
        self.match.feed.note = lambda notices, now: made.extend(notices)  # type: ignore[method-assign]
        feed_line(self.match, line)
        for notice in made:
            for viewer in self.viewers if notice.to is None else notice.to:
                said = canonical.fingerprint((notice.code, notice.facts))
                self.noted.setdefault((viewer, said), position)
        if isinstance(line, Entry) and line.command:
            self.commands[line.seat, line.command].append((position, line.action))
        self._take_down(position)

    def _take_down(self, position: int) -> None:
        self.moments.append(self.match.now)
        for viewer in self.viewers:
            known = canonical.fingerprint((self.match.view(viewer), self.match.table()))
            self.positions[viewer, known].append(position)

    def first(self, viewer: Viewer, known: str, least: int) -> int | None:
        """The first position, from `least` on, at which a viewer could know just this."""
        found = self.positions.get((viewer, known), [])
        place = bisect_left(found, least)
        return found[place] if place < len(found) else None


def check(world: World) -> None:
    record = read_record(b"".join(world.lines))
    verify(world.game, record)
    past = Past(world.game, record.header, list(record.lines))
    check_counted_once(past)
    for client in world.clients:
        check_shown(client, past)
        check_rest(client, past)
    check_end(world, record.lines)


def check_counted_once(past: Past) -> None:
    for command, found in past.commands.items():
        assert len(found) == 1, f"{command} is in the log {len(found)} times"
        assert not command[1].startswith(":"), "a watcher has acted"


def check_shown(client: Client, past: Past) -> None:
    """What the client knew after each message was so at some position of the final log: one
    that was durable when the message left, and never an earlier one than before."""
    at = 1
    for shown in client.shown:
        message = shown.message
        if isinstance(message, Frame):
            known = canonical.fingerprint((shown.view, shown.table))
            at = _found(past, client, known, at, shown.durable)
            assert message.now >= past.moments[at], "a frame is older than what it says"
            check_notices(client, message, past, shown.durable)
        elif isinstance(message, Acted):
            entry = check_acted(client, message.n, past, shown.durable)
            known = canonical.fingerprint((shown.view, shown.table))
            at = _found(past, client, known, max(at, entry), shown.durable)
        elif isinstance(message, Refused):
            check_refused(client, message, past, shown.durable)


def _found(past: Past, client: Client, known: str, least: int, durable: int) -> int:
    at = past.first(client.viewer, known, least)
    assert at is not None, f"viewer {client.viewer} was shown what never happened, after {least}"
    assert at <= durable, f"viewer {client.viewer} was shown line {at} when {durable} were safe"
    return at


def check_notices(client: Client, frame: Frame, past: Past, durable: int) -> None:
    for code, facts in (*frame.notices, *[(code, facts) for _, code, facts in frame.past]):
        said = canonical.fingerprint((code, facts))
        first = past.noted.get((client.viewer, said))
        assert first is not None, f"viewer {client.viewer} was told {code}, which never happened"
        assert first <= durable, f"viewer {client.viewer} was told {code} too early"


def check_acted(client: Client, n: int, past: Past, durable: int) -> int:
    found = past.commands.get((client.viewer, f"{client.session}:{n}"))
    assert found, f"command {n} of {client.session} was acknowledged and lost"
    position, action = found[0]
    assert action == client.asked[n], "another action stands under an acknowledged number"
    assert position <= durable, f"command {n} of {client.session} was acknowledged too early"
    return position


def check_refused(client: Client, message: Refused, past: Past, durable: int) -> None:
    assert message.code != "rules_failed"
    found = past.commands.get((client.viewer, f"{client.session}:{message.n}"), [])
    assert all(position > durable for position, _ in found), (
        f"command {message.n} of {client.session} was refused ({message.code}), but had counted"
    )


def check_rest(client: Client, past: Past) -> None:
    """In the calm at the end every client is answered and knows all that it may know."""
    assert client.conn is not None, "a client was left outside"
    assert not client.unanswered, f"{client.session} was never answered {client.unanswered}"
    assert client.view == past.match.view(client.viewer), "the patches do not add up"
    assert client.table == past.match.table(), "the table is not the one that was told"


def check_end(world: World, lines: tuple[Line, ...]) -> None:
    assert all(world.ended), "the end was said before it was durable"
    is_over = bool(lines) and isinstance(lines[-1], End)
    assert is_over == bool(world.ended), "the end was not said"
