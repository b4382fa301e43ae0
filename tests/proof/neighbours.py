"""Slow, silent and flooding clients beside an honest one: the attacks of
`tests/server/test_beside_the_honest.py`, again and again."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from contextlib import AsyncExitStack
from functools import partial

from tests.proof.harness import Found, Plants, Proof, planting, try_each
from tests.server.test_beside_the_honest import ATTACKS, COMMANDS, Attack, honest_play

NAMES = tuple(ATTACKS)


def suffer(attack: Attack, is_defended: bool = True) -> int:
    """An honest player beside the attack, who is answered each time; what the server paid."""

    async def story() -> int:
        with planting() as patch:
            if not is_defended:
                attack.fault(patch)
            async with honest_play(patch) as (place, play), AsyncExitStack() as stack:
                _, answers = await asyncio.gather(attack.run(place, stack), play)
                assert answers == COMMANDS or not is_defended, f"{answers} of {COMMANDS} answers"
                return attack.cost(place)

    return asyncio.run(story())


def be_attacked(seed: int) -> Counter[str]:
    logging.disable()
    name = NAMES[seed % len(NAMES)]
    cost = suffer(ATTACKS[name])
    assert cost <= ATTACKS[name].most, f"{name}: the server paid {cost}"
    return Counter({"attacks": 1, "honest commands answered": COMMANDS})


def run(count: int, seed: int) -> Found:
    return try_each(count, seed, be_attacked)


def find_out(name: str) -> str:
    cost = suffer(ATTACKS[name], is_defended=False)
    return f"the server paid {cost}" if cost > ATTACKS[name].most else ""


def plants() -> Plants:
    return {f"no defence against {name}": partial(find_out, name) for name in NAMES}


PROOFS = (
    Proof(
        "neighbours",
        "Beside slow, silent and flooding clients an honest player has every answer, and the attack"
        " costs the server little.",
        100,
        "attacks",
        run,
        plants,
        small=1,
        share=70,
    ),
)
