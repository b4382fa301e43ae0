"""Playthroughs: a random match as a text that people can read, so that a change of behaviour
shows as a difference of lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from freehold.game import PUBLIC, TRUTH, AnyGame, Ms, Notice
from freehold.kernel import canonical
from freehold.kernel.chance import Stream, key_of
from freehold.kernel.sentences import fill
from freehold.match import Match
from freehold.match.feed import Feed
from freehold.match.log import spell_action
from freehold.testing.plays import PlayedStep, begin, choices_of, steps, take
from freehold.testing.trials import At, Trial

SEEDS = (1, 2)
OTHERS = {PUBLIC: "watchers", TRUTH: "truth"}
HEAD_LINES, TAIL_LINES = 90, 30
PICTURE_LINES = 150
"""About this number of lines of pictures in one playthrough, besides the first and the last."""


class Listening(Feed):
    """A feed that keeps every notice."""

    heard: list[Notice]

    def note(self, notices: Sequence[Notice], now: Ms) -> None:
        self.heard = [*self.heard, *notices]
        super().note(notices, now)

    def take(self) -> list[Notice]:
        heard, self.heard = self.heard, []
        return heard


def playthroughs(trial: Trial) -> Iterator[tuple[str, str]]:
    """The name and text of each golden playthrough of a game, one for each seed."""
    for seed in SEEDS:
        at = trial.tables[(seed - 1) % len(trial.tables)]
        yield f"{trial.game.name}-{seed}", playthrough(trial.game, at, seed)


def playthrough(game: AnyGame, at: At, seed: int) -> str:
    match = begin(game, at, seed)
    match.feed = feed = Listening(game)
    feed.heard = []
    rng = Stream(key_of("playthrough", seed), "steps")
    parts = [opening(match, seed), scene(match)]
    events: list[list[str]] = []
    for step in islice(steps(match, rng, restless=150), game.longest):
        before = match.outcome
        accepted = take(match, step)
        events.append(event(match, step, accepted, feed.take()))
        if match.outcome and before is None:
            break
        if len(events) == 12:
            parts += [shortened(events), scene(match)]
            events = []
    return "\n\n".join([*between(parts), shortened(events), scene(match), ending(match)]) + "\n"


def between(parts: list[str]) -> list[str]:
    """The first scene and a few of those that follow; of the others only what happened."""
    heading, first, *rest = parts
    happenings, scenes = rest[::2], rest[1::2]
    kept = max(1, PICTURE_LINES // max(each.count("\n") + 2 for each in (first, *scenes)))
    every = max(1, -(-len(scenes) // kept))
    shown: list[str] = [heading, first]
    run: list[str] = []
    for number, happened in enumerate(happenings, 1):
        run.append(happened)
        if number % every == 0:
            shown += [left_out("\n".join(run), max(14, HEAD_LINES // kept)), scenes[number - 1]]
            run = []
    return [*shown, *([left_out("\n".join(run), TAIL_LINES)] if run else [])]


def left_out(text: str, most: int) -> str:
    """The first and last lines; of what stands between a digest, so that a change still shows."""
    lines = text.split("\n")
    if len(lines) <= most:
        return text
    cut = lines[most // 2 : len(lines) - most // 2]
    note = f"   ... {len(cut)} lines, digest {canonical.fingerprint(cut)[:8]} ..."
    return "\n".join([*lines[: most // 2], note, *lines[len(lines) - most // 2 :]])


def opening(match: Match, seed: int) -> str:
    params = ", ".join(f"{name} {value!r}" for name, value in match.header.params.items())
    return f"{match.game.title}, seed {seed}: {', '.join(match.names)}\n{params}"


def event(match: Match, step: PlayedStep, accepted: bool, notices: list[Notice]) -> list[str]:
    if step.action is None:
        line = f"{step.now} ms"
    else:
        spelled = spell_action(match.game, step.action)
        refused = "" if accepted else "  (refused)"
        line = f"{step.now} ms  {match.names[step.seat]}: {spelled}{refused}"
    return [line, *(f"   {told_to(match, each)}{sentence(match, each)}" for each in notices)]


def told_to(match: Match, notice: Notice) -> str:
    if notice.to is None:
        return ""
    names = [match.names[seat] if seat >= 0 else OTHERS[seat] for seat in notice.to]
    return f"(to {', '.join(names) or 'nobody'}) "


def sentence(match: Match, notice: Notice) -> str:
    return fill(match.game.texts[notice.code], notice.facts, match.names)


def shortened(events: list[list[str]]) -> str:
    return "\n".join(line for lines in events for line in lines)


def scene(match: Match) -> str:
    """What everybody sees, and what single seats see otherwise."""
    public = sight(match, PUBLIC)
    seen = [f"--- at {match.now} ms, as everybody sees it", public]
    for seat, name in enumerate(match.names):
        count = len(choices_of(match, seat, Stream(key_of("scene"), "choices")))
        own = sight(match, seat)
        seen.append(f"--- {name} has {count} choices" + ("" if own == public else " and sees"))
        seen += [] if own == public else [own]
    return "\n".join(seen)


def sight(match: Match, viewer: int) -> str:
    lines = match.game.describe(match.view(viewer), match.names)
    return "\n".join(line.rstrip() for line in [*match.picture(viewer).split("\n"), *lines])


def ending(match: Match) -> str:
    if match.outcome is None:
        return f"unfinished, fingerprint {match.fingerprint()}"
    places = ", ".join(
        f"{name} {place} ({score})"
        for name, place, score in zip(
            match.names, match.outcome.places, match.outcome.scores, strict=True
        )
    )
    words = match.game.texts[f"ending_{match.outcome.ending}"]
    return f"{match.outcome.ending}: {words} {places}\nfingerprint {match.fingerprint()}"
