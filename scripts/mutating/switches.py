"""A copy of the tree with all mutants in it as switches; MUTANT in the environment says which is alive."""
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

from mutant import Mistake

SWITCH = """\
import Glibc

/// The mutant that is alive in this process.
enum Mutant {
    private static let alive = getenv("MUTANT").flatMap { Int(String(cString: $0)) }

    static func lives(_ id: Int) -> Bool { alive == id }
}
"""
OPEN, CLOSE = "«", "»"


@dataclass
class Place:
    """Text that a mutant replaces, by offsets in its file."""
    start: int
    end: int
    mutant: object
    is_statement: bool


def place(mutant, text):
    marked = "\n".join(mutant.old)
    old = marked.replace(OPEN, "").replace(CLOSE, "")
    found = text.count(old)
    if found != 1:
        raise Mistake(f"{mutant}: its old text stands {found} times in {mutant.file}:\n{old}")
    start = text.index(old)
    if OPEN not in marked:
        if mutant.is_text:
            raise Mistake(f"{mutant}: the part of a text that changes is marked with {OPEN}{CLOSE}")
        indent = len(old) - len(old.lstrip())
        return Place(start + indent, start + len(old), mutant, True)
    before, rest = marked.split(OPEN)
    inner, _ = rest.split(CLOSE)
    start += len(before)
    return Place(start, start + len(inner), mutant, False)


def literal(text):
    """One line of a Swift string for what stands in a literal, of which an indent is no part."""
    first, *others = text.split("\n")
    lines = [first, *(line.lstrip() for line in others)]
    return '"' + "\\n".join(lines).replace('\\"', '"').replace('"', '\\"') + '"'


def switched(each, old):
    alive, new = f"Mutant.lives({each.mutant.id})", "\n".join(each.mutant.new)
    if each.mutant.is_text:
        return f"\\({alive} ? {literal(new)} : {literal(old)})"
    if not each.is_statement:
        return f"({alive} ? ({new}) : ({old}))"
    if not new:
        return f"if !{alive} {{\n{old}\n}}"
    return f"if {alive} {{\n{new}\n}} else {{\n{old}\n}}"


def render(text, start, end, places):
    """The text between two offsets with its switches. A place may lie within another, or be the same."""
    result, at = "", start
    places = sorted(places, key=lambda each: (each.start, -each.end))
    while places:
        outer, *rest = places
        inner = [each for each in rest if each.start < outer.end]
        places = rest[len(inner):]
        if any(each.end > outer.end for each in inner):
            raise Mistake(f"{outer.mutant} and {inner[0].mutant} overlap")
        if inner and any(each.mutant.is_text for each in (outer, *inner)):
            raise Mistake(f"{outer.mutant} and {inner[0].mutant} change one text")
        result += text[at:outer.start] + switched(outer, render(text, outer.start, outer.end, inner))
        at = outer.end
    return result + text[at:end]


def mutated(text, mutants):
    return render(text, 0, len(text), [place(each, text) for each in mutants])


def copy_tree(root, tree, mutants):
    """Writes what differs alone, so that the next build is a small one."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=root, check=True, capture_output=True, text=True,
    ).stdout.split("\0")
    wanted = {name: root / name for name in {*listed, "Package.resolved"} if (root / name).is_file()}
    by_file = {}
    for each in mutants:
        if each.file not in wanted:
            raise Mistake(f"{each}: no such file: {each.file}")
        by_file.setdefault(each.file, []).append(each)
    # Those that do not lie in Sources themselves: named in the manifest, or a game's.
    folders = re.findall(r'path: "(Sources/[^"]+)"', (root / "Package.swift").read_text())
    folders += [path.relative_to(root).as_posix() for path in (root / "Sources/Games").iterdir() if path.is_dir()]
    made = {}
    for file, those in by_file.items():
        made[file] = mutated((root / file).read_text(), those).encode()
    # In every module: the first mutant of one would build all anew that stand on it.
    for module in {module_of(name, folders) for name in wanted if re.match(r"Sources/.*\.swift$", name)}:
        made[str(module / "Mutant.swift")] = SWITCH.encode()
    for name, source in wanted.items():
        write(tree / name, made.get(name) or source.read_bytes(), source.stat().st_mode)
    for name in made.keys() - wanted.keys():
        write(tree / name, made[name], 0o644)
    for path in list(tree.rglob("*")):
        name = str(path.relative_to(tree))
        if path.is_file() and name not in wanted and name not in made:
            path.unlink()


def module_of(name, folders):
    """The folder of the module that a source belongs to."""
    return next((Path(each) for each in folders if name.startswith(each + "/")), Path(*Path(name).parts[:2]))


def write(path, content, mode):
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.is_file() or path.read_bytes() != content:
        path.write_bytes(content)
        path.chmod(mode)
