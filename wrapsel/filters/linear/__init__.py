"""Rankers by the weights of sparse linear models."""
