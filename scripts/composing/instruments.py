"""The band on the night train."""

from composing.tone import held, hertz, noise, shaped, struck, fading

BELL = ((1, 1, 0.7), (2.76, 0.35, 0.25), (5.4, 0.12, 0.1))
KEYS = ((1, 1, 0.6), (2, 0.35, 0.35), (3, 0.12, 0.2), (4, 0.05, 0.12))
BASS = ((1, 1, 0.5), (2, 0.4, 0.25), (3, 0.12, 0.12))
STRING = ((1, 1, 0.3), (2, 0.6, 0.2), (3, 0.35, 0.14), (4, 0.2, 0.1), (5, 0.12, 0.07))
ACCORDION = (1, 0.55, 0.4, 0.22, 0.16, 0.08, 0.06)
STRINGS = (1, 0.5, 0.33, 0.25, 0.2, 0.16, 0.1, 0.06)
BRASS = (1, 0.8, 0.7, 0.5, 0.38, 0.26, 0.18, 0.12, 0.08)


def bell(pitch, seconds=1.2):
    return struck(hertz(pitch), seconds, BELL)


def keys(pitch, seconds=0.9):
    return struck(hertz(pitch), seconds, KEYS, 0.006)


def bass(pitch, seconds=0.6):
    return struck(hertz(pitch), seconds, BASS, 0.008)


def pluck(pitch, seconds=0.5):
    return struck(hertz(pitch), seconds, STRING)


def accordion(pitch, seconds):
    return held(hertz(pitch), seconds, ACCORDION, 0.05, 0.09, 1.004)


def strings(pitch, seconds):
    return held(hertz(pitch), seconds, STRINGS, 0.25, 0.3, 1.005)


def brass(pitch, seconds):
    return held(hertz(pitch), seconds, BRASS, 0.025, 0.08, 1.003)


def brush(seconds=0.09, seed=1):
    """A whisk on a drum: the engine's breath."""
    return shaped(fading(noise(seconds, 1_800, 7_000, seed), 0.05), 0.004, 0.02)


def joint(seed=2):
    """A wheel over the gap between two rails."""
    thud = struck(82, 0.16, ((1, 1, 0.06), (1.7, 0.4, 0.03)), 0.002)
    return [a + b for a, b in zip(thud, fading(noise(0.16, 300, 1_400, seed), 0.025))]


def wood(hz=1_100):
    return struck(hz, 0.09, ((1, 1, 0.035), (2.4, 0.5, 0.015)), 0.001)


def drum(hz=62):
    return struck(hz, 0.35, ((1, 1, 0.14), (1.5, 0.4, 0.06), (2.3, 0.15, 0.03)), 0.003)


def snare(seed):
    return shaped(fading(noise(0.12, 500, 6_500, seed), 0.045), 0.001, 0.02)


def melody(notes, beat):
    """(seconds from the start, pitch, seconds) of a line such as "A4:1 -:.5 C#5:1.5", lengths in beats."""
    at = 0.0
    for note in notes.split():
        pitch, beats = note.split(":")
        seconds = float(beats) * beat
        if pitch != "-":
            yield at, pitch, seconds
        at += seconds
