"""Step by step: forward, backward, floating, races, and paths of rankings."""
