"""Fast paths of scikit-learn's nearest neighbours."""
