"""Rankers by angles: correlation, SPE, and Gram-Schmidt."""
