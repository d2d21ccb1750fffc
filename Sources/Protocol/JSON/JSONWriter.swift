/// Writes JSON straight into bytes; the caller sees to it that the calls form a value.
///
/// One flag is enough to place every comma: whether a value stands before this one on its level.
public struct JSONWriter: Sendable {
    public private(set) var bytes: [UInt8]
    private var needsComma = false

    /// - Parameter bytes: bytes before the text, such as room for a frame's header.
    public init(after bytes: [UInt8] = [], reserving capacity: Int = 0) {
        self.bytes = bytes
        self.bytes.reserveCapacity(bytes.count + capacity)
    }

    /// Begins anew, in the same memory if nobody else has it.
    public mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        needsComma = false
    }

    public mutating func beginObject() {
        separate()
        bytes.append(UInt8(ascii: "{"))
        needsComma = false
    }

    public mutating func endObject() {
        bytes.append(UInt8(ascii: "}"))
        needsComma = true
    }

    public mutating func beginArray() {
        separate()
        bytes.append(UInt8(ascii: "["))
        needsComma = false
    }

    public mutating func endArray() {
        bytes.append(UInt8(ascii: "]"))
        needsComma = true
    }

    /// A key that needs no escaping: every key of this protocol.
    public mutating func key(_ key: StaticString) {
        // Most of a patch is keys: each is put down in one piece.
        let name = UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount)
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: name.count + 4) { piece in
            let start = needsComma ? 1 : 0
            let end = start + 1 + name.count
            piece[0] = UInt8(ascii: ",")
            piece[start] = UInt8(ascii: "\"")
            _ = piece[(start + 1)...].update(fromContentsOf: name)
            piece[end] = UInt8(ascii: "\"")
            piece[end + 1] = UInt8(ascii: ":")
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: piece[...(end + 1)]))
        }
        needsComma = false
    }

    public mutating func key(dynamic key: String) {
        separate()
        quote(key)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    public mutating func value(_ value: String) {
        separate()
        quote(value)
        needsComma = true
    }

    /// A string that needs no escaping.
    public mutating func value(_ value: StaticString) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        append(value)
        bytes.append(UInt8(ascii: "\""))
        needsComma = true
    }

    /// The UTF-8 of a string that needs no escaping.
    public mutating func value(plain utf8: [UInt8]) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: utf8)
        bytes.append(UInt8(ascii: "\""))
        needsComma = true
    }

    public mutating func value(_ value: Bool) {
        separate()
        append(value ? "true" : "false")
        needsComma = true
    }

    public mutating func value(_ value: Int64) {
        separate()
        decimal(value)
        needsComma = true
    }

    public mutating func value(_ value: Int) {
        self.value(Int64(value))
    }

    /// - Precondition: finite; JSON has no word for the others (RFC 8259 §6).
    public mutating func value(_ value: Double) {
        precondition(value.isFinite, "JSON has no \(value)")
        separate()
        bytes.append(contentsOf: value.description.utf8)
        needsComma = true
    }

    public mutating func null() {
        separate()
        append("null")
        needsComma = true
    }

    /// A value, or several with commas between them, that is JSON already.
    public mutating func raw(_ json: some Collection<UInt8>) {
        guard !json.isEmpty else { return }
        separate()
        bytes.append(contentsOf: json)
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
    }

    private mutating func append(_ text: StaticString) {
        bytes.append(
            contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        )
    }

    private mutating func decimal(_ value: Int64) {
        var digits: (UInt64, UInt64, UInt64) = (0, 0, 0)
        withUnsafeMutableBytes(of: &digits) { buffer in
            var at = buffer.count
            var rest = value.magnitude
            repeat {
                at -= 1
                buffer[at] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            } while rest > 0
            if value < 0 {
                at -= 1
                buffer[at] = UInt8(ascii: "-")
            }
            bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: buffer[at...]))
        }
    }

    private mutating func quote(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { utf8 in
            var clean = 0
            for i in utf8.indices {
                let byte = utf8[i]
                guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else {
                    continue
                }
                bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[clean..<i]))
                clean = i + 1
                escape(byte)
            }
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[clean...]))
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func escape(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): append("\\\"")
        case UInt8(ascii: "\\"): append("\\\\")
        case 0x0A: append("\\n")
        case 0x0D: append("\\r")
        case 0x09: append("\\t")
        case _:
            append("\\u00")
            for digit in [byte >> 4, byte & 0xF] {
                bytes.append(
                    digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
                )
            }
        }
    }
}

/// Writes a key and its value in one call.
extension JSONWriter {
    public mutating func member(_ key: StaticString, _ value: String) {
        self.key(key)
        self.value(value)
    }

    public mutating func member(_ key: StaticString, _ value: Int64) {
        self.key(key)
        self.value(value)
    }

    public mutating func member(_ key: StaticString, _ value: Bool) {
        self.key(key)
        self.value(value)
    }
}
