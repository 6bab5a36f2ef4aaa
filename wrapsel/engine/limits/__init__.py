"""What subsets may cost, and which variables need others."""
