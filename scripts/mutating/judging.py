"""Runs the suites of an area with one mutant alive, up to the first that fails."""
import os
import re
import signal
import subprocess
import sys
import threading
import time
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path

from mutant import Mistake

COLOUR = re.compile(r"\x1b\[[0-9;]*m")
FAILED = re.compile(r"✘ (?:Test|Suite) (.+?) (?:recorded an issue|failed)")
PASSED = re.compile(r"✔ Test run with (\d+) tests? ")


# Seconds in which a suite that is alive says a word, or works for a hundredth of them.
HANG = 60
TICKS = os.sysconf("SC_CLK_TCK")
LATE = "took too long"
ENDLESS = "works without end"


class Late(Exception):
    """A run that had no time to tell anything."""


@dataclass
class Verdict:
    is_killed: bool
    # The step that noticed, and what it said; of a survivor empty.
    by: str = ""
    seconds: float = 0
    # Of all steps together.
    tests: int = 0
    # Seconds of the processor that a step took, by its name.
    work: dict = field(default_factory=dict)


class Watch(threading.Thread):
    """Ends a process that works far longer than it should, or stands still.

    A laden machine makes a suite slow and its work no longer, so work is what is counted.
    """

    def __init__(self, process, most_work, most_seconds):
        super().__init__(daemon=True)
        self.process, self.most_work, self.most_seconds = process, most_work, most_seconds
        self.over = threading.Event()
        self.lines = 0
        self.said = ""

    def run(self):
        began = moved = time.monotonic()
        lines, work = 0, 0.0
        while not self.said and not self.over.wait(0.5):
            now, worked = time.monotonic(), self.worked()
            if self.lines > lines or worked - work > HANG / 100:
                lines, work, moved = self.lines, worked, now
            if worked > self.most_work:
                self.end(ENDLESS)
            elif now - moved > HANG:
                self.end("stands still")
            elif now - began > self.most_seconds:
                self.end(LATE)

    def worked(self):
        try:
            stat = Path(f"/proc/{self.process.pid}/stat").read_text()
        except OSError:
            return 0
        fields = stat.rpartition(") ")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def end(self, said):
        if self.process.returncode is None:
            self.said = said
            os.kill(self.process.pid, signal.SIGKILL)


def is_whole(step):
    return step[0] == "suite" and "." not in step[1]


class Bench:
    """Judges mutants: a build, and a folder for the suites' output."""

    def __init__(self, tree, build, logs):
        self.tree, self.build, self.logs = tree, build, logs
        self.processes = set()
        self.is_stopped = False
        self.alone = threading.Lock()
        logs.mkdir(parents=True, exist_ok=True)

    def judge(self, id, steps, seconds, usual):
        """Seconds: for all steps together. Usual: the work of each step with no mutant alive, by its name.

        What a suite says may be chance on a laden machine: it has to say it twice, and all the suites of an
        area together, of which one may always be slow, the same. Work is no chance.
        """
        started = time.monotonic()
        verdict = Verdict(False)
        for step in steps:
            most = 4 * usual[step[1]] + 20 if usual else float("inf")
            left = seconds - (time.monotonic() - started)
            # Beside others of its kind a whole suite would be slow by itself.
            with self.alone if is_whole(step) else nullcontext():
                said, tests, work = self.play(id, step, left, most)
                first = said
                if said and said != ENDLESS and step[0] == "suite":
                    said, _, _ = self.play(id, step, seconds, most)
                if is_whole(step) and said != first:
                    said = ""
            verdict.tests += tests
            verdict.work[step[1]] = work
            if said:
                verdict.is_killed, verdict.by = True, f"{step[1]}: {said}"
                break
        verdict.seconds = time.monotonic() - started
        return verdict

    def stop(self):
        self.is_stopped = True
        for process in list(self.processes):
            os.kill(process.pid, signal.SIGKILL)

    def command(self, step):
        if step[0] == "suite":
            bundle = self.build / "debug/tripto-gatewayPackageTests.xctest"
            filter = rf"^{step[1]}\." if is_whole(step) else step[1].replace(".", r"\.") + r"\b"
            return [bundle, "--testing-library", "swift-testing", "--filter", filter, *step[2:]]
        return [self.build / "debug" / step[1], *step[2:]]

    def play(self, id, step, seconds, most_work):
        """Returns what failed, else an empty word; the number of tests that passed; and its work.

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
        watch = Watch(process, most_work, seconds)
        watch.start()
        said, tests = "", 0
        try:
            with log.open("w") as file:
                for line in process.stdout:
                    watch.lines += 1
                    line = COLOUR.sub("", line)
                    file.write(line)
                    if passed := PASSED.search(line):
                        tests = int(passed[1])
                    if failed := FAILED.search(line):
                        said = failed[1]
                        break
        finally:
            # After the last line it ends by itself, or the watch ends it.
            if said or sys.exc_info()[0]:
                os.kill(process.pid, signal.SIGKILL)
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            process.stdout.close()
            watch.over.set()
            self.processes.discard(process)
        work = usage.ru_utime + usage.ru_stime
        if self.is_stopped:
            raise Mistake("stopped")
        if watch.said == LATE:
            raise Late(f"{step[1]} {LATE}")
        if said or watch.said:
            return said or watch.said, 0, work
        if process.returncode != 0:
            return f"ended with {process.returncode}", 0, work
        if step[0] == "suite" and tests == 0:
            # A filter that finds nothing passes everything.
            raise Mistake(f"no test is called {step[1]}")
        return "", tests, work
