"""What a camera reads: the codes in the terminal and on the TV lead where they should."""

import io
import re
import subprocess

import zxingcpp
from PIL import Image

from party import SCREEN
from process import GatewayProcess

MODULE_PIXELS = 8
COLOURS = re.compile("\x1b\\[[0-9;]*m")
HALVES = {"█": (0, 0), "▀": (0, 255), "▄": (255, 0), " ": (255, 255)}


def read(image):
    return [code.text for code in zxingcpp.read_barcodes(image)]


def picture(lines):
    """What a terminal shows of lines in which one character is two modules, one above the other."""
    width = max(map(len, lines))
    image = Image.new("L", (width, 2 * len(lines)), 255)
    for y, line in enumerate(lines):
        for x, character in enumerate(line):
            for half, shade in enumerate(HALVES[character]):
                image.putpixel((x, 2 * y + half), shade)
    return image.resize((image.width * MODULE_PIXELS, image.height * MODULE_PIXELS), Image.NEAREST)


def test_the_codes_in_the_terminal_make_a_host_and_a_player(tmp_path, browser):
    gateway = GatewayProcess(tmp_path / "data", "--party", output=subprocess.PIPE)
    host, player = browser.new_page(locale="sv-SE"), browser.new_page(locale="sv-SE")
    try:
        gateway.start()
        said = []
        for line in gateway.output:
            said.append(line.rstrip("\n"))
            if line == "\n" and any("scans this" in old for old in said):
                break
        heading = next(i for i, line in enumerate(said) if "scans this" in line)
        links = [re.search(r"https?://\S+", line).group() for line in said[:heading] if re.match("  (Host|Join)", line)]
        assert max(len(COLOURS.sub("", line)) for line in said) <= 80
        codes = [COLOURS.sub("", line) for line in said[heading + 1:] if line]
        assert sorted(read(picture(codes))) == sorted(links)
        host.goto(links[0])
        host.get_by_role("button", name="Starta").first.wait_for()
        player.goto(links[1])
        player.get_by_label("Ditt namn").fill("Ada")
        player.keyboard.press("Enter")
        host.get_by_text("Ada").first.wait_for()
    finally:
        host.close()
        player.close()
        gateway.stop()


def test_a_camera_reads_the_code_on_the_tv(party):
    links = party.post("/v1/sessions", {})
    tv = party.device("tv", SCREEN).open(links["tvUrl"]).state("LOBBY")
    code = tv.page.locator("img.qr")
    code.evaluate("image => image.decode()")
    assert read(Image.open(io.BytesIO(tv.page.screenshot()))) == [links["joinUrl"]]
