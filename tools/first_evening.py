"""Walks through a newcomer's first evening: from the start page to a won match, on Easy.

    python tools/first_evening.py [WALK...]

The walker reads no rules. It presses the most obvious button, plays sensibly but naively by what is
on the page, a click every one or two seconds, and asks for a rematch if it loses. Pictures and the
times go into docs/screens/first-evening/. Look at each picture.
"""

from __future__ import annotations

import io
import json
import re
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "bench")]

from newcomer_players import make_captain  # noqa: E402
from PIL import Image  # noqa: E402
from playwright.sync_api import (  # noqa: E402
    Browser,
    Locator,
    Page,
    TimeoutError,
    expect,
    sync_playwright,
)

from freehold.client import Tab  # noqa: E402
from freehold.game import Ms, View  # noqa: E402
from freehold.games.minewars.actions import Capture, Deploy  # noqa: E402
from freehold.kernel.chance import Stream, key_of  # noqa: E402
from freehold.match.patches import Frame  # noqa: E402
from freehold.protocol.wire import decode_from_server  # noqa: E402
from freehold.server.settings import Settings  # noqa: E402
from tests.web import DESK, PATIENCE_MS, PHONE, chromium, land_grab  # noqa: E402
from tests.web.pages import HEX_ROW, PLACE, Cell, card, cells, spot  # noqa: E402
from tests.web.servers import Server  # noqa: E402

FOLDER = ROOT / "docs" / "screens" / "first-evening"
FACTS = FOLDER / "walks.json"
README = FOLDER / "README.md"
QUALITY = 72
PAUSE_MS = 900
"""About a click per second."""
THINK_MS = 2_000
"""In turns people take their time."""
MOST_TRIES = 6
MOST_CLICKS = 3_000
MOST_LOOKS = 20_000
TOOL_MS = 300
"""From a tool to the tile."""
LOOK_MS = 30
"""Between two looks at the page, at least."""
HAND_MS = 150
"""From the decision to the click: the page is read, and the pointer goes there."""


INTRODUCTION = """\
# The first evening

`python tools/first_evening.py`: from the address that `make play` prints to a won match, by a
newcomer who reads nothing. A walker with a clean browser presses the most obvious button and plays
on Easy by what is on the page, a click every one or two seconds. It settles where that pays most,
opens what one or two numbers prove, and guesses when nothing is proven. In MineWars it is the
newcomer of [the benchmark](../../../bench/newcomers-results.md), who clicks every 1.5 seconds: it
goes for the nearest city, lays mines where it meets the rival, as the hint there says, and takes
back a tile beside a city of its own that is about to fall. On a phone it drags the board to what it
wants to press. If it loses, it presses *Rematch*.
Times are minutes and seconds since the start page was opened, and clicks are counted from there.
`walks.json` has the same numbers."""


class Shot(NamedTuple):
    seconds: int
    clicks: int
    picture: bytes


class Lost(Exception):
    """This match is over, and another player has won it."""


class Won(Exception):
    """This match is won."""


class Walk:
    """One newcomer with a clean browser: what they have clicked, and the pictures on their way."""

    def __init__(self, page: Page, is_touch: bool) -> None:
        self.page = page
        self.is_touch = is_touch
        self.eyes = Eyes(page)
        self.clicks = 0
        self.tries = 1
        self.first_hint = ""
        self.shots: dict[str, Shot] = {}
        self.began = self.clicked = time.monotonic()

    def press(self, button: Locator, patience_ms: int = PATIENCE_MS) -> None:
        self._count()
        if self.is_touch:
            button.tap(timeout=patience_ms)
        else:
            button.click(timeout=patience_ms)

    def press_if_there(self, button: Locator) -> None:
        """In real time it may go before it is pressed."""
        with suppress(TimeoutError):
            self.press(button, PAUSE_MS)

    def press_cell(self, x: int, y: int) -> None:
        self.press_at(spot(self.page, x, y))

    def press_at(self, at: tuple[float, float]) -> None:
        self._count()
        if self.is_touch:
            self.page.touchscreen.tap(*at)
        else:
            self.page.mouse.click(*at)

    def _count(self) -> None:
        self.clicks += 1
        self.clicked = time.monotonic()
        if self.clicks % 50 == 0:
            print(f"{clock(self.seconds())}: {self.clicks} clicks", flush=True)

    def seconds(self) -> int:
        return round(time.monotonic() - self.began)

    def shoot(self, name: str, is_again: bool = True) -> None:
        """A picture of what is seen now; without `is_again` only the first time."""
        if name not in self.shots or is_again:
            self.shots[name] = Shot(self.seconds(), self.clicks, self.page.screenshot())

    def hint(self) -> str:
        words = self.page.get_by_role("status", name="Hint").locator("p")
        return " ".join(words.all_inner_texts())

    def shoot_hint(self) -> None:
        """The first one after the first sight."""
        if "hint" not in self.shots and self.hint() not in ("", self.first_hint):
            self.shoot("hint")

    def rest(self, ms: int) -> None:
        """Until this long after the last click. If the match ends: Lost, or pictures and Won."""
        ended = self.page.locator(".moment").or_(result(self.page)).first
        left = ms - (time.monotonic() - self.clicked) * 1_000
        try:
            ended.wait_for(timeout=max(left, LOOK_MS))
        except TimeoutError:
            return
        self.shoot("victory")
        expect(result(self.page)).to_be_visible()
        if not self.page.get_by_role("dialog", name="You won").is_visible():
            del self.shots["victory"]
            raise Lost
        self.page.wait_for_timeout(400)
        self.shoot("result")
        raise Won


Play = Callable[[Walk], None]
"""Plays a match until Lost or Won."""


def result(page: Page) -> Locator:
    return page.get_by_role("button", name="Rematch")


class Eyes:
    """What the page is told of the match, and so what it draws: this reads along."""

    def __init__(self, page: Page) -> None:
        self.tab = Tab("")
        self.told_at = 0.0
        page.on("websocket", lambda socket: socket.on("framereceived", self.read))

    def read(self, data: bytes | str) -> None:
        assert isinstance(data, bytes)
        message = decode_from_server(data)
        self.tab.hear(message)
        if isinstance(message, Frame):
            self.told_at = time.monotonic()

    def view(self) -> tuple[View[Any], Ms]:
        """What the board shows now, and the time of the match."""
        known = self.tab.known
        assert known
        assert known.view
        return known.view, known.now + round((time.monotonic() - self.told_at) * 1_000)


# Reading a minefield

Place = tuple[int, int]
SEE = """() => {
  const frame = document.querySelector("[data-camera]");
  const [x, y, size] = frame.dataset.camera.split(" ").map(Number);
  const { left, top } = frame.getBoundingClientRect();
  const labels = [...document.querySelectorAll("[role=gridcell]")].map((each) => each.ariaLabel);
  const words = document.querySelector("main").textContent;
  return { labels, words, camera: [left + x, top + y, size] };
}"""
COVERS = ".map, .zoom, .edge.hint .hint, .alerts button, .cards > *"
"""What lies over the board on a phone: a player does not press tiles below it."""
HIDDEN = """([x, y, size, covers]) => {
  const isIn = ({ left, top, right, bottom }, by) =>
    x > left - by && x < right + by && y > top - by && y < bottom + by;
  const board = document.querySelector("[data-camera]").getBoundingClientRect();
  const found = [...document.querySelectorAll(covers)].map((each) => each.getBoundingClientRect());
  return !isIn(board, -size / 2) || found.some((each) => isIn(each, 2));
}"""
DRAG_STEPS = 6
DRAGS = 6
GUESS = 0.2
"""The danger that a newcomer accepts immediately,"""
PATIENCE_SECONDS = 4
"""and how long they look for something better before they accept any."""


class Sight:
    """The board as it was read last: the page reads out the cells around the cursor."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.is_hex = page.locator("[data-camera]").get_attribute("data-shape") == "hex"
        self.labels: dict[Place, str] = {}
        self.words = ""
        self.camera = (0.0, 0.0, 1.0)
        grid = page.get_by_role("grid")
        self.extent = [int(grid.get_attribute(f"aria-{each}count") or 0) for each in ("col", "row")]

    def look(self) -> None:
        """Everything at once: the page does not stand still."""
        seen = self.page.evaluate(SEE)
        found = [PLACE.fullmatch(label) for label in seen["labels"]]
        self.labels |= {(int(each[1]), int(each[2])): each[3] for each in found if each}
        self.words, self.camera = seen["words"], seen["camera"]

    def spot(self, place: Place) -> tuple[float, float]:
        """The middle of a cell, in pixels of the page."""
        x, y = place
        left, top, size = self.camera
        across, down = (x + y % 2 / 2, y * HEX_ROW) if self.is_hex else (x, y)
        return left + (across + 0.5) * size, top + (down + 0.5) * size

    def is_hidden(self, place: Place) -> bool:
        """Beyond the edge of the screen, or below something that lies over the board."""
        hidden: bool = self.page.evaluate(HIDDEN, [*self.spot(place), self.camera[2], COVERS])
        return hidden

    def edge(self, own: set[Place]) -> set[Place]:
        """Cells of one's own beside some that were never looked at."""
        return {place for place in own if len(self.around(place)) < self.near(place)}

    def near(self, place: Place) -> int:
        """How many cells are beside one on this board."""
        wide, high = self.extent
        return sum(0 <= x < wide and 0 <= y < high for x, y in self.steps(place))

    def around(self, place: Place) -> list[Place]:
        return [near for near in self.steps(place) if near in self.labels]

    def steps(self, place: Place) -> list[Place]:
        x, y = place
        if not self.is_hex:
            steps = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
        else:
            slant = (0, 1) if y % 2 else (-1, 0)
            steps = [(-1, 0), (1, 0), *[(dx, dy) for dy in (-1, 1) for dx in slant]]
        return [(x + dx, y + dy) for dx, dy in steps]

    def places(self, words: str) -> set[Place]:
        return {place for place, label in self.labels.items() if re.search(words, label)}

    def numbers(self, words: str) -> dict[Place, int]:
        found = {place: re.search(words, label) for place, label in self.labels.items()}
        return {place: int(number[1]) for place, number in found.items() if number}


def prove(
    sight: Sight, numbers: Mapping[Place, int], covered: set[Place], shown: set[Place]
) -> tuple[set[Place], set[Place]]:
    """What numbers prove, one by one and in pairs, until nothing new comes of it: safe, mines."""
    safe: set[Place] = set()
    mines = set(shown)
    found = -1
    while found < len(safe) + len(mines):
        found = len(safe) + len(mines)
        for unknown, left in facts_of(sight, numbers, covered - safe, mines):
            if left <= 0:
                safe |= unknown
            elif left == len(unknown):
                mines |= unknown
    return safe, mines - shown


def facts_of(
    sight: Sight, numbers: Mapping[Place, int], covered: set[Place], mines: set[Place]
) -> list[tuple[set[Place], int]]:
    """Groups of covered cells with the number of mines among them."""
    single = {}
    for place, number in numbers.items():
        near = set(sight.around(place))
        if unknown := near & covered - mines:
            single[place] = unknown, number - len(near & mines)
    pairs = [
        (wide - small, more - less)
        for place, (small, less) in single.items()
        for other in sight.around(place)
        if (wide := single.get(other, (small, 0))[0]) > small
        for more in [single[other][1]]
    ]
    return [*single.values(), *pairs]


def dangers(
    sight: Sight, numbers: Mapping[Place, int], covered: set[Place], mines: set[Place]
) -> dict[Place, float]:
    """The worst that a number says of each covered cell beside it, but for proven mines."""
    found: dict[Place, float] = {}
    for place, number in numbers.items():
        near = set(sight.around(place))
        unknown = near & covered - mines
        share = (number - len(near & mines)) / max(1, len(unknown))
        for each in unknown:
            found[each] = max(found.get(each, 0), share)
    return found


def guessed(walk: Walk, risks: Mapping[Place, float], most: float = 1) -> Place | None:
    """The cell of the least danger; of a great one only after a while without a click."""
    is_idle = time.monotonic() - walk.clicked > PATIENCE_SECONDS
    best = min(risks, key=lambda place: risks[place], default=None)
    accepted = most if is_idle else GUESS
    return best if best is not None and risks[best] <= accepted else None


def distance(at: Place, to: Place) -> int:
    return max(abs(at[0] - to[0]), abs(at[1] - to[1]))


def nearest(found: Iterable[Place], to: Place) -> Place:
    return min(found, key=lambda at: (distance(at, to), at))


# The games


def choose_tile(page: Page) -> tuple[str, Cell]:
    """Settle where it pays most; if no farm is free, a farm beside the best place."""
    found = land_grab.legal(page)
    best = max(found, key=land_grab.gain)
    settles = [cell for cell in found if land_grab.SETTLES.search(cell.label)]
    if settles:
        return "settle", max(settles, key=land_grab.gain)
    near = [cell for cell in found if distance((cell.x, cell.y), (best.x, best.y)) == 1]
    return "farm", min(near or found, key=land_grab.gain)


def play_land_grab(walk: Walk) -> None:
    """What pays most, with farms beside the best places."""
    built = 0
    for _ in range(MOST_CLICKS):
        walk.rest(THINK_MS)
        if not land_grab.is_turn(walk.page).is_visible():
            continue
        walk.shoot_hint()
        mode, cell = choose_tile(walk.page)
        button = walk.page.get_by_role(
            "button", name=re.compile("^(Mine|Resort)" if mode == "settle" else "^Farm")
        )
        if button.get_attribute("aria-pressed") != "true":
            walk.press(button)
        walk.press_cell(cell.x, cell.y)
        yes = walk.page.get_by_role("button", name="Yes", exact=True)
        if walk.is_touch:
            walk.press(yes)
        land_grab.expect_built(walk.page, cell)
        built += 1
        if built == 6:
            walk.shoot("middle")


def choose_start(walk: Walk) -> None:
    """Somewhere in the middle of the board, and Confirm."""
    page = walk.page
    for _ in range(20):
        walk.rest(PAUSE_MS)
        if page.get_by_role("region", name="Stages").is_visible():
            return
        confirm = page.get_by_role("button", name="Confirm")
        if not confirm.is_visible():
            continue
        if confirm.is_enabled():
            with suppress(TimeoutError):  # another player may have confirmed a start close by
                confirm.click(timeout=PAUSE_MS)
                walk.clicks += 1
            continue
        free = [cell for cell in cells(page) if cell.label == "covered"]
        if free:
            walk.press_cell(*free[len(free) // 2][:2])


AREA_WORDS = ("yours", "covered", "revealed mine")


def play_area_attack(walk: Walk) -> None:
    """Opens what single numbers prove, close to the last click; guesses when nothing is proven."""
    page = walk.page
    choose_start(walk)
    walk.press(page.get_by_role("button", name="Show the whole board"))
    page.wait_for_timeout(PAUSE_MS)
    sight, at = Sight(page), (0, 0)
    for _ in range(MOST_CLICKS):
        walk.shoot_hint()
        walk.rest(PAUSE_MS)
        sight.look()
        if "You see the board as it was" in sight.words:
            walk.shoot("frozen", is_again=False)
            continue
        is_late = "Hitting a mine freezes you" not in sight.words
        if is_late:
            walk.shoot("middle", is_again=False)
        own, covered, shown = (sight.places(f"^{each}") for each in AREA_WORDS)
        numbers = sight.numbers("^yours, ([0-8]) mines? around")
        safe, mines = prove(sight, numbers, covered, shown)
        edge = sight.edge(own)
        risks = dangers(sight, numbers, covered, mines | shown)
        guess = guessed(walk, risks, GUESS if is_late else 1)  # a blast costs more than time
        if safe:
            at = nearest(safe, at)
        elif edge:
            at = nearest(edge, at)  # a click on a number only looks there
        elif guess:
            at = guess
        else:
            continue
        walk.press_at(sight.spot(at))


def choose_tool(walk: Walk, tool: str, kind: str = "") -> None:
    """Presses its button, and that of one of its kinds, unless it is chosen."""
    page = walk.page
    for group, name in (("Tools", tool), ("Options", kind)):
        button = page.get_by_role("group", name=group).get_by_role("button", name=name)
        if name and button.get_attribute("aria-pressed", timeout=PAUSE_MS) != "true":
            walk.press(button, PAUSE_MS)
            page.wait_for_timeout(TOOL_MS)


def drag_to_middle(walk: Walk, at: tuple[float, float]) -> None:
    """With one finger, so that this point of the board comes to its middle."""
    box = walk.page.locator("[data-camera]").bounding_box()
    assert box
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    reach = box["width"] / 2 - 20, box["height"] / 2 - 60
    way = [min(max(to - of, -most), most) for to, of, most in zip(middle, at, reach, strict=True)]
    start = [to - part / 2 for to, part in zip(middle, way, strict=True)]
    finger = walk.page.context.new_cdp_session(walk.page)
    for step in range(DRAG_STEPS + 1):
        x, y = (of + part * step / DRAG_STEPS for of, part in zip(start, way, strict=True))
        kind = "touchMove" if step else "touchStart"
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    finger.detach()
    walk.page.wait_for_timeout(100)


def press_tile(walk: Walk, sight: Sight, place: Place) -> None:
    """A finger first reads the hint away and drags the board, if the tile cannot be seen."""
    sight.look()
    for _ in range(DRAGS if walk.is_touch else 0):
        if not sight.is_hidden(place):
            break
        read = walk.page.get_by_role("button", name="Got it")
        if read.is_visible():
            walk.press_if_there(read)
            walk.page.wait_for_timeout(100)
        else:
            drag_to_middle(walk, sight.spot(place))
        sight.look()
    walk.press_at(sight.spot(place))


def play_minewars(walk: Walk) -> None:
    """As the newcomer of `bench/newcomers.py` does, by what the page shows: it captures what single
    digits prove safe, towards the nearest city, and lays mines where it meets the rival."""
    page, eyes, sight = walk.page, walk.eyes, Sight(walk.page)
    newcomer, rng, begun = make_captain(), Stream(key_of("a newcomer"), "walk"), time.monotonic()
    for _ in range(MOST_LOOKS):
        walk.shoot_hint()
        walk.rest(0)
        view, now = eyes.view()
        if view.facts.own.stunned_until:
            walk.shoot("stunned", is_again=False)
        action = newcomer.decide(view, now + HAND_MS, rng)
        with suppress(TimeoutError):  # the match may end while a button is looked for
            if isinstance(action, Deploy):
                choose_tool(walk, "Deploy", action.item.capitalize())
                press_tile(walk, sight, (action.x, action.y))
            elif isinstance(action, Capture):
                choose_tool(walk, "Capture")
                press_tile(walk, sight, (action.x, action.y))
        if "middle" not in walk.shots and time.monotonic() - begun > 60:
            walk.shoot("middle")
        if walk.clicks == 4 and not walk.is_touch:  # on a phone its tiles are too small to hit
            walk.press(page.get_by_role("button", name="Show the whole board"))


class Plan(NamedTuple):
    game: str
    play: Play
    device: Mapping[str, Any] = MappingProxyType(DESK)


PLANS: Mapping[str, Plan] = MappingProxyType(
    {
        "land-grab": Plan("Land Grab", play_land_grab),
        "land-grab-phone": Plan("Land Grab", play_land_grab, MappingProxyType(PHONE)),
        "area-attack": Plan("Area Attack", play_area_attack),
        "minewars": Plan("MineWars", play_minewars),
        "minewars-phone": Plan("MineWars", play_minewars, MappingProxyType(PHONE)),
    }
)


def begin(walk: Walk, game: str) -> None:
    """The page's biggest button for Land Grab, the game's own card for the others."""
    page = walk.page
    walk.began = time.monotonic()
    page.goto("/")
    now = page.get_by_role("button", name=f"Play {game} now")
    expect(page.get_by_role("article").first).to_be_visible()
    button = now if now.is_visible() else card(page, game).get_by_role("button", name="Play")
    button.scroll_into_view_if_needed()
    page.wait_for_timeout(1_500)  # pictures are drawn when they come into sight
    walk.shoot("start")
    walk.press(button)
    expect(page.get_by_role("grid")).to_be_attached()
    page.wait_for_timeout(700)
    walk.shoot("board")
    walk.first_hint = walk.hint()


def walk_through(browser: Browser, url: str, name: str) -> Walk:
    plan = PLANS[name]
    context = browser.new_context(
        base_url=url, locale="en-GB", reduced_motion="reduce", **plan.device
    )
    context.set_default_timeout(PATIENCE_MS)
    walk = Walk(context.new_page(), bool(plan.device.get("has_touch")))
    begin(walk, plan.game)
    while True:
        try:
            plan.play(walk)
            raise SystemExit(f"{name}: the match does not end")
        except Lost:
            print(f"{name}: lost after {walk.clicks} clicks", flush=True)
            if walk.tries == MOST_TRIES:
                raise SystemExit(f"{name}: {walk.tries} matches lost") from None
            walk.tries += 1
            walk.press(result(walk.page))
            expect(result(walk.page)).not_to_be_visible()
        except Won:
            context.close()
            return walk


def keep(name: str, walk: Walk) -> None:
    """The pictures, small, and the facts for the page that lists them."""
    steps = []
    shots = sorted(walk.shots.items(), key=lambda each: each[1].seconds)
    for number, (step, shot) in enumerate(shots, 1):
        file = f"{name}-{number}-{step.replace(' ', '-')}.webp"
        Image.open(io.BytesIO(shot.picture)).convert("RGB").save(FOLDER / file, quality=QUALITY)
        steps.append({"step": step, "file": file, "at": shot.seconds, "clicks": shot.clicks})
    known = json.loads(FACTS.read_text()) if FACTS.exists() else {}
    known[name] = {"tries": walk.tries, "steps": steps}
    FACTS.write_text(
        json.dumps({each: known[each] for each in PLANS if each in known}, indent=1) + "\n"
    )


def clock(seconds: int) -> str:
    return f"{seconds // 60}:{seconds % 60:02}"


def write_page() -> None:
    known = json.loads(FACTS.read_text())
    lines = [INTRODUCTION]
    for name, facts in known.items():
        last = facts["steps"][-1]
        size = ", on a phone" if name.endswith("-phone") else ""
        tries = "at the first try" if facts["tries"] == 1 else f"at try {facts['tries']}"
        lines += [
            "",
            f"## {PLANS[name].game}{size}",
            "",
            f"Won {tries}, after {clock(last['at'])} and {last['clicks']} clicks.",
            "",
            "| step | time | clicks |",
            "|---|---:|---:|",
            *[
                f"| [{each['step']}]({each['file']}) | {clock(each['at'])} | {each['clicks']} |"
                for each in facts["steps"]
            ],
        ]
    README.write_text("\n".join(lines) + "\n")


def main(names: list[str]) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    expect.set_options(timeout=PATIENCE_MS)
    usual = Settings()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(
            Path(folder), bot_delay_ms=usual.bot_delay_ms, bot_workers=usual.bot_workers
        )
        server.start()
        browser = playwright.chromium.launch(
            executable_path=chromium.find(), args=chromium.arguments()
        )
        try:
            for name in names or PLANS:
                walk = walk_through(browser, server.url, name)
                for old in FOLDER.glob(f"{name}-[0-9]*.webp"):
                    old.unlink()
                keep(name, walk)
                write_page()
                print(f"{name}: done", flush=True)
        finally:
            browser.close()
            server.kill()


if __name__ == "__main__":
    main(sys.argv[1:])
