/** Short words at the edge of the page that go away by themselves. */

export interface Toast {
  id: number;
  text: string;
  kind: "info" | "refusal" | "good";
}

const SHOWN_MS = 4500;
let ids = 0;

export const toasts: { list: Toast[] } = $state({ list: [] });

export function toast(text: string, kind: Toast["kind"] = "info"): void {
  const same = toasts.list.find((each) => each.text === text);
  if (same) dismiss(same.id);
  const id = ++ids;
  toasts.list = [...toasts.list, { id, text, kind }].slice(-4);
  setTimeout(() => dismiss(id), SHOWN_MS);
}

export function dismiss(id: number): void {
  toasts.list = toasts.list.filter((each) => each.id !== id);
}
