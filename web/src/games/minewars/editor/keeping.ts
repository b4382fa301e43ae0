/** Own maps in this browser, and maps in links: the text itself, zipped if that is shorter. */

export interface KeptMap { id: string; title: string; text: string; at: number }

const KEY = "freehold.maps", DRAFT = "freehold.maps.draft";

export function ownMaps(): KeptMap[] {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "[]") as KeptMap[];
    return Array.isArray(found) ? found.sort((a, b) => b.at - a.at) : [];
  } catch {
    return [];
  }
}

/** False if the browser does not keep it. */
export function keepMap(map: KeptMap): boolean {
  return store(KEY, JSON.stringify([map, ...ownMaps().filter((each) => each.id !== map.id)]));
}

export function dropMap(id: string): void {
  store(KEY, JSON.stringify(ownMaps().filter((each) => each.id !== id)));
}

/** What is being drawn, so that a reload loses nothing. */
export function keepDraft(text: string): void {
  store(DRAFT, text);
}

export function keptDraft(): string {
  try {
    return localStorage.getItem(DRAFT) ?? "";
  } catch {
    return "";
  }
}

function store(key: string, value: string): boolean {
  try {
    localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

// Links

const MOST_UNZIPPED = 40_000;

export async function toFragment(text: string): Promise<string> {
  const plain = `m=${encodeURIComponent(text)}`;
  if (typeof CompressionStream === "undefined") return plain;
  const zipped = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  const packed = `z=${toBase64(zipped)}`;
  return packed.length < plain.length ? packed : plain;
}

/** The text of a link, or nothing. */
export async function fromFragment(fragment: string): Promise<string> {
  const [, form, body] = /^#?([mz])=(.*)$/s.exec(fragment) ?? [];
  if (!form) return "";
  try {
    if (form === "m") return decodeURIComponent(body);
    const bytes = await through(fromBase64(body), new DecompressionStream("deflate-raw"));
    return new TextDecoder().decode(bytes.subarray(0, MOST_UNZIPPED));
  } catch {
    return "";
  }
}

async function through(bytes: Uint8Array, stream: GenericTransformStream): Promise<Uint8Array> {
  const piped = new Blob([bytes as BlobPart]).stream().pipeThrough(stream as unknown as ReadableWritablePair<Uint8Array, Uint8Array>);
  return new Uint8Array(await new Response(piped as ReadableStream).arrayBuffer());
}

function toBase64(bytes: Uint8Array): string {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
}
