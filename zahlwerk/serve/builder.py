"""The server's side of the process that reads, renders and checks."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable
from concurrent.futures import Future
from itertools import count
from multiprocessing.connection import Connection
from multiprocessing.resource_tracker import ensure_running
from pathlib import Path
from threading import Lock, Thread
from typing import Any

from zahlwerk.serve.faults import fault
from zahlwerk.serve.wire import Answered, Asked, Changed, Ended, Extras, FromBuilder, Unsound

WAIT = 60  # seconds for an answer

Inbox = Callable[[FromBuilder | Ended], None]


class Builder:
    """Starts the process, and passes on what it says."""

    def __init__(self, folder: Path, extras: Extras, inbox: Inbox) -> None:
        self._folder, self._extras, self._inbox = folder, extras, inbox
        self._process: multiprocessing.process.BaseProcess | None = None
        self._connection: Connection[Any, Any] | None = None
        self._lock = Lock()  # of the connection, the questions and the process
        self._questions: dict[int, Future[Answered]] = {}
        self._numbers = count(1)

    def start(self) -> None:
        """Begin anew, with the program as it is now."""
        self.stop()
        context = multiprocessing.get_context("spawn")  # a fresh interpreter, which reads the code again
        ours, theirs = context.Pipe()
        process = context.Process(target=work, args=(theirs, self._folder, self._extras), daemon=True)
        # Ctrl-C goes to every process of the terminal: this one is ended by the server, and stays silent. What tracks
        # resources has to run before, since its own start ends the blocking.
        ensure_running()
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        theirs.close()
        with self._lock:
            self._process, self._connection = process, ours
        Thread(target=self._listen, args=(ours, process), daemon=True).start()

    def stop(self) -> None:
        """End the process, if there is one."""
        with self._lock:
            process, connection = self._process, self._connection
            self._process = self._connection = None
            questions, self._questions = self._questions, {}
        if process and connection:
            process.terminate()
            process.join()
        for number, question in questions.items():
            question.set_result(Answered(number, reason="the program has changed; ask again"))

    def tell(self, changed: Changed) -> None:
        """Say what has changed; a process that is gone is begun anew, and reads everything."""
        try:
            self._send(changed)
        except OSError:
            self.start()

    def ask(self, slug: str, left: str, right: str) -> Answered:
        """An article in two languages. Raises TimeoutError or OSError where no answer comes."""
        number: int = next(self._numbers)
        answer: Future[Answered] = Future()
        with self._lock:
            self._questions[number] = answer
        self._send(Asked(number, slug, left, right))
        return answer.result(WAIT)

    def _send(self, message: Asked | Changed) -> None:
        with self._lock:
            if self._connection is None:
                raise BrokenPipeError
            self._connection.send(message)

    def _listen(self, connection: Connection[Any, Any], process: multiprocessing.process.BaseProcess) -> None:
        while True:
            try:
                message: FromBuilder = connection.recv()
            except (EOFError, OSError):
                break
            if isinstance(message, Answered):
                if question := self._questions.pop(message.number, None):
                    question.set_result(message)
            elif self._process is process:
                self._inbox(message)
        connection.close()  # only here, where nobody reads it any more
        process.join()
        with self._lock:
            wanted = self._process is process
            if wanted:
                self._process = self._connection = None
        if wanted and process.exitcode:  # a process that could begin at all has told why it ends
            self._inbox(Ended(process.exitcode))


def work(connection: Connection[Any, Any], folder: Path, extras: Extras) -> None:
    """What the process does. The program is imported here, so that what is wrong with it can be told."""
    try:
        from zahlwerk.serve.worker import Worker

        Worker(connection, folder, extras).run()
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return  # the server is gone
    except Exception as error:
        connection.send(Unsound((fault(error),)))
