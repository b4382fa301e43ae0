/** A picture of how a match ended, for sharing: who played, the score, and the board as it stood. */

import { FONT } from "../core/fonts";

const WIDTH = 1200, HEIGHT = 630, EDGE = 64, LEFT = 560;
const PAPER = "#f3f1ec", INK = "#1d2126", SOFT = "#5c636b";
const MOST = 6;

export interface Player { name: string; colour: string; score: string; isFirst: boolean }
export interface Ending { game: string; title: string; where: string; players: Player[] }

/** The board as it is on the page, without what the pointer shows on it. */
export function boardOnPage(): HTMLCanvasElement | null {
  return document.querySelector<HTMLCanvasElement>("[data-board] canvas");
}

export function drawEnding(board: HTMLCanvasElement | null, ending: Ending): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const ctx = canvas.getContext("2d")!;
  ctx.fillStyle = PAPER;
  ctx.fillRect(0, 0, WIDTH, HEIGHT);
  if (board?.width) cover(ctx, board);
  ctx.textBaseline = "alphabetic";
  write(ctx, ending.game, EDGE, 96, 30, SOFT, "600");
  write(ctx, ending.title, EDGE, 168, 58, INK, "700");
  ending.players.slice(0, MOST).forEach((player, row) => drawPlayer(ctx, player, 240 + row * 52));
  write(ctx, ending.where, EDGE, HEIGHT - 56, 24, SOFT, "400");
  return canvas;
}

/** The middle of the board, as large as its place. */
function cover(ctx: CanvasRenderingContext2D, board: HTMLCanvasElement) {
  const width = WIDTH - LEFT;
  const scale = Math.max(width / board.width, HEIGHT / board.height);
  const [w, h] = [width / scale, HEIGHT / scale];
  ctx.drawImage(board, (board.width - w) / 2, (board.height - h) / 2, w, h, LEFT, 0, width, HEIGHT);
}

function drawPlayer(ctx: CanvasRenderingContext2D, player: Player, y: number) {
  ctx.fillStyle = player.colour;
  ctx.fillRect(EDGE, y - 24, 28, 28);
  ctx.strokeStyle = INK;
  ctx.strokeRect(EDGE, y - 24, 28, 28);
  const weight = player.isFirst ? "700" : "400";
  write(ctx, player.name, EDGE + 44, y, 30, INK, weight, 290);
  ctx.textAlign = "right";
  write(ctx, player.score, LEFT - 40, y, 30, INK, weight);
  ctx.textAlign = "left";
}

function write(ctx: CanvasRenderingContext2D, text: string, x: number, y: number, size: number, colour: string, weight: string, most = LEFT - EDGE - 40) {
  ctx.fillStyle = colour;
  ctx.font = `${weight} ${size}px ${FONT}`;
  ctx.fillText(text, x, y, most);
}

export function asFile(canvas: HTMLCanvasElement, name: string): Promise<File> {
  return new Promise((done, failed) =>
    canvas.toBlob((blob) => (blob ? done(new File([blob], name, { type: "image/png" })) : failed(new Error(name))), "image/png"),
  );
}

/** Have the browser save it. */
export function save(file: File): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
