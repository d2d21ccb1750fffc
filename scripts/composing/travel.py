"""music_travel: D major, 96 beats a minute, sixteen bars. Warm, on rails, and looking out of the window."""

from composing.instruments import accordion, bass, bell, brush, joint, keys, melody
from composing.tape import Tape

BEAT = 60 / 96
BAR = 4 * BEAT
# Bass note, its answer on the third beat, and the chord above them.
CHORDS = [
    ("D2", "A2", "F#4 A4 D4"), ("B2", "F#2", "F#4 B4 D4"), ("G2", "D3", "G4 B4 D4"), ("A2", "E2", "E4 A4 C#4"),
    ("D2", "A2", "F#4 A4 D4"), ("F#2", "C#3", "F#4 A4 C#4"), ("G2", "D3", "G4 B4 D4"), ("A2", "E3", "E4 A4 C#4"),
    ("B2", "F#2", "F#4 B4 D4"), ("F#2", "C#3", "F#4 A4 C#4"), ("G2", "D3", "G4 B4 D4"), ("F#2", "A2", "F#4 A4 D4"),
    ("E2", "B2", "G4 B4 E4"), ("G2", "D3", "G4 B4 D4"), ("A2", "D3", "F#4 A4 D4"), ("A2", "E2", "G4 A4 C#4"),
]
TUNE = """
F#5:1.5 E5:.5 D5:1 A4:1   B4:.5 D5:.5 F#5:1 E5:1 D5:1   G5:1.5 F#5:.5 E5:1 D5:1   E5:1.5 C#5:.5 A4:1.5 -:.5
F#5:1.5 E5:.5 D5:1 F#5:1  A5:1.5 F#5:.5 C#5:2           B4:.5 D5:.5 G5:1 F#5:.5 E5:.5 D5:1   E5:2.5 -:1.5
D5:.5 F#5:.5 B5:1.5 A5:.5 F#5:1   A5:1 F#5:1 C#5:1 E5:1   D5:.5 G5:.5 B5:1.5 A5:.5 G5:1   A5:1 F#5:1 D5:1.5 -:.5
E5:.5 G5:.5 B5:1 A5:.5 G5:.5 E5:1   D5:1 G5:1 B5:1 G5:1   F#5:1.5 E5:.5 D5:1 A4:1   C#5:.5 E5:.5 G5:.5 E5:.5 A4:1 -:1
"""
# Sixteenths of the engine: one long breath and three short.
BREATH = (1.0, 0.3, 0.55, 0.35)
# Note of the chord for each quaver.
ROCKING = (2, 0, 1, 0, 2, 1, 0, 1)


def compose():
    tape = Tape(len(CHORDS) * BAR, is_ring=True)
    for at, pitch, seconds in melody(TUNE, BEAT):
        tape.lay(at, bell(pitch), 0.36)
        tape.lay(at, accordion(pitch, seconds * 0.94), 0.085)
    for number, (root, answer, chord) in enumerate(CHORDS):
        bar, notes = number * BAR, chord.split()
        tape.lay(bar, bass(root, 0.9), 0.5)
        tape.lay(bar + 2 * BEAT, bass(answer, 0.9), 0.42)
        for note in notes:
            tape.lay(bar, accordion(note, BAR - 0.08), 0.05)
        for quaver, index in enumerate(ROCKING):
            tape.lay(bar + quaver * BEAT / 2, keys(notes[index]), 0.15 if quaver % 2 else 0.11)
    tape.room(0.5)
    tape.echo(1.5 * BEAT, 0.16)
    rails(tape)
    return tape.mastered(0.8)


def rails(tape):
    """Dry, for they are close."""
    for number in range(len(CHORDS)):
        for sixteenth in range(16):
            at = number * BAR + sixteenth * BEAT / 4
            tape.lay(at, brush(seed=1 + sixteenth % 4), 0.2 * BREATH[sixteenth % 4])
        for at in (0, 2 * BEAT):
            tape.lay(number * BAR + at, joint(), 0.16)
            tape.lay(number * BAR + at + 0.11, joint(), 0.11)
