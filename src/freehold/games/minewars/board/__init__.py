"""The island itself: what stands on each tile, the one place that changes it, and what follows at
once: clusters lost, groups surrounded, cities held (MW-40 to MW-53)."""
