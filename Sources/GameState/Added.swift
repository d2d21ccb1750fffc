/// A member of a stored value that earlier builds did not write.
///
/// Sessions outlive the build that began them, so all that is stored of one — state, settings, inputs,
/// facts, receipts — must still be read when a member joins it. Where the member is absent it takes its
/// default; where it stands at its default it is not written, so that values of older builds are also
/// encoded as they did.
///
///     @Added<Milliseconds.Question> var questionMs: Int64
///
/// In a case of an enum, which takes no wrapper, a new associated value is optional, and `nil` says what
/// the older build meant. A new case changes nothing for the others.
@propertyWrapper
public struct Added<Absent: Default>: Codable, Equatable, Sendable {
    public var wrappedValue: Absent.Value

    public init() {
        wrappedValue = Absent.value
    }

    public init(wrappedValue: Absent.Value) {
        self.wrappedValue = wrappedValue
    }

    public init(from decoder: any Decoder) throws {
        wrappedValue = try Absent.Value(from: decoder)
    }

    public func encode(to encoder: any Encoder) throws {
        try wrappedValue.encode(to: encoder)
    }
}

extension Added: Hashable where Absent.Value: Hashable {}

/// Value of a member that is absent.
public protocol Default: Sendable {
    associatedtype Value: Codable & Equatable & Sendable

    static var value: Value { get }
}

extension KeyedDecodingContainer {
    /// Called by the compiler's own `init(from:)` for such a member.
    public func decode<Absent>(
        _ type: Added<Absent>.Type,
        forKey key: Key
    ) throws -> Added<Absent> {
        try decodeIfPresent(type, forKey: key) ?? Added()
    }
}

extension KeyedEncodingContainer {
    /// Called by the compiler's own `encode(to:)` for such a member.
    public mutating func encode<Absent>(_ member: Added<Absent>, forKey key: Key) throws {
        guard member.wrappedValue != Absent.value else { return }
        try encode(member.wrappedValue, forKey: key)
    }
}
