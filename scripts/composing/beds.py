"""Beds of the page's own: for the platform before the journey, the stops between destinations, and the way home."""

from composing.instruments import accordion, bass, bell, brass, brush, drum, keys, melody, pluck, snare, strings, wood
from composing.tape import Tape

LOBBY_CHORDS = [("D2", "F#4 A4 D4"), ("B2", "F#4 B4 D4"), ("G2", "G4 B4 D4"), ("A2", "E4 A4 C#4"),
                ("D2", "F#4 A4 D4"), ("F#2", "F#4 A4 C#4"), ("G2", "G4 B4 E4"), ("A2", "G4 A4 C#4")]
LOBBY_TUNE = """
F#5:3 E5:1   D5:2 A4:2   G5:2 F#5:1 D5:1   E5:4   F#5:3 A5:1   F#5:2 C#5:2   B4:1 D5:1 G5:2   E5:2 C#5:2
"""
STOP_CHORDS = [("G2", "G4 B4 D4"), ("A2", "E4 A4 C#4"), ("B2", "F#4 B4 D4"), ("A2", "E4 A4 C#4")]
STOP_TUNE = "B5:.5 -:.5 A5:.5 -:.5 G5:1 D5:1   C#5:.5 -:.5 E5:.5 -:.5 A5:2   D5:.5 -:.5 F#5:.5 -:.5 B5:1 A5:1   E5:2 C#5:1 -:1"
HOME_CHORDS = [("D2", "A2", "F#4 A4 D4"), ("G2", "D3", "G4 B4 D4"), ("A2", "E2", "E4 A4 C#4"), ("D2", "A2", "F#4 A4 D4"),
               ("B2", "F#2", "F#4 B4 D4"), ("G2", "D3", "G4 B4 D4"), ("E2", "B2", "G4 B4 E4"), ("A2", "E2", "G4 A4 C#4")]
HOME_TUNE = """
A5:1.5 F#5:.5 D5:1 F#5:1   B5:1.5 A5:.5 G5:1 D5:1   E5:1 A5:1 C#6:1 A5:1   A5:1.5 F#5:.5 D5:2
D5:.5 F#5:.5 B5:1.5 A5:.5 F#5:1   G5:1 B5:1 D6:1 B5:1   B5:1.5 G5:.5 E5:1 G5:1   A5:1 E5:1 C#5:1 E5:1
"""
ROLLING = (0, 1, 2, 1, 0, 1, 2, 1)


def lobby():
    """D major, 80 beats a minute, eight bars: evening on the platform, and the night train is not in yet."""
    beat, bar = 0.75, 3.0
    tape = Tape(len(LOBBY_CHORDS) * bar, is_ring=True)
    for at, pitch, _ in melody(LOBBY_TUNE, beat):
        tape.lay(at, bell(pitch, 2.0), 0.26)
    for number, (root, chord) in enumerate(LOBBY_CHORDS):
        at, notes = number * bar, chord.split()
        tape.lay(at, bass(root, 1.8), 0.42)
        tape.lay(at + 2.5 * beat, bass(root, 0.9), 0.24)
        for note in notes:
            tape.lay(at, strings(note, bar), 0.06)
        for quaver, index in enumerate(ROLLING):
            tape.lay(at + quaver * beat / 2, keys(notes[index], 1.4), 0.15 if quaver % 4 == 0 else 0.11)
        for quaver in (3, 7):
            tape.lay(at + quaver * beat / 2, wood(1_300), 0.05)
    tape.room(0.6)
    tape.echo(1.5 * beat, 0.18)
    return tape.mastered(0.8)


def standings():
    """G major and round again, 96 beats a minute, four bars: the conductor counts, on plucked strings."""
    beat, bar = 60 / 96, 2.5
    tape = Tape(len(STOP_CHORDS) * bar, is_ring=True)
    for at, pitch, _ in melody(STOP_TUNE, beat):
        tape.lay(at, bell(pitch, 0.8), 0.2)
        tape.lay(at, pluck(pitch, 0.5), 0.3)
    for number, (root, chord) in enumerate(STOP_CHORDS):
        at, notes = number * bar, chord.split()
        for beats in (0, 2):
            tape.lay(at + beats * beat, bass(root, 0.7), 0.45)
        for note in notes:
            tape.lay(at, accordion(note, bar - 0.05), 0.04)
        for quaver in range(1, 8, 2):
            for note in notes:
                tape.lay(at + quaver * beat / 2, pluck(note, 0.35), 0.11)
            tape.lay(at + quaver * beat / 2, brush(seed=quaver), 0.1)
    tape.room(0.4)
    return tape.mastered(0.8)


def finale():
    """D major, 96 beats a minute, eight bars: the band walks the winner home."""
    beat, bar = 60 / 96, 2.5
    tape = Tape(len(HOME_CHORDS) * bar, is_ring=True)
    for at, pitch, seconds in melody(HOME_TUNE, beat):
        tape.lay(at, brass(pitch, 0.9 * seconds), 0.07)
        tape.lay(at, bell(pitch, 1.4), 0.3)
    for number, (root, answer, chord) in enumerate(HOME_CHORDS):
        at, notes = number * bar, chord.split()
        for note in notes:
            tape.lay(at, accordion(note, bar - 0.06), 0.06)
        for quaver, index in enumerate(ROLLING):
            tape.lay(at + quaver * beat / 2, keys(notes[index]), 0.15)
    tape.room(0.5)
    tape.echo(1.5 * beat, 0.14)
    for number, (root, answer, _) in enumerate(HOME_CHORDS):
        at = number * bar
        for beats, pitch in ((0, root), (1.5, root), (2, answer), (3, root)):
            tape.lay(at + beats * beat, bass(pitch, 0.7), 0.42)
        for beats in (0, 2):
            tape.lay(at + beats * beat, drum(58), 0.5)
        for beats in (1, 3):
            tape.lay(at + beats * beat, snare(40 + beats), 0.16)
        for quaver in range(8):
            tape.lay(at + quaver * beat / 2, brush(seed=1 + quaver % 4), 0.14)
    return tape.mastered(0.8)
