"""Learners that share work between subsets; found through entry points."""
