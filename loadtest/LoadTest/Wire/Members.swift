import Protocol

/// Walks the members of a JSON object without building a value: most messages of a load test are
/// only counted, and need no more than their type.
///
/// Trusts that the bytes are JSON where it skips; what it hands out is to be checked by its reader.
struct Members {
    private let bytes: UnsafeRawBufferPointer
    private var at = 0

    /// Nil for anything that is no object.
    init?(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
        skipSpace()
        guard take(UInt8(ascii: "{")) else { return nil }
    }

    /// The next key, without its quotes, and its value as it stands there.
    mutating func next() -> (key: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer)? {
        skipSpace()
        _ = take(UInt8(ascii: ","))
        skipSpace()
        guard at < bytes.count, bytes[at] == UInt8(ascii: "\"") else { return nil }
        let keyStart = at + 1
        skipString()
        let key = UnsafeRawBufferPointer(rebasing: bytes[keyStart..<max(keyStart, at - 1)])
        skipSpace()
        guard take(UInt8(ascii: ":")) else { return nil }
        skipSpace()
        let start = at
        skipValue()
        guard at > start else { return nil }
        return (key, UnsafeRawBufferPointer(rebasing: bytes[start..<at]))
    }

    /// The value of one member of `object`.
    static func value(of name: StaticString, in object: UnsafeRawBufferPointer)
        -> UnsafeRawBufferPointer?
    {
        guard var members = Members(object) else { return nil }
        while let (key, value) = members.next() {
            if key.elementsEqual(name) { return value }
        }
        return nil
    }

    static func int(_ name: StaticString, in object: UnsafeRawBufferPointer) -> Int64? {
        value(of: name, in: object)?.jsonInt
    }

    static func string(_ name: StaticString, in object: UnsafeRawBufferPointer) -> String? {
        value(of: name, in: object)?.jsonString
    }

    private mutating func skipSpace() {
        while at < bytes.count, bytes[at] <= 0x20 { at += 1 }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard at < bytes.count, bytes[at] == byte else { return false }
        at += 1
        return true
    }

    /// From the opening quote to behind the closing one.
    private mutating func skipString() {
        at += 1
        while at < bytes.count {
            switch bytes[at] {
            case UInt8(ascii: "\\"): at += 2
            case UInt8(ascii: "\""):
                at += 1
                return
            case _: at += 1
            }
        }
        at = bytes.count
    }

    private mutating func skipValue() {
        var depth = 0
        while at < bytes.count {
            switch bytes[at] {
            case UInt8(ascii: "\""):
                skipString()
                if depth == 0 { return }
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                at += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if depth == 0 { return }
                depth -= 1
                at += 1
                if depth == 0 { return }
            case UInt8(ascii: ","):
                if depth == 0 { return }
                at += 1
            case _:
                at += 1
            }
        }
    }
}

extension UnsafeRawBufferPointer {
    func elementsEqual(_ text: StaticString) -> Bool {
        guard count == text.utf8CodeUnitCount else { return false }
        for index in 0..<count where self[index] != text.utf8Start[index] { return false }
        return true
    }

    /// A whole number that stands here as JSON.
    var jsonInt: Int64? {
        guard let first, first == UInt8(ascii: "-") || first &- UInt8(ascii: "0") <= 9 else {
            return nil
        }
        return (try? JSONReader.read(self))?.int
    }

    /// A string that stands here as JSON, with its quotes.
    var jsonString: String? {
        guard first == UInt8(ascii: "\"") else { return nil }
        return (try? JSONReader.read(self))?.string
    }
}
