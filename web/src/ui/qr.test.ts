/** QR codes are read back as a camera would: the mask off, the bytes in their order, no error in any block. */

import { expect, test } from "vitest";
import { qrMatrix } from "./qr";

const MASKS: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0, (_, y) => y % 2 === 0, (x) => x % 3 === 0, (x, y) => (x + y) % 3 === 0,
  (x, y) => ((y >> 1) + Math.floor(x / 3)) % 2 === 0, (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0, (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];
/** By version: how many codewords correct a block, and the data of each block. */
const BLOCKS: Record<number, [number, number[]]> = {
  3: [26, [44]], 5: [24, [43, 43]], 10: [26, [43, 43, 43, 43, 44]],
};
const ALIGNED: Record<number, number[]> = { 3: [6, 22], 5: [6, 30], 10: [6, 28, 50] };

/** Is a module part of the frame, which says nothing of the text? */
function isFrame(x: number, y: number, version: number): boolean {
  const last = 16 + 4 * version;
  if (x === 6 || y === 6 || (x < 9 && y < 9) || (x > last - 8 && y < 9) || (x < 9 && y > last - 8)) return true;
  if (version > 6 && ((x > last - 11 && y < 6) || (y > last - 11 && x < 6))) return true;
  const near = (at: number) => ALIGNED[version].find((place) => Math.abs(place - at) < 3);
  const [column, row] = [near(x), near(y)];
  const edges = [column, row].filter((each) => each === 6 || each === last - 6).length;
  return column !== undefined && row !== undefined && !(edges === 2 && (column === 6 || row === 6));
}

function maskOf(code: boolean[][]): number {
  // The format's bits 10 to 12, without the mask that lies over the format itself.
  const side = code.length;
  const at = (bit: number) => Number(code[side - 15 + bit][8]);
  return ((at(12) << 2) | (at(11) << 1) | at(10)) ^ 0b101;
}

function codewords(code: boolean[][]): number[] {
  const side = code.length, version = (side - 17) / 4, mask = MASKS[maskOf(code)];
  const bits: number[] = [];
  let isUp = true;
  for (let right = side - 1; right > 0; right -= 2, isUp = !isUp) {
    if (right === 6) right = 5;
    for (let step = 0; step < side; step++) {
      const y = isUp ? side - 1 - step : step;
      for (const x of [right, right - 1]) if (!isFrame(x, y, version)) bits.push(Number(code[y][x] !== mask(x, y)));
    }
  }
  return Array.from({ length: bits.length >> 3 }, (_, at) => parseInt(bits.slice(8 * at, 8 * at + 8).join(""), 2));
}

/** The blocks of a code, data and correction, as they were before they were mixed. */
function unmixed(words: number[], [checks, sizes]: [number, number[]]): number[][] {
  const blocks: number[][] = sizes.map(() => []);
  const left = words.values();
  for (let place = 0; place < Math.max(...sizes); place++) {
    sizes.forEach((size, block) => place < size && blocks[block].push(left.next().value!));
  }
  for (let place = 0; place < checks; place++) for (const block of blocks) block.push(left.next().value!);
  return blocks;
}

function times(a: number, b: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) product = (product << 1) ^ (product & 128 ? 285 : 0) ^ ((b >> bit) & 1 ? a : 0);
  return product;
}

/** What a reader finds wrong with a block: nothing but noughts if it is whole. */
function syndromes(block: number[], checks: number): number[] {
  let power = 1;
  return Array.from({ length: checks }, () => {
    const found = block.reduce((sum, word) => times(sum, power) ^ word, 0);
    power = times(power, 2);
    return found;
  });
}

test.each([
  "http://127.0.0.1:29867/r/JHNKG",
  "https://a-much-longer-name.of-some-server.example.org/freehold/r/ABCDE?watch",
  "https://example.org/" + "x".repeat(180),
])("a camera reads %s", (text) => {
  const code = qrMatrix(text);
  const version = (code.length - 17) / 4;
  const [checks, sizes] = BLOCKS[version];
  const blocks = unmixed(codewords(code), [checks, sizes]);
  for (const block of blocks) expect(syndromes(block, checks)).toEqual(new Array(checks).fill(0));
  const bits = blocks.flatMap((block, at) => block.slice(0, sizes[at])).map((word) => word.toString(2).padStart(8, "0")).join("");
  const long = version < 10 ? 8 : 16;
  expect([bits.slice(0, 4), parseInt(bits.slice(4, 4 + long), 2)]).toEqual(["0100", text.length]);
  const letters = bits.slice(4 + long).match(/.{8}/g)!.slice(0, text.length);
  expect(letters.map((letter) => String.fromCharCode(parseInt(letter, 2))).join("")).toBe(text);
});
