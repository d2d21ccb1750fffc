"""The composed files: as the script makes them, as loud as each other, without a seam, and free to use."""

import array
import json
import math
import pathlib
import subprocess
import wave

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SOUNDS = ROOT / "web/sounds"
LICENCES = json.loads((SOUNDS / "licences.json").read_text())
MUSIC = ["music_travel", "music_followup"]
EFFECTS = ["brake_pull", "answer_lock", "reveal_sting", "correct", "wrong", "tick", "sting_build", "drumroll", "winner_fanfare"]
PEAK_DBFS = -1
MAX_BYTES = 4_000_000


def samples(name):
    with wave.open(str(SOUNDS / f"{name}.wav")) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, 22_050)
        return [sample / 32_768 for sample in array.array("h", file.readframes(file.getnframes()))]


def loudness_db(heard):
    """Root mean square of the loudest 400 ms."""
    window = min(8_820, len(heard))
    power = max(sum(s * s for s in heard[at:at + window]) for at in range(0, len(heard) - window + 1, max(1, window // 4)))
    return 10 * math.log10(power / window)


def test_they_are_what_the_script_composes():
    subprocess.run([ROOT / "scripts/compose", "--check"], check=True)


def test_all_are_there_licensed_and_light():
    assert [licence["id"] for licence in LICENCES] == MUSIC + EFFECTS
    assert sum(path.stat().st_size for path in SOUNDS.iterdir()) < MAX_BYTES
    for licence in LICENCES:
        assert licence["licence"] == "CC0-1.0" and licence["author"] == "Tripto Gateway" and licence["title"]
        assert licence["durationMs"] == round(1000 * len(samples(licence["id"])) / 22_050)
        assert licence["loop"] == (licence["id"] in [*MUSIC, "drumroll"])


@pytest.mark.parametrize("name", MUSIC + EFFECTS)
def test_none_is_too_loud(name):
    assert 20 * math.log10(max(map(abs, samples(name)))) <= PEAK_DBFS


def test_effects_are_about_as_loud_as_one_another():
    levels = [loudness_db(samples(name)) for name in EFFECTS]
    assert max(levels) - min(levels) < 2


@pytest.mark.parametrize("name", MUSIC + ["drumroll"])
def test_a_loop_has_no_seam(name):
    """The step from the last sample to the first is no larger than steps are in the sound itself."""
    heard = samples(name)
    steps = sorted(abs(b - a) for a, b in zip(heard, heard[1:]))
    assert abs(heard[0] - heard[-1]) <= steps[int(0.999 * len(steps))]
    assert 20_000 <= len(heard) / 22.05 <= 40_000 or name == "drumroll"
