"""`freehold admin`, as far as it is about people: reports, bans, moderators, filters, privacy."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote

from freehold.cli.admin import ask, day, people
from freehold.cli.errors import Trouble
from freehold.cli.screens import print_json, print_table
from freehold.kernel.sentences import counted

FILTERS_AT_ONCE = 100


def reports(options: Namespace) -> int:
    if options.report:
        path = f"/reports/{quote(options.report)}/close"
        ask(options, "POST", path, {"reason": options.reason})
        print("The report is closed.")
        return 0
    found = [each for each in ask(options, "GET", "/reports") if options.all or not each.get("by")]
    if options.json:
        print_json(found)
        return 0
    for each in found:
        _print_report(each)
    print(f"{counted(len(found), 'report')}.")
    return 0


def _print_report(report: Mapping[str, Any]) -> None:
    closed = f", closed: {report.get('note') or 'no note'}" if report.get("by") else ""
    print(f"{report['id']}  {day(report['at'])}  {report['reason']}{closed}")
    print(f"  about {report['name']} ({report['about']}), {report['game']}, room {report['room']}")
    words = f": {report['words']}" if report.get("words") else ""
    print(f"  from {report['reporter_name']} ({report['reporter']}){words}")
    for line in report.get("lines", ()):
        mark = ">" if line["number"] == report.get("line", -1) else " "
        print(f"  {mark} {line['name']}: {line['text']}")


def chat(options: Namespace) -> int:
    said = ask(options, "GET", f"/rooms/{quote(options.room)}/chat")
    if options.json:
        print_json(said)
        return 0
    rows = [
        (str(each["number"]), each["guest"], each["name"], each["text"]) for each in said["lines"]
    ]
    print_table(("line", "guest", "name", "text"), rows, none="Nothing was said.")
    return 0


def close(options: Namespace) -> int:
    path = f"/rooms/{quote(options.room)}/close"
    heard = ask(options, "POST", path, {"reason": options.reason})
    print(f"The room is closed; {people(heard)} told.")
    return 0


def ban(options: Namespace) -> int:
    if not options.guest:
        return _list_sanctions(options)
    if options.lift:
        return _lift_ban(options)
    wished = {"guest": options.guest, "reason": options.reason, "hours": options.hours}
    ask(options, "POST", "/bans", {**wished, "address": options.address})
    print(f"{options.guest} is banned{_for(options.hours)}.")
    return 0


def _lift_ban(options: Namespace) -> int:
    """Also of the address that was banned with the guest."""
    for each in ask(options, "GET", "/bans"):
        if each["kind"] == "address" and each["guest"] == options.guest:
            ask(options, "DELETE", f"/address-bans/{quote(each['key'])}")
    ask(options, "DELETE", f"/bans/{quote(options.guest)}")
    print(f"{options.guest} is no longer banned.")
    return 0


def _list_sanctions(options: Namespace) -> int:
    found = ask(options, "GET", "/bans")
    if options.json:
        print_json(found)
        return 0
    rows = [
        (each["kind"], each["guest"], day(each["until"]) if each["until"] else "for good",
         each["by"] or "-", each["reason"])
        for each in found
    ]  # fmt: skip
    heads = ("what", "guest", "until", "by", "reason")
    print_table(heads, rows, none="Nobody is banned or muted.")
    return 0


def _for(hours: int) -> str:
    return f" for {counted(hours, 'hour')}" if hours else " for good"


def mute(options: Namespace) -> int:
    if options.lift:
        ask(options, "DELETE", f"/mutes/{quote(options.guest)}")
        print(f"{options.guest} is no longer muted.")
        return 0
    wished = {"guest": options.guest, "reason": options.reason, "hours": options.hours}
    ask(options, "POST", "/mutes", wished)
    print(f"{options.guest} is muted{_for(options.hours)}.")
    return 0


def moderator(options: Namespace) -> int:
    if options.guest and options.dismiss:
        ask(options, "DELETE", f"/moderators/{quote(options.guest)}")
        print(f"{options.guest} is no longer a moderator.")
    elif options.guest:
        ask(options, "POST", "/moderators", {"guest": options.guest, "name": options.name})
        print(f"{options.guest} is a moderator; their page is /moderation.")
    else:
        found = ask(options, "GET", "/moderators")
        if options.json:
            print_json(found)
            return 0
        rows = [(each["guest"], each["name"], day(each["since"])) for each in found]
        print_table(("guest", "name", "since"), rows, none="There are no moderators.")
    return 0


def word_filter(options: Namespace) -> int:
    found = ask(options, "GET", "/filters")
    if options.file:
        found = _load_filters(options, found)
    elif options.words and options.remove:
        found = ask(options, "POST", "/filters", {"remove": options.words})
    elif options.words:
        found = ask(options, "POST", "/filters", {"add": _filters(options, options.words)})
    if options.json:
        print_json(found)
    elif options.words or options.file:
        print(f"{counted(len(found), 'filter')}.")
    else:
        rows = [(each["word"], each["where"]) for each in found]
        print_table(("word", "in"), rows, none="No word is filtered.")
    return 0


def _filters(options: Namespace, words: list[str]) -> list[dict[str, str]]:
    return [{"word": word, "where": options.where} for word in words]


def _load_filters(options: Namespace, found: list[dict[str, str]]) -> list[dict[str, str]]:
    """A blank line, or one that begins with #, is not a word."""
    try:
        text = Path(options.file).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "it is not a text file"
        raise Trouble(f"{options.file} cannot be read: {why}") from None
    lines = [" ".join(line.split()) for line in text.splitlines()]
    wanted = [line for line in lines if line and not line.startswith("#")]
    gone = [each["word"] for each in found if each["word"] not in wanted]
    for place in range(0, len(gone), FILTERS_AT_ONCE):
        part = gone[place : place + FILTERS_AT_ONCE]
        found = ask(options, "POST", "/filters", {"remove": part})
    for place in range(0, len(wanted), FILTERS_AT_ONCE):
        part = wanted[place : place + FILTERS_AT_ONCE]
        found = ask(options, "POST", "/filters", {"add": _filters(options, part)})
    return found


def export(options: Namespace) -> int:
    print_json(ask(options, "GET", f"/guests/{quote(options.guest)}"))
    return 0


def forget(options: Namespace) -> int:
    told = ask(options, "DELETE", f"/guests/{quote(options.guest)}", timeout_s=600.0)
    print(
        f"Deleted, with {counted(told['lines'], 'chat line')}; the name is gone from"
        f" {counted(told['matches'], 'match', 'matches')}."
    )
    return 0
