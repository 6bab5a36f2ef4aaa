"""Decision trees by the gain ratio, after C4.5."""
