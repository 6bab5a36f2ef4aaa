"""Measuring in several processes, and in ones that can be ended."""
