/// Zeros as DEFLATE has them (RFC 1951 §3.2.6), made by hand: one literal, then copies of 258.
enum Zeros {
    static func deflated(repeats: Int) -> [UInt8] {
        var bits: [Bool] = [false, true, false]
        func append(_ code: Int, _ count: Int) {
            for bit in (0..<count).reversed() { bits.append(code >> bit & 1 == 1) }
        }
        // The literal 0; then length 258 at distance 1; then the end of the block.
        append(0b0011_0000, 8)
        for _ in 0..<repeats {
            append(0b1100_0101, 8)
            append(0, 5)
        }
        append(0, 7)
        // An empty stored block whose last four bytes stay off the wire (RFC 7692 §7.2.1).
        append(0, 3)
        var bytes = [UInt8](repeating: 0, count: (bits.count + 7) / 8)
        for (index, bit) in bits.enumerated() where bit { bytes[index / 8] |= 1 << (index % 8) }
        return bytes
    }
}
