"""What players do, and what ends the match: captures, delayed actions, elimination (MW-30 to MW-36,
MW-70 to MW-76, MW-90, MW-91)."""
