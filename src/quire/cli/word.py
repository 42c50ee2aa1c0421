"""`quire word`: certificates, manifest and installation of the add-in. Nothing is done that was not asked for."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from quire.cli.installation import Installation, here
from quire.cli.profile import show
from quire.core.errors import FailureError, ForbiddenError
from quire.server.home import Home

if TYPE_CHECKING:
    import argparse

    from quire.cli.installation import Step


def run(parsed: argparse.Namespace) -> int:
    home = Home()
    home.prepare()
    installation = Installation(home, parsed.word_port, parsed.platform or here(), Path.home())
    match parsed.action:
        case "certs":
            return _certificates(installation)
        case "manifest":
            return _manifest(installation, parsed.output)
        case "install":
            return _take(installation.steps(), _INSTALLED, sure=parsed.yes)
        case _:
            return _undo(installation.undoing(), sure=parsed.yes)


_INSTALLED = "Done. Run 'quire serve', restart Word, and press Quire on the Home tab of a document."


def _certificates(installation: Installation) -> int:
    found = installation.certificates
    found.make()
    show(f"Made a certificate for localhost, good until {found.good_until():%Y-%m-%d}:\n  {found.leaf}")
    show(f"It is of the authority {found.authority}, which nothing trusts until you say so ('quire word install').")
    return 0


def _manifest(installation: Installation, output: str | None) -> int:
    if output is None:
        sys.stdout.write(installation.text())
        return 0
    try:
        Path(output).write_text(installation.text(), encoding="utf-8")
    except OSError as error:
        raise FailureError(f"{output!r} cannot be written: {error.strerror}.", "Name another file.") from error
    show(f"Wrote {output}. It holds the key of the pane: keep it to yourself.")
    return 0


def _take(steps: list[Step], done: str, *, sure: bool) -> int:
    """Take the steps, each after a yes."""
    for step in steps:
        show(f"- {step.what}\n     {step.how}")
        if not (sure or _agreed()):
            show("Stopped here.")
            return 1
        step.act()
    show(done)
    return 0


def _undo(steps: list[Step], *, sure: bool) -> int:
    """Take what was done back, each step after a yes; where one cannot be taken, the others still are."""
    failures = 0
    for step in steps:
        try:
            failures += _take([step], "   Done.", sure=sure)
        except FailureError as error:
            failures += 1
            show(f"   {error.message} {error.hint}")
    show("The add-in is gone. Restart Word." if not failures else "Something is left; see above.")
    return 1 if failures else 0


def _agreed() -> bool:
    try:
        return input("   Do it? [y/N] ").strip().lower() in ("y", "yes")
    except EOFError as error:
        raise ForbiddenError("Nobody is there to say yes.", "Run it in a terminal, or with --yes.") from error
