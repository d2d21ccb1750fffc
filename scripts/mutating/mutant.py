"""The mutants as Tests/Mutants tells them."""
import hashlib
import re
from dataclasses import dataclass, field
from pathlib import Path

FOLDER = Path("Tests/Mutants")
HEAD = re.compile(r"== (\d+) (.+)")


class Mistake(Exception):
    """Something in the data that a person has to mend."""


@dataclass
class Mutant:
    id: int
    area: str
    does: str
    # Of the area's file of mutants, for messages.
    line: int
    file: str = ""
    # The suite that is asked first, as Module.Suite.
    seen_by: str = ""
    equivalent: str = ""
    is_text: bool = False
    old: list = field(default_factory=list)
    new: list = field(default_factory=list)

    def __str__(self):
        return f"mutant {self.id} ({FOLDER}/{self.area}.txt:{self.line})"

    def digest(self, root):
        """Changes with the mutant and with the file it is made in."""
        told = [self.file, *self.old, "+", *self.new, str(self.is_text)]
        return hashlib.sha256("\n".join(told).encode() + (root / self.file).read_bytes()).hexdigest()


@dataclass
class Area:
    name: str
    # Commands: a suite of tests, or a tool of the build with its arguments.
    steps: list = field(default_factory=list)
    # Mutants that are asked side by side, where suites wait more than they work.
    at_once: int = 1
    mutants: list = field(default_factory=list)

    def tests_digest(self, root):
        """Changes with the tests of the area and with what tests stand on."""
        sums = hashlib.sha256(repr(self.steps).encode())
        folders = {Path("Tests", step[1]) for step in self.steps if step[0] == "suite"}
        shared = {Path("Tests", name) for name in ("Simulation", "StoreContracts", "TestSupport")}
        for folder in sorted(folders | shared):
            for path in sorted((root / folder).rglob("*.swift")):
                sums.update(path.read_bytes())
        return sums.hexdigest()


def sources_digest(root):
    sums = hashlib.sha256()
    for path in sorted((root / "Sources").rglob("*.swift")):
        sums.update(path.read_bytes())
    return sums.hexdigest()


def read_area(path):
    area, mutant = Area(path.stem), None
    for number, line in enumerate(path.read_text().splitlines(), 1):
        key, _, value = line.partition(" ")
        if head := HEAD.fullmatch(line):
            mutant = Mutant(int(head[1]), area.name, head[2], number)
            area.mutants.append(mutant)
        elif not line or key == "#":
            continue
        elif not mutant and key in ("suite", "run"):
            area.steps.append([key, *value.split()])
        elif not mutant and line.startswith("at once "):
            area.at_once = int(line.removeprefix("at once "))
        elif mutant and key == "in":
            mutant.file = value
        elif mutant and line.startswith("seen by "):
            mutant.seen_by = line.removeprefix("seen by ")
        elif mutant and key == "equivalent":
            mutant.equivalent = value
        elif mutant and line == "as text":
            mutant.is_text = True
        elif mutant and key in "-+":
            (mutant.old if key == "-" else mutant.new).append(value)
        else:
            raise Mistake(f"{path}:{number}: not a line of a mutant: {line}")
    if not area.steps:
        raise Mistake(f"{path}: no suite")
    for each in area.mutants:
        if not each.equivalent and not (each.file and each.old):
            raise Mistake(f"{each} lacks its file or its old text")
    return area


def read_all(root):
    areas = [read_area(path) for path in sorted((root / FOLDER).glob("*.txt"))]
    known = {}
    for mutant in (each for area in areas for each in area.mutants):
        if other := known.setdefault(mutant.id, mutant):
            if other is not mutant:
                raise Mistake(f"{mutant} has the number of {other}")
    return areas
