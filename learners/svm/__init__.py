"""scikit-learn's support vector machines, with importances."""
