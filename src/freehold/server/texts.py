"""The sentences of the server's own codes. They say what to do."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from freehold.kernel.sentences import fill
from freehold.match.texts import TEXTS as MATCH_TEXTS

TEXTS: Mapping[str, str] = MappingProxyType(
    {
        # Rooms
        "no_such_room": "There is no such room, or it is not open to you: ask for its link.",
        "no_such_game": "There is no game '{game}'; the games are {games}.",
        "no_such_bot": "There is no bot '{bot}' here; the bots are {bots}.",
        "no_such_match": "There is no such match.",
        "no_such_chair": "There is no seat {seat} in this room.",
        "not_yours": "Only the host can do that.",
        "not_seated": "Take a seat first.",
        "seated_already": "You have a seat here already.",
        "taken": "Somebody sits there already: take another seat.",
        "full": "All seats are taken. You can watch, if the room allows it.",
        "not_gathering": "That can only be changed before a match begins.",
        "not_playing": "There is no match to do that in: start one first.",
        "not_over": "The match is not over yet.",
        "too_few": "{game} needs at least {least} players: fill a seat with a bot.",
        "not_all_ready": "Not everybody is ready: wait for {names}.",
        "bad_params": "These parameters are not right: {reason}.",
        "bad_seats": "{game} is for {least} to {most} players.",
        "bad_clock": "A clock's times are whole milliseconds from 0 to a day.",
        "bad_name": "A name has 1 to {most} characters that can be seen.",
        "name_alike": "Your name looks like that of {name} in this room: choose another one first.",
        "not_a_bot": "Nobody is there to be muted or shown.",
        "no_watching": "This room is not open to watchers.",
        "plays_here": "You play in this match, so you cannot watch it: open it with your seat.",
        "no_eyes": "That player has not agreed to be looked over the shoulder.",
        "not_on_board": "That player is not on the board now: choose somebody who is.",
        "has_seat": "Who plays in this match cannot look through another's eyes.",
        "others_play": "Only a match against bots alone can be paused.",
        "round_full": "{most} have played in this round, and it has no place for others: come back"
        " for the next one.",
        "too_many_newcomers": "Too many new players from your address in this round: come back for"
        " the next one.",
        "world_full": "This world holds {most} players and is full: come back in a while.",
        "next_by_itself": "The next round begins by itself, in a moment.",
        "world_too_big": "The whole world is too big to be shown here: see its replay.",
        "ask_to_leave": "Who comes and goes is the server's to say: ask to leave instead.",
        "watching": "You are watching; only players can act.",
        "sandbox": "This sandbox is one person's alone: make one of your own.",
        "not_a_sandbox": "Time is in nobody's hands here: make a sandbox for that.",
        "not_your_seat": "That seat is another player's: act for your own.",
        "which_seat": "You see everything: say which seat acts.",
        "bad_speed": "The speed is {least} to {most} percent.",
        "bad_step": "A step is 0 to {most} ms.",
        "nothing_due": "Nothing is due: somebody must act first.",
        "no_maps": "{game} has no maps to be drawn.",
        "map_too_long": "A map has at most {most} characters.",
        "bad_map": "No such map can be made: {reason}.",
        "too_many_maps": "Too many maps from your address: wait a minute.",
        # The wire
        "malformed": "That cannot be read: {reason}.",
        "too_long": "A message has at most {most} bytes.",
        "too_fast": "Too fast: wait a moment and send it again.",
        "flood": "Far too many messages: come back in a while.",
        "reload": "This server speaks another version: load the page or the program anew.",
        "no_text": "{game} has no text protocol: use /ws.",
        "no_text_room": "Say how you come in: ?seats=N, ?code=CODE, ?quick=LEVEL or ?room=ID.",
        "no_hello": "No hello came in time.",
        "hello_twice": "You have said hello already.",
        "bad_session": "A session is 1 to 32 letters, digits, - and _, not beginning with bot-.",
        "bad_token": "This seat's token is not valid any more: join the room again.",
        "replaced": "The same seat was opened elsewhere with this token.",
        "pushed_out": "A newer tab has taken this one's place.",
        "left": "You have left the room.",
        "closed": "The room is closed.",
        "stopping": "The server stops now. Nothing is lost: come back in a moment.",
        "parked": "This match rests, because this server cannot go on with it: {reason}.",
        "disk": "This cannot be written down at the moment. Try again soon: nothing is lost.",
        "elsewhere": "This match is played on another server by now: join it again.",
        # Chat
        "muted": "You cannot be heard in this room at the moment.",
        "said_too_much": "Too many lines: wait a moment.",
        "said_too_long": "A line has at most {most} characters.",
        # HTTP
        "wrong_host": "This server does not answer to that name; set --public-url to it.",
        "wrong_origin": "A page of another site may not speak for you here.",
        "encoded_body": "Send the body as it is, without a Content-Encoding.",
        "too_slow": "The request came too slowly: send it again.",
        "too_many_requests": "Too many requests from your address: wait a moment.",
        "server_busy": "This server has as many connections as it can hold: come back in a moment.",
        "not_json": "Send JSON, as Content-Type: application/json.",
        "not_found": "There is nothing here: {path}.",
        "wrong_method": "That path does not take {method}.",
        "too_many_rooms": "Too many new rooms and matches from your address: wait a minute.",
        "too_many_guests": "Too many new guests from your address: wait a minute.",
        "too_many_tries": "Too many wrong tokens or codes from your address: wait a minute.",
        "too_many_connections": "Too many connections from your address: close some.",
        "server_full": "This server has as many rooms as it can hold: come back later.",
        "not_finished": "The match is not over: its record can be had when it is.",
        "bad_viewer": "The viewers of a replay are the seats by number, public and truth.",
        "bad_record": "This record cannot be played back: {reason}.",
        "film_too_big": "This record is too big to be played back here: use freehold replay.",
        "film_board_too_big": "This board is too big to be shown whole: choose a player's eyes.",
        "film_too_long": "This round is too long for one film: choose a segment from 0 to {last}.",
        "record_too_big": "This record is too long for one file: ask for segments 0 to {last}.",
        "bad_segment": "A segment is a number from 0 on.",
        "no_such_segment": "There is no such segment of that match.",
        "record_too_long": "A record file has at most {most} bytes here: use freehold replay.",
        "not_a_record_file": "Send a record as it is, as Content-Type: {kinds}.",
        "replay_busy": "Many replays are being made: try again in a moment.",
        "too_many_replays": "Too many replays from your address: wait a minute.",
        "banned": "You cannot play on this server: ask whoever runs it.",
        "not_local": "This answers only on the server's own machine.",
        "not_the_operator": "This needs the secret of whoever runs the server.",
        "no_such_guest": "There is no such guest: the ids stand in the list.",
        "no_data_file": "This server keeps everything in memory: there is nothing to copy.",
        "ended_by_operator": "Whoever runs this server has ended the match.",
        "no_bots": "{game} has no bots yet.",
        "broken": "Something failed here, and it is our fault. It has been written down.",
    }
)


def say(code: str, facts: Mapping[str, Any] | None = None) -> str:
    """A code in words: by the server's catalogue, or the match's own."""
    template = TEXTS.get(code) or MATCH_TEXTS.get(code)
    return fill(template, facts or {}) if template else code.replace("_", " ")
