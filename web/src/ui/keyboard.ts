/** Where the keyboard goes when the control that had it is gone or disabled: a player who uses keys is never left nowhere. */

/** An action for an element: `next` is called when something in it goes, or is disabled, while it has the focus. */
export function keepKeyboard(node: HTMLElement, next: () => void) {
  let held: Element | null = null;
  const hold = (event: FocusEvent) => (held = event.target as Element);
  const watch = new MutationObserver(() => {
    if (!held || (held.isConnected && !held.matches(":disabled"))) return;
    const { activeElement } = document;
    if (activeElement === held || activeElement === document.body) next();
    else held = null;
  });
  node.addEventListener("focusin", hold);
  watch.observe(node, { childList: true, subtree: true, attributeFilter: ["disabled"] });
  return {
    destroy() {
      watch.disconnect();
      node.removeEventListener("focusin", hold);
    },
  };
}
