import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { MatchTime } from "./time";

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());

describe("match time", () => {
  test("follows the frame that was quickest", () => {
    const time = new MatchTime();
    time.hear(1000, true);
    vi.advanceTimersByTime(100);
    expect(time.now()).toBe(1100);
    time.hear(1050, false); // 50 ms late
    expect(time.now()).toBe(1100);
    time.hear(1120, false); // the first one was late
    expect(time.now()).toBe(1120);
  });

  test("goes back after the server stood still, and after a hiccup of the network comes right by itself", () => {
    const time = new MatchTime();
    time.hear(1000, true);
    vi.advanceTimersByTime(5000);
    time.hear(2000, false); // four seconds did not pass
    expect(time.now()).toBe(2000);
    vi.advanceTimersByTime(100);
    expect(time.now()).toBe(2100);
    time.hear(6100, false); // it was the network after all
    expect(time.now()).toBe(6100);
  });
});
