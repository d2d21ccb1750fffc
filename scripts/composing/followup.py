"""music_followup: D minor, 120 beats a minute, twelve bars. The inspector comes, and the clock is heard."""

from composing.instruments import bass, bell, drum, melody, pluck, strings, wood
from composing.tape import Tape

BEAT = 0.5
BAR = 4 * BEAT
CHORDS = [
    ("D2", "D4 F4 A4"), ("D2", "D4 F4 A4"), ("Bb1", "D4 F4 Bb4"), ("D2", "D4 F4 A4"),
    ("G2", "D4 G4 Bb4"), ("Eb2", "Eb4 G4 Bb4"), ("A1", "C#4 E4 A4"), ("A1", "C#4 G4 A4"),
    ("D2", "D4 F4 A4"), ("Bb1", "D4 F4 Bb4"), ("G2", "E4 G4 Bb4"), ("A1", "C#4 G4 A4"),
]
TUNE = """
A4:3 Bb4:1   A4:3 -:1   D5:1.5 C5:.5 Bb4:2   A4:3 -:1
Bb4:1.5 A4:.5 G4:2   G4:1.5 Bb4:.5 Eb5:2   E5:1.5 C#5:.5 A4:2   G4:1 E4:1 C#4:1 -:1
D5:1.5 A4:.5 F4:2   F5:1.5 D5:.5 Bb4:2   E5:1 D5:1 Bb4:1 G4:1   A4:2 C#5:1 -:1
"""
# Note of the chord for each semiquaver; -1 is silence.
PICKING = (0, -1, 1, 2, -1, 1, 0, 2, 1, -1, 2, 1, -1, 0, 1, 2)
HEART = (0, 1.5, 2.5)


def compose():
    tape = Tape(len(CHORDS) * BAR, is_ring=True)
    for at, pitch, seconds in melody(TUNE, BEAT):
        tape.lay(at, bell(pitch, 1.4), 0.3)
    for number, (root, chord) in enumerate(CHORDS):
        bar, notes = number * BAR, chord.split()
        for note in notes:
            tape.lay(bar, strings(note, BAR - 0.02), 0.075)
        for semiquaver, index in enumerate(PICKING):
            if index >= 0:
                tape.lay(bar + semiquaver * BEAT / 4, pluck(notes[index]), 0.13)
    tape.room(0.45)
    tape.echo(0.75 * BEAT, 0.2)
    for number, (root, _) in enumerate(CHORDS):
        bar = number * BAR
        for quaver in range(8):
            tape.lay(bar + quaver * BEAT / 2, bass(root, 0.3), 0.4 if quaver % 4 == 0 else 0.26)
            tape.lay(bar + quaver * BEAT / 2, wood(1_250 if quaver % 2 else 940), 0.11)
        for beat in HEART:
            tape.lay(bar + beat * BEAT, drum(), 0.4)
    return tape.mastered(0.8)
