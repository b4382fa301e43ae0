/**
 * QR codes for short links: bytes, error correction M, versions 1 to 10 (up to 213 characters).
 * Written from the standard's tables; the picture is a matrix of dark modules.
 */

// Data codewords, and per block of error correction, for each version at level M:
// [correction codewords a block, blocks of group 1, data in each, blocks of group 2, data in each]
const VERSIONS = [
  [10, 1, 16, 0, 0], [16, 1, 28, 0, 0], [26, 1, 44, 0, 0], [18, 2, 32, 0, 0], [24, 2, 43, 0, 0],
  [16, 4, 27, 0, 0], [18, 4, 31, 0, 0], [22, 2, 38, 2, 39], [22, 3, 36, 2, 37], [26, 4, 43, 1, 44],
];
const ALIGNED = [
  [], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50],
];

const EXP = new Uint8Array(512);
const LOG = new Uint8Array(256);
for (let at = 0, value = 1; at < 255; at++) {
  EXP[at] = EXP[at + 255] = value;
  LOG[value] = at;
  value = value & 128 ? (value << 1) ^ 285 : value << 1;
}

function correction(data: number[], length: number): number[] {
  let generator = [1];
  for (let at = 0; at < length; at++) {
    const next = [...generator, 0];
    generator.forEach((each, place) => {
      if (each) next[place + 1] ^= EXP[LOG[each] + at];
    });
    generator = next;
  }
  const rest = [...data, ...new Array<number>(length).fill(0)];
  for (let at = 0; at < data.length; at++) {
    const lead = rest[at];
    if (!lead) continue;
    generator.forEach((each, place) => (rest[at + place] ^= EXP[LOG[each] + LOG[lead]]));
  }
  return rest.slice(data.length);
}

function dataOf(bytes: Uint8Array, version: number, capacity: number): number[] {
  const bits: number[] = [];
  const put = (value: number, length: number) => {
    for (let at = length - 1; at >= 0; at--) bits.push((value >> at) & 1);
  };
  put(4, 4);
  put(bytes.length, version < 10 ? 8 : 16);
  bytes.forEach((each) => put(each, 8));
  put(0, Math.min(4, capacity * 8 - bits.length));
  while (bits.length % 8) bits.push(0);
  const words = [];
  for (let at = 0; at < bits.length; at += 8) words.push(parseInt(bits.slice(at, at + 8).join(""), 2));
  for (let pad = 0; words.length < capacity; pad++) words.push(pad % 2 ? 17 : 236);
  return words;
}

function interleaved(words: number[], [ecc, n1, d1, n2, d2]: number[]): number[] {
  const blocks: number[][] = [];
  let at = 0;
  for (let block = 0; block < n1 + n2; block++) {
    const length = block < n1 ? d1 : d2;
    blocks.push(words.slice(at, at + length));
    at += length;
  }
  const checks = blocks.map((block) => correction(block, ecc));
  const out: number[] = [];
  for (let place = 0; place < Math.max(d1, d2); place++) {
    for (const block of blocks) if (place < block.length) out.push(block[place]);
  }
  for (let place = 0; place < ecc; place++) for (const check of checks) out.push(check[place]);
  return out;
}

type Grid = (boolean | null)[][];

function frame(version: number): Grid {
  const side = 17 + 4 * version;
  const grid: Grid = Array.from({ length: side }, () => new Array<boolean | null>(side).fill(null));
  const finder = (left: number, top: number) => {
    for (let y = -1; y < 8; y++) for (let x = -1; x < 8; x++) {
      if (!grid[top + y] || grid[top + y][left + x] === undefined) continue;
      const ring = Math.max(Math.abs(x - 3), Math.abs(y - 3));
      grid[top + y][left + x] = ring !== 2 && ring < 4;
    }
  };
  finder(0, 0);
  finder(side - 7, 0);
  finder(0, side - 7);
  const places = ALIGNED[version - 1];
  for (const cy of places) for (const cx of places) {
    if (grid[cy][cx] !== null) continue; // a finder is there
    for (let y = -2; y < 3; y++) for (let x = -2; x < 3; x++) {
      grid[cy + y][cx + x] = Math.max(Math.abs(x), Math.abs(y)) !== 1;
    }
  }
  for (let at = 8; at < side - 8; at++) grid[6][at] = grid[at][6] = at % 2 === 0;
  return grid;
}

function bch(value: number, generator: number, length: number): number {
  let rest = value << length;
  const top = 31 - Math.clz32(generator);
  for (let bit = 31 - Math.clz32(rest); rest && bit >= top; bit = 31 - Math.clz32(rest)) {
    rest ^= generator << (bit - top);
  }
  return (value << length) | rest;
}

function writeFormat(grid: Grid, version: number, mask: number): void {
  const side = grid.length;
  const format = bch(mask, 0x537, 10) ^ 0x5412; // level M is 00
  for (let at = 0; at < 15; at++) {
    const dark = ((format >> at) & 1) === 1;
    const [down, along] = [at < 6 ? at : at < 8 ? at + 1 : side - 15 + at, at < 8 ? side - 1 - at : at < 9 ? 7 : 14 - at];
    grid[down][8] = dark;
    grid[8][along] = dark;
  }
  grid[side - 8][8] = true;
  if (version < 7) return;
  const info = bch(version, 0x1f25, 12);
  for (let at = 0; at < 18; at++) {
    const dark = ((info >> at) & 1) === 1;
    const [near, far] = [Math.floor(at / 3), side - 11 + (at % 3)];
    grid[near][far] = grid[far][near] = dark;
  }
}

const MASKS: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0, (_, y) => y % 2 === 0, (x) => x % 3 === 0, (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0, (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0, (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

function fill(grid: Grid, words: number[], mask: number): boolean[][] {
  const side = grid.length;
  const out = grid.map((row) => row.map((each) => each ?? false));
  let bit = 0;
  let isUp = true;
  for (let right = side - 1; right > 0; right -= 2) {
    if (right === 6) right = 5; // the timing column
    for (let step = 0; step < side; step++) {
      const y = isUp ? side - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (grid[y][x] !== null) continue;
        const word = words[bit >> 3] ?? 0;
        out[y][x] = (((word >> (7 - (bit & 7))) & 1) === 1) !== MASKS[mask](x, y);
        bit++;
      }
    }
    isUp = !isUp;
  }
  return out;
}

/** Long runs and large blocks are hard to read: the mask with the fewest is taken. */
function penalty(grid: boolean[][]): number {
  const side = grid.length;
  let bad = 0;
  let dark = 0;
  for (let a = 0; a < side; a++) {
    for (const at of [(b: number) => grid[a][b], (b: number) => grid[b][a]]) {
      let run = 1;
      for (let b = 1; b <= side; b++) {
        if (b < side && at(b) === at(b - 1)) run++;
        else { if (run >= 5) bad += run - 2; run = 1; }
      }
    }
    for (let b = 0; b < side; b++) {
      if (grid[a][b]) dark++;
      if (a && b && grid[a][b] === grid[a - 1][b] && grid[a][b] === grid[a][b - 1] && grid[a][b] === grid[a - 1][b - 1]) bad += 3;
    }
  }
  return bad + Math.floor(Math.abs((dark * 100) / side ** 2 - 50) / 5) * 10;
}

/** The code of a text, row by row; true is dark. */
export function qrMatrix(text: string): boolean[][] {
  const bytes = new TextEncoder().encode(text);
  const at = VERSIONS.findIndex(([, n1, d1, n2, d2], index) => bytes.length <= n1 * d1 + n2 * d2 - (index < 9 ? 2 : 3));
  if (at < 0) return [];
  const [version, blocks] = [at + 1, VERSIONS[at]];
  const words = interleaved(dataOf(bytes, version, blocks[1] * blocks[2] + blocks[3] * blocks[4]), blocks);
  let best: { grid: boolean[][]; bad: number } | null = null;
  for (let mask = 0; mask < 8; mask++) {
    const empty = frame(version);
    writeFormat(empty, version, mask);
    const grid = fill(empty, words, mask);
    const bad = penalty(grid);
    if (!best || bad < best.bad) best = { grid, bad };
  }
  return best!.grid;
}
