"""Reports, the moderators' page, what a banned person sees, and one's own data."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Complaints
from tests.web.servers import Server
from tests.web.test_accessibility import find_faults
from tests.web.test_rooms import line, open_room, say, say_when_there


def admin(page: Page, server: Server, path: str, **wished: Any) -> None:
    """As `freehold admin` asks."""
    secret = (server.folder / "admin.secret").read_text().strip()
    headers = {"Authorization": f"Bearer {secret}"}
    answer = page.request.post(f"/api/admin/{path}", data=wished, headers=headers)
    assert answer.ok, answer.text()


def guest_of(page: Page) -> str:
    guest: str = page.request.get("/api/me").json()["id"]
    return guest


def room_of_two(people: Callable[..., Page]) -> tuple[Page, Page]:
    host, guest = people(reduced_motion="reduce"), people(has_touch=True)
    guest.goto(open_room(host))
    expect(guest.get_by_role("button", name="Ready")).to_be_visible()
    return host, guest


def report(page: Page, reason: str, words: str = "") -> None:
    dialog = page.get_by_role("dialog").filter(has=page.get_by_role("group", name="What is wrong?"))
    dialog.get_by_role("radio", name=reason).check()
    dialog.get_by_role("textbox").fill(words)
    dialog.get_by_role("button", name="Send report").click()
    expect(page.get_by_text("Your report has arrived. Thank you.")).to_be_visible()
    expect(dialog).not_to_be_visible()


def test_a_report_goes_from_lobby_match_and_result_to_a_moderator_who_acts(
    people: Callable[..., Page], server: Server, complaints: Complaints
) -> None:
    complaints.allowed = ("403 (Forbidden)",)  # what a banned person's page is told
    host, guest = room_of_two(people)
    say_when_there(guest, "you are all fools")
    line(host, "you are all fools").hover()
    host.get_by_role("button", name="Report what").click()
    assert find_faults(host) == []
    report(host, "Insults or threats", "He began at once.")
    name = guest.request.get("/api/me").json()["name"]
    host.get_by_role("button", name=f"Report: {name}").click()
    report(host, "Offensive name")

    guest.get_by_role("button", name="Ready").click()
    host.get_by_role("button", name="Start").click()
    for page in (host, guest):
        expect(page.get_by_role("grid")).to_be_attached()
    guest.get_by_role("tab", name="Chat").click()
    guest.get_by_role("button", name="Report a player").tap()  # on a screen that is touched
    report(guest, "Cheating")
    guest.get_by_role("button", name="Resign").click()
    guest.get_by_role("dialog").get_by_role("button", name="Resign").click()
    result = host.get_by_role("dialog", name="won")
    result.get_by_role("button", name="Report a player").click()
    report(host, "Something else")

    mo = people(reduced_motion="reduce")
    mo.goto("/moderation")
    expect(mo.get_by_role("alert")).to_have_text(
        "Only moderators can do this: the operator appoints them."
    )
    admin(mo, server, "moderators", guest=guest_of(mo), name="Mo")
    mo.goto("/")
    mo.get_by_role("button", name="Moderation").click()
    shown = mo.get_by_role("article").filter(has_text="He began at once.")
    expect(shown.get_by_role("listitem")).to_contain_text(["you are all fools"])
    assert find_faults(mo) == []
    shown.get_by_role("button", name="Mute").click()
    decide(mo, "insults")
    guest.reload()
    guest.get_by_role("dialog").get_by_role("button", name="Close").click()  # the result
    guest.get_by_role("tab", name="Chat").click()
    say(guest, "and again")
    expect(guest.get_by_text("You are muted on this server until")).to_be_visible()
    shown.get_by_role("button", name="Close the report").click()
    decide(mo, "muted for a day")
    expect(shown).not_to_be_attached()
    mo.get_by_role("button", name="Read the chat").first.click()
    assert find_faults(mo) == []
    mo.get_by_role("dialog").get_by_role("button", name="Close").click()
    row = mo.get_by_role("article").filter(has_text=f"Cheating: {host_name(host)}")
    row.get_by_role("button", name="Ban").click()
    assert find_faults(mo) == []
    decide(mo, "he did")
    host.goto("/")
    expect(host.get_by_role("alert")).to_contain_text("You cannot play on this server until")
    assert find_faults(host) == []
    banned = mo.get_by_role("article").filter(has_text="he did")
    banned.get_by_role("button", name="Lift").click()
    expect(banned).not_to_be_attached()
    host.goto("/")
    expect(host.get_by_role("alert")).not_to_be_attached()


def host_name(host: Page) -> str:
    name: str = host.request.get("/api/me").json()["name"]
    return name


def decide(mo: Page, reason: str) -> None:
    dialog = mo.get_by_role("dialog")
    dialog.get_by_role("textbox", name="Reason").fill(reason)
    dialog.locator("button[type=submit]").click()
    expect(dialog).not_to_be_visible()


@pytest.mark.parametrize(
    ("locale", "words"),
    [
        ("en-GB", ("Privacy", "Download my data", "Delete my data…", "Delete everything")),
        ("de-DE", ("Datenschutz", "herunterladen", "Meine Daten löschen…", "Alles löschen")),
    ],
)
def test_one_reads_what_is_kept_and_deletes_it(
    locale: str, words: tuple[str, ...], people: Callable[..., Page]
) -> None:
    title, download, delete, sure = words
    page = people(locale=locale, reduced_motion="reduce")
    page.goto("/")
    page.get_by_role("link", name=title).click()
    expect(page.get_by_role("heading", name=title)).to_be_visible()
    expect(page.get_by_text("freehold_guest")).to_be_visible()
    assert find_faults(page) == []
    before = guest_of(page)
    page.goto("/settings")
    expect(page.get_by_text(before)).to_be_visible()
    with page.expect_download() as downloading:
        page.get_by_role("button", name=download).click()
    assert before in downloading.value.path().read_text()
    page.get_by_role("button", name=delete).click()
    assert find_faults(page) == []
    page.get_by_role("button", name=sure, exact=True).click()
    expect(page).to_have_url("/")
    page.wait_for_function(
        "id => fetch('/api/me').then((it) => it.json()).then((me) => me.id !== id)", arg=before
    )
