"""Cheap cases in one test: as separate tests each would cost milliseconds in every worker.

The test runs all cases and reports the ones that fail.
"""

import inspect
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any


def every(names: str | tuple[str, ...], cases: Iterable[Any]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Return a decorator that runs a test for all cases at once, as `pytest.mark.parametrize` does one at a time.

    `names` are the arguments of a case; if there are several, a case is a tuple of values.
    """
    keys = [name.strip() for name in names.split(",")] if isinstance(names, str) else [*names]
    all_cases = [dict(zip(keys, case if len(keys) > 1 else (case,), strict=True)) for case in cases]

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        @wraps(test)
        def run(**given: Any) -> None:
            wrong: list[Exception] = []
            for case in all_cases:
                try:
                    test(**given, **case)
                except Exception as error:  # noqa: BLE001 - report the other failures, too
                    error.add_note(f"with {', '.join(f'{name}={value!r}' for name, value in case.items())}")
                    wrong.append(error)
            if len(wrong) == 1:
                raise wrong[0]
            if wrong:
                raise ExceptionGroup(f"{len(wrong)} of {len(all_cases)} cases fail", wrong)

        parameters = inspect.signature(test).parameters.items()
        run.__signature__ = inspect.Signature([each for name, each in parameters if name not in keys])  # type: ignore[attr-defined]
        return run

    return decorate
