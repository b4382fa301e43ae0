import { beforeEach, describe, expect, test, vi } from "vitest";
import type { GameAbout, QuickWishes } from "../net/api";
import type { RoomNow } from "../net/wire";

const asked: QuickWishes[] = [];
vi.mock("../net/api", () => ({ api: { quick: (wishes: QuickWishes) => (asked.push(wishes), Promise.resolve({ room: "another", token: "t" })) } }));
const went: string[] = [];
vi.mock("../core/router.svelte", () => ({ go: (path: string) => went.push(path) }));

const { playElsewhere } = await import("./starting");

const GAME = {
  name: "mine-land", bots: [], levels: [{ bot: "ambler", word: "easy", name: "", face: "", sentence: "" }], world: true,
  presets: [{ name: "land", seats: [1, 500], params: {} }, { name: "field", seats: [1, 20], params: { width_tiles: 100 } }],
} as unknown as GameAbout;
const roomOf = (room: Partial<RoomNow>) => ({ seats: [], params: {}, standing: false, lesson: false, ...room }) as RoomNow;

describe("digging again elsewhere", () => {
  beforeEach(() => void (asked.length = went.length = 0));

  test("the server's own world is left for a small one, with some bots", async () => {
    await playElsewhere(GAME, roomOf({ standing: true, params: { width_tiles: 1000 } }));
    expect(asked).toEqual([{ game: "mine-land", bot: "ambler", seats: 4, params: { width_tiles: 100 } }]);
    expect(went).toEqual(["/room/another"]);
  });

  test("a world of one's own is played again on the same terms, with as many bots", async () => {
    const seats = [{ bot: "" }, { bot: "careful" }, { bot: "careful" }] as RoomNow["seats"];
    await playElsewhere(GAME, roomOf({ seats, params: { width_tiles: 30 } }));
    expect(asked).toEqual([{ game: "mine-land", bot: "ambler", seats: 3, params: { width_tiles: 30 } }]);
  });

  test("a tutorial begins again", async () => {
    await playElsewhere(GAME, roomOf({ lesson: true }));
    expect(asked[0]).toMatchObject({ game: "mine-land", is_lesson: true, seats: 1 });
  });
});
