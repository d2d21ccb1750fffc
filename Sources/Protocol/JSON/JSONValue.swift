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
