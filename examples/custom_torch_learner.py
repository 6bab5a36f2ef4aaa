"""A neural network as a learner
=============================

In torch: all that it needs is fit and predict.
"""

import time

import numpy as np
import torch
from torch import nn

from wrapsel import Problem, select
from wrapsel.datasets import load
from wrapsel.search import Forward


class SmallNetwork:
    """Classify by one hidden layer, trained on all rows at once."""

    n_hidden, n_steps = 8, 60

    def fit(self, X, y):
        """Learn from X of shape (n_samples, n_variables) and y (n_samples,)."""
        self.classes, codes = np.unique(y, return_inverse=True)
        self.mean, self.scale = X.mean(axis=0), X.std(axis=0) + 1e-9
        torch.manual_seed(0)  # so that a subset's error depends on nothing else
        self.network = nn.Sequential(
            nn.Linear(X.shape[1], self.n_hidden),
            nn.Tanh(),
            nn.Linear(self.n_hidden, len(self.classes)),
        )
        optimizer = torch.optim.Adam(self.network.parameters(), lr=0.05)
        inputs, targets = self._inputs(X), torch.from_numpy(codes)
        for _ in range(self.n_steps):
            optimizer.zero_grad()
            nn.functional.cross_entropy(self.network(inputs), targets).backward()
            optimizer.step()
        return self

    def predict(self, X):
        """Predict labels of shape (n_samples,)."""
        with torch.no_grad():
            winners = self.network(self._inputs(X)).argmax(dim=1)
        return self.classes[winners.numpy()]

    def _inputs(self, X):
        return torch.from_numpy((X - self.mean) / self.scale).float()


def main():
    """Select variables of wines, and compare the error with that of all."""
    torch.set_num_threads(1)  # the layers are far too small for more
    data = load("wine")
    problem = Problem(SmallNetwork(), data.X.to_numpy(), data.y)
    start = time.perf_counter()
    result = select(problem, Forward(n_features_to_select=5))
    seconds = time.perf_counter() - start
    print(f"{result} in {seconds:.1f} seconds")
    print("selected:", ", ".join(data.X.columns[j] for j in result.subset))


if __name__ == "__main__":
    main()
