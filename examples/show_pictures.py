"""Pictures of a search
====================

What `wrapsel.plots` draws, of a search with naive Bayes on Wisconsin's 569 tumours with
30 variables. Each function takes a result, and `ax=` to draw on axes of yours; it
returns the axes.
"""

import matplotlib.pyplot as plt
from sklearn.datasets import load_breast_cancer
from sklearn.naive_bayes import GaussianNB

from wrapsel import History, Problem, plots, select
from wrapsel.filters import FCBF
from wrapsel.search import Forward, RVErS


def axes():
    return plt.subplots(figsize=(7, 4), layout="constrained")[1]


X, y = load_breast_cancer(return_X_y=True, as_frame=True)
problem = Problem(GaussianNB(), X, y)
history = History()
result = select(problem, honest="nested", on_event=history)
print(result)

# %%
# What the search kept, in order. The error that was searched for is optimistic; the
# honest one stands beside it, with its standard error.
plots.path(result, ax=axes())

# %%
# The smallest error of each size, of all that was measured.
plots.frontier(result, history, ax=axes())

# %%
# The errors of the selected variables, of all, and of none.
plots.errors(result, ax=axes())

# %%
# How often the searches of the honest error, on parts of the rows, chose each variable.
plots.frequency(result, ax=axes())

# %%
# What a search tried: `RVErS` guesses how many variables are relevant, removes as many
# at once as that allows, and revises the guess by what fails.
rvers = History()
select(problem, RVErS(), on_event=rvers)
plots.trace(rvers, ax=axes())

# %%
# A ranking, with the redundant variables marked.
plots.ranking(FCBF()(X, y), list(X), n_shown=15, ax=axes())

# %%
# Strategies side by side.
strategies = {"auto": None, "RVErS": RVErS(), "forward": Forward()}
results = {name: select(problem, s, honest="redrawn") for name, s in strategies.items()}
plots.compare(results, ax=axes())
