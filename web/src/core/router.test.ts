import { expect, test } from "vitest";
import { placeOf } from "./router.svelte";

test("addresses lead to places", () => {
  expect(placeOf("/")).toEqual({ is: "home" });
  expect(placeOf("/r/abcde", "?watch")).toEqual({ is: "code", code: "ABCDE", watch: true });
  expect(placeOf("/room/x1", "", "#s3cret")).toEqual({ is: "room", id: "x1", secret: "s3cret", watch: false });
  expect(placeOf("/replay/m1")).toEqual({ is: "replay", id: "m1" });
  expect(placeOf("/maps/k1", "", "#z=abc")).toEqual({ is: "maps", game: "", id: "k1", fragment: "#z=abc" });
  expect(placeOf("/maps", "?game=chess")).toEqual({ is: "maps", game: "chess", id: "", fragment: "" });
  expect(placeOf("/ladder/chess", "?list=people")).toEqual({ is: "ladder", game: "chess", list: "people" });
  expect(placeOf("/ladder/chess")).toEqual({ is: "ladder", game: "chess", list: "all" });
  expect(placeOf("/ladder")).toEqual({ is: "nowhere" });
  expect(placeOf("/room/x1/more")).toEqual({ is: "nowhere" });
  expect(placeOf("/elsewhere")).toEqual({ is: "nowhere" });
});

test("an address that cannot be decoded is an address all the same", () => {
  expect(placeOf("/r/%zz")).toEqual({ is: "code", code: "%ZZ", watch: false });
  expect(placeOf("/%")).toEqual({ is: "nowhere" });
});
