"""What was spent is kept in little memory."""

import pytest

from wrapsel.engine.budget import Spending, Spent


def test_what_was_spent_is_kept_as_it_was():
    spent, spending, copies = Spent(), Spending(), []
    for number in range(5):
        spending.evaluations += number
        spending.proposals, spending.fits = 2 * number, 2**40 + number
        spending.cost, spending.seconds = 1e300 * number, 0.1 * number
        spent.append(spending)
        copies.append(spending.copy())
    assert [*spent] == copies
    assert (spent[-1], spent[1:3]) == (copies[-1], copies[1:3])
    with pytest.raises(IndexError):
        spent[5]
