/// One channel of samples, −1 to 1.
public struct Sound: Equatable, Sendable {
    public var samples: [Float]
    /// Samples a second.
    public var rate: Int

    public init(samples: [Float], rate: Int) {
        self.samples = samples
        self.rate = rate
    }

    public var durationMs: Int64 { Int64(samples.count) * 1_000 / Int64(rate) }

    /// The largest magnitude.
    public var peak: Float { samples.reduce(0) { max($0, abs($1)) } }
}

extension Sound {
    /// Milliseconds in which an excerpt goes silent.
    private static let fadeMs = 500

    /// The first milliseconds, at `excerptRate`, with silence behind a sound that is shorter: excerpts of one
    /// length are the same number of bytes, whatever they are of.
    public func excerpt(_ durationMs: Int64) -> Sound {
        let count = Int(durationMs) * Self.excerptRate / 1_000
        let fade = min(count, Self.fadeMs * Self.excerptRate / 1_000)
        let step = Double(rate) / Double(Self.excerptRate)
        var excerpt = [Float](repeating: 0, count: count)
        for place in 0..<count {
            let at = Double(place) * step
            let before = Int(at)
            guard before < samples.count else { break }
            let after = min(before + 1, samples.count - 1)
            let weight = Float(at - Double(before))
            let left = count - place
            let gain = left < fade ? Float(left) / Float(fade) : 1
            excerpt[place] = (samples[before] * (1 - weight) + samples[after] * weight) * gain
        }
        return Sound(samples: excerpt, rate: Self.excerptRate)
    }

    /// Samples a second of every excerpt.
    static let excerptRate = 32_000
}

/// RIFF/WAVE with 16-bit PCM (Multimedia Programming Interface and Data Specifications 1.0, 1991).
extension Sound {
    static let rates = 8_000...192_000
    /// Stands for a length that was not known when the header was written to a pipe.
    private static let firstUnknownLength: UInt32 = 0x7FFF_F000
    private static let headerBytes = 44

    /// - Throws: `WAVError`; the bytes may be anything.
    public init(wav bytes: [UInt8]) throws(WAVError) {
        guard bytes.count >= 12, Self.tag(bytes, 0) == "RIFF", Self.tag(bytes, 8) == "WAVE" else {
            throw .notWAV
        }
        var format: (channels: Int, rate: Int)?
        var at = 12
        while at + 8 <= bytes.count {
            let length = Self.uint32(bytes, at + 4)
            let start = at + 8
            let isStreamed = length >= Self.firstUnknownLength
            let end = isStreamed ? bytes.count : start + Int(length)
            switch Self.tag(bytes, at) {
            case "fmt ":
                guard !isStreamed, end <= bytes.count, length >= 16 else { throw .truncated }
                format = try Self.format(bytes, start)
            case "data":
                guard let format else { throw .noFormat }
                guard end <= bytes.count else { throw .truncated }
                let samples = Self.samples(bytes, start..<end, channels: format.channels)
                guard !samples.isEmpty else { throw .noData }
                self.init(samples: samples, rate: format.rate)
                return
            case _:
                guard !isStreamed, end <= bytes.count else { throw .truncated }
            }
            // Chunks begin at even places.
            at = end + end % 2
        }
        throw .noData
    }

    private static func format(
        _ bytes: [UInt8],
        _ at: Int
    ) throws(WAVError) -> (channels: Int, rate: Int) {
        let isPCM = uint16(bytes, at) == 1 && uint16(bytes, at + 14) == 16
        let channels = Int(uint16(bytes, at + 2))
        let rate = Int(uint32(bytes, at + 4))
        guard isPCM, (1...2).contains(channels), rates.contains(rate) else { throw .unsupported }
        return (channels, rate)
    }

    /// Two channels become their mean.
    private static func samples(
        _ bytes: [UInt8],
        _ range: Range<Int>,
        channels: Int
    ) -> [Float] {
        let width = 2 * channels
        return (0..<range.count / width).map { place in
            let at = range.lowerBound + place * width
            let sum = (0..<channels).reduce(Float(0)) { sum, channel in
                sum + Float(Int16(bitPattern: uint16(bytes, at + 2 * channel)))
            }
            return sum / Float(channels) / 32_768
        }
    }

    /// A WAV file of one channel; samples beyond 1 are clipped.
    public var wav: [UInt8] {
        let dataBytes = samples.count * 2
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.headerBytes + dataBytes)
        func append(_ number: some FixedWidthInteger) {
            withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
        }
        bytes += "RIFF".utf8
        append(UInt32(Self.headerBytes - 8 + dataBytes))
        bytes += "WAVEfmt ".utf8
        append(UInt32(16))
        append(UInt16(1))
        append(UInt16(1))
        append(UInt32(rate))
        append(UInt32(rate * 2))
        append(UInt16(2))
        append(UInt16(16))
        bytes += "data".utf8
        append(UInt32(dataBytes))
        for sample in samples {
            append(Int16((min(max(sample, -1), 1) * 32_767).rounded()))
        }
        return bytes
    }

    private static func tag(_ bytes: [UInt8], _ at: Int) -> String {
        String(decoding: bytes[at..<at + 4], as: UTF8.self)
    }

    private static func uint16(_ bytes: [UInt8], _ at: Int) -> UInt16 {
        UInt16(bytes[at]) | UInt16(bytes[at + 1]) << 8
    }

    private static func uint32(_ bytes: [UInt8], _ at: Int) -> UInt32 {
        UInt32(uint16(bytes, at)) | UInt32(uint16(bytes, at + 2)) << 16
    }
}

/// Fault of bytes that should be a WAV file.
public enum WAVError: Error, Equatable, Sendable, CustomStringConvertible {
    case notWAV
    /// A chunk that ends behind the end of the file.
    case truncated
    /// Neither 16-bit PCM nor mono or stereo, or no rate that anybody plays.
    case unsupported
    case noFormat
    case noData

    public var description: String {
        switch self {
        case .notWAV: "no WAV file"
        case .truncated: "a WAV file without its end"
        case .unsupported: "a WAV file that is not 16-bit PCM"
        case .noFormat: "a WAV file without a format"
        case .noData: "a WAV file without sound"
        }
    }
}
