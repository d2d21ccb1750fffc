public import Seeded

/// `bytes` cut in pieces of 1 to `longest` bytes.
public func cut(
    _ bytes: [UInt8],
    longest: Int,
    _ random: inout SplitMix64
) -> [ArraySlice<UInt8>] {
    var pieces: [ArraySlice<UInt8>] = []
    var rest = bytes[...]
    while !rest.isEmpty {
        let count = min(rest.count, Int.random(in: 1...longest, using: &random))
        pieces.append(rest.prefix(count))
        rest = rest.dropFirst(count)
    }
    return pieces
}
