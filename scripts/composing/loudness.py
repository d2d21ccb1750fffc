"""How loud sounds are to ears: ITU-R BS.1770-5, in LUFS. A head hears more of what is high, and less of what is low."""

import math

from composing.flac import RATE
from composing.tape import CEILING

NEAR = 0.05
# A moment is 400 ms; they overlap by three quarters.
WINDOW = int(0.4 * RATE)
# The recommendation's two filters, as analogue ones that any rate can be made from: hertz, quality, decibels.
SHELF = (1681.974, 0.7071752, 3.999844)
BELOW = (38.13547, 0.5003270)


def momentary(samples):
    """Of the loudest 400 ms; of a shorter sound, all of it."""
    power = [sample * sample for sample in weighted(samples)]
    window = min(WINDOW, len(power))
    return lufs(max(sum(power[at:at + window]) for at in range(0, len(power) - window + 1, max(1, window // 4))) / window)


def whole(samples):
    """Of all of it, silence included."""
    return lufs(sum(sample * sample for sample in weighted(samples)) / len(samples))


def levelled(samples, target, measure):
    """So loud by a measure; peaks that would be too high for it are rounded off."""
    gain = 1.0
    while True:
        rounded = [CEILING * math.tanh(gain * sample / CEILING) for sample in samples]
        missing = target - measure(rounded)
        if abs(missing) < NEAR:
            return rounded
        gain *= 10 ** (missing / 20)


def lufs(power):
    return -0.691 + 10 * math.log10(power)


def weighted(samples):
    hertz, quality, decibels = SHELF
    k, high = math.tan(math.pi * hertz / RATE), 10 ** (decibels / 20)
    band = high ** 0.4996667741545416
    shelf = ((high + band * k / quality + k * k, 2 * (k * k - high), high - band * k / quality + k * k), resonance(k, quality))
    hertz, quality = BELOW
    k = math.tan(math.pi * hertz / RATE)
    poles = resonance(k, quality)
    # The recommendation leaves the second one's gain as it comes: its zeros are 1, −2 and 1.
    return filtered(filtered(samples, *shelf), (poles[0], -2 * poles[0], poles[0]), poles)


def resonance(k, quality):
    return 1 + k / quality + k * k, 2 * (k * k - 1), 1 - k / quality + k * k


def filtered(samples, zeros, poles):
    """Two poles and two zeros."""
    (b0, b1, b2), (a1, a2) = ([zero / poles[0] for zero in zeros], [pole / poles[0] for pole in poles[1:]])
    out, first, second = [], 0.0, 0.0
    for sample in samples:
        now = b0 * sample + first
        first = b1 * sample - a1 * now + second
        second = b2 * sample - a2 * now
        out.append(now)
    return out
