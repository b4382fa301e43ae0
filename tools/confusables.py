"""Writes the table of characters that look alike from Unicode's own: `confusables.py FILE`.

FILE is `confusables.txt` of Unicode's security data (https://www.unicode.org/Public/security/).
Characters that NFKC and NFD turn into others are left out: names are brought into that form first.
"""

from __future__ import annotations

import sys
import unicodedata
from collections import defaultdict
from pathlib import Path

TABLE = Path(__file__).resolve().parent.parent / "src/freehold/server/rooms/confusables.txt"
HEAD = """\
# Characters that look like others: what they are taken for, then all that are taken for it.
# Written by tools/confusables.py from confusables.txt of Unicode {version}.
# Copyright 1991-2020 Unicode, Inc., https://www.unicode.org/copyright.html; used under the Unicode
# License, https://www.unicode.org/license.txt.
"""


def main() -> int:
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    TABLE.write_text(make_table(Path(sys.argv[1]).read_text("utf-8-sig")), encoding="ascii")
    return 0


def make_table(text: str) -> str:
    taken_for: dict[str, str] = {}
    version = "?"
    for line in text.splitlines():
        if line.startswith("# Version:"):
            version = line.split()[-1]
        fields = line.partition("#")[0].split(";")
        if len(fields) > 1 and folded(source := read_points(fields[0])) == source:
            taken_for[source] = read_points(fields[1])
    alike: dict[str, list[str]] = defaultdict(list)
    for source in taken_for:
        alike[resolved(source, taken_for)].append(source)
    lines = [
        f"{points(prototype)}; {' '.join(points(each) for each in sorted(sources))}"
        for prototype, sources in sorted(alike.items())
    ]
    return HEAD.format(version=version) + "\n".join(lines) + "\n"


def resolved(text: str, taken_for: dict[str, str]) -> str:
    """What a text is taken for, when that has been folded too."""
    after = folded("".join(taken_for.get(each, each) for each in text))
    return text if after == text else resolved(after, taken_for)


def folded(text: str) -> str:
    return unicodedata.normalize("NFD", unicodedata.normalize("NFKC", text))


def read_points(text: str) -> str:
    return "".join(chr(int(point, 16)) for point in text.split())


def points(text: str) -> str:
    return " ".join(f"{ord(each):04X}" for each in text)


if __name__ == "__main__":
    sys.exit(main())
