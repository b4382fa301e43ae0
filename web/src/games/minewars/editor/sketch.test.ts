import { describe, expect, it, vi } from "vitest";
import { fromFragment, keepMap, toFragment } from "./keeping";
import { mapsToPlay } from "./own";
import { blank, brush, mapSketch, paintTiles, placesOf, putCity, read, resize, seatsOf, stretch, write } from "./sketch";

const TEXT = "grid: hex\ntitle: Two Ponds\n~~~~~\n~1.2~\n~...~\n~~~~~\n";

describe("a map's text", () => {
  it("is read and written without a difference", () => {
    expect(write(read(TEXT)!)).toBe(TEXT);
  });

  it("is read with blanks between the tiles and without a header", () => {
    const found = read("~ ~ ~\n ~ C ~\n~ ~ ~\n")!;
    expect([found.shape, found.title, found.width, found.letters]).toEqual(["square", "", 3, "~~~~C~~~~"]);
  });

  it("has water where a row is short or a letter is no tile", () => {
    expect(read("~..~\n~?\n~..~")!.letters).toBe("~..~~~~~~..~");
  });

  it("is none without a picture, or with one that is too large", () => {
    expect(read("title: nothing")).toBeNull();
    expect(read(`${"~".repeat(97)}\n`.repeat(4))).toBeNull();
  });
});

describe("drawing", () => {
  it("reaches as far as the brush, by the grid's own neighbours", () => {
    const square = placesOf(blank("square", 9, 9)), hex = placesOf(blank("hex", 9, 9));
    expect(brush(square, 40, 0)).toEqual([40]);
    expect(brush(square, 40, 1)).toHaveLength(9);
    expect(brush(square, 40, 2)).toHaveLength(25);
    expect(brush(hex, 40, 1)).toHaveLength(7);
    expect(brush(hex, 40, 2)).toHaveLength(19);
  });

  it("fills what hangs together by sides and nothing else", () => {
    const sketch = { ...blank("square", 3, 3), letters: "..~.~~~~." };
    expect(stretch(sketch, 0).sort()).toEqual([0, 1, 3]);
  });

  it("gives back the same value if nothing differs", () => {
    const sketch = blank("square", 3, 3);
    expect(paintTiles(sketch, [0, 1], "~")).toBe(sketch);
  });

  it("puts land around a city, and moves a start", () => {
    const first = putCity(blank("hex", 7, 7), 16, "1");
    const second = putCity(first, 30, "1");
    expect(second.letters[16]).toBe(".");
    expect(second.letters[30]).toBe("1");
    expect(placesOf(second).neighbours(30).every((near) => second.letters[near] === ".")).toBe(true);
    expect(seatsOf(second)).toBe(1);
  });

  it("keeps the picture in the middle of another size", () => {
    const larger = resize(read("...\n.C.\n...")!, 5, 5);
    expect(larger.letters).toBe("~~~~~~...~~.C.~~...~~~~~~");
    expect(resize(larger, 3, 3).letters).toBe("....C....");
  });

  it("is shown with cities, starts and regions", () => {
    const map = mapSketch(read(TEXT)!, new Uint8Array(20).fill(1));
    expect(map.cities).toEqual([6, 8]);
    expect(map.starts).toEqual([0, 1, -1, -1, -1, -1]);
    expect(map.regions).toHaveLength(20);
    expect(mapSketch(read(TEXT)!, new Uint8Array(4)).regions).toBeUndefined();
  });
});

describe("a link", () => {
  it("holds the whole map, zipped if that is shorter", async () => {
    const long = write(blank("hex", 60, 60, "Größer"));
    const fragment = await toFragment(long);
    expect(fragment.startsWith("z=")).toBe(true);
    expect(fragment.length).toBeLessThan(300);
    expect(await fromFragment(`#${fragment}`)).toBe(long);
  });

  it("is nothing if it cannot be read", async () => {
    expect(await fromFragment("#z=nonsense!")).toBe("");
    expect(await fromFragment("#other")).toBe("");
  });
});

describe("a room", () => {
  it("takes an own map with as many seats as start on it, and with no size of another", () => {
    const kept = new Map<string, string>();
    vi.stubGlobal("localStorage", { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => kept.set(key, value) });
    keepMap({ id: "a", title: "Two Ponds", text: TEXT, at: 2 });
    keepMap({ id: "b", title: "No picture", text: "title: nothing", at: 1 });
    expect(mapsToPlay()).toEqual([{ id: "a", title: "Two Ponds", seats: 2, params: { map: TEXT, radius_tiles: 0, cities: 0 } }]);
    vi.unstubAllGlobals();
  });
});
