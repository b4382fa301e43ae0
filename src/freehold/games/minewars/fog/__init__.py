"""What each seat sees and knows: sight, digits, and what may differ unseen (MW-10 to MW-25)."""
