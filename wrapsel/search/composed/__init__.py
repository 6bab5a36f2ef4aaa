"""Strategies made of others."""
