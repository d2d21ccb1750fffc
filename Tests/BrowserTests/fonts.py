"""The fonts that browsers see, which are the tests' own.

A page has as much room as its letters leave, and which letters it gets is up to the machine: one that somebody installs
another font on would fail, or hide, faults of the layout. So a browser knows the files of Debian's fonts-dejavu-core and
nothing else; fonts-dejavu-extra lies in the same folder. FONTS=<folder> shows the pages in the fonts of that folder
instead, as phones and televisions have theirs."""

import atexit
import functools
import os
import pathlib
import shutil
import tempfile

DEJAVU = pathlib.Path("/usr/share/fonts/truetype/dejavu")
CORE = [f"DejaVu{face}.ttf" for face in ("Sans", "Sans-Bold", "SansMono", "SansMono-Bold", "Serif", "Serif-Bold")]
# What a page's generic families are; a family that is not there is passed over.
GENERIC = {"sans-serif": "DejaVu Sans", "system-ui": "DejaVu Sans", "serif": "DejaVu Serif", "monospace": "DejaVu Sans Mono"}


def configuration(files, cache):
    """A fonts.conf that knows these files alone. What is accepted is so in spite of what is rejected."""
    folders = "".join(f"<dir>{folder}</dir>" for folder in sorted({file.parent for file in files}))
    accepted = "".join(f"<glob>{file}</glob>" for file in files)
    generic = "".join(f"<alias><family>{name}</family><prefer><family>{family}</family></prefer></alias>"
                      for name, family in GENERIC.items())
    return f"""<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>{folders}<cachedir>{cache}</cachedir>
<selectfont><rejectfont><glob>*</glob></rejectfont><acceptfont>{accepted}</acceptfont></selectfont>
<match target="pattern"><edit name="hintstyle" mode="append"><const>hintslight</const></edit></match>
{generic}</fontconfig>
"""


@functools.cache
def environment():
    """What a browser is launched with, so that it sees these fonts."""
    chosen = os.environ.get("FONTS")
    files = sorted(pathlib.Path(chosen).rglob("*.[to]tf")) if chosen else [DEJAVU / name for name in CORE]
    missing = [str(file) for file in files if not file.exists()]
    assert files and not missing, f"no fonts: {chosen or missing}"
    folder = pathlib.Path(tempfile.mkdtemp(prefix="fonts-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    told = folder / "fonts.conf"
    told.write_text(configuration(files, folder / "cache"))
    return {**os.environ, "FONTCONFIG_FILE": str(told)}
