"""Tones: sums of sines that ring out, held chords of a reed organ, and noise through filters."""

import functools
import math
import random

from composing.flac import RATE

TABLE = 8192
MASK = TABLE - 1
SINE = [math.sin(2 * math.pi * i / TABLE) for i in range(TABLE)]
STEPS = {"C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11}


def hertz(name):
    """Of a pitch as musicians write it: A4, F#5, Bb3."""
    step = STEPS[name[0]] + name.count("#") - name[1:].count("b")
    return 440 * 2 ** ((step + 12 * (int(name[-1]) + 1) - 69) / 12)


@functools.lru_cache(maxsize=None)
def struck(hz, seconds, partials, attack=0.004):
    """Something that was struck or plucked. `partials`: (multiple of hz, level, time in s to fall to a tenth)."""
    out = [0.0] * int(seconds * RATE)
    for multiple, level, fall in partials:
        step, decay, envelope = multiple * hz * TABLE / RATE, 0.1 ** (1 / (fall * RATE)), level
        if multiple * hz > 0.45 * RATE:
            continue
        for i in range(len(out)):
            out[i] += envelope * SINE[int(i * step) & MASK]
            envelope *= decay
    return shaped(out, attack, 0.03)


@functools.lru_cache(maxsize=None)
def held(hz, seconds, harmonics, attack, release, detune=1.003):
    """A reed or a string that sounds as long as it is held: two of them, slightly apart."""
    harmonics = tuple(enumerate(harmonics, start=1))
    table = [sum(level * SINE[i * number & MASK] for number, level in harmonics if number * hz < 0.45 * RATE)
             for i in range(TABLE)]
    a, b = hz * TABLE / RATE, detune * hz * TABLE / RATE
    out = [0.5 * (table[int(i * a) & MASK] + table[int(i * b) & MASK]) for i in range(int(seconds * RATE))]
    return shaped(out, attack, release)


def sliding(start_hz, end_hz, seconds, partials=((1, 1),)):
    """A tone whose pitch goes evenly from one to another; `partials`: (multiple, level)."""
    count = int(seconds * RATE)
    out, phase, hz, ratio = [], 0.0, start_hz, (end_hz / start_hz) ** (1 / count)
    for _ in range(count):
        out.append(sum(level * SINE[int(phase * multiple) & MASK] for multiple, level in partials))
        phase += hz * TABLE / RATE
        hz *= ratio
    return out


@functools.lru_cache(maxsize=None)
def noise(seconds, low_hz, high_hz, seed):
    """White noise between two frequencies: one pole each, so with gentle slopes."""
    rolls = random.Random(seed).random
    low, high = (1 - math.exp(-2 * math.pi * hz / RATE) for hz in (low_hz, high_hz))
    below = bright = 0.0
    out = []
    for _ in range(int(seconds * RATE)):
        bright += high * (2 * rolls() - 1 - bright)
        below += low * (bright - below)
        out.append(bright - below)
    return out


def shaped(samples, attack, release):
    """With a rise at the beginning and a fall at the end, in seconds, so that nothing clicks."""
    out = list(samples)
    for count, index in ((int(attack * RATE), lambda i: i), (int(release * RATE), lambda i: -1 - i)):
        for i in range(min(count, len(out))):
            out[index(i)] *= i / count
    return out


def fading(samples, fall):
    """Falling to a tenth every `fall` seconds."""
    decay, level, out = 0.1 ** (1 / (fall * RATE)), 1.0, []
    for sample in samples:
        out.append(sample * level)
        level *= decay
    return out


def swelling(samples, power=2):
    """Rising from nothing to full."""
    return [sample * (i / len(samples)) ** power for i, sample in enumerate(samples)]
