"""Tables: rows are data classes whose fields say where in the JSON they come from; pandas makes them data frames."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any, TypeVar, Union

if TYPE_CHECKING:
    import pandas

Row = TypeVar("Row")
# A data frame where pandas is installed, else the rows themselves.
Table = Union["pandas.DataFrame", list[Row]]
# Columns of which nothing, or not everything, is known stay columns of numbers.
TYPES = {"float": "float64", "Optional[float]": "float64", "Optional[int]": "Int64"}


def column(path: str, missing: Any = None) -> Any:
    """A field of a row: where in the row's JSON object its value stands (see `dig`), and what it is if it does not."""
    return dataclasses.field(default=missing, metadata={"path": path})


def dig(value: Any, path: str) -> Any:
    """The value at `points.dram.bytes`; None if it is not known. In a list, a step is the `level` of the entry."""
    for step in path.split("."):
        if isinstance(value, list):
            value = next((entry for entry in value if entry.get("level") == step), None)
        elif isinstance(value, dict):
            value = value.get(step)
        else:
            return None
    return value


def fields(kind: Any) -> tuple[dataclasses.Field[Any], ...]:
    return dataclasses.fields(kind)


def row(kind: type[Row], source: dict[str, Any], /, **known: Any) -> Row:
    """A row of that kind from a JSON object; `known` are the fields that do not stand there."""
    for field in fields(kind):
        value = dig(source, field.metadata["path"]) if "path" in field.metadata else None
        if value is not None:
            known[field.name] = value
    return kind(**known)


def table(kind: type[Row], rows: list[Row]) -> Table[Row]:
    """The rows as a data frame with a column for each field; the rows themselves without pandas."""
    try:
        from pandas import DataFrame
    except ImportError:
        return rows
    types = {field.name: str(field.type) for field in fields(kind)}
    frame = DataFrame({name: [getattr(entry, name) for entry in rows] for name in types})
    return frame.astype({name: TYPES[type_] for name, type_ in types.items() if type_ in TYPES})
