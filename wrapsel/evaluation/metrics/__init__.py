"""How wrong predictions are."""
