import Deflate
import WebSocket

/// The first byte chooses a limit and whether the rest is a message to make smaller or one to inflate.
enum Deflation {
    private static let limits = [0, 1, 100, 4_095, 4_096, 16_384, 65_536, 1 << 17]
    /// Bytes by which a message that can't be compressed may grow.
    private static let spareBytes = 64

    static func check(_ input: [UInt8]) throws(Broken) {
        guard let way = input.first else { return }
        let bytes = Array(input.dropFirst())
        if way & 8 == 0 {
            try checkInflating(bytes, atMost: limits[Int(way & 7)])
        } else {
            try checkRoundTrip(bytes, windowBits: 9 + Int(way & 7) % 7)
            try checkFrames(of: bytes)
        }
    }

    private static func checkInflating(_ bytes: [UInt8], atMost limit: Int) throws(Broken) {
        let inflater = Inflater()
        let made = inflater.made(of: bytes, atMost: limit)
        // One inflater serves all: no message may affect the next.
        let other = inflater.made(of: bytes.reversed(), atMost: 1_000)
        try same(inflater.made(of: bytes, atMost: limit), made, "after another message")
        try same(Inflater().made(of: bytes.reversed(), atMost: 1_000), other, "by itself")
        switch made {
        case .bytes(let output):
            try hold(output.count <= limit, "\(output.count) bytes, beyond \(limit)")
            try same(inflater.made(of: bytes, atMost: output.count), made, "at its very size")
            guard !output.isEmpty else { return }
            try same(inflater.made(of: bytes, atMost: output.count - 1), .tooBig, "one byte less")
        case .tooBig:
            // Damage behind the limit may show now; but the message never fits.
            guard case .bytes(let output) = inflater.made(of: bytes, atMost: 4 * limit + 1) else {
                return
            }
            try hold(output.count > limit, "too big, but \(output.count) is within \(limit)")
        case .broken:
            try same(inflater.made(of: bytes, atMost: 2 * limit + 1), .broken, "with more room")
        }
    }

    private static func checkRoundTrip(_ bytes: [UInt8], windowBits: Int) throws(Broken) {
        let deflater = Deflater()
        let small = deflater.made(of: bytes, windowBits: windowBits)
        try hold(small.count <= bytes.count + bytes.count / 100 + spareBytes, "it has grown")
        let inflater = Inflater()
        try same(inflater.made(of: small, atMost: bytes.count), .bytes(bytes), "there and back")
        try same(deflater.made(of: bytes, windowBits: windowBits), small, "a second time")
        guard !bytes.isEmpty else { return }
        try same(inflater.made(of: small, atMost: bytes.count - 1), .tooBig, "one byte less")
    }

    /// A server's frames mean the same compressed, to a client that inflates them.
    private static func checkFrames(of bytes: [UInt8]) throws(Broken) {
        var frames: [UInt8] = []
        bytes.withUnsafeBytes {
            FrameWriter.append(.binary, $0, to: &frames)
            FrameWriter.append(.ping, UnsafeRawBufferPointer(rebasing: $0.prefix(3)), to: &frames)
            FrameWriter.append(.binary, $0, to: &frames)
        }
        let deflater = Deflater()
        let smaller = frames.withUnsafeBytes { frames in
            CompressedFrames.make(of: frames) { payload, output in
                deflater.append(payload, windowBits: 15, to: &output)
            }
        }
        guard let smaller else { return }
        try hold(smaller.count < frames.count, "compressed frames that gain nothing")
        let limits = MessageLimits(maxMessageBytes: bytes.count)
        var reader = MessageReader(endpoint: .client, limits: limits, inflater: Inflater())
        let expected = [Seen.binary(bytes), .ping(Array(bytes.prefix(3))), .binary(bytes)]
        try same(try reader.read(smaller), expected, "compressed frames")
    }
}

/// Result of an inflater, with its own bytes.
enum Made: Equatable {
    case bytes([UInt8])
    case tooBig, broken
}

extension Inflater {
    fileprivate func made(of bytes: [UInt8], atMost limit: Int) -> Made {
        bytes.withUnsafeBytes { input in
            switch inflate(input, atMost: limit) {
            case .bytes(let output): .bytes(Array(output))
            case .tooBig: .tooBig
            case .broken: .broken
            }
        }
    }
}

extension Deflater {
    fileprivate func made(of bytes: [UInt8], windowBits: Int) -> [UInt8] {
        var output: [UInt8] = []
        bytes.withUnsafeBytes { append($0, windowBits: windowBits, to: &output) }
        return output
    }
}
