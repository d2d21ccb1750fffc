/// A JSON text as a value (RFC 8259).
///
/// Input from clients is small and read once, so a plain tree is enough; output never passes
/// through it on the hot path.
public enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case int(Int64)
    case double(Double)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)

    public var string: String? {
        if case .string(let value) = self { value } else { nil }
    }

    public var int: Int64? {
        if case .int(let value) = self { value } else { nil }
    }

    public var bool: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    public var array: [JSONValue]? {
        if case .array(let value) = self { value } else { nil }
    }

    public var object: JSONObject? {
        if case .object(let value) = self { value } else { nil }
    }

    public var isNull: Bool { self == .null }

    /// The member of an object; nil for a missing one and for anything that is no object.
    public subscript(key: String) -> JSONValue? { object?[key] }

    /// The element of an array; nil outside it and for anything that is no array.
    public subscript(index: Int) -> JSONValue? {
        guard let array, array.indices.contains(index) else { return nil }
        return array[index]
    }
}

/// The members of a JSON object in the order they were written.
///
/// A list, not a table: the objects of this protocol have a handful of members, and hashing keys that
/// strangers choose would cost more than comparing them.
public struct JSONObject: Sendable {
    public private(set) var members: [(key: String, value: JSONValue)]

    public init(_ members: [(key: String, value: JSONValue)] = []) {
        self.members = members
    }

    public subscript(key: String) -> JSONValue? {
        get { members.last { $0.key == key }?.value }
        set {
            members.removeAll { $0.key == key }
            if let newValue { members.append((key, newValue)) }
        }
    }
}

/// Equal when every key stands for the same value, whatever the order; of a key written twice the
/// last one counts.
extension JSONObject: Hashable {
    public static func == (one: JSONObject, other: JSONObject) -> Bool {
        one.members.allSatisfy { other[$0.key] == one[$0.key] }
            && other.members.allSatisfy { one[$0.key] != nil }
    }

    /// Neither order nor number of members says whether two are equal; hashes are hardly ever asked for.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(members.isEmpty)
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self.init(elements.map { (key: $0.0, value: $0.1) })
    }
}
