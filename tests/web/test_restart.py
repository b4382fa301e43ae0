"""The server is killed in mid-match and comes back on the same folder and port: play goes on."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.web import land_grab
from tests.web.conftest import Complaints
from tests.web.pages import begin, cells
from tests.web.servers import Server


def test_after_a_kill_the_page_comes_back_by_itself_and_the_match_goes_on(
    tmp_path: Path, people: Callable[..., Page], complaints: Complaints
) -> None:
    complaints.allowed = ("WebSocket connection", "ERR_CONNECTION_REFUSED")
    server = Server(tmp_path)
    server.start()
    try:
        page = people(server.url)
        begin(page, "land-grab", params={"points_to_win": 40})
        for _ in range(3):
            expect(land_grab.is_turn(page)).to_be_visible()
            land_grab.build(page)
        expect(land_grab.is_turn(page)).to_be_visible()
        before = cells(page)
        server.kill()
        expect(page.get_by_text("Connection lost.")).to_be_visible()
        server.start()
        expect(page.get_by_text("continues from where it was saved")).to_be_visible()
        expect(page.get_by_text("Connection lost.")).not_to_be_visible()
        expect(land_grab.is_turn(page)).to_be_visible()
        assert cells(page) == before
        land_grab.play(page)
    finally:
        server.kill()


def test_a_match_whose_record_is_damaged_is_said_to_be_and_another_one_can_begin(
    tmp_path: Path, people: Callable[..., Page], complaints: Complaints
) -> None:
    complaints.allowed = ("WebSocket connection", "ERR_CONNECTION_REFUSED")
    server = Server(tmp_path)
    server.start()
    try:
        page = people(server.url)
        begin(page, "land-grab", params={"points_to_win": 40})
        expect(land_grab.is_turn(page)).to_be_visible()
        land_grab.build(page)
        expect(land_grab.is_turn(page)).to_be_visible()
        server.kill()
        with closing(sqlite3.connect(tmp_path / "freehold.db")) as db:
            db.execute("UPDATE lines SET data = data || x'20' WHERE position = 1")
            db.commit()
        server.start()
        expect(page.get_by_role("alert")).to_contain_text("This match cannot be continued")
        page.get_by_role("button", name="Rematch").click()
        expect(land_grab.is_turn(page)).to_be_visible()
    finally:
        server.kill()
