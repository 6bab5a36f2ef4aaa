"""What a user may do about a learner's error, where the table is the reason."""

from __future__ import annotations

from typing import Any

from wrapsel.evaluation.table import date_columns, text_columns


def hint(cause: BaseException, X: Any) -> str:
    """Return what to say behind an error of a learner; nothing if it is not known.

    Examples
    --------
    >>> import pandas as pd
    >>> table = pd.DataFrame({"day": pd.to_datetime(["2020-02-01"]), "n": 1})
    >>> hint(TypeError("no conversion of datetime64"), table)
    "; column 'day' holds dates: make numbers of them"
    """
    said = str(cause).lower()
    if "of the dataframe" in said:
        return (
            "; a subset may lack a column that a ColumnTransformer names: let it "
            'select by make_column_selector(pattern="^name$")'
        )
    texts, dates = text_columns(X), date_columns(X)
    of_times = "datetime" in said or "timedelta" in said
    if texts and not of_times and ("str" in said or "to float" in said):
        name, value = texts[0]
        return (
            f"; column {name!r} holds text ({value!r}): choose a learner that takes "
            "nominal variables, such as naive-bayes, and declare it with --nominal"
        )
    if dates and (of_times or "to float" in said):
        return f"; column {dates[0]!r} holds dates: make numbers of them"
    return ""
