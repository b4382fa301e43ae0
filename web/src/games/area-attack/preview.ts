/** Draws what a blast would take: the region that would be laid anew, and whose it is. */

import type { Effects } from "./effects";
import { blastOf, isPlaying, isFrozen, ownerOf, type Session } from "./ground";

/** Attack mode, where it means something. */
export function isAttacking(session: Session): boolean {
  return session.mode === "attack" && session.facts.stage > 1 && isPlaying(session) && !isFrozen(session);
}

export function canAttack(session: Session, cell: number): boolean {
  return isAttacking(session) && !!session.view.layers.legal[cell];
}

/** Only where one may open; elsewhere nothing can go off. */
export function drawPreview(at: Effects, cell: number): void {
  const { ctx, box, session, look } = at;
  if (!canAttack(session, cell)) return;
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
  const { x, y, size } = box(cell);
  ctx.beginPath();
  ctx.arc(x + size / 2, y + size / 2, (view.facts.terms.blast_radius + 0.6) * size, 0, 7);
  ctx.lineWidth = Math.max(3, size * 0.12);
  ctx.strokeStyle = look.theme === "dark" ? "#14181d" : "#ffffff";
  ctx.stroke();
  ctx.lineWidth = Math.max(2, size * 0.07);
  ctx.strokeStyle = look.neutral.danger;
  ctx.stroke();
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
