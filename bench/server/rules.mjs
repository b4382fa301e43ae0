// The rules of Area Attack's stage 1 on typed arrays, as a host would write them for Node: openings,
// flags, freezes, and where each seat may open. The recorded players never come to stage 2.
// `put` is told of every change of a layer: (layer's name, its seat or -1, cell, value).

const COVERED = 0, CLAIMED = 1, MINE = 3;
const SHOWN_MINE = 2;

export class Ground {
  constructor(recording, room, put) {
    const { width, height, freeze_ms: freezeMs } = recording;
    const { mines, starts } = recording.rooms[room];
    const size = width * height;
    Object.assign(this, { width, height, freezeMs, put });
    this.mine = new Uint8Array(size);
    this.number = new Uint8Array(size);
    this.cell = new Uint8Array(size);
    this.ground = new Uint8Array(size);
    this.owner = new Uint8Array(size);
    const seats = starts.map((_, seat) => seat);
    this.digit = seats.map(() => new Uint8Array(size));
    this.flag = seats.map(() => new Uint8Array(size));
    this.legal = seats.map(() => new Uint8Array(size).fill(1));
    this.cells = seats.map(() => 0);
    this.frozen = seats.map(() => 0);
    this.struck = seats.map(() => -1);
    this.stack = new Int32Array(size);
    for (const cell of mines) this.lay(cell);
    starts.forEach((cell, seat) => this.claim(seat, cell));
  }

  lay(cell) {
    this.mine[cell] = 1;
    for (const near of this.around(cell)) this.number[near] += 1;
  }

  *around(cell) {
    const x = cell % this.width, y = (cell - x) / this.width;
    for (let v = Math.max(0, y - 1); v <= Math.min(this.height - 1, y + 1); v += 1) {
      for (let u = Math.max(0, x - 1); u <= Math.min(this.width - 1, x + 1); u += 1) {
        if (u !== x || v !== y) yield v * this.width + u;
      }
    }
  }

  // An action as text; the code of a refusal, or "".
  act(now, seat, action) {
    if (this.frozen[seat]) return "frozen";
    const [verb, place] = action.split(" ");
    const [x, y] = (place ?? "").split(",").map(Number);
    if (!(x >= 0 && x < this.width && y >= 0 && y < this.height)) return "outside";
    const cell = y * this.width + x;
    if (this.cell[cell] !== COVERED) return "taken";
    if (verb === "open") return this.open(now, seat, cell);
    if (verb === "flag" || verb === "unflag") return this.setFlag(seat, cell, Number(verb === "flag"));
    return "malformed";
  }

  open(now, seat, cell) {
    if (!this.legal[seat][cell]) return "too_far";
    if (this.mine[cell]) {
      this.frozen[seat] = now + this.freezeMs;
      this.struck[seat] = cell;
    } else {
      this.claim(seat, cell);
    }
    return "";
  }

  setFlag(seat, cell, to) {
    if (this.flag[seat][cell] === to) return to ? "flagged" : "not_flagged";
    this.flag[seat][cell] = to;
    this.put("flag", seat, cell, to);
    return "";
  }

  claim(seat, start) {
    const { stack, cell, number, width, height } = this;
    let top = 0;
    stack[top++] = start;
    cell[start] = CLAIMED;
    while (top) {
      const at = stack[--top];
      this.take(seat, at);
      if (number[at]) continue;
      const x = at % width, y = (at - x) / width;
      const right = Math.min(width - 1, x + 1), bottom = Math.min(height - 1, y + 1);
      for (let v = Math.max(0, y - 1); v <= bottom; v += 1) {
        for (let u = Math.max(0, x - 1); u <= right; u += 1) {
          const near = v * width + u;
          if (cell[near] === COVERED) {
            cell[near] = CLAIMED;
            stack[top++] = near;
          }
        }
      }
    }
  }

  take(seat, cell) {
    this.owner[cell] = seat + 1;
    this.put("owner", -1, cell, seat + 1);
    this.digit[seat][cell] = this.number[cell] + 1;
    this.put("digit", seat, cell, this.number[cell] + 1);
    this.cells[seat] += 1;
    this.clear(cell);
  }

  clear(cell) {
    for (let seat = 0; seat < this.cells.length; seat += 1) {
      this.legal[seat][cell] = 0;
      this.put("legal", seat, cell, 0);
      if (this.flag[seat][cell]) {
        this.flag[seat][cell] = 0;
        this.put("flag", seat, cell, 0);
      }
    }
  }

  // Thaw whoever is due; did anybody?
  pass(now) {
    let isChanged = false;
    for (let seat = 0; seat < this.frozen.length; seat += 1) {
      if (this.frozen[seat] && this.frozen[seat] <= now) {
        this.thaw(seat);
        isChanged = true;
      }
    }
    return isChanged;
  }

  thaw(seat) {
    const cell = this.struck[seat];
    this.frozen[seat] = 0;
    this.struck[seat] = -1;
    if (this.cell[cell] === COVERED) {
      this.cell[cell] = MINE;
      this.ground[cell] = SHOWN_MINE;
      this.put("ground", -1, cell, SHOWN_MINE);
      this.clear(cell);
    }
  }
}
