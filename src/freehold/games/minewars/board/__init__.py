"""The island itself: what is on each tile, the one place that changes it, and what follows
immediately: clusters lost, groups surrounded, cities held (MW-40 to MW-53)."""
