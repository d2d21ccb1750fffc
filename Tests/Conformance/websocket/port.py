"""Brings an installed copy of Autobahn's testsuite, which is Python 2, to Python 3, in place.

Its cases mix text and bytes, as Python 2 lets them. Here they keep doing so: each file is read as
Latin-1, so that a byte in a literal is one character, and what meets the network goes through
`octets`. Usage: port.py FOLDER
"""

import pathlib
import re
import sys

from fissix import refactor

FIXES = ["except", "has_key", "import", "numliterals", "print", "raise", "unicode", "xrange"]
FILES = ["caseset.py", "fuzzing.py", "report.py", "case/*.py"]

# Each must be found: a suite that has changed is to be looked at anew.
MENDS = {
    # The other modes of the suite are not wanted.
    "__init__.py": [(r"(?s)\A.+", "from ._version import __version__\n\nversion = __version__\n")],
    "case/__init__.py": [(r"from case9_9_1 import \*\n", "")],
    "case/case.py": [(r"pickle.dumps\(obj1\) == pickle.dumps\(obj2\)", "obj1 == obj2")],
    "case/case10_1_1.py": [(r"len\(self.payload\) / ", "len(self.payload) // ")],
    "case/case6_x_x.py": [
        (r"from autobahn.websocket.utf8validator import", "from octets import")
    ],
    # Autobahn's own names have changed since.
    "case/case12_x_x.py": [
        (r"\b(request|accept)NoContextTakeover\b", r"\1_no_context_takeover"),
        (r"\b(request|accept)MaxWindowBits\b", r"\1_max_window_bits"),
    ],
    "fuzzing.py": [
        (r"\(self, debug = debug, debugCodePaths = debug\)", "(self)"),
        (r"(def asciiLogData.*\n)", r"\1   data = binascii.text(data)" "\n"),
        (r"dd\.decode\(", "binascii.octets(dd).decode("),
        (r"''\.join\(payload\)", "''.join(map(binascii.text, payload))"),
        (r"\.encode\(.utf-?8.\)\)\n", ")\n"),
    ],
}


def import_octets(line):
    others = [name for name in line[1].split(", ") if name != "binascii"]
    return "\n".join([f"import {name}" for name in others] + ["import octets as binascii"])


def port(suite):
    fixes = refactor.RefactoringTool([f"fissix.fixes.fix_{name}" for name in FIXES])
    files = {path for pattern in FILES for path in suite.glob(pattern)}
    for path in sorted(files | {suite / name for name in MENDS}):
        name = str(path.relative_to(suite))
        source = path.read_bytes().decode("latin-1").replace("\r\n", "\n")
        for pattern, mend in MENDS.get(name, []):
            source, count = re.subn(pattern, mend, source)
            if count == 0:
                sys.exit(f"{name} has no {pattern!r}: another version of the suite?")
        source = source.replace("(object, Case, )", "(Case, )")
        source = re.sub(r"(?m)^import ((?:\w+, )*binascii(?:, \w+)*)$", import_octets, source)
        path.write_text(str(fixes.refactor_string(source + "\n", str(path))), encoding="utf-8")


port(pathlib.Path(sys.argv[1]))
