"""Records that are quick to define: as `@dataclass(frozen=True)` makes them, with methods that they all share.

A dataclass has six methods written and compiled for it whenever the program starts, which for our orders alone took a
tenth as long as Textual takes to load.
"""

from collections.abc import Mapping
from dataclasses import FrozenInstanceError
from inspect import get_annotations
from typing import Any, ClassVar, Final, Never, Self, dataclass_transform, get_origin

_NEEDED: Final = object()
"""Stands for the default of a field that has none."""


@dataclass_transform(frozen_default=True)
class Record:
    """Base class: the annotated names of a class that derives from it are its fields, values there are defaults.

    Fields of its base record come first; a `ClassVar` is no field.
    """

    _fields: ClassVar[tuple[str, ...]] = ()
    """The names of the fields, in order."""

    _defaults: ClassVar[tuple[object, ...]] = ()
    """By field its default, or `_NEEDED`."""

    def __init_subclass__(cls) -> None:
        own = (name for name, kind in get_annotations(cls).items() if not _is_of_class(kind))
        cls._fields = tuple(dict.fromkeys((*cls._fields, *own)))
        cls._defaults = tuple([getattr(cls, name, _NEEDED) for name in cls._fields])
        setattr(cls, "__match_args__", cls._fields)  # noqa: B010 (mypy has it for final)

    def __init__(self, *values: Any, **named: Any) -> None:
        """Raises `TypeError` unless there is a value for each field."""
        if named or len(values) != len(self._fields):
            values = self._filled(values, named)
        self.__dict__.update(zip(self._fields, values))  # noqa: B905 (as many as there are fields; asked so often)

    def _filled(self, values: tuple[Any, ...], named: Mapping[str, Any]) -> tuple[Any, ...]:
        """A value for each field, in order. Raises `TypeError`."""
        names, given = self._fields, len(values)
        rest: dict[str, Any] = dict(zip(names[given:], self._defaults[given:], strict=True))
        if given <= len(names) and named.keys() <= rest.keys():
            rest |= named
            if _NEEDED not in rest.values():
                return values + tuple(rest.values())
        raise TypeError(f"{type(self).__name__} takes {', '.join(names) or 'nothing'}")

    def replace(self, **changes: Any) -> Self:
        """The same record with other values for some fields. Raises `TypeError` for a field that it has not."""
        return type(self)(*(self.__dict__ | changes).values())

    def __eq__(self, other: object) -> bool:
        return self.__dict__ == other.__dict__ if type(self) is type(other) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self.__dict__.values()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in self.__dict__.items())})"

    def __setattr__(self, name: str, value: object) -> Never:
        raise FrozenInstanceError(f"cannot assign to field {name!r}")

    def __delattr__(self, name: str) -> Never:
        raise FrozenInstanceError(f"cannot delete field {name!r}")


def _is_of_class(kind: object) -> bool:
    """True if an annotation is a `ClassVar`."""
    origin: object = get_origin(kind)
    return origin is ClassVar
