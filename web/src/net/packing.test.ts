import { encode } from "@msgpack/msgpack";
import { describe, expect, test } from "vitest";
import { pack, retryDelay, unpack } from "./socket.svelte";

describe("the wire", () => {
  test("a message has the version before it", () => {
    const bytes = pack({ is: "act", n: 3, action: "farm 3,4" });
    expect(bytes[0]).toBe(1);
    expect([...bytes.subarray(1)]).toEqual([...encode({ is: "act", n: 3, action: "farm 3,4" })]);
  });

  test("another version is not read", () => {
    expect(unpack(new Uint8Array([9, 1, 2]).buffer)).toBeNull();
    expect(unpack(new Uint8Array([1, ...encode({ is: "acted", n: 3 })]).buffer)).toEqual({ is: "acted", n: 3 });
  });

  test("tries grow apart up to ten seconds, spread evenly", () => {
    expect(retryDelay(0, 1)).toBe(250);
    expect(retryDelay(3, 0)).toBe(250);
    expect(retryDelay(3, 1)).toBe(2000);
    expect(retryDelay(30, 1)).toBe(10_000);
  });
});
