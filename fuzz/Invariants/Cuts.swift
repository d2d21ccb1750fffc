import Seeded

/// The ways in which a stream of bytes is cut into reads: byte by byte, and at places that follow from
/// the bytes themselves, so that an input that was found breaks the same again.
struct Cuts {
    private static let longest = [3, 40, 1_000]

    let ways: [[ArraySlice<UInt8>]]

    init(_ bytes: [UInt8]) {
        var random = SplitMix64(seed: bytes.digest)
        ways =
            [bytes.indices.map { bytes[$0...$0] }]
            + Self.longest.map { Self.cut(bytes, longest: $0, &random) }
    }

    private static func cut(
        _ bytes: [UInt8],
        longest: Int,
        _ random: inout SplitMix64
    ) -> [ArraySlice<UInt8>] {
        var pieces: [ArraySlice<UInt8>] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = rest.prefix(1 + random.next(below: longest))
            pieces.append(piece)
            rest = rest.dropFirst(piece.count)
        }
        return pieces
    }
}

extension [UInt8] {
    /// FNV-1a: the same on every machine and in every process.
    var digest: UInt64 {
        reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}
