"""Records that are fast to define: like `@dataclass(frozen=True)`, but with methods that all of them share.

For each dataclass, Python generates and compiles six methods whenever the program starts. For our orders alone, that
took a tenth of the time that Textual needs to load.
"""

from collections.abc import Mapping
from dataclasses import FrozenInstanceError
from inspect import get_annotations
from typing import Any, ClassVar, Final, Never, Self, dataclass_transform, get_origin

_NEEDED: Final = object()
"""The mark of a field that has no default."""


@dataclass_transform(frozen_default=True)
class Record:
    """The base class of records. A subclass has its annotated names as fields, with the assigned values as defaults.

    Fields of the base class come first; a `ClassVar` isn't a field.
    """

    _fields: ClassVar[tuple[str, ...]] = ()
    """The names of the fields, in order."""

    _defaults: ClassVar[tuple[object, ...]] = ()
    """The default of each field, or `_NEEDED`."""

    def __init_subclass__(cls) -> None:
        own = (name for name, kind in get_annotations(cls).items() if not _is_of_class(kind))
        cls._fields = tuple(dict.fromkeys((*cls._fields, *own)))
        cls._defaults = tuple([getattr(cls, name, _NEEDED) for name in cls._fields])
        setattr(cls, "__match_args__", cls._fields)  # noqa: B010 (mypy would take an assigned attribute for final)

    def __init__(self, *values: Any, **named: Any) -> None:
        """Set the fields. Raises `TypeError` unless each has a value."""
        if named or len(values) != len(self._fields):
            values = self._filled(values, named)
        self.__dict__.update(zip(self._fields, values))  # noqa: B905 (the lengths are equal, and `strict` is slower)

    def _filled(self, values: tuple[Any, ...], named: Mapping[str, Any]) -> tuple[Any, ...]:
        """Return the values of the fields, in order. Raises `TypeError` unless each field has one value."""
        names, given = self._fields, len(values)
        rest: dict[str, Any] = dict(zip(names[given:], self._defaults[given:], strict=True))
        if given <= len(names) and named.keys() <= rest.keys():
            rest |= named
            if _NEEDED not in rest.values():
                return values + tuple(rest.values())
        raise TypeError(f"{type(self).__name__} takes {', '.join(names) or 'nothing'}")

    def replace(self, **changes: Any) -> Self:
        """Return the record with new values for some fields. Raises `TypeError` for an unknown field."""
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
    """Return True if an annotation is a `ClassVar`."""
    origin: object = get_origin(kind)
    return origin is ClassVar
