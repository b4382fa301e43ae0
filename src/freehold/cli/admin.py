"""`freehold admin`: what an operator can ask of a running server.

It finds the server and the host's secret in the data folder, and talks HTTP to the server.
"""

from __future__ import annotations

import json
import os
import shutil
import time
import urllib.error
import urllib.request
from argparse import Namespace
from collections.abc import Mapping
from http.client import HTTPException, HTTPResponse
from pathlib import Path
from typing import Any

from freehold.cli.errors import NO, Trouble
from freehold.cli.screens import ms_words, print_json, print_table
from freehold.kernel.sentences import counted
from freehold.server.settings import read_settings
from freehold.server.upkeep.hostfiles import find_server, read_secret

TIMEOUT_S = 30.0
SCRUB_S = 3600.0
EVERY_S = 1.0
SECRET = "FREEHOLD_ADMIN_SECRET"


# The commands


def list_rooms(options: Namespace) -> int:
    rooms, rows = ask(options, "GET", "/rooms"), []
    if options.json:
        print_json(rooms)
        return 0
    for room in rooms:
        lead = (room["match"] or "-", room["game"], room["trouble"] or room["phase"], room["code"])
        for player in room["players"] or [{}]:
            rows.append((*lead, *_player(player)))
            lead = ("", "", "", "")
    heads = ("match", "game", "phase", "code", "player", "guest", "is")
    print_table(heads, rows, none="There are no rooms.")
    return 0


def _player(player: Mapping[str, Any]) -> tuple[str, str, str]:
    if not player:
        return "nobody", "", ""
    if player["bot"]:
        return player["name"], "", f"bot {player['bot']}"
    return player["name"], player["guest"], "here" if player["is_there"] else "away"


def watch(options: Namespace) -> int:
    """Print the board whenever it has changed, until the match is over."""
    shown = ""
    while True:
        seen = ask(options, "GET", f"/matches/{options.match}")
        board = "\n".join((seen["picture"], *seen["lines"]))
        if board != shown:
            print(
                f"{seen['game']} {seen['match']} at {ms_words(seen['now'])}\n{board}\n", flush=True
            )
            shown = board
        if seen["outcome"] or options.once:
            break
        time.sleep(EVERY_S)
    if seen["outcome"]:
        print(f"The match is over: {seen['outcome']['ending']}.")
    return 0


def end(options: Namespace) -> int:
    heard = ask(options, "POST", f"/matches/{options.match}/end", {"reason": options.reason})
    print(f"The match has ended, and its record is kept; {people(heard)} told.")
    return 0


def announce(options: Namespace) -> int:
    print(f"{people(ask(options, 'POST', '/announce', {'text': options.text}))} told.")
    return 0


def people(heard: Mapping[str, int]) -> str:
    count = heard["connections"]
    return "1 connection was" if count == 1 else f"{count} connections were"


def backup(options: Namespace) -> int:
    """All or nothing; only the owner can read it, since it holds the keys of running matches."""
    path = Path(options.file)
    if path.exists():
        raise Trouble(f"{path} already exists; choose another name")
    part = path.with_name(path.name + ".part")
    try:
        handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "wb") as file, send(options, "GET", "/backup") as response:
            shutil.copyfileobj(response, file)
            if file.tell() != int(response.headers["Content-Length"]):
                raise Trouble("the connection was lost; try again", NO)
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as error:
        raise Trouble(f"{path} cannot be written: {error.strerror or error}", NO) from None
    finally:
        part.unlink(missing_ok=True)
    print(f"Wrote {path} ({path.stat().st_size} bytes).")
    return 0


def restore(options: Namespace) -> int:
    """Only while no server uses the folder; what was there is kept beside it."""
    settings = read_settings({"data": options.data}, os.environ, options.config)
    from freehold.server import serving
    from freehold.server.upkeep import backups

    with serving.lock_data(settings):
        aside = backups.restore(Path(options.file), settings)
    print(f"Restored {options.file}. Start the server now.")
    if aside is not None:
        print(f"The previous data is in {aside}.")
    return 0


def quarantined(options: Namespace) -> int:
    """The matches that cannot be continued, and why."""
    found = ask(options, "GET", "/quarantined")
    if options.json:
        print_json(found)
        return 0
    rows = [(each["match"], each["game"], day(each["at"]), each["reason"]) for each in found]
    print_table(("match", "game", "since", "reason"), rows, none="No match is quarantined.")
    return 0


def day(wall: int) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(wall / 1000))


def scrub(options: Namespace) -> int:
    """Have the server check everything it has stored; 1 if something is damaged."""
    found = ask(options, "POST", "/scrub", timeout_s=SCRUB_S)
    for each in found["damaged"]:
        print(f"damaged: {each}")
    if found["order"] != "ok":
        print(f"SQLite reports: {found['order']}")
    print(f"{counted(found['rows'], 'row')} checked, {len(found['damaged'])} damaged.")
    return NO if found["damaged"] or found["order"] != "ok" else 0


def rebuild_ladders(options: Namespace) -> int:
    found = ask(options, "POST", "/ladder/rebuild", timeout_s=SCRUB_S)
    print(f"All ratings were computed again from {counted(found['results'], 'result')}.")
    return 0


# Talking to the server


def ask(
    options: Namespace, method: str, path: str, body: Any = None, timeout_s: float = TIMEOUT_S
) -> Any:
    with send(options, method, path, body, timeout_s) as response:
        return json.load(response)


def send(
    options: Namespace, method: str, path: str, body: Any = None, timeout_s: float = TIMEOUT_S
) -> HTTPResponse:
    """The response, or Trouble with the server's own sentence."""
    settings = read_settings({"data": options.data}, os.environ, options.config)
    url = (options.url.rstrip("/") or find_server(settings)) + "/api/admin" + path
    secret = os.environ.get(SECRET) or read_secret(settings, options.secret_file)
    headers = {"Authorization": f"Bearer {secret}", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, headers, method=method)
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))  # never through a proxy
    try:
        response: HTTPResponse = opener.open(request, timeout=timeout_s)
    except urllib.error.HTTPError as error:
        raise Trouble(_sentence(error), NO) from None
    except (OSError, HTTPException, ValueError) as error:
        reason = getattr(error, "reason", error)
        raise Trouble(f"the server at {url} does not answer: {reason}", NO) from None
    return response


def _sentence(error: urllib.error.HTTPError) -> str:
    try:
        with error:
            return str(json.load(error)["text"])
    except (ValueError, KeyError, TypeError):
        return f"the server answered {error.code} {error.reason}"
