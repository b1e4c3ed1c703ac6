"""What a command takes: time, processor time and memory, with all processes that it starts."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

EMPTY = (sys.executable, "-S", "-c", "")  # the empty process of Python that ratios are told against
_LAUNCH = Path(__file__).resolve().parent / "launch.py"
_LAST = 2000  # characters that are shown of what a failed command printed


class CommandFailedError(Exception):
    """A command that was to be measured failed; its last words are the message."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What one run took."""

    seconds: float
    processor: float  # seconds of all cores
    peak: float  # MiB of the largest of its processes
    together: float = 0  # MiB of all its processes at once; 0 where nobody looked


def run(command: Sequence[str], folder: Path, more: Mapping[str, str], *, sampled: bool = False) -> Cost:
    """Run a command in a folder and measure it. Raises CommandFailedError."""
    with tempfile.TemporaryDirectory() as place:
        report, output = Path(place) / "report", Path(place) / "output"
        launch = [sys.executable, "-I", "-S", str(_LAUNCH), str(report), "sampled" if sampled else "once", *command]
        with output.open("wb") as printed:
            subprocess.run(  # noqa: S603  # our own command
                launch, cwd=folder, env=_environment(folder, more), stdout=printed, stderr=printed, check=True
            )
        wall, processor, peak, together, code = report.read_text("utf-8").split()
        if int(code):
            raise CommandFailedError(f"{' '.join(command)}\n{output.read_text('utf-8', 'replace')[-_LAST:]}")
    return Cost(float(wall), float(processor), int(peak) / 1024, int(together) / 1024)


def _environment(folder: Path, more: Mapping[str, str]) -> dict[str, str]:
    """What every command is given, whatever the shell says that started the measurement."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "TMPDIR") if name in os.environ}
    return {**kept, "LANG": "C.UTF-8", "XDG_CACHE_HOME": str(folder / ".cache"), **more}


def files_of(folder: Path) -> frozenset[Path]:
    """All files in a folder."""
    return frozenset(path for path in folder.rglob("*") if not path.is_dir())


def cleared(folder: Path, kept: frozenset[Path]) -> None:
    """Delete what was not there at first: output and caches, wherever in the folder they are."""
    holding = {parent for path in kept for parent in path.parents}
    for path in sorted(folder.rglob("*")):
        if path.is_dir() and not path.is_symlink():
            if path not in holding:
                shutil.rmtree(path, ignore_errors=True)
        elif path not in kept:
            path.unlink(missing_ok=True)
