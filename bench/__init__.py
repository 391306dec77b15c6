"""Measurements: fixed tiers, ablation of each fact, rivals on the same deals, comparison of two results."""
