"""Deciding: the only makers of verdicts."""
