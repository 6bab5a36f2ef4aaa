"""Fast paths of scikit-learn's linear models."""
