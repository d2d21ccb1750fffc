import Deflate
import Seeded
import WebSocket

func deflated(_ bytes: [UInt8], windowBits: Int = 15, _ deflater: Deflater = Deflater()) -> [UInt8]
{
    var output: [UInt8] = []
    bytes.withUnsafeBytes { deflater.append($0, windowBits: windowBits, to: &output) }
    return output
}

/// An inflater's result, with its own bytes.
enum Made: Equatable {
    case bytes([UInt8])
    case tooBig, broken
}

extension Inflater {
    func make(_ bytes: [UInt8], atMost maxBytes: Int = 1 << 20) -> Made {
        bytes.withUnsafeBytes { input in
            switch inflate(input, atMost: maxBytes) {
            case .bytes(let output): .bytes(Array(output))
            case .tooBig: .tooBig
            case .broken: .broken
            }
        }
    }
}

extension SplitMix64 {
    /// Bytes that compress well, badly or not at all.
    mutating func text(_ count: Int) -> [UInt8] {
        let variety = [2, 16, 256][next(below: 3)]
        return (0..<count).map { _ in UInt8(next(below: variety)) }
    }
}
