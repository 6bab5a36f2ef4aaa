"""Artificial problems, whose relevant variables are known."""
