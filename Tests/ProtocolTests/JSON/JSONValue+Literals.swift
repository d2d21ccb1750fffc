import Protocol

// Lets JSON be written in place.
extension JSONValue: ExpressibleByNilLiteral {
    init(nilLiteral: ()) { self = .null }
}

extension JSONValue: ExpressibleByBooleanLiteral {
    init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension JSONValue: ExpressibleByIntegerLiteral {
    init(integerLiteral value: Int64) { self = .int(value) }
}

extension JSONValue: ExpressibleByFloatLiteral {
    init(floatLiteral value: Double) { self = .double(value) }
}

extension JSONValue: ExpressibleByStringLiteral {
    init(stringLiteral value: String) { self = .string(value) }
}

extension JSONValue: ExpressibleByArrayLiteral {
    init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
    init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(JSONObject(elements.map { (key: $0.0, value: $0.1) }))
    }
}

extension JSONValue {
    /// The value of a text that must be one.
    init(text: String) throws(JSONError) {
        self = try JSONReader.read(Array(text.utf8))
    }

    /// The value as a JSON text.
    var text: String { String(decoding: bytes, as: UTF8.self) }
}

/// Error of a text, and its place; nil for a text that is right.
func error(in bytes: [UInt8]) -> JSONError? {
    do throws(JSONError) {
        _ = try JSONReader.read(bytes)
        return nil
    } catch {
        return error
    }
}

/// Problem of a text; nil for one that is right.
func problem(_ text: String) -> JSONError.Problem? {
    error(in: Array(text.utf8))?.problem
}
