"""Fast paths of scikit-learn's own learners."""
