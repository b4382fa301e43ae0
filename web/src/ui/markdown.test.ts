import { expect, test } from "vitest";
import { readMarkdown } from "./markdown";

test("rulebooks are read as blocks, and nothing of them is HTML", () => {
  const blocks = readMarkdown("# Rules\n\nA **bold** `farm 3,4` <b>.\n\n- one\n  more\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n    x y\n");
  expect(blocks.map((block) => block.is)).toEqual(["heading", "paragraph", "list", "table", "code"]);
  expect(blocks[1]).toMatchObject({ spans: [{ text: "A " }, { is: "strong" }, { text: " " }, { is: "code" }, { text: " <b>." }] });
  expect(blocks[2]).toMatchObject({ items: [[{ text: "one more" }], [{ text: "two" }]] });
});
