"""Records behave like frozen dataclasses."""

import pickle
from dataclasses import FrozenInstanceError
from typing import Any

import pytest

from tests.every import every
from westwall_tui.engine.records import Record


class Point(Record):
    """A record with a default."""

    x: int
    y: int = 0


class Other(Record):
    """The same fields."""

    x: int
    y: int = 0


def test_fields_are_given_by_position_or_name_or_have_defaults() -> None:
    assert Point(1) == Point(x=1) == Point(1, 0) == Point(y=0, x=1)
    assert repr(Point(1)) == "Point(x=1, y=0)"
    match Point(1, 2):
        case Point(x, y):
            assert (x, y) == (1, 2)


@every(("values", "named"), [((), {}), ((1, 2, 3), {}), ((1,), {"x": 1}), ((1,), {"z": 1})])
def test_missing_and_extra_fields_are_refused(values: tuple[Any, ...], named: dict[str, Any]) -> None:
    with pytest.raises(TypeError, match="Point takes x, y"):
        Point(*values, **named)


def test_replace_changes_known_fields_only() -> None:
    assert Point(1, 2).replace(y=3) == Point(1, 3)
    with pytest.raises(TypeError, match="Point takes x, y"):
        Point(1, 2).replace(z=3)


def test_records_are_equal_within_a_class_and_can_be_keys() -> None:
    assert Point(1, 2) != Point(2, 1)
    assert Point(1, 2) != Other(1, 2)
    assert {Point(1, 2): "here"}[Point(1, 2)] == "here"
    assert pickle.loads(pickle.dumps(Point(1, 2))) == Point(1, 2)


def test_records_are_frozen() -> None:
    point = Point(1)
    with pytest.raises(FrozenInstanceError):
        point.x = 2  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        del point.y
    assert point == Point(1)
