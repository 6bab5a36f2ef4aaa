"""Fast paths of scikit-learn's naive Bayes classifiers."""
