"""Rankers by what a variable tells: gains, FCBF, mRMR, CFS."""
