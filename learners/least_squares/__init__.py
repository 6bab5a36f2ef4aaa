"""Least-squares support vector machines, LSSVR and LSSVC."""
