"""Rankers by how much classes differ: F statistic, chi-squared, Mann-Whitney."""
