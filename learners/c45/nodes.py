"""What a node and a tree's variables consist of."""

from collections import namedtuple

# The fields of a node; the weights of the classes follow them. SLOT is where counts are
# kept, N_PAIRS and N_LEVELS are how many of the counted variables may split it. Then
# what is noted of it: where its splits are, how many, and which of them was taken;
# where its rows are; and in a memory, which variables were asked for.
VARIABLE, FIRST, N_CHILDREN, LEVEL, TOTAL, GAIN, START, SIZE, NEXT = range(9)
SLOT, N_PAIRS, N_LEVELS, FOUND, N_FOUND, BEST, KEPT, ASKED = range(9, 17)
N_FIELDS = 17
NONE = -1

# An entry of a sorted column: the rank of the value, the row, the class.
RANK, ROW, LOW_24, LOW_16 = 40, 16, 2**24 - 1, 2**16 - 1
ABSENT = 2**22  # the rank of a missing value, more than any other

# The kinds of columns that are counted by cells. None of the rows lacks a value in the
# first two. One of at most two levels has a cell, for the rarer; others have a cell for
# each level and one for what is missing. The most frequent cell is not counted.
PAIR, ORDERED, OTHER = range(3)

# The variables of a tree: `by_order` are those of sorted columns, `counted` the others,
# whose kinds, first cells and most frequent levels follow; `owners` are the variables
# of the cells, `cells` those of each row, up to its end.
Chosen = namedtuple(
    "Chosen",
    "ranks columns nominal by_order counted kinds first_cells modes owners "
    "cells cell_ends",
)
# A node: its rows and their amounts; its classes, the amounts of all classes and of
# them together; whether all rows are whole; what a branch must have; and what a gain
# is without the terms of branches.
Here = namedtuple("Here", "rows amounts present totals size whole least base")
# Room for what is found, and the variables that may split a node: the first `pairs`
# (cells) and `levels` (places among those counted), as many as the node says.
Space = namedtuple(
    "Space", "found weights sides own_sides spreads belows known left pairs levels"
)
Rules = namedtuple("Rules", "min_leaf penalty")
