"""Randomized variable elimination: Stracuzzi and Utgoff, JMLR 5, 2004."""
