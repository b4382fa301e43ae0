/**
 * How a game plugs into the client: one value of this type, in a folder of its own under
 * `games/`, loaded on demand. A game without a folder is played through the generic screen.
 *
 * Rules about this file:
 * 1. The client draws views and turns clicks into actions in their one spelling. Legal cells,
 *    previews and breakdowns come in the view; nothing secret is guessed here.
 * 2. `paint` draws one cell and nothing outside it; it is called for changed cells only.
 * 3. Words come from the catalogues: `t("<game>.mode.farm")`.
 */

import type { Component } from "svelte";
import type { Extent } from "../core/camera";
import type { Look } from "../core/look";
import type { Anything, Known, View } from "../core/view";
import type { Hint } from "../match/hints.svelte";
import type { MatchSession } from "../match/session.svelte";
import type { Tutorial } from "../match/tutorial.svelte";

/** One cell to be drawn, in device pixels. */
export interface CellPaint<K extends Known> {
  ctx: CanvasRenderingContext2D;
  /** The top left corner of the cell's box. */
  x: number;
  y: number;
  size: number;
  /** The place in the view's layers. */
  cell: number;
  view: View<K>;
  look: Look;
}

/** The canvas above the board, cleared for each drawing: hover, cursor, arrows, flying things. */
export interface EffectPaint<K extends Known> {
  ctx: CanvasRenderingContext2D;
  /** The box of a cell on the screen, in device pixels. */
  box(cell: number): { x: number; y: number; size: number };
  session: MatchSession<K>;
  look: Look;
  /** The board is used by keys: its cursor is drawn. */
  hasFocus: boolean;
  /** Milliseconds, for animation; stands still under reduced motion. */
  now: number;
}

/** What a click on a cell means. */
export interface Choice {
  /** The action's spelling, as in `farm 3,4`. */
  action: string;
  /** In words, for buttons and screen readers. */
  label: string;
  /** Ask before sending it by touch: a slip costs something. */
  confirm?: boolean;
}

/** A way of clicking, chosen by a button or a key: farm or settle, dig or flag. */
export interface Mode {
  id: string;
  label: string;
  key: string;
  icon: string;
  /** Why it cannot be chosen now; the button is then disabled. */
  why?: string;
}

/** Something dragged from one cell to another. */
export interface Drag {
  from: number;
  to: number;
}

/** What the camera of a moving window looks at, in cells of the world. */
export interface Following {
  /** The middle of the picture; between two cells while somebody walks. A cell's own middle is at .5. */
  x: number;
  y: number;
  /** How many cells are visible each way. */
  sight: number;
  world: Extent;
}

export interface GameScreen<K extends Known = Anything> {
  paint(at: CellPaint<K>): void;
  /** What is drawn in a cell depends on the cells around it: they are painted again with it. */
  paintsAround?: boolean;
  /** What is around the board, where it is not the table: the sea. */
  surround?(look: Look): string;
  /** The board is an island: a beach lies along its edge. */
  hasBeach?: boolean;
  /** False if nobody needs coordinates to play: they are shown only if the settings ask for them. */
  hasRulers?: boolean;
  /** Where a player begins to look, on their own ground, or -1 as long as they have none. */
  home?(session: MatchSession<K>): number;
  /** The colour of a cell when it is one pixel. */
  pixel(cell: number, view: View<K>, look: Look): [number, number, number];
  /** What a cell is called, without its coordinates; `name` is what a seat's player is called. */
  label(cell: number, view: View<K>, name: (seat: number) => string): string;
  /** What the chosen way of clicking has to do with a cell, where its name does not say it: read out after that. */
  note?(cell: number, session: MatchSession<K>): string;
  modes(view: View<K>): Mode[];
  /** What a click means: the main button or the second one. Null is nothing. */
  choice(cell: number, session: MatchSession<K>, button: "main" | "second"): Choice | null;
  /** The cells that are lit: where a click in the chosen mode does something, by what the view says. */
  lit?(session: MatchSession<K>): number[];
  drag?(drag: Drag, session: MatchSession<K>): void;
  effects?(at: EffectPaint<K>): void;
  /** For a view that is a window on a larger world: what the camera looks at. Null shows the view itself. */
  follow?(session: MatchSession<K>): Following | null;
  /** The game's own keys with what they do, for the help; they replace the board's. */
  keys?(): readonly (readonly [key: string, text: string])[];
  /** True while an animation runs, so that the board goes on drawing. */
  isMoving?(session: MatchSession<K>): boolean;
  /** Seconds, steps and standing in a panel beside the board. */
  Panel: Component<{ session: MatchSession<K> }>;
  /** What a seat is called on the board, where that is not the first letter of its player's name. */
  letter?(seat: number): string;
  /** A strip above the board, in its own room: the time, what comes next. */
  Top?: Component<{ session: MatchSession<K> }>;
  /** What a click does, below the board, in place of the usual row of buttons; the modes' keys stay. */
  Modes?: Component<{ session: MatchSession<K> }>;
  /** Words above the board, over its cells; clicks go through it. */
  Over?: Component<{ session: MatchSession<K> }>;
  /** What comes and goes, below the panel of a wide screen: it covers nothing. A phone has no room for it there. */
  Beside?: Component<{ session: MatchSession<K> }>;
  /** The panel tells who plays and who is awaited: a phone has no room to say it twice, or nobody has. */
  showsPlayers?: boolean | "always";
  /** On a phone the board needs the room more than the panel does. */
  hasLowPanel?: boolean;
  /** The lead over time for replays and results: a series for each seat. */
  chart?(view: View<K>): { label: string; series: number[][] } | null;
  /** Codes of notices that are read out when another player brings them about. In turns all are. */
  spoken?: readonly string[];
  /** Sounds by notice code, from `ui/sounds.ts`. */
  sounds?: Record<string, string>;
  tutorial?: Tutorial<K>;
  hints?: readonly Hint<K>[];
}
