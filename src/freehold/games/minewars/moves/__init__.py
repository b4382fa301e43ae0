"""What players do, what follows immediately (clusters lost, groups surrounded, cities held), and
what ends the match (MW-30 to MW-76, MW-90, MW-91)."""
