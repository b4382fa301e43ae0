"""Mine Land without a mouse and without eyes: one person by keys, one by ear."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web import mine_land
from tests.web.hearing import Heard, Reader
from tests.web.mine_land import Spot, tile
from tests.web.pages import Cell, board, card, tab_to
from tests.web.servers import Server

WORLD = {
    "width_tiles": 44,
    "height_tiles": 26,
    "density_permille": 60,
    "spawn_tiles": 1,
    "safe_steps": 8,
    "step_ms": 40,
    "dig_ms": 40,
    "hidden_flags_percent": 0,
}
"""Everybody starts on the same tile, and eight steps around it are safe."""
ENTER = "Enter the world"
MOST_STEPS = 200
DIGS = {
    (0, -1): "Shift+ArrowUp",
    (1, 0): "Shift+ArrowRight",
    (0, 1): "Shift+ArrowDown",
    (-1, 0): "Shift+ArrowLeft",
    (-1, -1): "Shift+Q",
    (1, -1): "Shift+E",
    (-1, 1): "Shift+Z",
    (1, 1): "Shift+C",
}


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    words = " ".join(f"{name}={value}" for name, value in WORLD.items())
    running = Server(tmp_path_factory.mktemp("world"), world_params=words)
    running.start()
    yield running
    running.kill()


def test_one_plays_by_ear_and_one_by_keys_and_the_one_who_dies_digs_again(
    people: Callable[..., Page], world: Server
) -> None:
    by_ear, by_keys = people(world.url), people(world.url)
    listener = Listener(by_ear)
    listener.enter()
    listener.dig_all_around()
    listener.walk_and_flag()

    enter_by_keys(by_keys)
    x, y = mine_land.place(by_keys)
    expect(by_keys.get_by_text(re.compile("^Nearest player"))).not_to_be_attached()
    truth = mine_land.read_truth(world, match_of(by_keys))
    mine_land.dig_by_keys(by_keys, truth, (x + 7, y))
    hear_of_the_other(by_keys, (x + 7, y))

    bomb, beside = mine_land.nearest_bomb(truth, (x + 7, y))
    mine_land.dig_by_keys(by_keys, truth, beside)
    dig = DIGS[bomb[0] - beside[0], bomb[1] - beside[1]]
    points = int(points_of(by_keys).inner_text().split()[0])
    by_keys.keyboard.press("f")
    by_keys.keyboard.press(dig)
    expect(tile(by_keys, bomb)).to_have_attribute("aria-label", re.compile("green flag"))
    expect(points_of(by_keys)).to_have_text(f"{points + 3} points")

    # The flag is taken, and what was under it dug up.
    by_keys.keyboard.press(dig)
    expect(tile(by_keys, bomb)).to_have_attribute("aria-label", mine_land.COVERED_LABEL)
    by_keys.keyboard.press("x")
    by_keys.keyboard.press(dig)
    out = by_keys.get_by_role("region", name="You are out of this round")
    expect(out).to_contain_text(f"You dug up a bomb at {bomb[0]},{bomb[1]}.")
    expect(out).to_contain_text("1 player is still digging here")
    dig_again(by_keys)


def enter_by_keys(page: Page) -> None:
    page.goto("/")
    tab_to(page, card(page, "Mine Land").get_by_role("button", name=ENTER))
    page.keyboard.press("Enter")
    expect(board(page)).to_be_attached()


def hear_of_the_other(page: Page, at: Spot) -> None:
    """An arrow points to the one whom one no longer sees: as of a step of one's own, within 2 s."""
    arrow = page.locator("[data-company='-1 0 10']")
    for step in range(MOST_STEPS):
        if arrow.count():
            break
        to = (at[0] - 1 + step % 2, at[1])
        page.keyboard.press("ArrowRight" if step % 2 else "ArrowLeft")
        mine_land.expect_at(page, to)
    expect(arrow).to_be_visible()
    words = "Nearest player: about 10 steps to the west."
    expect(page.get_by_role("status").filter(has_text=words)).to_be_attached()


def points_of(page: Page) -> Locator:
    """What is said of them; the leaderboard has them a moment later."""
    return page.get_by_role("region", name="Status").get_by_text(re.compile(r"^\d+ points?$"))


def dig_again(page: Page) -> None:
    """After a few seconds, by its key: in another world, alive, with everything one begins with."""
    before = page.url
    expect(page.get_by_role("button", name=re.compile("^Dig again R$"))).to_be_enabled()
    page.keyboard.press("r")
    page.wait_for_url(lambda url: url != before)
    expect(page.get_by_text("3 flags in hand")).to_be_attached()
    mine_land.place(page)
    expect(page.get_by_text("4 players here")).to_be_visible()


def match_of(page: Page) -> str:
    room = re.search(r"/room/([^#?]+)", page.url)
    assert room
    match: str = page.request.get(f"/api/rooms/{room[1]}").json()["match"]
    return match


class Listener:
    """Plays by what is read out, and by nothing else."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.reader = Reader(page)

    def enter(self) -> None:
        self.page.goto("/")
        self.reader.hears(ENTER)
        self.reader.tab_to(ENTER)
        self.reader.press("Enter")
        self.reader.until(lambda heard: "you are here" in heard.place)

    def here(self) -> Cell:
        return next(each for each in self.reader.listen().cells if "you are here" in each.label)

    def says(self, at: Spot, words: str) -> None:
        """Waits until a tile is called that."""

        def is_called(heard: Heard) -> bool:
            return any((c.x, c.y) == at and words in c.label for c in heard.cells)

        self.reader.until(is_called)

    def dig_all_around(self) -> None:
        """The start has no bombs near it: the tile says so, and what Enter does."""
        x, y, label = self.here()
        assert "no bombs around it" in label
        assert "Enter digs all tiles around you" in label
        self.reader.press("Enter")
        for dx, dy in DIGS:
            self.says((x + dx, y + dy), "dug, ")
        self.reader.hears("8 points")

    def walk_and_flag(self) -> None:
        x, y, _ = self.here()
        self.reader.press("ArrowUp")
        self.says((x, y - 1), "you are here")
        self.reader.press("f", "Shift+ArrowUp")
        self.says((x, y - 2), "red flag")
        self.reader.hears("2 flags in hand")
        self.reader.press("x", "Shift+E")
        self.says((x + 1, y - 2), "dug, ")
        self.reader.hears("9 points")
