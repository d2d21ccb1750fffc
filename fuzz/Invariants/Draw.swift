import Protocol

/// Makes values of an input's bytes, so that a changed byte changes a value.
struct Draw {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) {
        rest = bytes[...]
    }

    /// 0 once the bytes are used up.
    mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

    mutating func below(_ bound: Int) -> Int { Int(byte()) % bound }

    mutating func chance() -> Bool { byte() & 1 == 1 }

    mutating func bytes() -> [UInt8] {
        let taken = rest.prefix(Int(byte()))
        rest = rest.dropFirst(taken.count)
        return Array(taken)
    }

    mutating func text() -> String { String(decoding: bytes(), as: UTF8.self) }

    mutating func int() -> Int64 {
        (0..<8).reduce(0) { value, _ in value << 8 | Int64(byte()) }
    }

    mutating func list<Element>(_ element: (inout Draw) -> Element) -> [Element] {
        (0..<below(6)).map { _ in element(&self) }
    }

    mutating func optional<Value>(_ value: (inout Draw) -> Value) -> Value? {
        chance() ? value(&self) : nil
    }

    /// A value whose objects hold no key twice.
    mutating func json(depth: Int = 3) -> JSONValue {
        switch below(depth == 0 ? 5 : 7) {
        case 0: return .null
        case 1: return .bool(chance())
        case 2: return .int(int())
        case 3:
            let double = Double(bitPattern: UInt64(bitPattern: int()))
            return double.isFinite ? .double(double) : .double(0.5)
        case 4: return .string(text())
        case 5: return .array(list { $0.json(depth: depth - 1) })
        case _:
            var object = JSONObject()
            for _ in 0..<below(6) { object[text()] = json(depth: depth - 1) }
            return .object(object)
        }
    }
}
