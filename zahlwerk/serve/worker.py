"""The process that reads, renders and checks for the server: it keeps what it has read, and is young when code changes.

A complete check runs in a fork of it, which has everything imported already, so that an early look at the next change
need not wait for it.
"""

from __future__ import annotations

import datetime
import os
import signal
from collections.abc import Iterable
from contextlib import suppress
from multiprocessing import Pipe
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

from zahlwerk.articles import Article
from zahlwerk.build import Checked, check
from zahlwerk.builds import Wanted
from zahlwerk.editions import Edition
from zahlwerk.pagefind import is_available
from zahlwerk.problems import BuildFailed, Place, Problem
from zahlwerk.project import Project, load_project
from zahlwerk.search import search_files
from zahlwerk.serve.beside import render_beside, view_beside
from zahlwerk.serve.early import Kept, early_pages, reread
from zahlwerk.serve.faults import fault
from zahlwerk.serve.paths import BESIDE
from zahlwerk.serve.wire import Answered, Asked, Changed, Early, Extras, Sound, Unsound
from zahlwerk.site import picture_files

_POLITE = 10  # how far a check stands back behind what an editor waits for


class Worker:
    """What was read last, and the check that runs."""

    def __init__(self, server: Connection[Any, Any], folder: Path, extras: Extras) -> None:
        self._server = server
        self._folder = folder
        self._extras = extras
        self._wanted = wanted_by(extras)
        self._project: Project | None = None
        self._unread: frozenset[str] = frozenset()  # changes that the project does not hold
        self._kept = Kept()
        self._check: tuple[int, Connection[Any, Any]] | None = None  # process, and what it tells

    def run(self) -> None:
        """Check, then do what the server asks for. Raises EOFError when the server is gone."""
        signal.signal(signal.SIGTERM, lambda *_: self._leave())
        try:
            self._begin_check()
            self._read(frozenset())
            self._warm_up()
            while True:
                running = [self._check[1]] if self._check else []
                ready = wait([self._server, *running])
                if self._server in ready:
                    self._heed(self._server.recv())
                elif self._check:
                    self._end_check(self._check[1])
        finally:
            self._stop_check()

    def _leave(self) -> None:
        """End at once, wherever it is, and leave no check behind."""
        if self._check:
            os.kill(self._check[0], signal.SIGKILL)
        os._exit(0)

    def _heed(self, message: Asked | Changed) -> None:
        if isinstance(message, Asked):
            self._server.send(self._answer(message))
            return
        self._stop_check()
        self._unread |= frozenset(message.paths)
        try:
            again = reread(self._project, self._unread) if self._project else None
        except BuildFailed as failed:
            self._server.send(Early(tuple(sorted(self._unread)), {}, failed.problems))
            self._begin_check()
            return
        if again:
            self._show_early(again)
            self._begin_check()
        else:
            self._begin_check()
            self._read(self._unread)

    def _show_early(self, project: Project) -> None:
        changed, self._project, self._unread = self._unread, project, frozenset()
        # Nothing was checked yet: anything may be wrong with it, which the check says better.
        with suppress(Exception):
            for page in early_pages(project, self._wanted, changed, self._kept):
                self._server.send(Early(tuple(sorted(changed)), {page.file: page.html.encode()}))

    def _read(self, changed: frozenset[str]) -> None:
        """Read the project whole, if that is possible: for early looks, and to show languages side by side."""
        try:
            self._project, self._unread = load_project(self._folder), frozenset()
        except BuildFailed:
            self._unread = changed

    def _warm_up(self) -> None:
        """Make the pages of one article while nobody waits, so that the templates are compiled for the first change."""
        if self._project and self._project.articles:
            article = self._project.articles[0]
            with suppress(Exception):  # the check that runs tells of anything that is wrong
                for _ in early_pages(self._project, self._wanted, [article.file], self._kept):
                    if self._server.poll():
                        return

    def _answer(self, asked: Asked) -> Answered:
        if self._project is None:
            return Answered(asked.number, problems=_reading_problems(self._folder))
        try:
            view = view_beside(self._project, asked.slug, asked.left, asked.right)
            return Answered(asked.number, render_beside(self._project, view, BESIDE))
        except ValueError as error:
            return Answered(asked.number, reason=str(error))
        except BuildFailed as failed:
            return Answered(asked.number, problems=failed.problems)
        except Exception as error:
            return Answered(asked.number, problems=(fault(error),))

    def _begin_check(self) -> None:
        ours, theirs = Pipe(duplex=False)
        process = os.fork()
        if process:
            theirs.close()
            self._check = process, ours
            return
        try:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            os.nice(_POLITE)
            self._server.close()  # so that the server sees when the process itself is gone
            theirs.send(complete_check(self._folder, self._extras))
            theirs.close()
        finally:
            os._exit(0)

    def _end_check(self, told: Connection[Any, Any]) -> None:
        try:
            self._server.send_bytes(told.recv_bytes())
        except EOFError:
            self._server.send(
                Unsound((Problem(Place("."), "the check ended before it was done", "save a file again"),))
            )
        self._stop_check()

    def _stop_check(self) -> None:
        if self._check is None:
            return
        process, told = self._check
        self._check = None
        told.close()
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)


def wanted_by(extras: Extras) -> Wanted:
    """What is built, on the day that it is now."""
    return Wanted(search=extras.search, pseudo=extras.pseudo, today=extras.day or datetime.date.today())


def complete_check(folder: Path, extras: Extras) -> Sound | Unsound:
    """The site as a clean build makes it, from what lies in the folder now; or everything that is wrong with it."""
    wanted = wanted_by(extras)
    try:
        checked = check(folder, wanted)
        files = [*checked.files, *picture_files(checked.cards)]
        if wanted.search and is_available():
            files += search_files(files)
    except BuildFailed as failed:
        return Unsound(failed.problems)
    except Exception as error:
        return Unsound((fault(error),))
    return Sound(
        files={one.file: one.content for one in files},
        base_path=checked.project.settings.base_path,
        beside=dict(_beside(checked)),
        warnings=checked.warnings,
        languages=checked.summary.languages,
        figures=checked.summary.figures,
    )


def _beside(checked: Checked) -> Iterable[tuple[str, str]]:
    """For each page of an article, the article in its own language and the page's; or in another, for its own."""
    articles = {article.slug: article for article in checked.project.articles}
    for page in checked.pages:
        article, edition = articles.get(page.slug), checked.project.editions.get(page.language)
        if article and edition and not edition.variant:
            other = _other(article, edition, checked.project)
            yield page.file, f"{article.slug}/{article.language}/{other}/"


def _other(article: Article, edition: Edition, project: Project) -> str:
    if edition.language != article.language:
        return edition.language
    others = (one for one in project.editions.values() if article.slug in one.articles and one is not edition)
    return next((one.language for one in others), edition.language)


def _reading_problems(folder: Path) -> tuple[Problem, ...]:
    try:
        load_project(folder)
    except BuildFailed as failed:
        return failed.problems
    return ()
