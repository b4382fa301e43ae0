"""Finds misspelt words (codespell) and the turns of phrase that docs/style.md asks to avoid.

    python tools/words.py [PATH ...]

It reads the files that git knows: Python, TypeScript, Svelte, Markdown and the like, with their
texts, comments and docstrings. German texts are left out, and so is the left column of
docs/style.md. To allow a phrase in one place, write it into ALLOWED with the reason.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent

PLACES = (
    "src",
    "web/src",
    "web/index.html",
    "docs",
    "tools",
    "bench",
    "deploy",
    "*.md",
    "Makefile",
    "pyproject.toml",
)
KINDS = {".py", ".ts", ".svelte", ".md", ".html", ".css", ".toml", ".service", ".sh", ""}
KINDS |= {".conf", ".yaml", ".yml"}
LEFT_OUT = re.compile(
    r"(^|/)(de|options\.de|[\w-]+\.de)\.(ts|md)$"  # German
    r"|\.gen\.ts$|^docs/(protocol\.md|wire\.ts)$"  # generated, from sources that are read
    r"|^docs/transcripts/|/web_dist/|\.test\.ts$"  # what others said, and tests
    r"|^tests/|^tools/words\.py$|^LICENSE$"
)

ALLOWED: dict[str, dict[str, str]] = {
    "docs/style.md": dict.fromkeys(
        ("A player's clock has", "anew", "so long", "so many", "so much", "whoever"),
        "the list of what to avoid names them",
    ),
    "src/freehold/server/settings.py": dict.fromkeys(
        (
            "bad_tokens_a_minute",
            "commands_a_second",
            "connections_an_address",
            "guests_a_minute",
            "newcomers_an_address",
            "rooms_a_minute",
            "rooms_at_most",
        ),
        "OLD_NAMES leads from the old names to the new ones",
    ),
}
"""Path -> phrase -> why it stays. A phrase that is no longer there has to go from here, too."""


class Rule(NamedTuple):
    pattern: re.Pattern[str]
    advice: str


class Found(NamedTuple):
    path: str
    line: int
    phrase: str
    advice: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: '{self.phrase}': {self.advice}"


# In a pattern a blank stands for any white space; line breaks and comment signs count as that.
THINGS = (
    "address|cell|click|client|command|connection|event|file|folder|frame|game|guest|line|match"
    "|message|move|page|person|phase|player|process|room|round|row|seat|segment|server|side|step"
    "|tile|turn|verb|viewer|watcher|world"
)
TIMES = "millisecond|second|minute|hour|day|week"
AMOUNTS = (
    r"actions|bots|bytes|cells|characters|colours|commands|commits|connections|decisions|entries"
    r"|frames|games|guests|[kKM]i?B|layers|lines|matches|messages|moves|ms|pixels|players"
    r"|points|requests|rooms|rows|seconds|snapshots|steps|tiles|tokens|units|views|words"
)
VERBS = "has|have|is|was|as|gives|takes|lasts|needs|costs|waits|plays|lets|leaves|passes|times"
START = r"(?:^|[.;:!?>({|\"'`*#/] ?|\n\n *)"


def rule(pattern: str, advice: str) -> Rule:
    return Rule(re.compile(re.sub(r" (?![?*])", r"\\s+", pattern), re.MULTILINE), advice)


RULES = (
    rule(r"\b[Aa]new\b", "say 'again', 'from scratch' or name what is new"),
    rule(
        rf"{START}Who(?:ever)? (?!(?:goes|is) there\b)[a-z][^.;?!\n]*(?:[.;!](?=[\s\"'`*|]|$))",
        "give the sentence a noun: 'A player who ...', 'The seat that ...'",
    ),
    rule(r"\b[Ww]hoever(?:'s)?\b", "give it a noun: 'the player who', 'anyone who'"),
    rule(r"\b(?:for|to|from) who (?!the|a|we|you|I)\b", "say 'for those who', 'to people who'"),
    rule(
        r"\b[Ss]o (?:many|much|few|long|often)\b(?! (?:that|as|more|for|so|harder|easier)\b)",
        "name the number: 'maximum ...', 'after this time', 'n steps'",
    ),
    rule(r"\bSo (?:late|early|far) (?:do|does|may|can)\b", "put the subject first"),
    rule(
        rf"\b(?!(?:{VERBS})\b)[a-z]{{2,}}s an? (?:{TIMES})\b(?! (?:after|before|of|long|time)\b)",
        "say 'per second', 'per minute'",
    ),
    rule(
        rf"(?<!hich\s)(?<!the\s)(?<![Hh]ow\smany\s)\b(?:{AMOUNTS}) an? (?:{THINGS})\b",
        "say 'per ...' or 'for each ...'",
    ),
    rule(
        rf"\b[Oo]ne (?!(?:that|{VERBS})\b)(?!\w+s\b)[a-z]+ an? (?:{THINGS})\b",
        "say 'one ... per ...' or 'for each ...'",
    ),
    rule(r"\bat most(?=[.;:)\"])", "put it in front: 'at most 3 tiles', 'up to 3 tiles'"),
    rule(
        r"\b\w+_at_most\b|\b\w+s_an?_(?:second|minute|address)\b",
        "names say max_* and *_per_*",
    ),
    rule(
        r"(?:[;,:] |^ *\"*)[Nn]othing is"
        r" (?:that|to wait|the|all|any|your|its|no|one|none|never|for ever)\b",
        "say 'empty means ...'",
    ),
    rule(
        r"\b0 is (?:that|to|the|all|any|anywhere|no|none|never|nothing|for ever|not|now)\b",
        "say '0 means ...'",
    ),
    rule(
        r"(?<![Tt]here\s)\b(?:is|are|was|were) no (?!(?:longer|more|less|fewer|better|worse|"
        r"\w+er\s+than|different|other|such|one|matter|way|need|doubt|good|use|harm|problem|point)\b)[a-z]+",
        "say 'is not a ...'",
    ),
    rule(r"\bmay (?:a|an|the|one) [a-z]+ [a-z]+\.", "put the subject first"),
    rule(
        rf"{START}(?:A|An|The) (?:(?!that\b|which\b|what\b|than\b|as\b|it\b)[^.?!:;]){{1,40}}"
        r" (?:has|had)\.",
        "finish the sentence",
    ),
    rule(r"\b[Aa]s at first\b|\bas it was at first\b", "say 'as at the start', 'reset'"),
    rule(r"\b[Tt]hrough whose eyes\b", "say 'point of view'"),
    rule(r"\b(?:one|who|they) looks? on\b|\bonlookers?\b", "say 'watches', 'spectator'"),
    rule(r"\bas [^.]{1,20} has it\b", "say 'as in ...', 'by default'"),
    rule(r"\bis there already\b", "say 'already exists'"),
    rule(r"\bcan be had\b", "say 'is available'"),
    rule(r"\b[Aa]ll that is kept\b", "say 'everything stored'"),
    rule(r"\b[Ww]ind(?:s|ing)? (?:the|a) film\b", "say 'load the replay'"),
    rule(r"\b[Ll]oudness\b", "say 'volume'"),
    rule(
        r"(?<![\d.,:+-])(?<![+*/-]\s)1 (?:armies|bots|cells|cities|connections|farms|guests|lines"
        r"|mines|minutes|moves|players|points|rounds|seats|seconds|spectators|tiles|turns|units|watchers)\b",
        "one is singular: '1 unit'",
    ),
)


def main(arguments: list[str]) -> int:
    paths = arguments or known_files()
    found = [each for path in paths for each in look_at(path)]
    stale = [] if arguments else stale_exceptions()
    for line in (*found, *stale):
        print(line, file=sys.stderr)
    spelling = check_spelling(paths)
    return 1 if found or stale or spelling else 0


def known_files() -> list[str]:
    command = ["git", "ls-files", "-z", *PLACES]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:
        sys.exit("tools/words.py: needs a clone with git, or name the files to look at")
    return [path for path in listed.stdout.split("\0") if path and is_ours(path)]


def is_ours(path: str) -> bool:
    return Path(path).suffix in KINDS and not LEFT_OUT.search(path) and (ROOT / path).is_file()


def look_at(path: str) -> Iterator[Found]:
    allowed = ALLOWED.get(path, {})
    text = (ROOT / path).read_text(encoding="utf-8")
    if path == "docs/style.md":
        text = without_first_column(text)
    for each in find(text, path):
        if each.phrase not in allowed:
            yield each


def find(text: str, path: str = "") -> list[Found]:
    """Every phrase of a text that a rule forbids, in the order of the text."""
    flat = flatten(text)
    found: dict[tuple[int, str], Found] = {}
    for each in RULES:
        for match in each.pattern.finditer(flat):
            start = match.start() + len(match[0]) - len(match[0].lstrip(" \n.;:!?>({|\"'`*#/"))
            phrase = " ".join(match[0].strip(" \n.;:!?>({|\"'`*#/").split())
            line = text.count("\n", 0, start) + 1
            found.setdefault((start, each.advice), Found(path, line, phrase, each.advice))
    return [found[key] for key in sorted(found)]


def flatten(text: str) -> str:
    """The text with every sentence on one line, and each character where it was.

    Comment signs at a line's beginning and the quotes of a string that goes on in the next line
    become blanks. An empty line stays: no sentence goes past it.
    """
    text = re.sub(
        r"[\"']?\n[ \t]*(?:#+|//+|\*(?!/)|[fr]?[\"'](?=[a-z ]))[ \t]*(?=\S)", _blanks, text
    )
    return re.sub(r"(?<=[\w,;:)`-])\n[ \t]*(?=[\w(`])", _blanks, text)


def _blanks(match: re.Match[str]) -> str:
    return " " * len(match[0])


def without_first_column(text: str) -> str:
    return re.sub(
        r"^\|[^|\n]*\|",
        lambda match: "|" + " " * (len(match[0]) - 2) + "|",
        text,
        flags=re.MULTILINE,
    )


def stale_exceptions() -> list[str]:
    lines = []
    for path, phrases in ALLOWED.items():
        text = (ROOT / path).read_text(encoding="utf-8") if (ROOT / path).is_file() else ""
        found = {each.phrase for each in find(text)}
        lines += [
            f"tools/words.py: ALLOWED has '{phrase}' for {path}, where it no longer is: remove it"
            for phrase in phrases
            if phrase not in found
        ]
    return lines


def check_spelling(paths: list[str]) -> int:
    """codespell's exit code; pyproject.toml has its settings."""
    return subprocess.run(
        [sys.executable, "-m", "codespell_lib", *paths], cwd=ROOT, check=False
    ).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
