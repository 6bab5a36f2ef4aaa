"""Rankers by support vector machines: SVM-RFE, RM, DM, R2W2."""
