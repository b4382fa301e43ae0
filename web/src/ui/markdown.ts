/** Reads the small part of Markdown that rulebooks use, into blocks that are drawn as elements. */

export type Span = { is: "text" | "strong" | "em" | "code"; text: string };
export type Block =
  | { is: "heading"; level: number; spans: Span[] }
  | { is: "paragraph"; spans: Span[] }
  | { is: "list"; ordered: boolean; items: Span[][] }
  | { is: "table"; head: Span[][]; rows: Span[][][] }
  | { is: "code"; text: string };

export function spansOf(text: string): Span[] {
  const spans: Span[] = [];
  const plain = text.replace(/\[([^\]]+)\]\([^)]*\)/g, "$1");
  let at = 0;
  for (const found of plain.matchAll(/`([^`]+)`|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*/g)) {
    if (found.index > at) spans.push({ is: "text", text: plain.slice(at, found.index) });
    const [whole, code, strong, em] = found;
    spans.push({ is: code ? "code" : strong ? "strong" : "em", text: code ?? strong ?? em });
    at = found.index + whole.length;
  }
  if (at < plain.length) spans.push({ is: "text", text: plain.slice(at) });
  return spans;
}

function cellsOf(line: string): Span[][] {
  return line.trim().replace(/^\||\|$/g, "").split("|").map((each) => spansOf(each.trim()));
}

const ITEM = /^\s*(?:[-*]|(\d+)\.)\s+(.*)$/;

export function readMarkdown(text: string): Block[] {
  const blocks: Block[] = [];
  const lines = text.replaceAll("\r", "").split("\n");
  for (let at = 0; at < lines.length; ) {
    const line = lines[at];
    const heading = /^(#{1,6})\s+(.*)$/.exec(line);
    if (!line.trim()) at++;
    else if (line.startsWith("```")) {
      const end = lines.findIndex((each, place) => place > at && each.startsWith("```"));
      blocks.push({ is: "code", text: lines.slice(at + 1, end < 0 ? undefined : end).join("\n") });
      at = end < 0 ? lines.length : end + 1;
    } else if (/^ {4}\S/.test(line)) {
      const from = at;
      while (at < lines.length && (/^ {4}/.test(lines[at]) || !lines[at].trim())) at++;
      blocks.push({ is: "code", text: lines.slice(from, at).map((each) => each.slice(4)).join("\n").trimEnd() });
    } else if (heading) {
      blocks.push({ is: "heading", level: heading[1].length, spans: spansOf(heading[2]) });
      at++;
    } else if (line.trim().startsWith("|")) {
      const from = at;
      while (at < lines.length && lines[at].trim().startsWith("|")) at++;
      const rows = lines.slice(from, at).filter((each) => !/^[\s|:-]+$/.test(each)).map(cellsOf);
      blocks.push({ is: "table", head: rows[0], rows: rows.slice(1) });
    } else if (ITEM.test(line)) {
      const items: string[] = [];
      const ordered = !!ITEM.exec(line)![1];
      while (at < lines.length && lines[at].trim()) {
        const item = ITEM.exec(lines[at]);
        if (item) items.push(item[2]);
        else items[items.length - 1] += " " + lines[at].trim();
        at++;
      }
      blocks.push({ is: "list", ordered, items: items.map(spansOf) });
    } else {
      const from = at;
      while (at < lines.length && lines[at].trim() && !/^(#|```|\s*\|)/.test(lines[at]) && !ITEM.test(lines[at])) at++;
      blocks.push({ is: "paragraph", spans: spansOf(lines.slice(from, Math.max(at, from + 1)).join(" ")) });
      at = Math.max(at, from + 1);
    }
  }
  return blocks;
}
