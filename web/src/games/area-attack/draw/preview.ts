/** Draws what a blast would take: the region that would be reset, and who owns it. */

import type { Effects } from "./tops";
import { blastOf, isPlaying, isFrozen, ownerOf, type Session } from "../model/ground";

/** Do mines blow up, and may this player act? */
function canBlast(session: Session): boolean {
  return session.facts.stage > 1 && isPlaying(session) && !isFrozen(session);
}

/** Attack mode, where it means something. */
export function isAttacking(session: Session): boolean {
  return session.mode === "attack" && canBlast(session);
}

/** The cells that may be opened: from stage 2 on they are marked, before that all others stand back. */
export function litCells(session: Session): number[] {
  const { view, facts } = session;
  if (!facts.stage || !isPlaying(session) || isFrozen(session)) return [];
  return [...view.layers.legal.keys()].filter((cell) => view.layers.legal[cell]);
}

export function canAttack(session: Session, cell: number): boolean {
  return isAttacking(session) && !!session.view.layers.legal[cell];
}

/** Only where the player may open a cell; elsewhere nothing can explode. A player who does not attack sees how far it would reach. */
export function drawPreview(at: Effects, cell: number): void {
  const { session } = at;
  if (!session.view.layers.legal[cell] || !canBlast(session)) return;
  if (isAttacking(session)) drawRegion(at, cell);
  if (isAttacking(session) || session.hover === cell) drawCircle(at, cell, isAttacking(session) ? 1 : 0.5);
}

function drawRegion({ ctx, box, session, look }: Effects, cell: number): void {
  const { view } = session;
  for (const each of blastOf(view, cell)) {
    const { x, y, size } = box(each);
    const owner = ownerOf(view, each);
    ctx.fillStyle = look.neutral.danger;
    ctx.globalAlpha = owner < 0 ? 0.28 : 0.5;
    ctx.fillRect(x, y, size, size);
    if (owner >= 0 && size > 8) drawCross(ctx, x, y, size);
  }
  ctx.globalAlpha = 1;
}

function drawCircle({ ctx, box, session, look }: Effects, cell: number, alpha: number): void {
  const { x, y, size } = box(cell);
  ctx.globalAlpha = alpha;
  ctx.beginPath();
  ctx.arc(x + size / 2, y + size / 2, (session.facts.terms.blast_radius + 0.6) * size, 0, 7);
  ctx.lineWidth = Math.max(3, size * 0.12);
  ctx.strokeStyle = look.theme === "dark" ? "#14181d" : "#ffffff";
  ctx.stroke();
  ctx.lineWidth = Math.max(2, size * 0.07);
  ctx.strokeStyle = look.neutral.danger;
  ctx.stroke();
  ctx.globalAlpha = 1;
}

/** Somebody would lose it: said by a mark, not by colour alone. */
function drawCross(ctx: CanvasRenderingContext2D, x: number, y: number, size: number): void {
  ctx.globalAlpha = 0.85;
  ctx.strokeStyle = "#ffffff";
  ctx.lineWidth = Math.max(1.5, size * 0.07);
  ctx.beginPath();
  ctx.moveTo(x + size * 0.36, y + size * 0.36);
  ctx.lineTo(x + size * 0.64, y + size * 0.64);
  ctx.moveTo(x + size * 0.64, y + size * 0.36);
  ctx.lineTo(x + size * 0.36, y + size * 0.64);
  ctx.stroke();
}
