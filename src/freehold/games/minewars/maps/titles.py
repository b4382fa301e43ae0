"""Names for islands that nobody has named."""

from __future__ import annotations

from freehold.kernel.chance import Stream

# fmt: off
FIRST = (
    "Amber", "Ash", "Barley", "Birch", "Bramble", "Cinder", "Clover", "Copper", "Coral", "Crane",
    "Drift", "Ember", "Falcon", "Fern", "Finch", "Flint", "Foxglove", "Gannet", "Garnet", "Gull",
    "Hazel", "Heron", "Iron", "Juniper", "Kestrel", "Lantern", "Larch", "Linden", "Lynx", "Marten",
    "Moss", "Otter", "Pebble", "Plover", "Puffin", "Quartz", "Raven", "Reed", "Rowan", "Saffron",
    "Salt", "Seal", "Slate", "Sorrel", "Tern", "Thistle", "Umber", "Willow", "Wren", "Yarrow",
)
SECOND = ("Island", "Isle", "Holm", "Skerry", "Rock", "Reach", "Key", "Cay", "Head", "Haven")
# fmt: on


def draw_title(chance: Stream) -> str:
    return f"{chance.pick(FIRST)} {chance.pick(SECOND)}"
