"""What happens outside a window changes nothing of what its player is sent, nor when."""

from __future__ import annotations

from msgspec import Struct

from freehold.game import Ms
from freehold.kernel import canonical
from freehold.kernel.chance import key_of
from freehold.match import Match, Seated
from freehold.protocol.wire import Acted, Refused
from freehold.server.match.effects import Effect, Send, Timer
from freehold.server.match.inputs import Attach, Command, Durable, Enter, Sit, Tick
from freehold.server.match.live import Live
from tests.server import all_sent
from tests.toy_world import GAME
from tests.toy_world.rules import Params

BEGUN: Ms = 1_000_013
FIELD = Params(side_cells=200, coins=1, goal_coins=1, sight_cells=5)
LASTS: Ms = 3_000


class Far(Struct, frozen=True):
    """Something that others do, far away."""

    at: Ms
    given: Command | Sit | Enter


def played(far: list[Far]) -> list[tuple[Ms, int, str, bytes]]:
    """What seat 0's two tabs are sent, and when; it walks, and asks for what is refused."""
    match = Match.new(GAME, (Seated("A"), Seated("B")), key_of("far"), FIELD)
    match.state.place[:] = [20 * 200 + 20, 150 * 200 + 150]
    live = Live.start(match, BEGUN)
    sent: list[tuple[Ms, int, str, bytes]] = []
    timer: Ms | None = None

    def run(now: Ms, effects: list[Effect]) -> None:
        nonlocal timer
        for effect in effects:
            if isinstance(effect, Send):
                for conn, message in effect.messages:
                    if conn in (1, 2):
                        name = type(message).__name__
                        sent.append((now, conn, name, canonical.encode(message)))
            elif isinstance(effect, Timer):
                timer = effect.at

    for conn, viewer in ((1, 0), (2, 0), (3, 1)):
        run(0, live.step(BEGUN, Attach(conn, viewer, f"tab{conn}")))
    mine = {130 + 170 * n: Command(1, n + 1, ACTIONS[n % len(ACTIONS)]) for n in range(15)}
    theirs: dict[Ms, list[Far]] = {}
    for each in far:
        theirs.setdefault(each.at, []).append(each)
    for now in range(1, LASTS):
        for each in theirs.get(now, []):
            run(now, live.step(BEGUN + now, each.given))
            keep_far(match)
        if now in mine:
            run(now, live.step(BEGUN + now, mine[now]))
        if timer is not None and BEGUN + now >= timer:
            timer = None
            run(now, live.step(BEGUN + now, Tick()))
        run(now, live.step(BEGUN + now, Durable(live.head)))
    return sent


ACTIONS = ("step east", "dig", "dig", "step south", "step west", "step sideways")


def keep_far(match: Match) -> None:
    """Newcomers are put anywhere: here, out of sight."""
    state = match.state
    for seat in range(2, len(state.place)):
        state.place[seat] = 190 * 200 + 10


def busy() -> list[Far]:
    walks = [Far(7 + 13 * n, Command(3, n + 1, "step north")) for n in range(100)]
    digs = [Far(1_400 + 11 * n, Command(3, 200 + n, "dig")) for n in range(50)]
    comes = [Far(60 + 110 * n, Sit(90 + n, f"New {n}")) for n in range(20)]
    goes = [Far(65 + 310 * n, Enter(1, ("leave", "arrive")[n % 2])) for n in range(8)]
    return [*walks, *digs, *comes, *goes]


def test_frames_and_answers_are_the_same_at_the_same_moments_whatever_happens_far_away() -> None:
    quiet, crowded = played([]), played(busy())
    assert quiet == crowded
    assert sum(name == "Frame" for _, _, name, _ in quiet) > 10
    names = {name for _, _, name, _ in quiet}
    assert {Acted.__name__, Refused.__name__} <= names


def test_what_happens_in_the_window_does_change_them() -> None:
    near = [Far(300, Sit(90, "Near"))]
    match = Match.new(GAME, (Seated("A"),), key_of("far"), FIELD)
    live = Live.start(match, BEGUN)
    live.step(BEGUN, Attach(1, 0, "tab"))
    live.step(BEGUN + 300, near[0].given)
    match.state.place[1] = match.state.place[0]
    match.state.touched.cells.add(match.state.place[0])
    told = live.step(BEGUN + 400, Tick())
    told += live.step(BEGUN + 400, Durable(live.head))
    assert 1 in [conn for conn, _ in all_sent(told)]
