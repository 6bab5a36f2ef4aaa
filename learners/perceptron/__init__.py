"""Thermal and pocket perceptrons, on the CPU and by torch or Triton on a GPU."""
