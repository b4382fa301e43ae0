"""The sentences for the server's own codes. They say what to do."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from freehold.kernel.sentences import fill
from freehold.match.texts import TEXTS as MATCH_TEXTS

TEXTS: Mapping[str, str] = MappingProxyType(
    {
        # Rooms
        "no_such_room": "There is no such room, or you need its link to join: ask for the link.",
        "no_such_game": "There is no game '{game}'; the games are {games}.",
        "no_such_bot": "There is no bot '{bot}' here; the bots are {bots}.",
        "no_such_match": "There is no such match.",
        "no_such_chair": "There is no seat {seat} in this room.",
        "not_yours": "Only the host can do that.",
        "not_seated": "Take a seat first.",
        "seated_already": "You have a seat here already.",
        "taken": "That seat is taken: choose another one.",
        "full": "All seats are taken. You can watch, if the room allows it.",
        "not_gathering": "That can only be changed before a match starts.",
        "not_playing": "No match is running: start one first.",
        "not_over": "The match is not over yet.",
        "too_few": "{game} needs at least {least} players: add a bot.",
        "not_all_ready": "Not everybody is ready yet: wait for {names}.",
        "bad_params": "These options do not work: {reason}.",
        "bad_seats": "{game} is for {least} to {most} players.",
        "bad_clock": "Clock times must be whole milliseconds, from 0 to one day.",
        "bad_name": "A name must have 1 to {most} visible characters.",
        "name_alike": "Your name looks like {name}, who is in this room: choose another one first.",
        "not_a_bot": "There is no player in that seat.",
        "no_watching": "This room does not allow spectators.",
        "plays_here": "You are playing in this match, so you cannot watch it: use your seat.",
        "no_eyes": "That player does not share their view.",
        "not_on_board": "That player is not on the board right now: choose another one.",
        "has_seat": "You are playing in this match, so you cannot see another player's view.",
        "others_play": "Only matches against bots can be paused.",
        "round_full": "This round is full after {most} players: come back for the next one.",
        "too_many_newcomers": "Too many new players from your address in this round: come back for"
        " the next one.",
        "world_full": "This world is full with {most} players: come back in a while.",
        "next_by_itself": "The next round starts automatically in a moment.",
        "world_too_big": "The whole world is too big to be shown here: watch its replay.",
        "ask_to_leave": "Only the server says who comes and goes: leave the room instead.",
        "watching": "You are watching; only players can act.",
        "sandbox": "This sandbox belongs to somebody else: open one of your own.",
        "not_a_sandbox": "You can only control time in a sandbox.",
        "not_your_seat": "That is not your seat.",
        "which_seat": "Choose a seat to act for.",
        "bad_speed": "The speed must be {least} to {most} percent.",
        "bad_step": "A step must be 0 to {most} ms.",
        "nothing_due": "Nothing is scheduled to happen: act first.",
        "no_maps": "{game} has no maps.",
        "map_too_long": "A map can have at most {most} characters.",
        "bad_map": "That map cannot be made: {reason}.",
        "too_many_maps": "Too many maps from your address: wait a minute.",
        # The wire
        "malformed": "That cannot be understood: {reason}.",
        "too_long": "A message can have at most {most} bytes.",
        "too_fast": "Too fast: wait a moment and send it again.",
        "flood": "Far too many messages: try again in a while.",
        "reload": "The server has another version: reload the page or update the program.",
        "no_text": "{game} has no text protocol: use /ws.",
        "no_text_room": "Say which room: ?seats=N, ?code=CODE, ?quick=LEVEL or ?room=ID.",
        "no_hello": "The client did not say hello in time.",
        "hello_twice": "You have said hello already.",
        "bad_session": "A session must be 1 to 32 letters, digits, - or _, not starting with bot-.",
        "bad_token": "This seat's token is no longer valid: join the room again.",
        "replaced": "This seat was opened somewhere else.",
        "pushed_out": "A newer tab has taken over from this one.",
        "left": "You have left the room.",
        "closed": "The room is closed.",
        "stopping": "The server is stopping. Nothing is lost: come back in a moment.",
        "parked": "This match is on hold, because this server cannot continue it: {reason}.",
        "damaged": "This match cannot be continued: its saved data is damaged. It has been put"
        " aside for the server's operator.",
        "damaged_room": "This room can no longer be opened: its saved data is damaged. Ask the"
        " server's operator.",
        "resumed": "The match continues from where it was saved.",
        "disk": "This cannot be saved right now. Try again soon: nothing is lost.",
        "elsewhere": "This match has moved to another server: join it again.",
        # Chat
        "muted": "You are muted in this room.",
        "said_too_much": "Too many messages: wait a moment.",
        "said_too_long": "A message can have at most {most} characters.",
        # HTTP
        "wrong_host": "This server does not answer to that name: set --public-url to it.",
        "wrong_origin": "Pages of other sites cannot act for you here.",
        "encoded_body": "Send the body without a Content-Encoding.",
        "too_slow": "The request took too long to arrive: send it again.",
        "too_many_requests": "Too many requests from your address: wait a moment.",
        "server_busy": "This server has reached its limit of connections: come back in a moment.",
        "not_json": "Send JSON, as Content-Type: application/json.",
        "not_found": "There is nothing here: {path}.",
        "wrong_method": "That path does not take {method}.",
        "too_many_rooms": "Too many new rooms and matches from your address: wait a minute.",
        "too_many_guests": "Too many new guests from your address: wait a minute.",
        "too_many_tries": "Too many wrong tokens or codes from your address: wait a minute.",
        "too_many_connections": "Too many connections from your address: close some.",
        "server_full": "This server has reached its limit of rooms: come back later.",
        "not_finished": "The match is not over yet: its record becomes available when it is.",
        "bad_viewer": "The viewer of a replay must be a seat number, public or truth.",
        "bad_record": "This record cannot be played back: {reason}.",
        "film_too_big": "This record is too big to play back here: use freehold replay instead.",
        "film_board_too_big": "This board is too big to be shown whole: choose a player's view.",
        "film_too_long": "This round is too long for one film: choose a segment from 0 to {last}.",
        "record_too_big": "This record is too long for one file: ask for segments 0 to {last}.",
        "bad_segment": "A segment must be a number, from 0 on.",
        "no_such_segment": "That match has no such segment.",
        "record_too_long": "This server takes records of at most {most} bytes: use freehold replay"
        " instead.",
        "not_a_record_file": "Send the record itself, as Content-Type: {kinds}.",
        "replay_busy": "Too many replays are being made right now: try again in a moment.",
        "too_many_replays": "Too many replays from your address: wait a minute.",
        "banned": "You are banned from this server. Ask its operator.",
        "not_local": "This is only available on the server's own machine.",
        "not_the_operator": "This needs the operator's secret.",
        "no_such_guest": "There is no such guest: see the ids in the list.",
        "no_data_file": "This server keeps everything in memory: there is nothing to copy.",
        "ended_by_operator": "The server's operator has ended the match.",
        "no_bots": "{game} has no bots yet.",
        "broken": "Something went wrong on the server. The error has been logged.",
    }
)


def say(code: str, facts: Mapping[str, Any] | None = None) -> str:
    """A code in words: from the server's texts, or the match's own."""
    template = TEXTS.get(code) or MATCH_TEXTS.get(code)
    return fill(template, facts or {}) if template else code.replace("_", " ")
