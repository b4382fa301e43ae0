"""PNG pictures of few colours, for pages that want no other kind."""

from __future__ import annotations

import io
from collections import Counter

from PIL import Image

MOST_BYTES = 160_000
COLOURS = (256, 128, 64)


def reduce(image: Image.Image, colours: int) -> Image.Image:
    """The colours of the large areas as they are, and for the others some from all over the range:
    a small bright thing keeps its colour, however many shades a gradient has."""
    counted = Counter(image.getdata()).most_common()
    exact = [colour for colour, _ in counted[: colours * 3 // 4]]
    others = [colour for colour, _ in counted[colours * 3 // 4 :]] or exact
    rest = Image.new("RGB", (len(others), 1))
    rest.putdata(others)
    spread = rest.quantize(colours - len(exact), Image.Quantize.MAXCOVERAGE).getpalette() or []
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for colour in exact for part in colour] + spread)
    few = image.quantize(palette=palette, dither=Image.Dither.NONE)
    # Pillow takes a colour that is near; those of the large areas are to be the very same.
    places = {colour: at for at, colour in enumerate(exact)}
    pairs = zip(image.getdata(), few.getdata(), strict=True)
    few.putdata([places.get(colour, near) for colour, near in pairs])
    return few


def shrink(picture: bytes) -> bytes:
    """As a PNG of few colours: fewer, until it is small enough."""
    image = Image.open(io.BytesIO(picture)).convert("RGB")
    for colours in COLOURS:
        kept = io.BytesIO()
        reduce(image, colours).save(kept, "PNG", optimize=True)
        if kept.tell() < MOST_BYTES:
            break
    return kept.getvalue()
