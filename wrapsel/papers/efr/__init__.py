"""Ensemble feature ranking: Jong et al., PKDD 2004."""
