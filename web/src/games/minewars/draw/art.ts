/** The ground in ink: each drawing fills a box of 1 x 1 and leaves the middle to a digit where it can. */

export type Pen = CanvasRenderingContext2D;

export function line(ctx: Pen, ...points: number[]): void {
  ctx.moveTo(points[0], points[1]);
  for (let at = 2; at < points.length; at += 2) ctx.lineTo(points[at], points[at + 1]);
}

export function disc(ctx: Pen, x: number, y: number, radius: number): void {
  ctx.moveTo(x + radius, y);
  ctx.arc(x, y, radius, 0, 2 * Math.PI);
}

function stroke(ctx: Pen, width: number, draw: () => void): void {
  ctx.lineWidth = width;
  ctx.beginPath();
  draw();
  ctx.stroke();
}

function fill(ctx: Pen, draw: () => void): void {
  ctx.beginPath();
  draw();
  ctx.fill();
}

function withAlpha(ctx: Pen, alpha: number, draw: () => void): void {
  const before = ctx.globalAlpha;
  ctx.globalAlpha = before * alpha;
  draw();
  ctx.globalAlpha = before;
}

/** Drawn in `ink` over `ground`, by kind; `turn` 0 to 3 lets tiles differ. */
export function drawKind(ctx: Pen, kind: number, ink: string, ground: string, turn: number): void {
  ctx.strokeStyle = ctx.fillStyle = ink;
  ctx.lineCap = ctx.lineJoin = "round";
  [drawWater, drawLand, drawFertile, drawFoundation, drawDestroyed, drawMountain, drawForest][kind]?.(ctx, turn, ink, ground);
}

function drawWater(ctx: Pen, turn: number): void {
  const wave = (x: number, y: number) => {
    ctx.moveTo(x, y);
    ctx.quadraticCurveTo(x + 0.06, y - 0.06, x + 0.13, y);
    ctx.quadraticCurveTo(x + 0.19, y + 0.06, x + 0.26, y);
  };
  withAlpha(ctx, 0.75, () => stroke(ctx, 0.035, () => {
    if (turn % 2) wave(0.14, 0.38);
    else wave(0.56, 0.3);
    if (turn > 1) wave(0.5, 0.72);
    else wave(0.2, 0.66);
  }));
}

/** Nearly bare: a few specks. */
function drawLand(ctx: Pen, turn: number): void {
  const specks = [[0.2, 0.74, 0.78, 0.28], [0.3, 0.22, 0.74, 0.76], [0.16, 0.4, 0.66, 0.8], [0.82, 0.55, 0.28, 0.72]][turn];
  withAlpha(ctx, 0.35, () => fill(ctx, () => {
    disc(ctx, specks[0], specks[1], 0.022);
    disc(ctx, specks[2], specks[3], 0.022);
  }));
}

/** Young corn in two corners. */
function drawFertile(ctx: Pen, turn: number): void {
  const tuft = (x: number, y: number, size: number) => {
    ctx.moveTo(x, y);
    ctx.lineTo(x, y - size);
    for (const [way, from, to] of [[-1, 0.1, 0.62], [1, 0.1, 0.62], [-1, 0.5, 1], [1, 0.5, 1]]) {
      ctx.moveTo(x, y - size * from);
      ctx.quadraticCurveTo(x + way * size * 0.42, y - size * from, x + way * size * 0.42, y - size * to);
    }
  };
  withAlpha(ctx, 0.85, () => stroke(ctx, 0.04, () => {
    tuft(0.2, 0.8, 0.2);
    tuft(0.8, turn % 2 ? 0.8 : 0.76, 0.2);
    tuft(turn > 1 ? 0.76 : 0.24, 0.3, 0.15);
  }));
}

/** A slab with its joints at the rim. */
function drawFoundation(ctx: Pen): void {
  withAlpha(ctx, 0.6, () => stroke(ctx, 0.035, () => {
    line(ctx, 0.2, 0.24, 0.8, 0.24);
    line(ctx, 0.2, 0.76, 0.8, 0.76);
    line(ctx, 0.16, 0.3, 0.16, 0.7);
    line(ctx, 0.84, 0.3, 0.84, 0.7);
    line(ctx, 0.4, 0.24, 0.4, 0.14);
    line(ctx, 0.62, 0.76, 0.62, 0.86);
  }));
}

/** A crater's rim and rubble. */
function drawDestroyed(ctx: Pen, turn: number): void {
  withAlpha(ctx, 0.2, () => fill(ctx, () => ctx.ellipse(0.5, 0.54, 0.33, 0.26, 0, 0, 7)));
  withAlpha(ctx, 0.8, () => {
    stroke(ctx, 0.045, () => ctx.arc(0.5, 0.55, 0.35, Math.PI * (1.05 + turn * 0.05), Math.PI * (1.75 + turn * 0.05)));
    fill(ctx, () => {
      disc(ctx, 0.18, 0.72, 0.045);
      disc(ctx, 0.84, 0.66, 0.035);
      disc(ctx, 0.72, 0.82, 0.03);
    });
  });
}

function drawMountain(ctx: Pen, turn: number, ink: string, ground: string): void {
  const left = turn % 2 ? 0.4 : 0.36;
  ctx.fillStyle = ground;
  withAlpha(ctx, 0.22, () => {
    ctx.fillStyle = ink;
    fill(ctx, () => line(ctx, left, 0.2, 0.66, 0.8, left, 0.8));
    fill(ctx, () => line(ctx, 0.7, 0.42, 0.92, 0.8, 0.7, 0.8));
  });
  stroke(ctx, 0.06, () => {
    line(ctx, 0.08, 0.8, left, 0.2, 0.58, 0.62);
    line(ctx, 0.52, 0.72, 0.7, 0.42, 0.92, 0.8);
    line(ctx, 0.08, 0.8, 0.92, 0.8);
  });
  stroke(ctx, 0.04, () => line(ctx, left - 0.1, 0.39, left - 0.02, 0.44, left + 0.04, 0.37, left + 0.1, 0.42));
}

function drawForest(ctx: Pen, turn: number): void {
  const tree = (x: number, y: number, size: number) => {
    line(ctx, x - size * 0.36, y, x, y - size, x + size * 0.36, y, x - size * 0.36, y);
    line(ctx, x, y, x, y + size * 0.18);
  };
  const draw = () => {
    tree(0.3, 0.68, 0.46);
    tree(0.7, 0.66, turn % 2 ? 0.42 : 0.5);
    tree(0.5, 0.82, turn > 1 ? 0.44 : 0.38);
  };
  withAlpha(ctx, 0.25, () => fill(ctx, draw));
  stroke(ctx, 0.05, draw);
}
