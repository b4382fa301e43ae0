// Written by tools/protocol.py from src/freehold/protocol/wire.py: change that file.

export const VERSION = 1;

/**
 * The first message on a socket, within a few seconds.
 */
export interface Hello {
  is: "hello";
  version: number;
  room: string;
  /** A name that the client makes up, a new one for each tab; command numbers belong to it. 1 to 32 letters, digits, `-` and `_`. */
  session: string;
  /** The seat's (or the watcher's) token, from `POST /api/rooms/{id}/join`. */
  token?: string;
  /** To watch without a seat. Without a token a watcher has no name and cannot chat. A player of a running match with secrets cannot watch it (`plays_here`), by the token or by the cookie. */
  watch?: boolean;
  /** The invitation's secret or the code, to watch in a private room without a token. */
  secret?: string;
  /** What a program is called that plays here, such as `fox.py`; empty for a person. Everybody is shown that the seat is a bot's. */
  bot?: string;
  /** The name of its author, which a bot must say. */
  author?: string;
  /** Of the bot's file, for the record: 64 hex digits, or empty. */
  sha256?: string;
  /** When it was said, in milliseconds by the client's own clock. Of two connections of a session the later one counts, even if its hello arrives first. */
  at?: number;
}

/**
 * An action of my seat, in its one spelling. Numbers count up by one in a session.
 */
export interface Act {
  is: "act";
  /** From 0 to 2^53. It belongs to this action only: with another one it is refused (`reused`). */
  n: number;
  action: string;
  /** In a sandbox the seat that acts; -1 means the seat whose view I see. */
  seat?: number;
}

export interface Say {
  is: "say";
  text: string;
}

/**
 * A request about the room. `n` is returned with `Done` or a refusal.
 *
 * what              who         seat            value
 * sit               anybody     the seat, or -1 for any free seat
 * stand             a player
 * ready, not-ready  a player
 * name              a player                    the new name
 * add-bot           the host    the seat or -1  the bot's level
 * invite            the host    the seat or -1  the id of a bot that waits (`GET /api/bots`)
 * clear             the host    the seat
 * set               the host                    game, params, clock, is_public, may_watch,
 *                                               away, seats, brought_bots, bot_pace_ms: those
 *                                               to change
 * host              the host    the new host's
 * start             the host
 * rematch           a player                    it begins when all have asked for it (in a
 *                                               world the next round begins by itself)
 * pause, go-on      a player                    only in a match against bots
 * leave             anybody                     in a running match this resigns; in a world
 *                                               the player is off the board after a while,
 *                                               and may return
 * mute, unmute      anybody     whose chat I do not want; the host mutes for all
 * eyes, no-eyes     a player                    watchers may see my view, with a delay
 *                   a watcher   whose point of view I want; no-eyes goes back. The
 *                               player must have agreed, or in some worlds (Mine Land)
 *                               only be on the board
 * truth             anybody                     after the end: see everything
 * choices           a player                    some of what I may do: `Choices`, then `Done`
 * report            anybody     the player, or  `reason` (insult, spam, cheating, name, other),
 *                               -1 with a line  `words`, `line` (the number of a chat line):
 *                                               moderators get it once `Done` has come
 *
 * In a sandbox also:
 * eyes, no-eyes                 the seat I have from now on (`Welcome`); no-eyes: my own
 * truth                         see everything while it runs
 * speed                                         how fast time runs, in percent: 25 to 1600
 * step                                          advance by this many ms, at once; 0 means
 *                                               to the next scheduled moment
 */
export interface Ask {
  is: "ask";
  n: number;
  what: "add-bot" | "choices" | "clear" | "eyes" | "go-on" | "host" | "invite" | "leave" | "mute" | "name" | "no-eyes" | "not-ready" | "pause" | "ready" | "rematch" | "report" | "set" | "sit" | "speed" | "stand" | "start" | "step" | "truth" | "unmute";
  seat?: number;
  value?: unknown;
}

/**
 * What a bot thinks of its next action: kept beside the record, and shown to nobody before the
 * end of the match. It is not answered.
 */
export interface Notes {
  is: "notes";
  notes: Note[];
}

/**
 * Is anybody there? The server answers at once (`Pong`), whatever the room and the disk do: so
 * a client that waits for an answer can tell a slow match from a dead connection.
 */
export interface Ping {
  is: "ping";
}

/**
 * You are in. The room and, if it has begun, a whole view of the match follow.
 *
 * It comes again when your seat changes, when another match begins, and when the server had to
 * load the match again: then, too, send again what was not answered.
 */
export interface Welcome {
  is: "welcome";
  version: number;
  name: string;
  /** -1 for a watcher. In a sandbox the seat whose view I see, or -1 for everything. */
  seat: number;
  /** The number of this session's last accepted command: continue above it. */
  last: number;
}

/**
 * One message to one viewer: a whole view at first, then only what differs.
 */
export interface Frame {
  is: "frame";
  number: number;
  now: number;
  view?: View | null;
  table?: Table | null;
  /** By field: `=` and the new value, or `+` and what was added at the end. */
  facts?: Record<string, [string, unknown]>;
  /** The window has moved: `layers` holds it whole. */
  rect?: Rect | null;
  layers?: Record<string, Uint8Array>;
  /** By layer: 32-bit little-endian words, place in the layer << 8 | value. */
  cells?: Record<string, Uint8Array>;
  notices?: [string, Record<string, unknown>][];
  /** With a whole view: the latest notices that the viewer was told or missed, each with its moment. */
  past?: [number, string, Record<string, unknown>][];
}

export interface Acted {
  is: "acted";
  n: number;
}

/**
 * What was asked for under that number has been done.
 */
export interface Done {
  is: "done";
  n: number;
}

/**
 * Some of the actions that the seat may take at this moment, spelled; at most 500.
 */
export interface Choices {
  is: "choices";
  n: number;
  actions: string[];
}

/**
 * It was not done. The text is the sentence of the code, for people.
 */
export interface Refused {
  is: "refused";
  /** The number of the command; -1 for a line of chat, or a message that cannot be read. */
  n: number;
  code: string;
  text: string;
  facts: Record<string, unknown>;
}

/**
 * The room as it is now, for everyone in it.
 */
export interface RoomNow {
  is: "room";
  id: string;
  code: string;
  game: string;
  params: Record<string, unknown>;
  seats: SeatNow[];
  /** The seat that may change the room, or -1 if the host has none. */
  host: number;
  is_public: boolean;
  may_watch: boolean;
  clock: Clock;
  phase: "gathering" | "over" | "playing";
  /** What happens in the seat of a player who stays away longer than `grace_ms`. */
  away: "bot" | "leave" | "wait";
  grace_ms: number;
  match: string;
  /** How many matches these people have started together. */
  round: number;
  /** By seat, over the matches in this room. */
  wins: number[];
  outcome: Outcome | null;
  watchers: number;
  /** Its time stands still: somebody paused it, or nobody is connected. */
  paused: boolean;
  /** Why the match cannot continue, as a code: for now (`disk`, `parked`) or at all (`damaged`, `quarantined`). */
  trouble: string;
  /** People come and go while it runs, and rounds follow each other by themselves. */
  world: boolean;
  /** It is the server's own world, which always exists. */
  standing: boolean;
  /** How many players are present, including bots. */
  players: number;
  /** Of a world: the maximum number of players at the same time. */
  most: number;
  /** Of a world between two rounds: time until the next one begins, from this message on. */
  next_ms: number;
  /** One person has every seat, sees everything and controls time. */
  sandbox: boolean;
  /** Of a sandbox: how fast its time runs. */
  percent: number;
  /** Of a sandbox: the match's time when this was sent. */
  at: number;
  /** The delay of watchers who see a player's view. */
  eyes_ms: number;
  /** It is a tutorial's match: it counts for nothing and is in no list of matches. */
  lesson: boolean;
  /** When the room was made, in ms since 1970. */
  created_at: number;
  /** Which bots of other people may take a seat: none, those with an invitation (the link, in a private room the code, or the host's invitation of a bot that waits), or any. */
  brought_bots: "any" | "invited" | "none";
  /** In real time, the shortest time between two actions of a bot that somebody brought; it is told how long to wait (`too_fast_for_a_bot`). 0 means no limit, as in all other games. */
  bot_pace_ms: number;
  /** Why the match does not count in the ladders, as a code (docs/ladder.md); empty if it does. Before a match: whether one that began now would. */
  unrated: string;
  /** The list in which it counts, besides the one for all. */
  ladder: "brought" | "house" | "people";
  /** After a rated match, by seat; None for somebody who does not want to be listed. */
  rated: (SeatRated | null)[];
}

/**
 * A world's seats that have changed, or were added at the end; the others are as before.
 */
export interface SeatsNow {
  is: "seats";
  seats: [number, SeatNow][];
  players: number;
  watchers: number;
}

/**
 * Everyone with points in a world's round, the best first; or those whose line has changed.
 *
 * A line with as many points as before stays where it is. Every other one, in this order, goes
 * behind all that have as many points or more.
 */
export interface Standing {
  is: "standing";
  rows: Ranked[];
  /** True if these are all lines. */
  is_whole: boolean;
}

export interface Said {
  is: "said";
  name: string;
  text: string;
  /** The speaker's seat, or -1 for a watcher. */
  seat: number;
  /** The line's, by which it can be reported. Lines of a room count up. */
  number: number;
}

/**
 * A message of the server: an announcement, a coming stop, or (`resumed`) that the match was
 * loaded from the disk and continues from where it was saved.
 */
export interface Told {
  is: "told";
  code: string;
  text: string;
}

/**
 * Another node of the site has the room. What was said and not answered is lost, as after a
 * cut, but the connection stays: a welcome follows, with all that follows a welcome. Only clients
 * that have come by `/ws?moves=1` are told so; others are asked to come back.
 */
export interface Moved {
  is: "moved";
}

/**
 * The answer to `Ping`: the server that has this connection is alive. It says nothing of the
 * match, nor of what was said before.
 */
export interface Pong {
  is: "pong";
}

/**
 * The connection ends after this.
 */
export interface Bye {
  is: "bye";
  code: string;
  text: string;
  /** Reconnect after this time; 0 means do not reconnect. */
  retry_ms: number;
}

/**
 * Something that a bot has logged, or cells that it has marked with a word.
 */
export interface Note {
  text: string;
  /** As X,Y. */
  cells?: [number, number][];
}

/**
 * Everything that a viewer may know.
 */
export interface View {
  viewer: number;
  facts: unknown;
  rect: Rect;
  /** Bytes over the rectangle, row by row; the record's legend says what they mean. */
  layers: Record<string, Uint8Array>;
}

export type Rect = [x: number, y: number, width: number, height: number];

/**
 * What everybody knows about a match of any game: who is awaited, clocks, the end.
 */
export interface Table {
  awaited: number[];
  /** For each seat: what it had left when its charge began, and when that was (-1: none). */
  clocks: [number, number][];
  outcome: Outcome | null;
}

export interface Outcome {
  ending: string;
  places: number[];
  scores: number[];
}

/**
 * One seat of a room.
 */
export interface SeatNow {
  /** Empty if nobody sits here. */
  name?: string;
  /** The bot's level, or what a bot is called that somebody brought; empty for a person. */
  bot?: string;
  ready?: boolean;
  present?: boolean;
  /** The bot that plays while the player is away. */
  substitute?: string;
  /** Watchers may see this player's view, with a delay. */
  eyes?: boolean;
  /** The player has left and resigned; a player who left a world may return. */
  gone?: boolean;
  /** The author of a bot that somebody brought: it connects as a person does. */
  author?: string;
}

/**
 * A table's clock for its players; 0 means none. The match keeps it, see `match/clock.py`.
 */
export interface Clock {
  bank_ms: number;
  increment_ms: number;
  limit_ms: number;
}

/**
 * What a finished match has changed for a player, in the list named by `RoomNow.ladder`.
 */
export interface SeatRated {
  /** Now. */
  points: number;
  change: number;
  /** Rated matches until the player is listed; 0 means that they are. */
  matches_left: number;
}

/**
 * A line of a world's standing: the seat, whose name is in the room, and its points.
 */
export type Ranked = [seat: number, score: number, out: boolean];

export type ToServer = Hello | Act | Say | Ask | Notes | Ping;
export type ToClient = Welcome | Frame | Acted | Done | Choices | Refused | RoomNow | SeatsNow | Standing | Said | Told | Moved | Pong | Bye;
