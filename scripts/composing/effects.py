"""The moments: each a second or three, all as loud as one another but for the brake."""

from composing import loudness
from composing.instruments import bell, brass, drum, melody, snare, strings, wood
from composing.tape import Tape
from composing.tone import fading, held, hertz, noise, shaped, sliding, struck, swelling

# LUFS. Nothing is as strong as the brake.
COMMON = -15
BRAKE = -11
WHISTLE = ("F#4", "A4", "C#5", "D5")


def brake_pull():
    """Iron on iron, a jolt, and the air going out."""
    tape = Tape(1.7)
    screech = sliding(2_350, 1_480, 1.0, ((1, 0.5), (1.414, 0.4), (2.09, 0.25), (2.74, 0.15)))
    tape.lay(0.02, shaped(fading(screech, 0.9), 0.03, 0.2), 0.55)
    tape.lay(0, shaped(fading(noise(1.1, 1_500, 6_000, 11), 0.8), 0.02, 0.2), 0.5)
    for at, level in ((0, 1), (0.16, 0.5), (0.98, 0.8)):
        tape.lay(at, drum(55), level)
    tape.lay(1.0, shaped(fading(noise(0.7, 2_500, 9_000, 12), 0.35), 0.02, 0.1), 0.5)
    return tape


def answer_lock():
    """The conductor's punch."""
    tape = Tape(0.6)
    tape.lay(0, wood(900))
    tape.lay(0.07, wood(1_500), 0.9)
    tape.lay(0.07, bell("A5", 0.5), 0.35)
    return tape


def reveal_sting():
    """Up a chord to the whistle of a train that has arrived."""
    tape = Tape(2.4)
    for at, pitch, _ in melody("D4:1 A4:1 D5:1 F#5:1 A5:1", 0.09):
        tape.lay(at, bell(pitch), 0.4)
    for pitch in WHISTLE:
        tape.lay(0.45, held(hertz(pitch), 1.3, (1, 0.3, 0.1), 0.06, 0.35, 1.002), 0.22)
    tape.lay(0.45, shaped(noise(1.2, 1_200, 4_500, 13), 0.08, 0.4), 0.12)
    for pitch in ("D6", "F#6", "A6"):
        tape.lay(0.5, bell(pitch), 0.16)
    tape.room(0.6)
    return tape


def correct():
    tape = Tape(1.1)
    for at, pitch, _ in melody("A5:1 D6:1 F#6:2", 0.1):
        tape.lay(at, bell(pitch, 0.9), 0.5)
    return tape


def wrong():
    tape = Tape(0.9)
    for at, pitch, _ in melody("Eb4:1 D4:1 G3:2", 0.16):
        tape.lay(at, struck(hertz(pitch), 0.45, ((1, 1, 0.3), (2, 0.3, 0.15), (3, 0.15, 0.1)), 0.01), 0.7)
    return tape


def tick():
    tape = Tape(0.12)
    tape.lay(0, wood())
    return tape


def sting_build():
    """The lights go down, and something is coming."""
    tape = Tape(2.2)
    tape.lay(0, drum(46), 1.0)
    tape.lay(0, shaped(fading(noise(1.2, 60, 400, 14), 0.5), 0.01, 0.1), 0.8)
    for pitch in ("D3", "A3", "Bb3", "E4"):
        tape.lay(0.05, shaped(swelling(strings(pitch, 2.0), 1.5), 0.1, 0.5), 0.35)
    tape.room(0.5)
    return tape


def drumroll():
    """Three seconds around and around: 27 strokes a second, left and right."""
    tape = Tape(3, is_ring=True)
    strokes = 81
    for stroke in range(strokes):
        tape.lay(3 * stroke / strokes, snare(20 + stroke % 7), 0.75 if stroke % 2 else 1.0)
    for stroke in range(12):
        tape.lay(stroke / 4, drum(70), 0.22)
    return tape


def winner_fanfare():
    tape = Tape(4)
    lines = (("D5:.5 D5:.25 D5:.25 F#5:.75 D5:.25 A5:.5 -:.25 G5:.25 A5:4", 1.0),
             ("A4:.5 A4:.25 A4:.25 D5:.75 A4:.25 F#5:.5 -:.25 E5:.25 F#5:4", 0.8),
             ("F#4:.5 F#4:.25 F#4:.25 A4:.75 F#4:.25 D5:.5 -:.25 B4:.25 D5:4", 0.8),
             ("D3:1 D3:1 D3:.75 G3:.25 D3:4", 0.9))
    for line, level in lines:
        for at, pitch, seconds in melody(line, 0.4):
            tape.lay(at, brass(pitch, min(1.9, seconds * 0.92)), 0.22 * level)
    for at in (0, 0.4, 0.8, 1.2):
        tape.lay(at, drum(73), 0.6)
    tape.lay(1.2, fading(noise(2.2, 3_000, 10_000, 15), 0.9), 0.3)
    for at, pitch, _ in melody("D6:1 F#6:1 A6:1 D7:1", 0.1):
        tape.lay(1.25 + at, bell(pitch), 0.25)
    tape.room(0.5)
    return tape


EFFECTS = {
    "brake_pull": ("Emergency brake", brake_pull, False),
    "answer_lock": ("Ticket punch", answer_lock, False),
    "reveal_sting": ("Arrival", reveal_sting, False),
    "correct": ("Right", correct, False),
    "wrong": ("Not right", wrong, False),
    "tick": ("Tick", tick, False),
    "sting_build": ("Lights down", sting_build, False),
    "drumroll": ("Drum roll", drumroll, True),
    "winner_fanfare": ("Fanfare", winner_fanfare, False),
}


def levelled(name, tape):
    """At the common loudness, the brake above all; the end falls to silence, but for a ring's."""
    samples = tape.samples if tape.is_ring else shaped(tape.samples, 0, 0.03)
    return loudness.levelled(samples, BRAKE if name == "brake_pull" else COMMON, loudness.momentary)
