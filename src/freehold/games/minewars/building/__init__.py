"""Structures, and what pays for them: roads, bridges, money (MW-60 to MW-64, MW-80 to MW-82)."""
