"""Playwright waits by looking again, ever more rarely, and at each look that is too early it
describes the whole page for a message that nobody reads. Here it looks when the page has changed.

What passes or fails is still what Playwright says: only the moments at which it is asked differ.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from functools import wraps
from typing import Any

from playwright.sync_api import Error, Locator, Page
from playwright.sync_api._generated import LocatorAssertions, PageAssertions

from tests.web import PATIENCE_MS

REST_MS = 100
"""What changes no element, like scrolling, is looked at this often."""
FIRST_REST_MS = 20
"""A change may come between the first look and the moment from which changes are counted."""
FRAME_MS = 16
"""Changes come in bursts: one look for all of them."""
LOOKS = 10
"""So often a hint may say no before Playwright is asked regardless."""
AT_ONCE_MS = 1
LAST_MS = 1000

NEXT_CHANGE = """([seen, rest, frame]) => {
  const changes = (window.changesOfPage ??= (() => {
    const found = { count: 0, wake: () => {} };
    const watch = { subtree: true, childList: true, attributes: true, characterData: true };
    new MutationObserver(() => { found.count++; found.wake(); }).observe(document, watch);
    return found;
  })());
  return new Promise((done) => {
    const end = () => done(changes.count);
    changes.wake = () => setTimeout(end, frame);
    if (seen !== null && changes.count !== seen) changes.wake();
    else setTimeout(end, rest);
  });
}"""


def until(page: Page, is_so: Callable[[], bool], timeout: float = PATIENCE_MS) -> bool:
    """Ask again when the page has changed, and now and then; False if it takes too long."""
    ends = time.monotonic() + timeout / 1000
    seen: int | None = None
    while not is_so():
        if time.monotonic() > ends:
            return False
        try:
            rest = FIRST_REST_MS if seen is None else REST_MS
            seen = page.evaluate(NEXT_CHANGE, [seen, rest, FRAME_MS])
        except Error:  # the page goes elsewhere
            if page.is_closed():
                return False
            seen = None
    return True


# Hints: whether it is worth asking


def is_attribute(shown: Locator, name: str, value: str | re.Pattern[str]) -> bool:
    found = shown.evaluate_all("(all, name) => all.map((each) => each.getAttribute(name))", name)
    return any(
        re.search(value, each) if isinstance(value, re.Pattern) else each == value
        for each in found
        if each is not None
    )


HINTS: dict[str, Callable[..., bool]] = {
    "to_be_visible": lambda shown: shown.is_visible(),
    "not_to_be_visible": lambda shown: not shown.is_visible(),
    "to_be_attached": lambda shown: shown.count() > 0,
    "not_to_be_attached": lambda shown: not shown.count(),
    "to_have_count": lambda shown, count: shown.count() == count,
    "to_have_attribute": is_attribute,
}


def is_likely(name: str, shown: Locator | Page, args: tuple[Any, ...]) -> bool:
    if name not in HINTS or not isinstance(shown, Locator):
        return True
    try:
        return HINTS[name](shown, *args)
    except Error:  # the expectation itself says what is wrong
        return True


# What is changed of Playwright


def on_change(expectation: Callable[..., None]) -> Callable[..., None]:
    """The same expectation with the same patience."""

    @wraps(expectation)
    def wait(self: Any, *args: Any, timeout: float = PATIENCE_MS, **options: Any) -> None:
        kept = self._impl_obj
        is_page = isinstance(self, PageAssertions)
        shown = Page(kept._actual_page) if is_page else Locator(kept._actual_locator)
        looks = 0

        def is_so() -> bool:
            nonlocal looks
            looks += 1
            if options or looks % LOOKS == 0 or is_likely(expectation.__name__, shown, args):
                try:
                    expectation(self, *args, timeout=AT_ONCE_MS, **options)
                except AssertionError:
                    return False
                return True
            return False

        if not until(shown if isinstance(shown, Page) else shown.page, is_so, timeout):
            expectation(self, *args, timeout=LAST_MS, **options)

    return wait


def when_there(act: Callable[..., Any]) -> Callable[..., Any]:
    """The same act; Playwright waits for the rest, as for what is still disabled."""

    @wraps(act)
    def wait(self: Locator, *args: Any, **options: Any) -> Any:
        if options.get("state") not in ("hidden", "detached"):
            until(self.page, lambda: self.count() > 0, options.get("timeout", PATIENCE_MS))
        return act(self, *args, **options)

    return wait


ACTS = (
    *("check", "click", "dblclick", "dispatch_event", "element_handle", "evaluate", "fill"),
    *("focus", "get_attribute", "hover", "inner_text", "press", "scroll_into_view_if_needed"),
    *("select_option", "set_input_files", "tap", "text_content", "uncheck", "wait_for"),
)


def look_on_change() -> None:
    """From now on."""
    for each in (LocatorAssertions, PageAssertions):
        for name, method in list(vars(each).items()):
            if name.startswith(("to_", "not_to_")):
                setattr(each, name, on_change(method))
    for name in ACTS:
        setattr(Locator, name, when_there(getattr(Locator, name)))
