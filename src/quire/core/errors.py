"""What can go wrong, in words that a model or a person can act on.

The message names the value that is wrong, the hint the way out.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from collections.abc import Iterator


class QuireError(Exception):
    """A refusal: nothing was changed."""

    code: ClassVar[str] = "E_RUNTIME"

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    @staticmethod
    def told(code: str, message: str, hint: str) -> QuireError:
        """The error that another process told of."""
        kinds = {kind.code: kind for kind in QuireError.__subclasses__()}
        return kinds.get(code, FailureError)(message, hint)


class InvalidArgumentError(QuireError):
    """A value that the call cannot take."""

    code = "E_INVALID_ARG"


class NotFoundError(QuireError):
    """A name that stands for nothing here."""

    code = "E_NOT_FOUND"


class UnsupportedError(QuireError):
    """A wish that has no meaning for this kind of document."""

    code = "E_UNSUPPORTED"


class ForbiddenError(QuireError):
    """A wish that this caller is not granted."""

    code = "E_PERMISSION"


class ConflictError(QuireError):
    """The document, or its file, is no longer what the caller saw."""

    code = "E_CONFLICT"


class LateError(QuireError):
    """No answer in time."""

    code = "E_TIMEOUT"


class FailureError(QuireError):
    """Something outside the caller's power went wrong."""

    code = "E_RUNTIME"


@contextmanager
def in_operation(number: int, kind: str) -> Iterator[None]:
    """Let a refusal say which of several operations is refused."""
    try:
        yield
    except QuireError as error:
        raise type(error)(f"Operation {number} ({kind}): {error.message}", error.hint) from error
