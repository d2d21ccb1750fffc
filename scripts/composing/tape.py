"""A length of tape that sounds are laid on. A loop's tape is a ring: what hangs over its end sounds at its start."""

import math

from composing.flac import RATE

CEILING = 10 ** (-1 / 20)


class Tape:
    def __init__(self, seconds, is_ring=False):
        self.samples = [0.0] * round(seconds * RATE)
        self.is_ring = is_ring

    def lay(self, at, samples, level=1.0):
        """`at`: seconds from the start."""
        out, start, length = self.samples, round(at * RATE), len(self.samples)
        for i, sample in enumerate(samples, start):
            if i >= length:
                if not self.is_ring:
                    return
                i %= length
            out[i] += level * sample

    def echo(self, seconds, feedback):
        """Each sound again and again, softer. Twice around a ring, so that the echoes of its end are at its start."""
        out, delay = self.samples, round(seconds * RATE)
        dry = list(out)
        for _ in range(2 if self.is_ring else 1):
            for i in range(0 if self.is_ring else delay, len(out)):
                out[i] = dry[i] + feedback * out[i - delay]

    def room(self, wet):
        """A small hall: four echoes of lengths without a common measure, dulled as they go (Schroeder 1962)."""
        dry, length = list(self.samples), len(self.samples)
        for seconds, feedback in ((0.0297, 0.77), (0.0371, 0.75), (0.0411, 0.73), (0.0437, 0.71)):
            delay, line, dull = round(seconds * RATE), [0.0] * length, 0.0
            for lap in range(2 if self.is_ring else 1):
                for i in range(length):
                    back = line[i - delay] if self.is_ring or i >= delay else 0.0
                    dull += 0.45 * (back - dull)
                    line[i] = dry[i] + feedback * dull
            for i, sample in enumerate(line):
                self.samples[i] += wet * 0.25 * (sample - dry[i])

    def mastered(self, peak=CEILING):
        """Loud passages rounded off rather than cut, the loudest sample at `peak`."""
        drive = 1.2 / max(map(abs, self.samples))
        rounded = [math.tanh(drive * sample) for sample in self.samples]
        scale = peak / max(map(abs, rounded))
        return [scale * sample for sample in rounded]
