/// Names one state of a representation (RFC 9110 §8.8.3).
public struct EntityTag: Hashable, Sendable, CustomStringConvertible {
    /// Text between the quotes.
    public let opaque: String
    public let isWeak: Bool

    public init(_ opaque: String, isWeak: Bool = false) {
        precondition(opaque.utf8.allSatisfy(Self.isTagByte), "not an entity tag")
        self.opaque = opaque
        self.isWeak = isWeak
    }

    /// As it stands in ETag.
    public var description: String { (isWeak ? "W/\"" : "\"") + opaque + "\"" }

    /// True when a GET or HEAD with this If-None-Match is to be answered 304 (§13.1.2).
    ///
    /// - Parameter ifNoneMatch: `*` or a list of tags, compared weakly; a malformed value matches nothing.
    public func isNotModified(ifNoneMatch: String?) -> Bool {
        guard let ifNoneMatch else { return false }
        if ifNoneMatch == "*" { return true }
        var rest = Array(ifNoneMatch.utf8)[...]
        var isFound = false
        while !rest.isEmpty {
            Self.skip(&rest) { Grammar.isBlank($0) || $0 == UInt8(ascii: ",") }
            if rest.isEmpty { break }
            if rest.starts(with: "W/".utf8) { rest = rest.dropFirst(2) }
            guard rest.popFirst() == UInt8(ascii: "\"") else { return false }
            let tag = rest.prefix(while: Self.isTagByte)
            rest = rest.dropFirst(tag.count)
            guard rest.popFirst() == UInt8(ascii: "\"") else { return false }
            isFound = isFound || tag.elementsEqual(opaque.utf8)
            Self.skip(&rest) { Grammar.isBlank($0) }
            guard rest.isEmpty || rest.first == UInt8(ascii: ",") else { return false }
        }
        return isFound
    }

    private static func skip(_ rest: inout ArraySlice<UInt8>, while isSkipped: (UInt8) -> Bool) {
        rest = rest.drop(while: isSkipped)
    }

    private static func isTagByte(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte != 0x22 && byte != 0x7F
    }
}
