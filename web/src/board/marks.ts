/** What is drawn above the cells, the same in every game: rulers, cursor, pending, refusals. */

import { inkOn } from "../core/colours";
import { FONT } from "../core/fonts";
import type { Look } from "../core/look";
import type { Topology } from "../core/topology";
import type { MatchSession } from "../match/session.svelte";
import { rulerStep, type Camera, type Extent } from "../core/camera";

export interface Box { x: number; y: number; size: number }
export interface Press { cell: number; since: number; lasts: number }

type Pen = CanvasRenderingContext2D;

export const SHAKE_MS = 240;
const HINT_MS = 2600;
const BREATH_MS = 1800;

export function outline(ctx: Pen, topology: Topology, box: Box, inset = 0): void {
  ctx.beginPath();
  for (const point of topology.outline) {
    const x = box.x + inset + point.x * (box.size - 2 * inset);
    const y = box.y + inset + point.y * (box.size - 2 * inset);
    ctx.lineTo(x, y);
  }
  ctx.closePath();
}

/** White and black, so that it is seen on any colour. */
export function drawCursor(ctx: Pen, topology: Topology, box: Box, scale: number): void {
  ctx.lineJoin = "round";
  ctx.lineWidth = 5 * scale;
  ctx.strokeStyle = "#14181d";
  outline(ctx, topology, box, scale);
  ctx.stroke();
  ctx.lineWidth = 2 * scale;
  ctx.strokeStyle = "#ffffff";
  ctx.stroke();
}

export function drawHover(ctx: Pen, topology: Topology, box: Box, look: Look, scale: number): void {
  outline(ctx, topology, box, scale);
  ctx.globalAlpha = 0.55; // dark on light and light on dark: the sea is dark in both looks
  ctx.lineWidth = 4 * scale;
  ctx.strokeStyle = look.neutral.table;
  ctx.stroke();
  ctx.globalAlpha = 0.8;
  ctx.lineWidth = 2 * scale;
  ctx.strokeStyle = look.neutral.ink;
  ctx.stroke();
  ctx.globalAlpha = 1;
}

/** Sent and not answered: dashed, with a small clock if it takes long. */
export function drawPending(ctx: Pen, topology: Topology, box: Box, look: Look, scale: number, age: number): void {
  ctx.fillStyle = look.neutral.accent;
  ctx.globalAlpha = 0.18;
  outline(ctx, topology, box, scale);
  ctx.fill();
  ctx.globalAlpha = 1;
  ctx.setLineDash([5 * scale, 4 * scale]);
  ctx.lineWidth = 2.5 * scale;
  ctx.strokeStyle = look.neutral.accent;
  ctx.stroke();
  ctx.setLineDash([]);
  if (age > 250) drawRing(ctx, box, look, scale, (age % 1000) / 1000);
}

export function drawMarked(ctx: Pen, topology: Topology, box: Box, look: Look, scale: number): void {
  ctx.lineWidth = 3.5 * scale;
  ctx.strokeStyle = look.neutral.accent;
  outline(ctx, topology, box, 1.5 * scale);
  ctx.stroke();
}

/** A cell that a lesson points at: a frame around it that breathes; without movement it rests. */
export function drawPointed(ctx: Pen, topology: Topology, box: Box, look: Look, scale: number, now: number): void {
  const swell = look.isStill ? 0.5 : 0.5 - Math.cos((now / BREATH_MS) * 2 * Math.PI) / 2;
  const ring = (out: number, width: number, colour: string) => {
    outline(ctx, topology, box, -out * scale);
    ctx.lineWidth = width * scale;
    ctx.strokeStyle = colour;
    ctx.stroke();
  };
  ctx.lineJoin = "round";
  ring(2, 7, look.neutral.table);
  ring(2, 3.5, look.neutral.accent);
  ctx.globalAlpha = 0.8 - 0.55 * swell;
  ring(5 + 6 * swell, 4, look.neutral.accent);
  ctx.globalAlpha = 1;
}

/** A refused cell shakes; without movement it is framed. */
export function drawRefused(ctx: Pen, topology: Topology, box: Box, look: Look, scale: number, age: number): void {
  const swing = look.isStill ? 0 : Math.sin((age / SHAKE_MS) * Math.PI * 4) * 3 * scale * Math.max(0, 1 - age / SHAKE_MS);
  ctx.lineWidth = 3 * scale;
  ctx.strokeStyle = look.neutral.danger;
  outline(ctx, topology, { ...box, x: box.x + swing }, scale);
  ctx.stroke();
}

/** A ring that fills, as a finger stays. */
export function drawRing(ctx: Pen, box: Box, look: Look, scale: number, share: number): void {
  const radius = Math.max(box.size * 0.42, 12 * scale);
  const [x, y] = [box.x + box.size / 2, box.y + box.size / 2];
  ctx.lineWidth = 4 * scale;
  ctx.strokeStyle = "rgb(255 255 255 / 0.7)";
  ctx.beginPath();
  ctx.arc(x, y, radius, 0, 7);
  ctx.stroke();
  ctx.strokeStyle = look.neutral.accent;
  ctx.beginPath();
  ctx.arc(x, y, radius, -Math.PI / 2, -Math.PI / 2 + share * 2 * Math.PI);
  ctx.stroke();
}

/** Column and row numbers at the edges: actions are spelled with them. */
export function drawRulers(
  ctx: Pen, topology: Topology, camera: Camera, canvas: Extent, from: { x: number; y: number }, look: Look, scale: number, surround?: string,
): void {
  if (camera.size < 18 * scale) return;
  const paper = surround ?? look.neutral.table;
  ctx.font = `600 ${Math.round(11 * scale)}px ${FONT}`;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.lineWidth = 3 * scale;
  ctx.strokeStyle = paper;
  ctx.fillStyle = inkOn(paper, "#4c535a", "#c3ccd4");
  const edge = 11 * scale;
  const put = (text: string, x: number, y: number) => {
    if (x < 0 || y < 0 || x > canvas.width || y > canvas.height) return;
    ctx.strokeText(text, x, y);
    ctx.fillText(text, x, y);
  };
  const [left, top] = [Math.max(edge, camera.x - edge), Math.max(edge, camera.y - edge)];
  const [columns, rows] = [rulerStep(camera.size, 24 * scale), rulerStep(camera.size * topology.row, 16 * scale)];
  for (let x = 0; x < topology.width; x += columns) {
    const at = camera.x + (x + 0.5) * camera.size;
    if (at > left + 18 * scale) put(String(from.x + x), at, top); // the corner belongs to neither
  }
  for (let y = 0; y < topology.height; y += rows) {
    const at = camera.y + (y * topology.row + 0.5) * camera.size;
    if (at > top + 13 * scale) put(String(from.y + y), left, at);
  }
}

export interface Marks {
  session: MatchSession<never>;
  look: Look;
  topology: Topology;
  scale: number;
  now: number;
  press: Press | null;
  hasFocus: boolean;
  box(cell: number): Box;
}

/** Below a game's own drawings: an arrow from one marked cell to another stays whole. */
export function drawMarkedCells(ctx: Pen, { session, look, topology, scale, box }: Marks): void {
  for (const cell of session.marked) drawMarked(ctx, topology, box(cell), look, scale);
}

export function drawMarks(ctx: Pen, marks: Marks): void {
  const { session, look, topology, scale, now, press, box } = marks;
  const { hover, cursor, refusal, asking, pointed } = session;
  if (pointed >= 0) drawPointed(ctx, topology, box(pointed), look, scale, now);
  if (hover >= 0) drawHover(ctx, topology, box(hover), look, scale);
  if (asking) drawMarked(ctx, topology, box(asking.cell), look, scale);
  for (const each of session.pending) {
    if (each.cell >= 0) drawPending(ctx, topology, box(each.cell), look, scale, now - each.since);
  }
  if (refusal && refusal.cell >= 0 && now - refusal.since < HINT_MS) {
    drawRefused(ctx, topology, box(refusal.cell), look, scale, now - refusal.since);
  }
  if (marks.hasFocus && cursor >= 0) drawCursor(ctx, topology, box(cursor), scale);
  if (press) drawRing(ctx, box(press.cell), look, scale, Math.min(1, (now - press.since) / press.lasts));
}

/** Must the marks be drawn again by themselves? */
export function areMoving(session: MatchSession<never>, press: Press | null, now: number, isStill = false): boolean {
  if (press || (session.pointed >= 0 && !isStill) || session.pending.some((each) => each.cell >= 0)) return true;
  return !!session.refusal && now - session.refusal.since < HINT_MS + 50;
}
