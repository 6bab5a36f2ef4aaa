"""The Relief family."""
