/** Draws above the board: where one may act, what is marked and under way, holds, groups, what moves. */

import { FONT } from "../../../core/fonts";
import { drawCityTags, drawDeeds, drawHolds, drawProtection } from "./timers";
import { isFresh, isPlaying, isStunned, pointedAt, type Session } from "../model/facts";
import { enemyDigits, groupAt } from "../model/groups";
import { legalTiles } from "../model/legal";
import { drawBlasts, drawClaims, drawFloats } from "./motion";
import { drawOutline, pathOf, type Effects } from "./tops";
import { Story } from "../model/story.svelte";

export function drawEffects(at: Effects): void {
  const { session } = at;
  const story = Story.of(session);
  story.size = at.box(0).size / (window.devicePixelRatio || 1);
  const isActive = isPlaying(session) && !isStunned(session);
  if (isActive) drawLegal(at);
  if (isActive && session.mode === "capture" && session.pointed < 0 && isFresh(session)) drawFirst(at);
  drawLinks(at);
  drawProtection(at);
  drawClaims(at, story);
  drawDeeds(at);
  drawMarked(at, story);
  const cell = pointedAt(session);
  if (cell >= 0 && session.seat >= 0) drawGroup(at, cell);
  if (isActive) drawEnemyDigits(at, cell);
  drawHolds(at);
  drawCityTags(at);
  drawBlasts(at, story);
  drawFloats(at, story);
}

// Where one may act

interface Lit { key: string; cells: number[] }

/** Where the chosen mode works; nothing while one may not act. */
export function litTiles(session: Session): number[] {
  const { mode } = session;
  if (!isPlaying(session) || isStunned(session)) return [];
  const { marked } = Story.of(session);
  const kept = session.own<Lit>("minewars.lit", () => ({ key: "", cells: [] }));
  const key = [session.version, mode, marked.join()].join();
  if (kept.key !== key) {
    kept.key = key;
    kept.cells = legalTiles(session.view, mode, session.now(), marked);
  }
  return kept.cells;
}

/** Every mode but the plain ones lights the tiles where it works. */
function drawLegal(at: Effects): void {
  const { ctx, session, look, box } = at;
  const { mode } = session;
  if (!mode || mode === "capture" || mode === "flag") return;
  const isHostile = mode === "strike" || mode === "smoke" || mode === "reveal";
  const colour = isHostile ? look.neutral.danger : look.neutral.accent;
  const { size } = box(0);
  const cells = litTiles(session);
  // All else stands back a little.
  pathOf(at, cells, 0.03);
  ctx.rect(0, 0, ctx.canvas.width, ctx.canvas.height);
  ctx.fillStyle = look.theme === "dark" ? "rgb(0 0 0 / 0.34)" : "rgb(20 24 29 / 0.2)";
  ctx.fill("evenodd");
  pathOf(at, cells, 0.09);
  ctx.fillStyle = "rgb(255 255 255 / 0.14)";
  ctx.fill();
  for (const [ink, width] of [["#ffffff", 0.1], [colour, 0.05]] as const) {
    ctx.lineWidth = Math.max(1, size * width);
    ctx.strokeStyle = ink;
    ctx.stroke();
  }
}

/** A player who has captured nothing yet is shown where they can; a lesson points at one tile. */
function drawFirst(at: Effects): void {
  const { ctx, session, look, box } = at;
  pathOf(at, litTiles(session), 0.1);
  ctx.setLineDash([box(0).size * 0.2, box(0).size * 0.12]);
  ctx.lineWidth = Math.max(2, box(0).size * 0.09);
  ctx.strokeStyle = look.neutral.accent;
  ctx.stroke();
  ctx.setLineDash([]);
}

/** Tiles to be sent together: crosshairs for a strike. And captures that wait for their turn. */
function drawMarked(at: Effects, story: Story): void {
  const { ctx, box, look, session } = at;
  const { marked, clicks } = story;
  const dots = window.devicePixelRatio || 1;
  if (clicks.waiting.length) {
    pathOf(at, clicks.waiting, 0.08);
    ctx.setLineDash([5 * dots, 4 * dots]);
    ctx.lineWidth = 2 * dots;
    ctx.strokeStyle = look.neutral.accent;
    ctx.stroke();
    ctx.setLineDash([]);
  }
  if (!marked.length) return;
  const colour = session.mode === "strike" ? look.neutral.danger : look.neutral.accent;
  pathOf(at, marked, 0.05);
  ctx.lineWidth = 3.5 * dots;
  ctx.strokeStyle = colour;
  ctx.stroke();
  if (session.mode !== "strike") return;
  ctx.beginPath();
  for (const cell of marked) {
    const { x, y, size } = box(cell);
    const [cx, cy, far, near] = [x + size / 2, y + size / 2, size * 0.36, size * 0.14];
    ctx.moveTo(cx + far * 0.75, cy);
    ctx.arc(cx, cy, far * 0.75, 0, 7);
    for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
      ctx.moveTo(cx + dx * near, cy + dy * near);
      ctx.lineTo(cx + dx * far, cy + dy * far);
    }
  }
  ctx.lineWidth = 2.5 * dots;
  ctx.stroke();
}

// Looking at a tile

/** The outline of the group under the pointer, and the land that is still missing around it. */
function drawGroup(at: Effects, cell: number): void {
  const { ctx, session, look } = at;
  const group = groupAt(session.view, cell);
  if (!group) return;
  const dots = window.devicePixelRatio || 1;
  drawOutline(at, new Set(group.cells), look.theme === "dark" ? "#ffffff" : "#14181d", 3 * dots);
  if (!group.missing.length) return;
  pathOf(at, group.missing, 0.1);
  ctx.setLineDash([4 * dots, 3 * dots]);
  ctx.lineWidth = 2.5 * dots;
  ctx.strokeStyle = "#14181d";
  ctx.stroke();
  ctx.lineDashOffset = 3.5 * dots;
  ctx.strokeStyle = look.theme === "dark" ? "#ffd166" : "#ffb000";
  ctx.stroke();
  ctx.setLineDash([]);
  ctx.lineDashOffset = 0;
}

/** What enemies would read by one's own items, while items are laid: the tile looked at counts as laid. */
function drawEnemyDigits(at: Effects, cell: number): void {
  const { session, ctx, box, look } = at;
  const { mode } = session;
  if (mode !== "mine" && mode !== "decoy" && mode !== "trap") return;
  const isFree = litTiles(session).includes(cell) && !session.view.layers.item[cell];
  const { size } = box(0);
  if (size < 12) return;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  for (const [tile, number] of enemyDigits(session.view, isFree ? cell : -1)) {
    const { x, y } = box(tile);
    const [cx, cy] = [x + size / 2, y + size / 2];
    ctx.beginPath();
    ctx.arc(cx, cy, size * 0.3, 0, 7);
    ctx.fillStyle = look.theme === "dark" ? "#14181d" : "#ffffff";
    ctx.globalAlpha = 0.88;
    ctx.fill();
    ctx.globalAlpha = 1;
    ctx.lineWidth = Math.max(1, size * 0.05);
    ctx.strokeStyle = look.neutral.danger;
    ctx.setLineDash([size * 0.12, size * 0.09]);
    ctx.stroke();
    ctx.setLineDash([]);
    ctx.font = `700 ${Math.round(size * 0.4)}px ${FONT}`;
    ctx.fillStyle = look.neutral.danger;
    ctx.fillText(String(number), cx, cy + size * 0.02);
  }
}

/** Cities that are connected by road, as arcs while roads are built. */
function drawLinks({ ctx, box, session, look }: Effects): void {
  const { own, terms } = session.facts;
  if (session.mode !== "road" || !own.links.length) return;
  const dots = window.devicePixelRatio || 1;
  ctx.beginPath();
  for (const [one, other] of own.links) {
    const [from, to] = [box(terms.cities[one]), box(terms.cities[other])];
    const half = from.size / 2;
    const middle = { x: (from.x + to.x) / 2 + half, y: (from.y + to.y) / 2 + half - Math.abs(from.x - to.x) * 0.12 };
    ctx.moveTo(from.x + half, from.y + half);
    ctx.quadraticCurveTo(middle.x, middle.y, to.x + half, to.y + half);
  }
  for (const [colour, width] of [["#ffffff", 6], [look.neutral.accent, 3]] as const) {
    ctx.strokeStyle = colour;
    ctx.lineWidth = width * dots;
    ctx.stroke();
  }
}

