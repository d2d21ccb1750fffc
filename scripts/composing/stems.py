"""Stems over music_travel, each two bars of its beat and without a chord of its own: what grows from clue to clue,
and what holds its breath under a brake."""

from composing.instruments import brush, drum, snare, strings, wood
from composing.tape import Tape
from composing.tone import fading, noise, shaped, swelling
from composing.travel import BAR, BEAT

BARS = 2
GALLOP = (1.0, 0.0, 0.45, 0.6)


def pulse():
    """The wheels are felt: a drum on the beat, a brush between."""
    tape = Tape(BARS * BAR, is_ring=True)
    for beat in range(4 * BARS):
        tape.lay(beat * BEAT, drum(58), 0.9 if beat % 2 == 0 else 0.6)
        tape.lay((beat + 0.5) * BEAT, brush(seed=1 + beat % 4), 0.5)
        tape.lay((beat + 0.75) * BEAT, drum(72), 0.25)
    return tape.mastered(0.8)


def drive():
    """Full steam: a gallop on the rails, and a snare against it."""
    tape = Tape(BARS * BAR, is_ring=True)
    for sixteenth in range(16 * BARS):
        level = GALLOP[sixteenth % 4]
        if level:
            tape.lay(sixteenth * BEAT / 4, brush(0.06, 5 + sixteenth % 3), 0.7 * level)
            tape.lay(sixteenth * BEAT / 4, wood(820 if sixteenth % 8 else 1_050), 0.25 * level)
    for beat in range(1, 4 * BARS, 2):
        tape.lay(beat * BEAT, snare(50 + beat), 0.5)
    steam = shaped(fading(noise(0.5, 2_000, 8_000, 60), 0.2), 0.02, 0.1)
    tape.lay((4 * BARS - 1) * BEAT, steam, 0.3)
    return tape.mastered(0.8)


def tension():
    """A heart, a clock, and strings that lean on one another."""
    tape = Tape(BARS * BAR, is_ring=True)
    for bar in range(BARS):
        for pitch, level in (("D3", 0.2), ("A3", 0.12), ("Bb3", 0.12), ("Eb4", 0.1)):
            tape.lay(bar * BAR, shaped(swelling(strings(pitch, BAR), 0.7), 0.1, 0.5), level)
    tape.room(0.6)
    for beat in range(4 * BARS):
        tape.lay(beat * BEAT, wood(940 if beat % 2 else 1_250), 0.3)
        if beat % 2 == 0:
            tape.lay(beat * BEAT, drum(46), 1.0)
            tape.lay((beat + 0.45) * BEAT, drum(46), 0.6)
    return tape.mastered(0.8)
