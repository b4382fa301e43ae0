import { expect, test } from "vitest";
import { isLoopback, linkBase } from "./reach";

const HERE = { hostname: "127.0.0.1", origin: "http://127.0.0.1:8000" };
const THERE = { hostname: "192.0.2.9", origin: "http://192.0.2.9:8000" };

test("names of this computer alone are known", () => {
  expect(["127.0.0.1", "127.1.2.3", "localhost", "[::1]", "192.0.2.9", "play.example.org", "localhost.example.org"].map(isLoopback)).toEqual([
    true, true, true, true, false, false, false,
  ]);
});

test("at the server's own computer the link is the one that the server names", () => {
  expect(linkBase(HERE, { url: "http://192.0.2.9:8000", is_local: false })).toBe("http://192.0.2.9:8000");
  expect(linkBase(HERE, { url: "", is_local: true })).toBe(HERE.origin);
  expect(linkBase(HERE, null)).toBe(HERE.origin);
});

test("a guest gives on the address by which they came", () => {
  expect(linkBase(THERE, { url: "http://198.51.100.7:8000", is_local: false })).toBe(THERE.origin);
});
