"""Trees on many subsets of the variables, whose nodes are remembered."""
