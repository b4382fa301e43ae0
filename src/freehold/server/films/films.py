"""Films: a record turned into one viewer's frames, to be moved about in without the rules.

Rules about this file:
1. It follows the record line by line and believes nothing in it: a false line is a Mismatch.
2. Frames are what the viewer was told, or would have been; keys are whole views on the way, so
   that a seek in either direction applies few frames. Together keys weigh no more than frames.
3. A film has a time of its own, the same for all viewers: that of the match in real time, from
   where its record begins; in turns and rounds every step lasts long enough to be seen, and
   nobody waits for a thinker.
4. A player who joined later sees nothing from before that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import msgspec
from msgspec import Raw, Struct

from freehold.game import PUBLIC, AnyGame, Highlights, Malformed, Ms, Viewer
from freehold.match import Match, Record
from freehold.match.log import Check, End, Entry, Mark, Newcomer
from freehold.match.patches import Frame
from freehold.match.replay import begin_record, follow, numbered

VERSION = 1
KEY_FRAMES = 25
"""Minimum number of frames between two keys."""
LEAST_MS, MOST_MS = 700, 3_000
"""How long a step of a game in turns or rounds lasts, however long the players took."""
MOST_MARKS = 60
MOST_LEADS = 1_000
MOST_LED = 16
"""Of more seats no graph is drawn."""
CELLS_A_MS = 1_000
"""A whole large world is looked at less often: 1 ms between two looks per this many cells,"""
LARGE_CELLS, MOST_LOOKS = 1 << 16, 1_000
"""and no more than this many looks, however long it takes."""
NAME_CHARACTERS = 40
LEAD = "lead"
LEAD_HOLDS = 20
"""A lead is noted if it holds for this fraction (1/n) of the film, or at the end."""


class Bounds(Struct, frozen=True):
    """How much may become of a record."""

    cells: int
    """Of the board."""
    bytes: int
    """Of all frames and keys."""


class TooBig(Exception):
    """The board or the film passes its bounds; the code says which."""

    def __init__(self, code: str = "film_too_big") -> None:
        super().__init__(code)
        self.code = code


class KeyFrame(Struct, frozen=True):
    """A whole view: what the viewer knows after a frame."""

    frame: int
    """Its place among the frames, from 0."""
    view: Raw


class Moment(Struct, frozen=True):
    """Something of note, for the scrubber."""

    at: Ms
    """In the film's time."""
    code: str
    """A notice's, `ending_...`, or `lead`: that seat takes the lead."""
    facts: dict[str, Any]


class Film(Struct, frozen=True):
    """A match as one viewer saw it."""

    version: int
    game: str
    shape: str
    viewer: Viewer
    names: tuple[str, ...]
    bots: tuple[str, ...]
    """By seat the bot's level, or nothing for a person."""
    lasts: Ms
    frames: list[Raw]
    """`Frame`s as on the socket; the first is a whole view, the others hold what differs."""
    times: list[Ms]
    """Of each frame, in the film's time."""
    keys: list[KeyFrame]
    marks: list[Moment]
    leads: list[tuple[Ms, tuple[int, ...]]]
    """The score of each seat from a moment on; nothing if the game names none."""
    segment: int = 0
    """Which part of a long round of a world it is, from 0."""
    segments: int = 1
    """How many there are; 1 is that it is whole."""
    authors: tuple[str, ...] = ()
    """By seat: of bots that people brought, the author; empty for everyone else."""
    entries: tuple[int, ...] = ()
    """Of each frame, how many entries the match had: what bots noted is kept by entry."""


class FilmPart(Struct, frozen=True):
    """Which segment of how many."""

    segment: int = 0
    segments: int = 1


def make_film(
    game: AnyGame,
    record: Record,
    viewer: Viewer,
    bounds: Bounds,
    part: FilmPart | None = None,
    tell: Callable[[int], None] = lambda percent: None,
) -> Film:
    """Raises Malformed, Mismatch or TooBig. `tell` hears how far it is, in percent."""
    match = begin_record(game, record)
    moments = [line.now for line in record.lines if isinstance(line, Entry | Newcomer | Mark | End)]
    span = (match.now, moments[-1] if moments else match.now)
    cutting = Cutting(match, viewer, bounds, span) if viewer < len(match.seats) else None
    nexts = iter(moments[1:])
    wound = 0
    for place, (number, line) in enumerate(numbered(record)):
        if place * 100 // len(record.lines) > wound:
            wound = place * 100 // len(record.lines)
            tell(wound)
        follow(match, line, number)
        if isinstance(line, Check):
            continue
        next_at = next(nexts, None)
        if cutting is not None:
            cutting.step(isinstance(line, Entry), next_at)
        elif viewer < len(match.seats):
            cutting = Cutting(match, viewer, bounds, span)
    if cutting is None:
        raise Malformed("that seat was not taken yet")
    return cutting.finish(record, part or FilmPart())


class Cutting:
    """A film while it is made."""

    def __init__(self, match: Match, viewer: Viewer, bounds: Bounds, span: tuple[Ms, Ms]) -> None:
        self.match, self.viewer, self.bounds = match, viewer, bounds
        self.began, self._ends = span
        self.highlights: Highlights[Any] = match.game.extras.highlights
        self.is_real_time = match.game.kind == "real-time"
        self.at: Ms = 0
        self.frames: list[Raw] = []
        self.times: list[Ms] = []
        self._entries: list[int] = []
        self.keys: list[KeyFrame] = []
        self.moments: list[Moment] = []
        self.leads: list[tuple[Ms, tuple[int, ...]]] = []
        self._encode = msgspec.msgpack.Encoder().encode
        self._stepped_at: Ms = 0
        self._hold_ms: Ms = 0
        self._flushed_at: Ms = 0
        self._has_entry = False
        self._bytes = self._since_key = 0
        self._leaders: list[tuple[Ms, int]] = []
        first = match.open(viewer)
        assert first.view is not None
        cells = first.view.rect.width * first.view.rect.height
        if cells > bounds.cells:
            raise TooBig("film_board_too_big")
        self._every_ms = max(match.game.flush_ms, self._rest_ms(cells))
        if not self.is_real_time:
            match.open(PUBLIC)  # what everybody sees of a step decides how long it lasts
        self._whole_bytes = self._add(first)
        self._note_lead()

    def _rest_ms(self, cells: int) -> Ms:
        """How long a large world is left alone between two looks at all of it."""
        if self.match.game.world is None or cells <= LARGE_CELLS:
            return 0
        return max(cells // CELLS_A_MS, (self._ends - self.began) // MOST_LOOKS)

    def step(self, is_entry: bool, next_at: Ms | None) -> None:
        """A line has been followed; the next comes at that moment."""
        self._has_entry |= is_entry
        if next_at is not None and next_at < self._flushed_at + self._every_ms:
            return  # viewers were told of both together
        frames = self.match.flush()
        self._move_on(self._has_entry, frames.get(PUBLIC))
        self._has_entry, self._flushed_at = False, self.match.now
        frame = frames.get(self.viewer)
        if frame is not None:
            self._since_key += self._add(frame)
            self._add_key()
        self._note_lead()

    def _move_on(self, is_entry: bool, public: Frame | None) -> None:
        if self.is_real_time:
            self.at = self.match.now - self.began
        elif is_entry or public is not None:
            took = self.match.now - self._stepped_at
            self.at += max(min(max(took, LEAST_MS), MOST_MS), self._hold_ms)
            self._stepped_at = self.match.now
            told = public.notices if public is not None else ()
            holds_ms = self.highlights.holds_ms
            self._hold_ms = max((holds_ms.get(code, 0) for code, _ in told), default=0)

    def _add(self, frame: Frame) -> int:
        self.frames.append(self._pack(frame))
        self.times.append(self.at)
        self._entries.append(self.match.log.entries)
        self.moments += [Moment(self.at, code, facts) for code, facts in frame.notices]
        return len(bytes(self.frames[-1]))

    def _add_key(self) -> None:
        last = self.keys[-1].frame if self.keys else 0
        place = len(self.frames) - 1
        if place - last >= KEY_FRAMES and self._since_key >= self._whole_bytes:
            key = self._pack(self.match.open(self.viewer))
            self.keys.append(KeyFrame(place, key))
            self._since_key, self._whole_bytes = 0, len(bytes(key))

    def _pack(self, frame: Frame) -> Raw:
        data = self._encode(frame)
        self._bytes += len(data)
        if self._bytes > self.bounds.bytes:
            raise TooBig
        return Raw(data)

    def _note_lead(self) -> None:
        if self.highlights.lead is None:
            return
        scores = self.highlights.lead(self.match.state)
        if len(scores) > MOST_LED:
            return
        if self.leads and self.leads[-1][1] == scores:
            return
        self.leads.append((self.at, scores))
        best = [seat for seat, score in enumerate(scores) if score == max(scores)]
        if len(best) == 1:
            self._leaders.append((self.at, best[0]))

    def finish(self, record: Record, part: FilmPart) -> Film:
        seats = record.seats
        outcome = self.match.outcome
        leads = note_leads(self._leaders, self.at)
        marks = choose_marks(self.moments, leads, self.highlights.noted)
        if outcome is not None:
            marks.append(Moment(self.at, f"ending_{outcome.ending}", {}))
        return Film(
            VERSION,
            self.match.game.name,
            self.match.game.shape(self.match.setup.params),
            self.viewer,
            tuple(seated.name[:NAME_CHARACTERS] for seated in seats),
            tuple(seated.bot[:NAME_CHARACTERS] for seated in seats),
            self.at + self._hold_ms,
            self.frames,
            self.times,
            self.keys,
            marks,
            thin_leads(self.leads, self.at),
            part.segment,
            part.segments,
            tuple(seated.author[:NAME_CHARACTERS] for seated in seats),
            tuple(self._entries),
        )


def note_leads(leaders: list[tuple[Ms, int]], lasts: Ms) -> list[Moment]:
    """Players who take the lead from another and keep it a while; the first leader took it from
    nobody."""
    turns = [after for before, after in pairwise(leaders) if before[1] != after[1]]
    noted: list[Moment] = []
    leader = leaders[0][1] if leaders else -1
    for place, (at, seat) in enumerate(turns):
        until = turns[place + 1][0] if place + 1 < len(turns) else lasts
        holds = until - at >= lasts // LEAD_HOLDS or until == lasts
        if holds and seat != leader:
            noted.append(Moment(at, LEAD, {"seat": seat}))
            leader = seat
    return noted


def choose_marks(
    moments: list[Moment], leads: list[Moment], noted: tuple[str, ...]
) -> list[Moment]:
    """Those that the game notes, or as many of the rarest as a scrubber has room for."""
    moments = [each for each in moments if not noted or each.code in noted] + leads
    moments.sort(key=lambda moment: moment.at)
    counts = Counter(moment.code for moment in moments)
    chosen: set[str] = set()
    room = MOST_MARKS
    for code, count in sorted(counts.items(), key=lambda each: (each[1], each[0])):
        room -= count
        if room >= 0:
            chosen.add(code)
    return [moment for moment in moments if moment.code in chosen]


def thin_leads(
    leads: list[tuple[Ms, tuple[int, ...]]], lasts: Ms
) -> list[tuple[Ms, tuple[int, ...]]]:
    """The last score of each of MOST_LEADS equal stretches of time; a graph shows no more."""
    if len(leads) <= MOST_LEADS:
        return leads
    by_stretch = {at * MOST_LEADS // max(1, lasts): (at, scores) for at, scores in leads}
    return list(by_stretch.values())
