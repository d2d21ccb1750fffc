"""Samples as the bytes of a FLAC file (RFC 9639): half of a WAV's and less, and every browser plays it.

One channel, blocks of 4096, each predicted from the eight samples before (LPC), what is left of it in Rice's code."""

import hashlib
import operator
import sys
from array import array

RATE = 22_050
FULL_SCALE = 32_767
BITS = 16
BLOCK = 4096
ORDER = 8
# Of the predictor's coefficients.
PRECISION = 13
# A block's remainders are coded in so many parts, each with a parameter of its own; 2 to the power of it.
PARTS = 3
MAX_PARAMETER = 14


def flac(samples, bits):
    """The file's bytes and its length in milliseconds. Samples beyond ±1 are a mistake; `bits` of each are kept."""
    peak = max(map(abs, samples))
    assert peak <= 1, f"clipped: {peak:.3f}"
    wasted = BITS - bits
    kept = [round(sample * (FULL_SCALE >> wasted)) for sample in samples]
    frames = [frame(number, kept[at:at + BLOCK], wasted) for number, at in enumerate(range(0, len(kept), BLOCK))]
    return b"fLaC" + stream_info(kept, wasted) + b"".join(frames), round(1000 * len(kept) / RATE)


def stream_info(kept, wasted):
    """The one block of metadata, which is also the last."""
    pcm = array("h", (sample << wasted for sample in kept))
    if sys.byteorder == "big":
        pcm.byteswap()
    digest = int.from_bytes(hashlib.md5(pcm.tobytes()).digest(), "big")
    fields = ((1, 1), (0, 7), (34, 24), (BLOCK, 16), (BLOCK, 16), (0, 24), (0, 24), (RATE, 20), (0, 3), (BITS - 1, 5),
              (len(kept), 36), (digest, 128))
    return packed("".join(field(value, width) for value, width in fields))


def frame(number, block, wasted):
    head = field(0b11111111_11111000, 16) + "0111" + "0110" + "0000" + "100" + "0" + spelled(number) + field(len(block) - 1, 16)
    head = packed(head)
    head += bytes([checksum(head, 8, 0x07)])
    body = packed(subframe(block, wasted))
    return head + body + checksum(head + body, 16, 0x8005).to_bytes(2, "big")


def subframe(block, wasted):
    flag = "1" + "0" * (wasted - 1) + "1" if wasted else "0"
    width = BITS - wasted
    warm_up = "".join(field(sample, width) for sample in block[:ORDER])
    coefficients, shift = predictor(block) if len(block) > 4 * ORDER else ([], 0)
    if not any(coefficients):
        return "0000001" + flag + "".join(field(sample, width) for sample in block)
    guess = [0] * (len(block) - ORDER)
    for lag, coefficient in enumerate(coefficients, start=1):
        guess = [so_far + coefficient * sample for so_far, sample in zip(guess, block[ORDER - lag:])]
    left = [sample - (total >> shift) for sample, total in zip(block[ORDER:], guess)]
    model = field(PRECISION - 1, 4) + field(shift, 5) + "".join(field(coefficient, PRECISION) for coefficient in coefficients)
    return "01" + field(ORDER - 1, 5) + flag + warm_up + model + remainders(left)


def predictor(block):
    """(coefficients as whole numbers, by how many bits their sum is shifted): Levinson and Durbin's way."""
    middle = (len(block) - 1) / 2
    windowed = [sample * (1 - ((i - middle) / (middle + 1)) ** 2) for i, sample in enumerate(block)]
    likeness = [sum(map(operator.mul, windowed, windowed[lag:])) for lag in range(ORDER + 1)]
    if likeness[0] == 0:
        return [], 0
    error, weights = likeness[0] * (1 + 1e-9), []
    for order in range(ORDER):
        pull = (likeness[order + 1] - sum(w * likeness[order - i] for i, w in enumerate(weights))) / error
        weights = [w - pull * back for w, back in zip(weights, reversed(weights))] + [pull]
        error *= 1 - pull * pull
        if error <= 0:
            return [], 0
    shift = PRECISION - 1
    limit = 1 << shift
    while shift and max(abs(round(w * (1 << shift))) for w in weights) >= limit:
        shift -= 1
    return [round(w * (1 << shift)) for w in weights], shift


def remainders(left):
    """Rice's code; the first part is shorter by the samples that have no prediction."""
    parts = PARTS if (len(left) + ORDER) % (1 << PARTS) == 0 and (len(left) + ORDER) >> PARTS > ORDER else 0
    length = (len(left) + ORDER) >> parts
    bounds = [0, *(length * part - ORDER for part in range(1, (1 << parts) + 1))]
    return "00" + field(parts, 4) + "".join(rice([2 * v if v >= 0 else -2 * v - 1 for v in left[a:b]]) for a, b in zip(bounds, bounds[1:]))


def rice(values):
    near = min(MAX_PARAMETER, max(1, (sum(values) // len(values)).bit_length()))
    best = min(range(near - 1, near + 1), key=lambda k: len(values) * (k + 1) + sum(v >> k for v in values))
    if best == 0:
        return field(0, 4) + "".join("0" * v + "1" for v in values)
    mask = (1 << best) - 1
    return field(best, 4) + "".join(["0" * (v >> best) + "1" + format(v & mask, f"0{best}b") for v in values])


def field(value, width):
    """A number in so many bits, in two's complement."""
    return format(value & (1 << width) - 1, f"0{width}b")


def spelled(number):
    """A frame's number as UTF-8 spells a character."""
    return "".join(field(byte, 8) for byte in chr(number).encode())


def packed(bits):
    bits += "0" * (-len(bits) % 8)
    return int(bits, 2).to_bytes(len(bits) // 8, "big")


def checksum(data, width, polynomial):
    top, mask, value = 1 << width - 1, (1 << width) - 1, 0
    for byte in data:
        value ^= byte << width - 8
        for _ in range(8):
            value = (value << 1 ^ polynomial if value & top else value << 1) & mask
    return value
