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
        "no_such_room": "This room does not exist or is not open to you. Ask for its link.",
        "no_such_game": "There is no game '{game}'; the games are {games}.",
        "no_such_bot": "There is no bot '{bot}' here; the bots are {bots}.",
        "no_such_match": "There is no such match.",
        "no_such_chair": "There is no seat {seat} in this room.",
        "not_yours": "Only the host can do that.",
        "not_seated": "Take a seat first.",
        "seated_already": "You already have a seat here.",
        "taken": "Somebody already sits there: take another seat.",
        "full": "All seats are taken. You can watch if the room allows it.",
        "not_gathering": "That can only be changed before a match starts.",
        "not_playing": "There is no match yet: start one first.",
        "not_over": "The match is not over yet.",
        "too_few": "{game} needs at least {least} players: add a bot.",
        "not_all_ready": "Not everybody is ready: wait for {names}.",
        "bad_params": "These options are not valid: {reason}.",
        "bad_seats": "{game} is for {least} to {most} players.",
        "bad_clock": "A clock's times are whole milliseconds, from 0 to one day.",
        "bad_name": "A name has 1 to {most} visible characters.",
        "name_alike": "Your name looks like {name}'s in this room: choose another one first.",
        "not_a_bot": "There is nobody in that seat to mute.",
        "no_watching": "This room is not open to spectators.",
        "plays_here": "You are playing in this match: go back to your seat instead of watching.",
        "no_eyes": "That player does not allow others to watch from their point of view.",
        "not_on_board": "That player is not on the board now: choose somebody who is.",
        "has_seat": "Players of this match cannot watch from another player's point of view.",
        "others_play": "Only a match against bots can be paused.",
        "round_full": "This round has had {most} players and is full: come back for the next one.",
        "too_many_newcomers": "Too many new players from your address in this round: come back for"
        " the next one.",
        "world_full": "This world is full ({most} players): come back later.",
        "next_by_itself": "The next round starts by itself in a moment.",
        "world_too_big": "The whole world is too big to show here: see its replay.",
        "ask_to_leave": "Only the server enters that. To leave, use the leave request.",
        "watching": "You are watching; only players can act.",
        "sandbox": "This sandbox belongs to somebody else: open your own.",
        "not_a_sandbox": "Time can only be changed in a sandbox: make one for that.",
        "not_your_seat": "That seat belongs to another player: act for your own.",
        "which_seat": "You see everything: say which seat acts.",
        "bad_speed": "Speed must be {least} to {most} percent.",
        "bad_step": "A step must be 0 to {most} ms.",
        "nothing_due": "Nothing is scheduled: a player must act first.",
        "no_maps": "{game} has no maps to draw.",
        "map_too_long": "A map can have up to {most} characters.",
        "bad_map": "This map cannot be made: {reason}.",
        "too_many_maps": "Too many maps from your address: wait a minute.",
        "no_ladder": "There is no ladder of {game} here.",
        "no_such_list": "There is no such list; the lists are {lists}.",
        # Bots that people bring
        "bad_bot_name": "What a bot is called has 1 to {most} visible characters.",
        "no_author": "Say who wrote this bot: send `author` with `bot`.",
        "no_brought_bots": "The host of this room lets in no bots that others bring.",
        "only_invited_bots": "This room takes bots only by invitation: ask its host for the link,"
        " or to allow all bots.",
        "say_bot_first": "This match has begun with a person in that seat: say that you are a bot"
        " before you take one.",
        "author_busy": "Bots by {author} already play {most} matches here: wait until one is over.",
        "author_done": "Bots by {author} have begun {most} matches without a person in the last 24"
        " hours: play with people, or come back later.",
        "not_a_bot_yet": "Say first that you are a bot: POST /api/me with bot and author.",
        "bot_waits_no_more": "That bot no longer waits: choose another.",
        "too_many_waiting": "Too many bots wait here already: come back later.",
        "bad_bot_pace": "The pace of bots is 0 to {most} ms.",
        # The wire
        "malformed": "That cannot be read: {reason}.",
        "too_long": "A message can have up to {most} bytes.",
        "too_fast": "Too fast: wait a moment and send it again.",
        "flood": "Far too many messages: come back later.",
        "reload": "This server uses another version: reload the page, or update the program.",
        "no_text": "{game} has no text protocol: use /ws.",
        "no_text_room": "Say which room: ?seats=N, ?code=CODE, ?quick=LEVEL or ?room=ID.",
        "no_hello": "No hello arrived in time.",
        "hello_twice": "You have already said hello.",
        "bad_session": "A session is 1 to 32 letters, digits, - and _, and does not begin with"
        " bot-.",
        "bad_token": "This seat's token is no longer valid: join the room again.",
        "replaced": "This seat was opened somewhere else.",
        "pushed_out": "A newer tab has taken this one's place.",
        "left": "You have left the room.",
        "closed": "The room is closed.",
        "stopping": "The server is stopping. Nothing is lost: come back in a moment.",
        "parked": "This match is on hold, because this server cannot continue it: {reason}.",
        "damaged": "This match cannot be continued, because its stored data is damaged. It is kept"
        " for the operator of this server.",
        "damaged_room": "This room cannot be opened, because its stored data is damaged. Ask the"
        " operator of this server.",
        "resumed": "The match continues from where it was saved.",
        "disk": "This cannot be saved at the moment. Try again soon: nothing is lost.",
        "elsewhere": "This match now runs on another server: join it again.",
        # Chat
        "muted": "You are muted in this room at the moment.",
        "said_too_much": "Too many chat lines: wait a moment.",
        "said_filtered": "That was not sent: this server does not allow one of these words.",
        "muted_until": "You are muted on this server until {until}.",
        "said_too_long": "A chat line can have up to {most} characters.",
        # HTTP
        "wrong_host": "This server does not answer to that name; set --public-url to it.",
        "wrong_origin": "Pages of other sites cannot act for you here.",
        "encoded_body": "Send the body without a Content-Encoding.",
        "too_slow": "The request arrived too slowly: send it again.",
        "too_many_requests": "Too many requests from your address: wait a moment.",
        "server_busy": "This server has as many connections as it can handle: come back in a"
        " moment.",
        "not_json": "Send JSON, as Content-Type: application/json.",
        "not_found": "Not found: {path}.",
        "wrong_method": "That path does not support {method}.",
        "too_many_rooms": "Too many new rooms and matches from your address: wait a minute.",
        "too_many_guests": "Too many new guests from your address: wait a minute.",
        "too_many_tries": "Too many wrong tokens or codes from your address: wait a minute.",
        "too_many_connections": "Too many connections from your address: close some.",
        "server_full": "This server has as many rooms as it can handle: come back later.",
        "not_finished": "The match is not over: its record is available when it is.",
        "bad_viewer": "A replay's viewer is a seat number, public or truth.",
        "bad_record": "This record cannot be played back: {reason}.",
        "film_too_big": "This record is too big to play back here: use freehold replay.",
        "film_board_too_big": "This board is too big to show whole: choose a player's point of"
        " view.",
        "film_too_long": "This round is too long for one replay: choose a segment from 0 to"
        " {last}.",
        "record_too_big": "This record is too long for one file: ask for segments 0 to {last}.",
        "bad_segment": "A segment is a number from 0.",
        "no_such_segment": "That match has no such segment.",
        "record_too_long": "A record file can have up to {most} bytes here: use freehold replay.",
        "not_a_record_file": "Send a record with Content-Type: {kinds}.",
        "replay_busy": "Many replays are being made: try again in a moment.",
        "too_many_replays": "Too many replays from your address: wait a minute.",
        "banned": "You cannot play on this server: ask its operator.",
        "banned_contact": "You cannot play on this server. To object, contact {contact}.",
        "banned_until": "You cannot play on this server until {until}.",
        "banned_until_contact": "You cannot play on this server until {until}. To object, contact"
        " {contact}.",
        "address_banned_until": "People from your network cannot play on this server until"
        " {until}.",
        "address_banned_until_contact": "People from your network cannot play on this server until"
        " {until}. To object, contact {contact}.",
        "name_filtered": "This server does not allow that name: choose another.",
        # Moderation
        "report_self": "You cannot report yourself.",
        "report_bot": "Only people can be reported, and nobody is in that seat.",
        "no_such_line": "That chat line is no longer kept: report the player instead.",
        "too_many_reports": "You have sent several reports: wait a minute. Moderators have them.",
        "reports_full": "Many reports are waiting for the moderators: try again later.",
        "no_such_report": "There is no such report: it may have been deleted by now.",
        "not_a_moderator": "Only moderators can do this: the operator appoints them.",
        "no_such_moderator": "That guest is not a moderator.",
        "no_reason": "Give a reason: it goes into the log.",
        "bad_hours": "A ban or mute lasts 1 to {most} hours.",
        "no_address": "No address of this guest is kept: ban the guest alone.",
        "moderates_here": "That guest is a moderator: only the operator can do this.",
        "room_playing": "A match is running in this room: only the operator can end it.",
        "standing_room": "The server's own world is always open.",
        "not_banned": "There is no such ban or mute.",
        "bad_filter": "A filter is a word or words of up to {most} characters, with * only at its"
        " beginning or end.",
        "too_many_filters": "There can be up to {most} filters.",
        "closed_by_moderator": "A moderator has closed this room.",
        "not_known": "This server does not know you: there is nothing to read or to delete.",
        "not_sure": "Nothing was deleted: say that you are sure.",
        "deleted": "Everything about you has been deleted from this server.",
        "not_local": "This is available only on the server's own machine.",
        "not_the_operator": "This needs the secret of the server's operator.",
        "no_such_guest": "There is no such guest: `freehold admin list` shows the ids.",
        "no_data_file": "This server keeps everything in memory: there is nothing to copy.",
        "kept_in_postgres": "This server keeps its matches in PostgreSQL: copy them with pg_dump.",
        "ended_by_operator": "The operator of this server has ended the match.",
        "no_bots": "{game} has no bots yet.",
        "broken": "Something went wrong on the server. It has been logged.",
    }
)


def say(code: str, facts: Mapping[str, Any] | None = None) -> str:
    """A code in words: from the server's texts, or the match's own."""
    template = TEXTS.get(code) or MATCH_TEXTS.get(code)
    return fill(template, facts or {}) if template else code.replace("_", " ")
