"""The bots of one match: each in its seat, with the view that frames have given it.

Rules about this file:
1. A bot gets a first view and then what frames make of it, or if nobody else is told, the views
   that the feed would have made frames of: never the state, never `game.view`. Both ways a bot is
   asked at the same moments, with equal views: `tests/laws/test_views_of_bots.py`.
2. A decision's draws come from the bots' own key, the seat, the entries so far and the moment:
   a match that is resumed goes on as it would have.
3. What a bot proposes enters the match as a person's action does. A refusal is written down.
4. A bot that was brought and fails gets a strike, and the first of its choices is played.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from freehold.bot import Bot, Info, Places, Wait, end_bot, maker_of, start_bot
from freehold.bots.pacing import Pacing
from freehold.bots.strikes import (
    MOST_STRIKES,
    BotFailed,
    BotNote,
    BotStrike,
    BroughtBot,
)
from freehold.game import AnyGame, Illegal, Malformed, Ms, Outcome, Seat, View, Viewer
from freehold.kernel.chance import Stream
from freehold.match.log import parse_action, spell_action
from freehold.match.match import Match
from freehold.match.patches import Frame, Table, apply

AT_ONCE = Pacing()
ATTEMPTS = 3
"""How often a bot is asked again after a refusal, before the first of its choices is played."""
OUT_REST_MS = 1_000
"""In real time, how often a bot with five strikes plays its first choice."""


class RefusedAction(Struct, frozen=True):
    """An action of a bot that the rules refused: a bug of the bot, or in real time a race."""

    now: Ms
    seat: Seat
    action: str
    code: str


class Pending(Struct, frozen=True):
    """What a bot has decided, on its way to the match."""

    action: Struct
    at: Ms
    attempt: int


class Member:
    """One bot in its seat."""

    def __init__(self, bot: Bot, first: Frame) -> None:
        self.bot = bot
        self.view: View[Any] = apply(None, first)
        self.table = first.table or Table(())
        self.moment: Ms | None = first.now
        """When it is to be asked next; None is not before the view changes."""
        self.asked_at: Ms = -1
        self.acted_at: Ms | None = None
        self.pending: Pending | None = None
        self.strikes = 0

    @property
    def is_out(self) -> bool:
        """Does it play first choices to the end?"""
        return self.strikes >= MOST_STRIKES

    def hear(self, frame: Frame, rest_ms: Ms) -> None:
        """Take a frame; news wakes a waiting bot, but not twice within its rest."""
        self.see(apply(self.view, frame), frame.table or self.table, frame.now, rest_ms)

    def see(self, view: View[Any], table: Table, now: Ms, rest_ms: Ms) -> None:
        self.view, self.table = view, table
        soonest = max(now, self.asked_at + rest_ms) if self.asked_at >= 0 else now
        self.moment = soonest if self.moment is None else min(self.moment, soonest)


class Crew:
    """All bots of one match."""

    def __init__(
        self, match: Match, bots: Mapping[Seat, Bot], key: bytes, pacing: Pacing = AT_ONCE
    ) -> None:
        self.match = match
        self.key = key
        self.pacing = pacing
        self.is_live = match.game.kind == "real-time"
        self.is_world = match.game.world is not None
        """A world's table awaits nobody: everybody may act."""
        self.rest_ms: Ms = 1 if self.is_live else 0
        self.members = {seat: Member(bots[seat], match.open(seat)) for seat in sorted(bots)}
        self.refusals: list[RefusedAction] = []
        self.strikes: list[BotStrike] = []
        self.notes: list[BotNote] = []
        self.asked = 0
        for seat in self.members:
            self._start(seat)

    @property
    def out(self) -> tuple[Seat, ...]:
        """Those with five strikes."""
        return tuple(seat for seat, member in self.members.items() if member.is_out)

    def _start(self, seat: Seat) -> None:
        try:
            start_bot(self.members[seat].bot, self._info(seat))
        except BotFailed as failure:
            self._strike(seat, self.match.now, failure)

    def _info(self, seat: Seat) -> Info:
        def log(text: str) -> None:
            self.notes.append(BotNote(seat, self.match.now, self.match.log.entries, text))

        def mark(cells: Places, word: str) -> None:
            places = tuple((x, y) for x, y in cells)
            self.notes.append(BotNote(seat, self.match.now, self.match.log.entries, word, places))

        return Info(
            game=self.match.game.name,
            seat=seat,
            seats=len(self.match.seats),
            params=self.match.setup.params,
            clock=self.match.header.clock,
            pace_ms=self._pace_ms(self.members[seat]),
            is_live=self.is_live,
            log=log,
            mark=mark,
        )

    def end(self, outcome: Outcome) -> None:
        """Tell the bots how it ended."""
        for seat, member in self.members.items():
            try:
                end_bot(member.bot, outcome)
            except BotFailed as failure:
                self._strike(seat, self.match.now, failure)

    def hear(self, frames: Mapping[Viewer, Frame]) -> None:
        for seat, member in self.members.items():
            if seat in frames:
                member.hear(frames[seat], self.rest_ms)

    def see(self, views: Mapping[Viewer, View[Any]], now: Ms) -> None:
        """The same without frames: the views that differ, and the table as it is."""
        table = self.match.table() if views else None
        for seat, member in self.members.items():
            if seat in views:
                member.see(views[seat], table or member.table, now, self.rest_ms)

    def next_up(self) -> tuple[Ms, Seat] | None:
        """Which bot is to be asked next, and when."""
        moments = [
            (max(moment, self.match.now), seat)
            for seat, member in self.members.items()
            if (moment := self._moment(seat, member)) is not None
        ]
        return min(moments, key=self.rank, default=None)

    def _moment(self, seat: Seat, member: Member) -> Ms | None:
        """When the bot is asked next, or when what it has decided takes effect."""
        if member.pending is not None:
            return member.pending.at
        if member.moment is None or not (self.is_world or seat in member.table.awaited):
            return None
        if not self.is_live or member.is_out:
            return member.moment
        moment = max(member.moment, self.match.now)
        if member.acted_at is not None:
            moment = max(moment, member.acted_at + self._pace_ms(member))
        return self.pacing.next_decision(moment)

    def _pace_ms(self, member: Member) -> Ms:
        is_held = self.is_live and isinstance(member.bot, BroughtBot)
        return self.pacing.pace_ms if is_held else 0

    def rank(self, moment: tuple[Ms, Seat]) -> tuple[Ms, int, Seat]:
        """The order in which bots are asked: of equal moments another seat is first at each beat,
        so that no seat has an advantage."""
        now, seat = moment
        beat = now // max(1, self.match.game.flush_ms)
        return now, (seat - beat) % len(self.match.names), seat

    def ask(self, seat: Seat, now: Ms) -> bool:
        """Let one bot decide and act. True if an action was accepted."""
        member = self.members[seat]
        if member.pending is not None:
            return self._arrive(seat, member, member.pending, now)
        member.asked_at = now
        if member.is_out:
            return self._play_first_choice(seat, member, now)
        try:
            return self._ask(seat, member, now)
        except BotFailed as failure:
            self._strike(seat, now, failure)
            return self._play_first_choice(seat, member, now)

    def _ask(self, seat: Seat, member: Member, now: Ms, first: int = 0) -> bool:
        for attempt in range(first, 1 if self.is_live else ATTEMPTS + 1):
            answer = self._decide(seat, member, now, attempt)
            if isinstance(answer, Wait):
                self._wait(seat, member, answer, now)
                return False
            if delay_ms := self.pacing.delay(seat):
                member.pending = Pending(answer, now + delay_ms, attempt)
                return False
            if self._try(seat, answer, now):
                return self._acted(member, now)
        if self.is_live:
            member.moment = self._again_at(now)
            return False
        return self._play_first_choice(seat, member, now)

    def _acted(self, member: Member, now: Ms) -> bool:
        member.acted_at = now
        member.moment = self._again_at(now)
        return True

    def _arrive(self, seat: Seat, member: Member, pending: Pending, now: Ms) -> bool:
        """What a bot has decided a while ago takes effect, or is refused by now."""
        member.pending = None
        if self._try(seat, pending.action, now):
            return self._acted(member, now)
        member.moment = self._again_at(now)
        if self.is_live or self.match.outcome or seat not in self.match.awaited:
            return False
        try:
            return self._ask(seat, member, now, pending.attempt + 1)
        except BotFailed as failure:
            self._strike(seat, now, failure)
            return self._play_first_choice(seat, member, now)

    def _decide(self, seat: Seat, member: Member, now: Ms, attempt: int) -> Struct:
        self.asked += 1
        retry = f" again {attempt}" if attempt else ""
        rng = Stream(self.key, f"{seat} {self.match.log.entries} {now}{retry}")
        answer = member.bot.decide(member.view, now, rng)
        return parse_action(self.match.game, answer) if isinstance(answer, str) else answer

    def _wait(self, seat: Seat, member: Member, wait: Wait, now: Ms) -> None:
        if isinstance(member.bot, BroughtBot) and self._is_up_to(seat):
            raise BotFailed("waited", "it waits, and nobody else can act")
        member.moment = None if wait.until is None else max(wait.until, now + 1)

    def _is_up_to(self, seat: Seat) -> bool:
        """Will nothing happen before this seat acts?"""
        is_alone = self.match.awaited == (seat,) and self.match.wake_at() is None
        return is_alone and not (self.is_live or self.is_world)

    def rouse(self) -> Seat | None:
        """Nothing will happen by itself: let a brought bot that only waits play something.

        The seat that acted, or None if there is no such bot.
        """
        for seat, member in self.members.items():
            is_idle = isinstance(member.bot, BroughtBot) and seat in member.table.awaited
            if is_idle and not member.is_out:
                self._strike(
                    seat, self.match.now, BotFailed("waited", "it waits, as all others do")
                )
            if is_idle and self._play_first_choice(seat, member, self.match.now):
                return seat
        return None

    def _strike(self, seat: Seat, now: Ms, failure: BotFailed) -> None:
        entries = self.match.log.entries
        strike = BotStrike(seat, now, entries, failure.why, failure.text, failure.where)
        self.strikes.append(strike)
        self.members[seat].strikes += 1

    def _try(self, seat: Seat, action: Struct, now: Ms) -> bool:
        try:
            self.match.act(now, seat, action)
        except Illegal as refusal:
            text = spell_action(self.match.game, action)
            self.refusals.append(RefusedAction(now, seat, text, refusal.code))
            return False
        return True

    def _again_at(self, now: Ms) -> Ms:
        """After acting a bot looks again when it has been told what came of it."""
        beat = self.match.game.flush_ms
        return now + self.rest_ms if not beat else (now // beat + 1) * beat

    def _play_first_choice(self, seat: Seat, member: Member, now: Ms) -> bool:
        rng = Stream(self.key, f"{seat} {self.match.log.entries} {now} first choice")
        choice = next(self.match.game.choices(member.view, now, rng), None)
        is_played = choice is not None and self._try(seat, choice, now)
        if not is_played and not self.is_live:
            raise RuntimeError(f"{self.match.game.name}: seat {seat} has no legal choice")
        member.moment = now + OUT_REST_MS if self.is_live else self._again_at(now)
        return is_played


def make_bots(game: AnyGame, levels: Sequence[str]) -> dict[Seat, Bot]:
    """The bots of a line-up, by seat; a level of nothing is a person's seat."""
    return {seat: make_bot(game, level) for seat, level in enumerate(levels) if level}


def make_bot(game: AnyGame, level: str) -> Bot:
    if level not in game.bots:
        known = ", ".join(game.bots) or "not written yet"
        raise Malformed(f"{game.title} has no bot '{level}'; its bots are {known}")
    return maker_of(game.bots[level], level)()
