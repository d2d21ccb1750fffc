/// The fields of a message in their order (RFC 9110 §5). Names are compared without regard to case.
///
/// One block of bytes and one list of places in it, however many fields there are; a `String` is made only
/// for a field that is asked for.
public struct Headers: Sendable {
    private var bytes: [UInt8] = []
    private var fields: [Field] = []

    private struct Field {
        var name: Range<UInt32>
        var value: Range<UInt32>
    }

    public init() {}

    /// Number of fields; a repeated name counts each time.
    public var count: Int { fields.count }
    public var isEmpty: Bool { fields.isEmpty }

    /// The first value of a field.
    public func first(_ name: String) -> String? {
        fields.first { isNamed($0, name) }.map { text($0.value) }
    }

    public func all(_ name: String) -> [String] {
        fields.filter { isNamed($0, name) }.map { text($0.value) }
    }

    /// All values of a list field as one, as if they had come in one line (RFC 9110 §5.3).
    public func combined(_ name: String) -> String? {
        count(name) > 1 ? all(name).joined(separator: ", ") : first(name)
    }

    public func contains(_ name: String) -> Bool {
        fields.contains { isNamed($0, name) }
    }

    func count(_ name: String) -> Int {
        fields.reduce(0) { $0 + (isNamed($1, name) ? 1 : 0) }
    }

    /// The items of a comma-separated field, trimmed; empty items do not count (RFC 9110 §5.6.1).
    public func items(_ name: String) -> [String] {
        guard let list = combined(name) else { return [] }
        return list.utf8.split(separator: UInt8(ascii: ",")).compactMap { item in
            let trimmed = item.drop(while: Grammar.isBlank)
            guard let last = trimmed.lastIndex(where: { !Grammar.isBlank($0) }) else { return nil }
            return String(trimmed[...last])
        }
    }

    /// True when a list field holds `token` (in lower case), as `Connection: keep-alive, Upgrade` does.
    public func contains(token: String, in name: String) -> Bool {
        fields.contains { field in
            isNamed(field, name) && holds(field.value, token)
        }
    }

    /// Adds a field. Name and value must be `isName` and `isValue`: a line break in one of them
    /// would let its author write the rest of the message, so it stops the process here.
    public mutating func append(_ name: String, _ value: String) {
        precondition(Self.isName(name), "not a field name")
        precondition(Self.isValue(value), "not a field value")
        let nameStart = UInt32(bytes.count)
        bytes.append(contentsOf: name.utf8)
        let valueStart = UInt32(bytes.count)
        bytes.append(contentsOf: value.utf8)
        let end = UInt32(bytes.count)
        fields.append(Field(name: nameStart..<valueStart, value: valueStart..<end))
    }

    /// Replaces every field of that name by this one, at the end.
    public mutating func set(_ name: String, _ value: String) {
        remove(name)
        append(name, value)
    }

    public mutating func remove(_ name: String) {
        let kept = fields.filter { !isNamed($0, name) }
        fields = kept
    }

    public static func isName(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.allSatisfy(Grammar.isToken)
    }

    /// No CR, LF, NUL or other control character.
    public static func isValue(_ value: String) -> Bool {
        value.utf8.allSatisfy(Grammar.isFieldValue)
    }

    /// True when a list in `bytes` has `token` between its commas.
    private func holds(_ range: Range<UInt32>, _ token: String) -> Bool {
        var rest = bytes[Int(range.lowerBound)..<Int(range.upperBound)]
        while !rest.isEmpty {
            let comma = rest.firstIndex(of: UInt8(ascii: ",")) ?? rest.endIndex
            let item = rest[..<comma].drop(while: Grammar.isBlank)
            rest = rest[comma...].dropFirst()
            guard let last = item.lastIndex(where: { !Grammar.isBlank($0) }) else { continue }
            let isToken = item[...last].elementsEqual(token.utf8) { Grammar.lowercased($0) == $1 }
            if isToken { return true }
        }
        return false
    }

    private func isNamed(_ field: Field, _ name: String) -> Bool {
        guard field.name.count == name.utf8.count else { return false }
        var index = Int(field.name.lowerBound)
        for byte in name.utf8 {
            guard Grammar.lowercased(byte) == Grammar.lowercased(bytes[index]) else { return false }
            index &+= 1
        }
        return true
    }

    private func text(_ range: Range<UInt32>) -> String {
        String(decoding: bytes[Int(range.lowerBound)..<Int(range.upperBound)], as: UTF8.self)
    }
}

extension Headers {
    /// Reads the lines of a head after its first, each ended by CRLF, without the empty one
    /// (RFC 9112 §5). `section` has no line feed without its carriage return: see `HeadScan`.
    init(section: UnsafeRawBufferPointer, maxCount: Int) throws(HeadFault) {
        bytes = Array(section)
        fields.reserveCapacity(16)
        let end = section.count
        var index = 0
        while index < end {
            guard !Grammar.isBlank(section[index]) else { throw .foldedLine }
            guard fields.count < maxCount else { throw .tooManyFields }
            let nameStart = index
            while index < end, Grammar.isToken(section[index]) { index &+= 1 }
            guard index > nameStart, index < end, section[index] == UInt8(ascii: ":") else {
                throw .malformedField
            }
            let name = UInt32(nameStart)..<UInt32(index)
            index &+= 1
            while index < end, Grammar.isBlank(section[index]) { index &+= 1 }
            let valueStart = index
            while index < end, Grammar.isFieldValue(section[index]) { index &+= 1 }
            var valueEnd = index
            while valueEnd > valueStart, Grammar.isBlank(section[valueEnd &- 1]) { valueEnd &-= 1 }
            guard index &+ 1 < end, section[index] == Grammar.carriageReturn,
                section[index &+ 1] == Grammar.lineFeed
            else { throw .malformedField }
            index &+= 2
            fields.append(Field(name: name, value: UInt32(valueStart)..<UInt32(valueEnd)))
        }
    }

    /// Writes every field as a line, except those of these names.
    func serialize(except names: [String], to output: inout [UInt8]) {
        for field in fields where !names.contains(where: { isNamed(field, $0) }) {
            output += bytes[Int(field.name.lowerBound)..<Int(field.name.upperBound)]
            output += [UInt8(ascii: ":"), Grammar.space]
            output += bytes[Int(field.value.lowerBound)..<Int(field.value.upperBound)]
            output += [Grammar.carriageReturn, Grammar.lineFeed]
        }
    }
}

extension Headers: Sequence {
    public func makeIterator() -> AnyIterator<(name: String, value: String)> {
        var rest = fields[...]
        return AnyIterator {
            rest.popFirst().map { (name: text($0.name), value: text($0.value)) }
        }
    }
}

extension Headers: ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral elements: (String, String)...) {
        for (name, value) in elements { append(name, value) }
    }
}

extension Headers: Equatable {
    public static func == (one: Headers, other: Headers) -> Bool {
        one.count == other.count && zip(one, other).allSatisfy { $0 == $1 }
    }
}

extension Headers {
    /// True when Accept-Encoding wants a coding, such as `gzip`, at least as much as plain bytes (RFC 9110
    /// §12.5.3). Without the field plain bytes are safest; a weight that can't be read is none.
    ///
    /// - Parameter coding: in lower case.
    public func accepts(coding: String) -> Bool {
        var weights: [String: Int] = [:]
        for item in items("Accept-Encoding") {
            let parts = item.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
            let name = parts[0].filter { !$0.isWhitespace }.lowercased()
            weights[name] = parts.count == 1 ? 1000 : Self.thousandths(parts[1])
        }
        guard let wanted = weights[coding] ?? weights["*"], wanted > 0 else { return false }
        return wanted >= weights["identity"] ?? 0
    }

    /// `q=0.5` as 500; 0 for an invalid weight (§12.4.2).
    static func thousandths(_ weight: Substring) -> Int {
        let text = weight.filter { !$0.isWhitespace }.lowercased()
        guard text.hasPrefix("q=") else { return 0 }
        let number = text.dropFirst(2).split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(number.count), let whole = Int(number[0]), (0...1).contains(whole)
        else { return 0 }
        let decimals = number.count == 2 ? number[1] : ""
        guard decimals.utf8.count <= 3, decimals.utf8.allSatisfy(Grammar.isDigit) else { return 0 }
        let padded = decimals + String(repeating: "0", count: 3 - decimals.utf8.count)
        return Swift.min(1000, whole * 1000 + (Int(padded) ?? 0))
    }
}

extension Headers {
    /// The offered language that Accept-Language wants most (RFC 9110 §12.5.4); the first of
    /// several that it wants alike.
    ///
    /// - Parameter offered: primary tags in lower case, such as `sv`.
    /// - Returns: nil where it wants none of them by name.
    public func preferredLanguage(of offered: [String]) -> String? {
        var best: (language: String, weight: Int)?
        for item in items("Accept-Language") {
            let parts = item.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
            let tag = parts[0].filter { !$0.isWhitespace }.lowercased()
            let language = String(tag.prefix { $0 != "-" })
            let weight = parts.count == 1 ? 1000 : Self.thousandths(parts[1])
            if offered.contains(language), weight > best?.weight ?? 0 { best = (language, weight) }
        }
        return best?.language
    }
}
