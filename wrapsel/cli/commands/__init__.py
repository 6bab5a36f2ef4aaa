"""A command a file, for those that are no search."""
