"""The keys from which all chance comes, a match's and a bot's: drawn where nobody can see."""

from __future__ import annotations

import secrets

from freehold.kernel.chance import KEY_BYTES


def new_key() -> bytes:
    return secrets.token_bytes(KEY_BYTES)
