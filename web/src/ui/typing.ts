/** Keys belong to a field while somebody writes in it. */
export function isTyping(event: KeyboardEvent): boolean {
  const element = event.target as HTMLElement;
  return element.closest("dialog[open]") !== null || /^(INPUT|TEXTAREA|SELECT)$/.test(element.tagName);
}
