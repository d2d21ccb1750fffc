/// A frame as the tests want it, right or wrong: an encoder of its own, so that reader and writer
/// are not only checked against each other.
struct Frame {
    var first: UInt8
    var payload: [UInt8] = []
    var mask: [UInt8]? = [0x37, 0xFA, 0x21, 0x3D]
    /// 7, 16 or 64 bits of length; nil: the shortest.
    var lengthBits: Int?
    /// Length that the header claims; nil: the true one.
    var claimed: UInt64?

    var bytes: [UInt8] {
        let length = claimed ?? UInt64(payload.count)
        let maskBit: UInt8 = mask == nil ? 0 : 0x80
        var bytes = [first]
        switch lengthBits ?? (length < 126 ? 7 : length < 65_536 ? 16 : 64) {
        case 7: bytes.append(maskBit | UInt8(length))
        case 16:
            bytes.append(maskBit | 126)
            bytes += [UInt8(length >> 8), UInt8(length & 0xFF)]
        default:
            bytes.append(maskBit | 127)
            bytes += (0..<8).map { UInt8(truncatingIfNeeded: length >> UInt64(56 - 8 * $0)) }
        }
        guard let mask else { return bytes + payload }
        return bytes + mask + payload.enumerated().map { $1 ^ mask[$0 % 4] }
    }
}
