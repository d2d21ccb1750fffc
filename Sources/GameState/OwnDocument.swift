public import Protocol

/// The part of a player's document that is theirs alone.
///
/// Hundreds have one, and one step changes most of them alike: what changed is a value, so that it is
/// compared before anything is written, and written once for all who share it.
public protocol OwnDocument: Document {
    /// The members that changed, with what they became.
    ///
    /// Two that are equal must read the same as operations: texts are compared byte by byte (`Spelling`).
    associatedtype Change: Hashable

    /// - Returns: nil when nothing changed.
    func change(since old: Self) -> Change?
}

/// A text that equals another only where their bytes do. Swift's strings are equal in any normal form.
public struct Spelling: Hashable, Sendable {
    private let text: String

    public init(_ text: String) {
        self.text = text
    }

    public static func == (one: Spelling, other: Spelling) -> Bool {
        one.text.utf8.elementsEqual(other.text.utf8)
    }

    public func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
    }
}
