"""Rankers by evolved hypotheses: ROGER."""
