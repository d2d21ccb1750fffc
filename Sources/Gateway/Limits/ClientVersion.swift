/// A client's version from HELLO, as far as it can be compared: `major.minor.patch`, of which the
/// later parts may be missing (0) and a `-` or `+` ends the comparison.
public struct ClientVersion: Comparable, Hashable, Sendable, CustomStringConvertible {
    private let parts: [Int]

    /// Version that the web clients' pages send (`web/shared/connection.js`).
    public static let ofPages = ClientVersion(parts: [1, 0, 0])

    private init(parts: [Int]) {
        self.parts = parts
    }

    /// - Returns: nil when it is none.
    public init?(_ text: String) {
        let core = text.prefix { $0 != "-" && $0 != "+" }
        let words = core.split(separator: ".", omittingEmptySubsequences: false)
        let numbers = words.compactMap { word in
            (1...6).contains(word.utf8.count) && word.utf8.allSatisfy { (48...57).contains($0) }
                ? Int(word) : nil
        }
        guard (1...3).contains(words.count), numbers.count == words.count else { return nil }
        parts = numbers + Array(repeating: 0, count: 3 - numbers.count)
    }

    public static func < (one: ClientVersion, other: ClientVersion) -> Bool {
        one.parts.lexicographicallyPrecedes(other.parts)
    }

    public var description: String { parts.map { "\($0)" }.joined(separator: ".") }
}
