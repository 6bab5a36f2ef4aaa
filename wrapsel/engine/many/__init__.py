"""Many searches, one after the other or side by side, with the same answers."""
