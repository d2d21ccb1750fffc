"""See scripts/mutants."""
import argparse
import concurrent.futures
import functools
import json
import re
import signal
import subprocess
import sys
import time
from dataclasses import asdict
from pathlib import Path

from judging import Bench, Late, Verdict
from mutant import Mistake, read_all, sources_digest
from switches import copy_tree, mutated, place

ROOT = Path.cwd()
HERE = ROOT / ".build-mutants"
TREE, BUILD, LOGS, RESULTS = HERE / "tree", HERE / "build", HERE / "logs", HERE / "results.json"
LEAST_PERCENT = 90


class Results:
    """Verdicts, kept from run to run."""

    def __init__(self):
        self.all = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}

    def known(self, mutant, tests):
        """A survivor stands until the tests change, one that was killed until it changes itself."""
        kept = self.all.get(str(mutant.id))
        if not kept or kept["digest"] != mutant.digest(ROOT):
            return None
        verdict = Verdict(**kept["verdict"])
        return verdict if verdict.is_killed or kept["tests"] == tests else None

    def forget(self, ids):
        for id in ids:
            self.all.pop(str(id), None)

    def keep(self, id, digest, tests, verdict):
        self.all[str(id)] = {"digest": digest, "tests": tests, "verdict": asdict(verdict)}
        fresh = RESULTS.with_suffix(".new")
        fresh.write_text(json.dumps(self.all, indent=1, ensure_ascii=False))
        fresh.replace(RESULTS)


def options():
    parser = argparse.ArgumentParser(prog="scripts/mutants")
    parser.add_argument("--only", action="append", metavar="AREA", help="this area, or these")
    parser.add_argument("--id", action="append", type=int, metavar="N", help="this mutant, or these")
    parser.add_argument("--fresh", action="store_true", help="forget what was judged before")
    parser.add_argument("--jobs", type=int, default=1, help="how many at a time, at least")
    parser.add_argument("--timeout", type=float, metavar="SECONDS",
                        help="for one mutant; else ten times what its area takes, and ten minutes")
    parser.add_argument("--list", action="store_true", help="name the mutants, judge none")
    parser.add_argument("--check", action="store_true",
                        help="that each still stands in its file and its suite is there, judge none")
    return parser.parse_args()


def build(areas):
    every = [each for area in areas for each in area.mutants if not each.equivalent]
    copy_tree(ROOT, TREE, every)
    print(f"building {len(every)} mutants into {TREE.relative_to(ROOT)} (debug)", flush=True)
    log = HERE / "build.log"
    with log.open("w") as file:
        done = subprocess.run(
            ["swift", "build", "--build-tests", "--package-path", TREE, "--scratch-path", BUILD,
             "-Xswiftc", "-suppress-warnings"],
            stdout=file, stderr=subprocess.STDOUT,
        )
    if done.returncode:
        lines = log.read_text().splitlines()
        errors = dict.fromkeys(line for line in lines if "error:" in line)
        raise Mistake("\n".join([*(errors or lines[-20:]), f"({log.relative_to(ROOT)} has all of it)"]))


def healthy(bench, area, results, digest, wanted):
    """Its verdict with no mutant alive: a red area could not tell anything."""
    # Alone a suite may fare otherwise than beside all others.
    named = sorted({each.seen_by for each in area.mutants if each.seen_by})
    digest = " ".join([digest, *named])
    kept = results.all.get(area.name)
    if kept and kept["digest"] == digest:
        return Verdict(**kept["verdict"])
    steps = area.steps + [["suite", name] for name in named]
    verdict = bench.judge(0, steps, wanted.timeout or 3600, None)
    if verdict.is_killed:
        raise Mistake(f"{area.name} is red with no mutant alive: {verdict.by} ({LOGS.relative_to(ROOT)})")
    print(f"{area.name}: green with no mutant alive, {verdict.seconds:.0f} s, "
          f"{sum(verdict.work.values()):.0f} s of work", flush=True)
    results.keep(area.name, digest, digest, verdict)
    return verdict


def judge(bench, area, mutant, usual, wanted):
    first = [["suite", mutant.seen_by]] if mutant.seen_by else []
    seconds = wanted.timeout or 10 * usual.seconds + 600
    return bench.judge(mutant.id, first + area.steps, seconds, usual.work)


def table(areas, verdicts):
    print(f"\n{'area':<20}{'killed':>7}{'of':>5}{'%':>5}  equivalent")
    is_good = True
    for area in areas:
        judged = [verdicts[each.id] for each in area.mutants if each.id in verdicts]
        if not judged:
            continue
        killed = sum(each.is_killed for each in judged)
        is_enough = killed * 100 >= LEAST_PERCENT * len(judged)
        is_good = is_good and is_enough
        same = sum(bool(each.equivalent) for each in area.mutants)
        print(f"{area.name:<20}{killed:>7}{len(judged):>5}{killed * 100 // len(judged):>5}  {same:<4}"
              + ("" if is_enough else f"less than {LEAST_PERCENT} %"))
    for area in areas:
        for each in area.mutants:
            if each.id in verdicts and not verdicts[each.id].is_killed:
                print(f"survived: {area.name} {each.id}, {each.does}")
            elif each.equivalent:
                print(f"equivalent: {area.name} {each.id}, {each.does}: {each.equivalent}")
    return is_good


def chosen(areas, wanted):
    names = {area.name for area in areas}
    for name in set(wanted.only or []) - names:
        raise Mistake(f"no such area: {name} ({' '.join(sorted(names))})")
    ids = {each.id for area in areas for each in area.mutants}
    for id in set(wanted.id or []) - ids:
        raise Mistake(f"no such mutant: {id}")
    for area in areas:
        if wanted.only and area.name not in wanted.only:
            area.mutants = []
        if wanted.id:
            area.mutants = [each for each in area.mutants if each.id in wanted.id]
    return [area for area in areas if area.mutants]


def check(areas):
    """True when all could be built and asked; takes a second, and says all that a person has to mend."""
    mistakes, by_file = [], {}
    modules = {area.name: {step[1].split(".")[0] for step in area.steps} for area in areas}
    for each in (each for area in areas for each in area.mutants):
        try:
            if not each.equivalent:
                place(each, source(each))
                by_file.setdefault(each.file, []).append(each)
            if each.seen_by and not has_suite(each.seen_by):
                raise Mistake(f"{each}: no suite is called {each.seen_by}")
            if each.seen_by and each.seen_by.split(".")[0] not in modules[each.area]:
                raise Mistake(f"{each}: {each.seen_by} is no suite of {each.area}")
        except Mistake as mistake:
            mistakes.append(mistake)
    for those in by_file.values():
        try:
            mutated(source(those[0]), those)
        except Mistake as mistake:
            mistakes.append(mistake)
    for mistake in mistakes:
        print(mistake, file=sys.stderr)
    return not mistakes


def source(mutant):
    path = ROOT / mutant.file
    if not path.is_file():
        raise Mistake(f"{mutant}: no such file: {mutant.file}")
    return path.read_text()


@functools.cache
def suites(module):
    texts = (path.read_text() for path in (ROOT / "Tests" / module).rglob("*.swift"))
    return {name for text in texts for name in re.findall(r"\b(?:struct|class|enum) (\w+)", text)}


def has_suite(name):
    module, path = name.split(".", 1)
    return suites(module).issuperset(path.split("/"))


def main():
    wanted = options()
    if wanted.check:
        return check(read_all(ROOT))
    if wanted.list:
        for area in chosen(read_all(ROOT), wanted):
            for each in area.mutants:
                print(f"{area.name:<20}{each.id:>5}  {each.does}")
        return True
    areas = chosen(read_all(ROOT), wanted)
    HERE.mkdir(exist_ok=True)
    build(read_all(ROOT))
    bench, results, verdicts = Bench(TREE, BUILD, LOGS), Results(), {}
    if wanted.fresh:
        results.forget(each.id for area in areas for each in area.mutants)
    work, sources, started = [], sources_digest(ROOT), time.monotonic()
    for area in areas:
        tests = area.tests_digest(ROOT)
        todo = []
        for each in area.mutants:
            if each.equivalent:
                continue
            if known := results.known(each, tests):
                verdicts[each.id] = known
            else:
                todo.append(each)
        if todo:
            usual = healthy(bench, area, results, tests + sources, wanted)
            work += [(area, each, tests, usual) for each in todo]
    print(f"{len(work)} to judge, {len(verdicts)} known from before", flush=True)
    lates = []
    for area in areas:
        these = [each for each in work if each[0] is area]
        pool = concurrent.futures.ThreadPoolExecutor(max(wanted.jobs, area.at_once))
        try:
            pending = {pool.submit(judge, bench, area, each, usual, wanted): (each, tests)
                       for _, each, tests, usual in these}
            for number, future in enumerate(concurrent.futures.as_completed(pending), 1):
                each, tests = pending[future]
                at = f"[{number}/{len(these)}, {time.monotonic() - started:.0f} s] {area.name} {each.id}"
                try:
                    verdict = verdicts[each.id] = future.result()
                except Late as late:
                    lates.append(f"not judged: {area.name} {each.id}, {each.does}: {late}")
                    print(at, late, flush=True)
                    continue
                results.keep(each.id, each.digest(ROOT), tests, verdict)
                end = f"killed by {verdict.by}" if verdict.is_killed else "SURVIVED"
                print(f"{at} {end} ({verdict.seconds:.0f} s)", flush=True)
        except BaseException:
            bench.stop()
            raise
        finally:
            pool.shutdown(cancel_futures=True)
    is_good = table(areas, verdicts)
    print("\n".join(lates), end="\n" if lates else "")
    return is_good and not lates


def interrupt(*_):
    raise KeyboardInterrupt


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, interrupt)
    try:
        sys.exit(0 if main() else 1)
    except Mistake as mistake:
        print(mistake, file=sys.stderr)
        sys.exit(65)
    except KeyboardInterrupt:
        sys.exit(130)
