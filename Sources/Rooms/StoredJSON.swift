import FoundationEssentials
import Timers

/// Reads stored values, which another hand may have written or a fault may have changed: every number
/// of one must be so small that sums, differences and counts of it can't overflow.
///
/// Numbers without a sign are left as they are: they are seeds and marks, which nobody adds to.
enum StoredJSON {
    /// - Throws: `DecodingError`, also for a number beyond `ServerTime.maxMs` either way.
    static func decode<Value: Decodable>(
        _ type: Value.Type,
        from bytes: [UInt8]
    ) throws -> Value {
        try JSONDecoder().decode(Bounded<Value>.self, from: Data(bytes)).value
    }

    private struct Bounded<Value: Decodable>: Decodable {
        let value: Value

        init(from decoder: any Decoder) throws {
            value = try BoundedDecoder(decoder).value()
        }
    }
}

/// A decoder that refuses numbers which are too large to be calculated with.
private struct BoundedDecoder: Decoder {
    let base: any Decoder

    init(_ base: any Decoder) {
        self.base = base
    }

    var codingPath: [any CodingKey] { base.codingPath }
    var userInfo: [CodingUserInfoKey: Any] { base.userInfo }

    func value<Value: Decodable>() throws -> Value { try Value(from: self) }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(BoundedMembers(base: try base.container(keyedBy: type)))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        BoundedElements(base: try base.unkeyedContainer())
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        BoundedSingle(decoder: self, base: try base.singleValueContainer())
    }
}

private struct BoundedMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let base: KeyedDecodingContainer<Key>

    var codingPath: [any CodingKey] { base.codingPath }
    var allKeys: [Key] { base.allKeys }

    func contains(_ key: Key) -> Bool { base.contains(key) }
    func decodeNil(forKey key: Key) throws -> Bool { try base.decodeNil(forKey: key) }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        guard contains(key) else {
            throw DecodingError.keyNotFound(
                key,
                DecodingError.Context(codingPath: codingPath, debugDescription: "no such member")
            )
        }
        return try BoundedDecoder(base.superDecoder(forKey: key)).value()
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        let nested = try base.nestedContainer(keyedBy: type, forKey: key)
        return KeyedDecodingContainer(BoundedMembers<Nested>(base: nested))
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        BoundedElements(base: try base.nestedUnkeyedContainer(forKey: key))
    }

    func superDecoder() throws -> any Decoder { BoundedDecoder(try base.superDecoder()) }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        BoundedDecoder(try base.superDecoder(forKey: key))
    }
}

private struct BoundedElements: UnkeyedDecodingContainer {
    var base: any UnkeyedDecodingContainer

    var codingPath: [any CodingKey] { base.codingPath }
    var count: Int? { base.count }
    var isAtEnd: Bool { base.isAtEnd }
    var currentIndex: Int { base.currentIndex }

    mutating func decodeNil() throws -> Bool { try base.decodeNil() }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try BoundedDecoder(base.superDecoder()).value()
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        let nested = try base.nestedContainer(keyedBy: type)
        return KeyedDecodingContainer(BoundedMembers<Nested>(base: nested))
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        BoundedElements(base: try base.nestedUnkeyedContainer())
    }

    mutating func superDecoder() throws -> any Decoder { BoundedDecoder(try base.superDecoder()) }
}

private struct BoundedSingle: SingleValueDecodingContainer {
    let decoder: BoundedDecoder
    let base: any SingleValueDecodingContainer

    var codingPath: [any CodingKey] { base.codingPath }

    func decodeNil() -> Bool { base.decodeNil() }

    func decode(_ type: Bool.Type) throws -> Bool { try base.decode(type) }
    func decode(_ type: String.Type) throws -> String { try base.decode(type) }
    func decode(_ type: Double.Type) throws -> Double {
        try bounded(base.decode(type), by: Double(ServerTime.maxMs))
    }

    func decode(_ type: Int.Type) throws -> Int {
        try bounded(base.decode(type), by: Int(ServerTime.maxMs))
    }

    func decode(_ type: Int64.Type) throws -> Int64 {
        try bounded(base.decode(type), by: ServerTime.maxMs)
    }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        // Other numbers have no members to look into.
        type is any (BinaryInteger & Decodable).Type || type is Float.Type
            ? try base.decode(type) : try decoder.value()
    }

    private func bounded<Number: SignedNumeric & Comparable>(
        _ number: Number,
        by limit: Number
    ) throws -> Number {
        guard (-limit...limit).contains(number) else {
            throw DecodingError.dataCorruptedError(
                in: self,
                debugDescription: "a number out of bounds"
            )
        }
        return number
    }
}
