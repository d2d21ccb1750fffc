"""Python 2's byte strings for a suite that was written in it: text, one character for one byte."""

import codecs


def octets(data):
    return data.encode("latin-1") if isinstance(data, str) else bytes(data)


def text(data):
    return data if isinstance(data, str) else bytes(data).decode("latin-1")


def b2a_hex(data):
    return octets(data).hex()


hexlify = b2a_hex


class Utf8Validator:
    """As Autobahn's own, whose loop over single bytes takes most of the time of long messages."""

    def __init__(self):
        self.reset()

    def reset(self):
        self.decoder = codecs.getincrementaldecoder("utf-8")()
        self.total = 0

    def validate(self, data):
        """Whether it is valid so far, whether it ends with a character, and up to where, here and in all."""
        data = octets(data)
        try:
            self.decoder.decode(data)
        except UnicodeDecodeError as error:
            return False, False, error.start, self.total + error.start
        self.total += len(data)
        begun = self.decoder.getstate()[0]
        # Python waits for the third byte of a surrogate before it refuses it.
        is_surrogate = begun[:1] == b"\xed" and begun[1:] >= b"\xa0"
        return not is_surrogate, not begun, len(data), self.total


class XorMasker:
    """As Autobahn's own, whose loop over single bytes takes a third of the time of long messages."""

    def __init__(self, mask, length=None):
        self.mask = octets(mask)
        self.reset()

    def reset(self):
        self.done = 0

    def pointer(self):
        return self.done

    def process(self, data):
        data = octets(data)
        turn = self.done % len(self.mask)
        mask = self.mask[turn:] + self.mask[:turn]
        repeated = (mask * (len(data) // len(mask) + 1))[: len(data)]
        self.done += len(data)
        masked = int.from_bytes(data, "big") ^ int.from_bytes(repeated, "big")
        return masked.to_bytes(len(data), "big")
