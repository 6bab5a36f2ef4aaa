"""Compiled kernels, one file a learner."""
