"""Squared errors of a base with one variable more."""
