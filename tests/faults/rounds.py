"""Rounds of work in which something goes wrong, each in a workspace of its own and known by its seed."""

from __future__ import annotations

import sqlite3
import subprocess
import tempfile
import traceback
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from quire.core.errors import QuireError
from quire.workspace.journal import _examine
from quire.workspace.salvage import is_lone_log
from tests.faults import faults
from tests.faults.damage import damage
from tests.faults.scene import FaultError, Scene
from tests.faults.somebody import IS_ROOT, hand_over, preload

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.fuzz.rounds import Found

MOST_ACTS = 8
DISK_BYTES = 12 << 20


def play(seed: int, found: Found, only: str | None = None) -> None:
    """One round."""
    preload()
    chance = Random(seed)
    name = only or chance.choice(sorted(KINDS))
    found.rounds += 1
    with _ground(small=name == "full disk") as folder:
        scene = Scene(folder, chance)
        try:
            _acts(scene)
            KINDS[name](scene)
        except FaultError as fault:
            found.faults.append(f"--seed {seed}: {name}: {fault}")
        except Exception:  # noqa: BLE001 - whatever it is, it is a fault and has a seed
            found.faults.append(f"--seed {seed}: {name}: {traceback.format_exc()}")
        finally:
            found.calls, found.refused = found.calls + scene.calls, found.refused + scene.refused
            with suppress(Exception):
                scene.leave()


@contextmanager
def _ground(*, small: bool) -> Iterator[Path]:
    """A folder that anyone can reach; a small disk of its own where that is possible."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        folder.chmod(0o755)
        if not (small and IS_ROOT):
            yield folder
            return
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={DISK_BYTES}", "tmpfs", folder], check=True)
        try:
            yield folder
        finally:
            subprocess.run(["umount", "-l", folder], check=True)


def _acts(scene: Scene) -> None:
    for _ in range(scene.chance.randint(1, MOST_ACTS)):
        scene.act()


def _during(fault: faults.Fault) -> Callable[[Scene], None]:
    """Work goes on while something is wrong, and behind it; a process may begin meanwhile."""

    def run(scene: Scene) -> None:
        with fault(scene):
            _acts(scene)
            if fault is not faults.lost_journal and scene.chance.random() < 0.3:
                _begin_anew(scene)
        scene.work()
        _acts(scene)
        scene.leave()
        scene.come_back()
        scene.look_for_leavings()
        scene.work()

    return run


def _begin_anew(scene: Scene) -> None:
    """End, and begin while something is wrong, which may be refused."""
    scene.leave()
    try:
        scene.start()
    except QuireError as error:
        if not error.hint:
            raise FaultError(f"{error} has no hint") from error
        scene.is_away = True
        return
    scene.look_again()
    _acts(scene)


def _killed(scene: Scene) -> None:
    """The process ends in the midst of a call. What it had answered is there, and maybe that call."""
    with suppress(faults.KilledError), faults.killed(scene):
        for _ in range(20):
            scene.act()
    scene.die()
    scene.recover()
    _acts(scene)
    scene.leave()
    scene.come_back()


def _damaged(scene: Scene) -> None:
    """The journal is harmed while nobody uses it."""
    scene.die()
    kept = _journal(scene)
    how = damage(scene.home / "journal.db", scene.chance)
    harmed, is_taken = _journal(scene), _passes(scene.home / "journal.db")
    hand_over(scene.home)
    try:
        scene.start()
    except QuireError as error:
        if how != "newer" and _journal(scene) != harmed:
            raise FaultError(f"{how}: refused ({error}), and yet the journal was changed") from error
        _put_back(scene, kept)
        scene.come_back()
        return
    scene.look_for_past(how)
    if not is_taken:
        _look_for_harmed(scene, harmed, how)
    scene.work()
    scene.leave()
    scene.come_back()


def _journal(scene: Scene) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in scene.home.glob("journal.db*") if not path.name.endswith("-shm")}


def _passes(journal: Path) -> bool:
    """Whether SQLite takes a journal as it is: what is wrong in it then is found when its documents are read."""
    if not journal.exists() or is_lone_log(journal):
        return False
    try:
        _examine(journal)
    except (sqlite3.Error, QuireError):
        return False
    return True


def _put_back(scene: Scene, kept: dict[str, bytes]) -> None:
    for path in scene.home.glob("journal.db*"):
        path.unlink()
    for name, data in kept.items():
        (scene.home / name).write_bytes(data)
    hand_over(scene.home)


def _look_for_harmed(scene: Scene, harmed: dict[str, bytes], how: str) -> None:
    """A journal that was not taken as it is lies there still."""
    if not list(scene.home.glob("journal-damaged-*.db*")):
        return
    for name, data in harmed.items():
        if data and not any(path.read_bytes() == data for path in scene.home.glob("journal-damaged-*")):
            raise FaultError(f"{how}: the harmed {name} was overwritten")


KINDS: dict[str, Callable[[Scene], None]] = {
    **{name: _during(fault) for name, fault in faults.FAULTS.items()},
    "killed": _killed,
    "damaged journal": _damaged,
}
