"""Wrapper variable selection."""
