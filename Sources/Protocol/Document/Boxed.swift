/// A large value that never changes: copies share it, so that passing it on costs one reference.
///
/// A round is looked at many times in one step and for every player's view; its package is some two
/// hundred strings. A part of a document that several documents of one moment have is in one box: its changes are
/// written once for all of them.
public struct Boxed<Value: Equatable & Sendable>: Sendable {
    final class Box: Sendable {
        let value: Value

        init(_ value: Value) { self.value = value }
    }

    /// Known by its identity.
    let box: Box

    public init(_ value: Value) {
        box = Box(value)
    }

    public var value: Value { _read { yield box.value } }
}

extension Boxed: Equatable {
    public static func == (one: Boxed, other: Boxed) -> Bool {
        one.box === other.box || one.box.value == other.box.value
    }
}

extension Boxed: Decodable where Value: Decodable {
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(Value.self))
    }
}

extension Boxed: Encodable where Value: Encodable {
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(box.value)
    }
}

extension Boxed: DocumentValue where Value: DocumentObject {}

extension Boxed: DocumentObject where Value: DocumentObject {
    public func members(of fields: inout DocumentWriter, since old: Boxed?) {
        fields.members(of: self, since: old)
    }
}
