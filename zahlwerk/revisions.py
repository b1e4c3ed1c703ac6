"""Revisions of git: what a name stands for, and the files of a project as they were then."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from zahlwerk.problems import did_you_mean

_FILE_MODES = ("100644", "100755")  # what git calls a file; links and other repositories are left out


class RevisionError(ValueError):
    """There is no such revision, or no repository to look for it in."""


@dataclass(frozen=True, slots=True)
class Revision:
    """A commit, by the name that was given for it."""

    name: str
    commit: str  # in full

    @property
    def short(self) -> str:
        """The commit as people write it."""
        return self.commit[:9]

    def __str__(self) -> str:
        return self.name if self.commit.startswith(self.name) else f"{self.name} ({self.short})"


def find_revision(folder: Path, name: str) -> Revision:
    """The commit that a name stands for in the repository around a folder.

    Raises RevisionError saying why there is none.
    """
    _check_repository(folder)
    done = _git(folder, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}")
    commit = done.stdout.decode("ascii", "replace").strip()
    if done.returncode or not commit:
        raise RevisionError(_why_unknown(folder, name))
    return Revision(name, commit)


def write_revision(folder: Path, revision: Revision, parts: Sequence[str], target: Path) -> None:
    """Write files and folders of a project, as they were committed, into an empty folder."""
    listed = _git(folder, "ls-tree", "-r", "-z", revision.commit, "--", *parts).stdout
    files = [row for row in listed.split(b"\0") if row]
    wanted = [(blob, name) for mode, blob, name in map(_entry, files) if mode in _FILE_MODES]
    asked = b"".join(blob.encode() + b"\n" for blob, _ in wanted)
    contents = _git(folder, "cat-file", "--batch", given=asked).stdout
    for (_, name), content in zip(wanted, _contents(contents), strict=True):
        path = target.joinpath(*PurePosixPath(name).parts)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def differs(folder: Path, revision: Revision, path: Path) -> bool:
    """Whether a folder of the same repository is not as it was; never for one outside of it."""
    done = _git(folder, "diff", "--quiet", revision.commit, "--", str(path))
    return done.returncode == 1


def _entry(row: bytes) -> tuple[str, str, str]:
    """Mode, blob and name of a row of ls-tree."""
    head, _, name = row.partition(b"\t")
    mode, _, blob = head.decode("ascii").split(" ")
    return mode, blob, os.fsdecode(name)


def _contents(output: bytes) -> Iterator[bytes]:
    """The files of a batch, each behind a line that ends with its length."""
    start = 0
    while start < len(output):
        end = output.index(b"\n", start)
        length = int(output[start:end].rpartition(b" ")[2])
        yield output[end + 1 : end + 1 + length]
        start = end + 2 + length


def _check_repository(folder: Path) -> None:
    try:
        done = _git(folder, "rev-parse", "--is-inside-work-tree")
    except OSError as error:
        raise RevisionError(f"git cannot be run: {error.strerror}") from error
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().partition("\n")[0]
        if "not a git repository" in said:
            raise RevisionError(f"{folder} is in no git repository, so there is no revision to compare with")
        raise RevisionError(f"git refuses {folder}: {said.removeprefix('fatal: ')}")


def _why_unknown(folder: Path, name: str) -> str:
    if _git(folder, "rev-parse", "--verify", "--quiet", "HEAD").returncode:
        return f'unknown revision "{name}"; the repository has no commit yet'
    listed = _git(folder, "for-each-ref", "--format=%(refname:short)", "refs/heads", "refs/tags", "refs/remotes")
    names = listed.stdout.decode("utf-8", "replace").splitlines()
    shallow = _git(folder, "rev-parse", "--is-shallow-repository").stdout.strip() == b"true"
    hint = "this clone holds a part of the history; git fetch --unshallow brings the rest" if shallow else ""
    hint = hint or did_you_mean(name, names) or "give a branch, a tag or a commit of this repository"
    return f'unknown revision "{name}"; {hint}'


def _git(folder: Path, *arguments: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(  # noqa: S603 - a list of arguments, no shell; names stand behind an end of options
        ("git", *arguments),  # noqa: S607 - the git of whoever runs the command
        cwd=folder,
        input=given,
        capture_output=True,
        check=False,
        env={**os.environ, "LC_ALL": "C", "GIT_OPTIONAL_LOCKS": "0"},  # nothing is written, not even the index
    )
