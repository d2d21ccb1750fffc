"""Runs the suites of an area with one mutant alive, up to the first that fails."""
import os
import re
import signal
import subprocess
import threading
import time
from dataclasses import dataclass

from mutant import Mistake

COLOUR = re.compile(r"\x1b\[[0-9;]*m")
FAILED = re.compile(r"✘ (?:Test|Suite) (.+?) (?:recorded an issue|failed)")
PASSED = re.compile(r"✔ Test run with (\d+) tests? ")


@dataclass
class Verdict:
    is_killed: bool
    # The step that noticed, and what it said; of a survivor empty.
    by: str = ""
    seconds: float = 0
    # Of all steps together.
    tests: int = 0


def is_whole(step):
    return step[0] == "suite" and "." not in step[1]


class Bench:
    """Judges mutants: a build, and a folder for the suites' output."""

    def __init__(self, tree, build, logs):
        self.tree, self.build, self.logs = tree, build, logs
        self.processes = set()
        self.is_stopped = False
        logs.mkdir(parents=True, exist_ok=True)

    def judge(self, id, steps, limit):
        """Limit: seconds for all steps together. A mutant that hangs its suite is noticed.

        What a suite says may be chance on a laden machine: it has to say it twice.
        """
        started = time.monotonic()
        verdict = Verdict(False)
        for step in steps:
            left = limit - (time.monotonic() - started)
            said, tests = self.play(id, step, left)
            verdict.tests += tests
            if said and step[0] == "suite":
                said, _ = self.play(id, step, limit)
            if said:
                verdict.is_killed, verdict.by = True, f"{step[1]}: {said}"
                break
        verdict.seconds = time.monotonic() - started
        return verdict

    def stop(self):
        self.is_stopped = True
        for process in list(self.processes):
            process.kill()

    def command(self, step):
        if step[0] == "suite":
            bundle = self.build / "debug/tripto-gatewayPackageTests.xctest"
            filter = rf"^{step[1]}\." if is_whole(step) else step[1].replace(".", r"\.") + r"\b"
            return [bundle, "--testing-library", "swift-testing", "--filter", filter, *step[2:]]
        return [self.build / "debug" / step[1], *step[2:]]

    def play(self, id, step, limit):
        """Returns its output when it failed, else an empty word; and the number of tests that passed.

        Ended by its process alone: servers that a test began are ended by guardians of their own.
        """
        if self.is_stopped:
            raise Mistake("stopped")
        log = self.logs / f"{id}-{step[1].replace('/', '.')}.log"
        environment = {**os.environ, "MUTANT": str(id)}
        process = subprocess.Popen(
            self.command(step), cwd=self.tree, env=environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, errors="replace",
        )
        self.processes.add(process)
        is_late = threading.Event()

        def end():
            is_late.set()
            process.send_signal(signal.SIGKILL)

        clock = threading.Timer(max(limit, 1), end)
        clock.start()
        said, tests = "", 0
        try:
            with log.open("w") as file:
                for line in process.stdout:
                    line = COLOUR.sub("", line)
                    file.write(line)
                    if passed := PASSED.search(line):
                        tests = int(passed[1])
                    if failed := FAILED.search(line):
                        said = failed[1]
                        process.kill()
                        break
            status = process.wait()
        finally:
            clock.cancel()
            process.kill()
            self.processes.discard(process)
        if self.is_stopped:
            raise Mistake("stopped")
        if said:
            return said, 0
        if is_late.is_set():
            return "took too long", 0
        if status != 0:
            return f"ended with {status}", 0
        if step[0] == "suite" and tests == 0:
            # A filter that finds nothing passes everything.
            raise Mistake(f"no test is called {step[1]}")
        return "", tests
