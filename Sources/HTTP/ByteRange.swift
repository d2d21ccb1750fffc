/// Part of a representation that a request asks for (RFC 9110 §14).
public enum ByteRange: Hashable, Sendable {
    /// Answer 200 with everything.
    case whole
    /// Answer 206 with these bytes; never empty.
    case part(Range<Int>)
    /// Answer 416.
    case unsatisfiable

    /// - Parameters:
    ///   - range: the value of Range. Anything but one well-formed byte range is ignored, as §14.2 allows.
    ///   - length: bytes of the whole representation.
    public init(_ range: String?, length: Int) {
        self = range.flatMap { Self.parse($0, length: length) } ?? .whole
    }

    /// The same behind a condition (§13.1.5): a client whose copy is out of date needs the whole.
    ///
    /// - Parameters:
    ///   - ifRange: the value of If-Range: a tag, or a date.
    ///   - tag: of the representation; a weak one never matches.
    ///   - lastModified: as sent in Last-Modified.
    public init(
        _ range: String?,
        ifRange: String?,
        length: Int,
        tag: EntityTag?,
        lastModified: String? = nil
    ) {
        let isCurrent =
            switch ifRange {
            case nil: true
            case .some(let validator) where validator.utf8.contains(UInt8(ascii: "\"")):
                tag.map { !$0.isWeak && $0.description == validator } ?? false
            case .some(let date): date == lastModified
            }
        self = isCurrent ? ByteRange(range, length: length) : .whole
    }

    /// The value of Content-Range (§14.4); nil for the whole.
    public func contentRange(length: Int) -> String? {
        switch self {
        case .whole: nil
        case .part(let range): "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(length)"
        case .unsatisfiable: "bytes */\(length)"
        }
    }

    private static func parse(_ text: String, length: Int) -> ByteRange? {
        let halves = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard halves.count == 2, halves[0].lowercased() == "bytes" else { return nil }
        let ends = halves[1].split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2 else { return nil }
        if ends[0].isEmpty {
            guard let suffix = position(ends[1]) else { return nil }
            if suffix == 0 { return .unsatisfiable }
            return length == 0 ? .whole : .part(max(0, length - suffix)..<length)
        }
        guard let first = position(ends[0]) else { return nil }
        let last: Int
        if ends[1].isEmpty {
            last = Int.max
        } else {
            guard let given = position(ends[1]), given >= first else { return nil }
            last = given
        }
        return first < length ? .part(first..<(min(last, length - 1) + 1)) : .unsatisfiable
    }

    /// Digits only; a number that does not fit is as good as the largest.
    private static func position(_ digits: Substring) -> Int? {
        guard !digits.isEmpty, digits.utf8.allSatisfy(Grammar.isDigit) else { return nil }
        return Int(digits) ?? .max
    }
}
