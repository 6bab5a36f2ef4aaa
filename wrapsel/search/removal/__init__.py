"""Random removal: RVE, RVErS, group testing, random subsets."""
