/** What stands and lies on the ground, in ink, each in a box of 1 x 1. */

import { disc, line, type Pen } from "./art";

/** A town within its wall: `roof` is what stands out, on the owner's fill. */
export function drawCity(ctx: Pen, ink: string, wall: string): void {
  ctx.lineJoin = ctx.lineCap = "round";
  ctx.beginPath();
  line(ctx, 0.16, 0.84, 0.16, 0.5, 0.24, 0.5, 0.24, 0.56, 0.34, 0.56, 0.34, 0.34, 0.5, 0.16, 0.66, 0.34, 0.66, 0.56, 0.76, 0.56, 0.76, 0.5, 0.84, 0.5, 0.84, 0.84);
  ctx.closePath();
  ctx.fillStyle = wall;
  ctx.fill();
  ctx.strokeStyle = ctx.fillStyle = ink;
  ctx.lineWidth = 0.06;
  ctx.stroke();
  ctx.beginPath();
  ctx.moveTo(0.43, 0.84);
  ctx.lineTo(0.43, 0.72);
  ctx.arc(0.5, 0.72, 0.07, Math.PI, 0);
  ctx.lineTo(0.57, 0.84);
  ctx.rect(0.455, 0.4, 0.09, 0.11);
  ctx.rect(0.22, 0.65, 0.07, 0.09);
  ctx.rect(0.71, 0.65, 0.07, 0.09);
  ctx.fill();
}

export function drawTower(ctx: Pen, ink: string, wall: string): void {
  ctx.lineJoin = ctx.lineCap = "round";
  ctx.strokeStyle = ink;
  ctx.fillStyle = wall;
  ctx.lineWidth = 0.06;
  ctx.beginPath();
  line(ctx, 0.34, 0.84, 0.38, 0.46, 0.28, 0.38, 0.28, 0.22, 0.38, 0.22, 0.38, 0.3, 0.45, 0.3, 0.45, 0.22, 0.55, 0.22, 0.55, 0.3, 0.62, 0.3, 0.62, 0.22, 0.72, 0.22, 0.72, 0.38, 0.62, 0.46, 0.66, 0.84);
  ctx.closePath();
  ctx.fill();
  ctx.stroke();
  ctx.beginPath();
  line(ctx, 0.5, 0.5, 0.5, 0.62);
  ctx.stroke();
}

/** Stakes with a beam: it fills its tile from side to side. */
export function drawBarricade(ctx: Pen, ink: string, wood: string): void {
  ctx.lineJoin = ctx.lineCap = "round";
  ctx.strokeStyle = ink;
  ctx.fillStyle = wood;
  ctx.lineWidth = 0.05;
  for (const x of [0.1, 0.3, 0.5, 0.7]) {
    ctx.beginPath();
    line(ctx, x, 0.76, x, 0.34, x + 0.1, 0.22, x + 0.2, 0.34, x + 0.2, 0.76);
    ctx.closePath();
    ctx.fill();
    ctx.stroke();
  }
  ctx.beginPath();
  line(ctx, 0.06, 0.5, 0.94, 0.5);
  ctx.lineWidth = 0.09;
  ctx.stroke();
}

/** Planks, along the x axis of the box. */
export function drawBridge(ctx: Pen, ink: string, wood: string): void {
  ctx.fillStyle = wood;
  ctx.strokeStyle = ink;
  ctx.lineWidth = 0.05;
  ctx.beginPath();
  ctx.rect(-0.06, 0.32, 1.12, 0.36);
  ctx.fill();
  ctx.beginPath();
  for (const x of [0.1, 0.26, 0.42, 0.58, 0.74, 0.9]) line(ctx, x, 0.33, x, 0.67);
  ctx.stroke();
  ctx.lineWidth = 0.07;
  ctx.beginPath();
  line(ctx, -0.06, 0.31, 1.06, 0.31);
  line(ctx, -0.06, 0.69, 1.06, 0.69);
  ctx.stroke();
}

export function drawMine(ctx: Pen, ink: string, shine: string): void {
  ctx.strokeStyle = ctx.fillStyle = ink;
  ctx.lineCap = "round";
  ctx.lineWidth = 0.08;
  ctx.beginPath();
  for (let way = 0; way < 8; way++) {
    const [dx, dy] = [Math.cos((way * Math.PI) / 4), Math.sin((way * Math.PI) / 4)];
    line(ctx, 0.5 + dx * 0.2, 0.5 + dy * 0.2, 0.5 + dx * 0.35, 0.5 + dy * 0.35);
  }
  ctx.stroke();
  ctx.beginPath();
  disc(ctx, 0.5, 0.5, 0.24);
  ctx.fill();
  ctx.fillStyle = shine;
  ctx.beginPath();
  disc(ctx, 0.42, 0.42, 0.06);
  ctx.fill();
}

/** A mine of straw: hollow, and its spikes do not reach it. */
export function drawDecoy(ctx: Pen, ink: string): void {
  ctx.strokeStyle = ink;
  ctx.lineCap = "round";
  ctx.lineWidth = 0.065;
  ctx.beginPath();
  disc(ctx, 0.5, 0.5, 0.21);
  ctx.stroke();
  ctx.beginPath();
  for (let way = 0; way < 8; way++) {
    const [dx, dy] = [Math.cos((way * Math.PI) / 4), Math.sin((way * Math.PI) / 4)];
    line(ctx, 0.5 + dx * 0.3, 0.5 + dy * 0.3, 0.5 + dx * 0.36, 0.5 + dy * 0.36);
  }
  line(ctx, 0.41, 0.41, 0.59, 0.59);
  line(ctx, 0.59, 0.41, 0.41, 0.59);
  ctx.stroke();
}

/** A can with a flash. */
export function drawTrap(ctx: Pen, ink: string, shine: string): void {
  ctx.strokeStyle = ctx.fillStyle = ink;
  ctx.lineJoin = "round";
  ctx.beginPath();
  ctx.roundRect(0.3, 0.24, 0.4, 0.56, 0.08);
  ctx.fill();
  ctx.beginPath();
  ctx.rect(0.4, 0.14, 0.2, 0.07);
  ctx.fill();
  ctx.fillStyle = shine;
  ctx.beginPath();
  line(ctx, 0.54, 0.32, 0.4, 0.55, 0.49, 0.55, 0.45, 0.72, 0.6, 0.48, 0.51, 0.48);
  ctx.closePath();
  ctx.fill();
}

export function drawFlag(ctx: Pen, cloth: string, ink: string): void {
  ctx.strokeStyle = ink;
  ctx.lineCap = ctx.lineJoin = "round";
  ctx.lineWidth = 0.08;
  ctx.beginPath();
  line(ctx, 0.37, 0.2, 0.37, 0.8);
  line(ctx, 0.26, 0.8, 0.52, 0.8);
  ctx.stroke();
  ctx.beginPath();
  line(ctx, 0.37, 0.19, 0.76, 0.34, 0.37, 0.51);
  ctx.closePath();
  ctx.fillStyle = cloth;
  ctx.fill();
  ctx.lineWidth = 0.04;
  ctx.stroke();
}

export function drawSkull(ctx: Pen, bone: string, ink: string): void {
  ctx.fillStyle = bone;
  ctx.strokeStyle = ink;
  ctx.lineWidth = 0.055;
  ctx.lineJoin = "round";
  ctx.beginPath();
  ctx.arc(0.5, 0.44, 0.26, Math.PI * 0.82, Math.PI * 2.18);
  ctx.lineTo(0.64, 0.78);
  ctx.lineTo(0.36, 0.78);
  ctx.closePath();
  ctx.fill();
  ctx.stroke();
  ctx.fillStyle = ink;
  ctx.beginPath();
  disc(ctx, 0.4, 0.46, 0.07);
  disc(ctx, 0.6, 0.46, 0.07);
  ctx.fill();
  ctx.beginPath();
  line(ctx, 0.45, 0.68, 0.45, 0.77);
  line(ctx, 0.55, 0.68, 0.55, 0.77);
  ctx.stroke();
}

export function drawSmoke(ctx: Pen, puff: string, ink: string): void {
  const puffs = [[0.3, 0.6, 0.2], [0.68, 0.62, 0.19], [0.5, 0.42, 0.23], [0.34, 0.36, 0.14], [0.7, 0.38, 0.15]];
  ctx.lineWidth = 0.04;
  for (const [fill, width] of [[ink, 0.03], [puff, 0]] as const) {
    ctx.fillStyle = fill;
    ctx.beginPath();
    for (const [x, y, radius] of puffs) disc(ctx, x, y, radius + width);
    ctx.fill();
  }
}

/** A tile that was revealed and holds nothing. */
export function drawNothing(ctx: Pen, ink: string): void {
  ctx.strokeStyle = ink;
  ctx.lineCap = "round";
  ctx.lineWidth = 0.06;
  ctx.beginPath();
  line(ctx, 0.3, 0.52, 0.45, 0.66, 0.72, 0.36);
  ctx.stroke();
}
