"""What a failed test leaves in .build/test/browser/<its name>, for whoever was not there: of each device a picture of every
tab, the console, and the frames that came and went. No token is among it, as folders are sent around."""

import json
import re
import shutil

from playwright.sync_api import Error

from process import ROOT

FOLDER = ROOT / ".build/test/browser"
# A member, a part of an address, and a signed token wherever it is.
TOKENS = [re.compile(r'("\w*token\w*"\s*:\s*")[^"]+', re.IGNORECASE), re.compile(r"([?&#](?:t|r|token)=)[^&#\"'\s]+"),
          re.compile(r"()\beyJ[\w-]+\.[\w-]+\.[\w-]+")]


def blanked(text):
    for token in TOKENS:
        text = token.sub(r"\1…", text)
    return text


def folder_of(test):
    return FOLDER / re.sub(r"[^\w.\[\]-]+", "-", test)


def forget(test):
    """What an earlier run of it has left."""
    shutil.rmtree(folder_of(test), ignore_errors=True)


def keep(test, parties):
    for number, party in enumerate(parties):
        for device in party.devices:
            left(device, folder_of(test) / (device.name if number == 0 else f"{device.name}-{number}"))


def left(device, folder):
    folder.mkdir(parents=True, exist_ok=True)
    for number, page in enumerate(device.context.pages):
        try:
            page.screenshot(path=folder / f"tab-{number}.png", timeout=5_000)
        except Error as error:
            # It is closed, or hangs, which is worth knowing as well.
            (folder / f"tab-{number}.txt").write_text(blanked(str(error)))
    lines = {"console.txt": device.console, "sent.txt": map(json.dumps, device.sent),
             "received.txt": (frame for frames in device.connections for frame in frames)}
    for name, told in lines.items():
        (folder / name).write_text("".join(blanked(f"{line}\n") for line in told))
