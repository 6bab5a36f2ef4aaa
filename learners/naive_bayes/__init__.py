"""Naive Bayes on numeric and nominal variables."""
