"""Who is there in a running match, and what happens in the seats of those who are not.

Rules about this file:
1. While nobody is connected, the match rests: if all are absent, it counts against nobody. A bot
   that was brought does not keep a match going that people have left.
2. For a player who stays away longer than the grace period, a bot plays, or `leave` is entered,
   or the others wait, as the room says. The seat is theirs again as soon as they return. In a
   world the same holds for players who left with the button.
3. `look` may be called at any time and only does what is due.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from freehold.bots.levels import middle_bot
from freehold.game import Ms, Seat
from freehold.server.bots.seats import BotSeat
from freehold.server.match.playing import Playing
from freehold.server.rooms.kinds import kind_of
from freehold.server.rooms.rooms import Room

MakeBot = Callable[[Seat, str], BotSeat]
NoteLeft = Callable[[Seat, bool], None]


class Attendance:
    """The seats of one match."""

    def __init__(
        self,
        playing: Playing,
        room: Room,
        grace_ms: Ms,
        make_bot: MakeBot,
        note_left: NoteLeft,
        look_again: Callable[[], None],
    ) -> None:
        self.grace_ms = grace_ms
        self.substitutes: dict[Seat, BotSeat] = {}
        self._playing = playing
        self._make_bot = make_bot
        self._note_left = note_left
        self._look_again = look_again
        self._left = {seat for seat, chair in enumerate(room.chairs) if chair.has_left}
        self._nobodys = kind_of(room).nobodys(room)
        self._away_since: dict[Seat, Ms] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._bots = {
            seat: make_bot(seat, chair.bot) for seat, chair in enumerate(room.chairs) if chair.bot
        }

    @property
    def out(self) -> tuple[Seat, ...]:
        """Seats of bots that were brought and have five strikes: they place below all others."""
        return tuple(seat for seat, bot in self._bots.items() if bot.is_out and bot.is_brought)

    def close(self) -> None:
        if self._timer:
            self._timer.cancel()
        for bot in (*self._bots.values(), *self.substitutes.values()):
            bot.close()
        self._bots, self.substitutes = {}, {}

    def look(self, room: Room, present: set[Seat]) -> None:
        """See who is there and do what is due."""
        now = self._playing.now()
        is_player = kind_of(room).is_player
        people = {seat: None for seat, chair in enumerate(room.chairs) if is_player(chair)}
        there = present & persons_in(room) or (set() if room.persons else present)
        self._rest(room.is_paused or not there)
        for seat in [seat for seat in self._away_since if seat not in people]:
            self._is_back(seat)  # gave up and left: there is nobody to wait for
        for seat in people:
            if seat in present:
                self._is_back(seat)
            else:
                self._away_since.setdefault(seat, now)
        if there and not room.is_paused:
            self._mind_absent(room, now)

    def _is_back(self, seat: Seat) -> None:
        self._away_since.pop(seat, None)
        if seat in self.substitutes:
            self.substitutes.pop(seat).close()
        if seat in self._left and self._may_enter():
            self._left.discard(seat)
            self._playing.enter(seat, "arrive")
            self._note_left(seat, False)

    def _rest(self, is_resting: bool) -> None:
        if self._playing.is_resting != is_resting:
            self._playing.rest(is_resting)
            if not is_resting:
                while self._nobodys and self._may_enter():
                    self._playing.enter(self._nobodys.pop(), "leave")
                for bot in (*self._bots.values(), *self.substitutes.values()):
                    bot.go_on()

    def _mind_absent(self, room: Room, now: Ms) -> None:
        due = [since + self.grace_ms for since in self._away_since.values()]
        for seat, since in sorted(self._away_since.items()):
            if since + self.grace_ms <= now:
                self._play_on(room, seat)
        later = [moment for moment in due if moment > now]
        if self._timer:
            self._timer.cancel()
            self._timer = None
        if later:
            self._timer = self._playing.pulse.call_at(min(later) + 2, self._look_again)

    def _play_on(self, room: Room, seat: Seat) -> None:
        level, away = middle_bot(self._playing.game), kind_of(room).away(room)
        if away == "bot" and level and seat not in self.substitutes:
            self.substitutes[seat] = self._make_bot(seat, level)
        elif away == "leave" and seat not in self._left and self._may_enter():
            self._left.add(seat)
            self._playing.enter(seat, "leave")
            self._note_left(seat, True)

    def _may_enter(self) -> bool:
        return self._playing.live is not None and not self._playing.is_resting


def persons_in(room: Room) -> set[Seat]:
    """The seats of people: neither of levels nor of bots that were brought."""
    return {
        seat
        for seat, chair in enumerate(room.chairs)
        if chair.guest and not chair.is_gone and not chair.brought
    }
