"""What a node and a tree's variables consist of."""

from collections import namedtuple

# The fields of a node; the weights of the classes follow them.
VARIABLE, FIRST, N_CHILDREN, LEVEL, TOTAL, GAIN, START, SIZE, NEXT = range(9)
N_FIELDS = 9
NONE = -1

# The variables of a tree: `slots` are places among the sorted columns, or -1 - a place
# among those that are counted by cells.
Chosen = namedtuple(
    "Chosen", "ranks columns nominal slots first_cells modes cells cell_ends"
)
Space = namedtuple("Space", "found counts weights sides own_sides")
Rules = namedtuple("Rules", "min_leaf penalty")
