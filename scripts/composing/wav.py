"""Samples as the bytes of a RIFF WAVE file."""

import array
import io
import sys
import wave

RATE = 22_050
FULL_SCALE = 32_767


def wav(samples):
    """The file's bytes (mono, 16 bit) and its length in milliseconds. Samples beyond ±1 are a mistake."""
    peak = max(map(abs, samples))
    assert peak <= 1, f"clipped: {peak:.3f}"
    pcm = array.array("h", (round(sample * FULL_SCALE) for sample in samples))
    if sys.byteorder == "big":
        pcm.byteswap()
    data = io.BytesIO()
    with wave.open(data, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(pcm.tobytes())
    return data.getvalue(), round(1000 * len(samples) / RATE)
