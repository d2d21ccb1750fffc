/// A large value that never changes: copies share it, so that passing it on costs one reference.
///
/// A round is looked at many times in one step and for every player's view; its package is some two
/// hundred strings.
public struct Boxed<Value: Codable & Equatable & Sendable>: Sendable {
    private final class Box: Sendable {
        let value: Value

        init(_ value: Value) { self.value = value }
    }

    private let box: Box

    public init(_ value: Value) {
        box = Box(value)
    }

    public var value: Value { box.value }
}

extension Boxed: Equatable {
    public static func == (one: Boxed, other: Boxed) -> Bool {
        one.box === other.box || one.box.value == other.box.value
    }
}

extension Boxed: Codable {
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(Value.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(box.value)
    }
}
