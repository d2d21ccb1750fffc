"""The composed files: as the script makes them, as loud as they shall be, without a seam, light, and free to use."""

import array
import base64
import json
import math
import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "scripts"))

from composing.loudness import momentary, whole  # noqa: E402

SOUNDS = ROOT / "web/sounds"
LICENCES = json.loads((SOUNDS / "licences.json").read_text())
BEDS = ["music_travel", "music_followup", "music_lobby", "music_standings", "music_finale"]
STEMS = ["stem_pulse", "stem_drive", "stem_tension"]
EFFECTS = ["brake_pull", "answer_lock", "reveal_sting", "correct", "wrong", "tick", "sting_build", "drumroll", "winner_fanfare"]
PEAK_DBFS = -1
# Of all that a television fetches at its first visit.
MAX_BYTES = 2_000_000
RATE = 22_050
DECODE = """async ([url, rate]) => {
  const answer = await fetch(url);
  const context = new OfflineAudioContext(1, 1, rate);
  const sound = await context.decodeAudioData(await answer.arrayBuffer());
  const pcm = Int16Array.from(sound.getChannelData(0), (sample) => Math.round(32768 * sample));
  const bytes = new Uint8Array(pcm.buffer);
  let text = "";
  for (let at = 0; at < bytes.length; at += 32768) text += String.fromCharCode(...bytes.subarray(at, at + 32768));
  return { channels: sound.numberOfChannels, pcm: btoa(text) };
}"""


@pytest.fixture(scope="module")
def samples(gateway, browser):
    """A sound as a browser hears it."""
    page = browser.new_page()
    page.goto(f"{gateway}/sounds/licences.json")
    kept = {}

    def of(name):
        if name not in kept:
            heard = page.evaluate(DECODE, [f"/sounds/{name}.flac", RATE])
            assert heard["channels"] == 1
            kept[name] = [sample / 32_768 for sample in array.array("h", base64.b64decode(heard["pcm"]))]
        return kept[name]

    yield of
    page.close()


def test_they_are_what_the_script_composes():
    subprocess.run([ROOT / "scripts/compose", "--check"], check=True)


def test_all_are_there_licensed_and_light(samples):
    assert [licence["id"] for licence in LICENCES] == BEDS + STEMS + EFFECTS
    assert sum(path.stat().st_size for path in SOUNDS.iterdir()) < MAX_BYTES
    for licence in LICENCES:
        assert licence["licence"] == "CC0-1.0" and licence["author"] == "Tripto Gateway" and licence["title"]
        assert licence["durationMs"] == round(1000 * len(samples(licence["id"])) / RATE)
        assert licence["loop"] == (licence["id"] in [*BEDS, *STEMS, "drumroll"])


@pytest.mark.parametrize("name", BEDS + STEMS + EFFECTS)
def test_none_is_too_loud(samples, name):
    assert 20 * math.log10(max(map(abs, samples(name)))) <= PEAK_DBFS


@pytest.mark.parametrize("name", BEDS + STEMS + EFFECTS)
def test_each_is_as_loud_as_it_is_said_to_be(samples, name):
    said = next(licence["loudnessLufs"] for licence in LICENCES if licence["id"] == name)
    measure = momentary if name in EFFECTS else whole
    assert abs(measure(samples(name)) - said) < 0.2


def test_the_brake_is_the_strongest_effect_and_the_others_are_alike(samples):
    levels = {name: momentary(samples(name)) for name in EFFECTS}
    brake = levels.pop("brake_pull")
    assert max(levels.values()) - min(levels.values()) < 1
    assert brake - max(levels.values()) > 3


@pytest.mark.parametrize("name", BEDS + STEMS + ["drumroll"])
def test_a_loop_has_no_seam(samples, name):
    """The step from the last sample to the first is no larger than steps are in the sound itself."""
    heard = samples(name)
    steps = sorted(abs(b - a) for a, b in zip(heard, heard[1:]))
    assert abs(heard[0] - heard[-1]) <= steps[int(0.999 * len(steps))]


@pytest.mark.parametrize("name", BEDS + STEMS)
def test_a_loop_is_in_step_on_every_device(name):
    """Whole seconds are whole samples at every rate: rounded, two screens would drift apart from the epoch on."""
    duration_ms = next(licence["durationMs"] for licence in LICENCES if licence["id"] == name)
    assert duration_ms % 1000 == 0
    # Stems go round in step with the bed that they lie over.
    assert name not in STEMS or 40_000 % duration_ms == 0
