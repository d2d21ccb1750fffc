/// Reads one JSON text (RFC 8259) strictly: no comments, no trailing commas, no lone surrogates.
public struct JSONReader {
    /// Arrays and objects within each other; deeper texts are refused before they cost stack.
    public static let maxDepth = 16

    private let bytes: UnsafeRawBufferPointer
    private var at = 0

    private init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    public static func read(_ bytes: UnsafeRawBufferPointer) throws(JSONError) -> JSONValue {
        var reader = JSONReader(bytes)
        reader.skipSpace()
        let value = try reader.value(depth: 0)
        reader.skipSpace()
        guard reader.at == bytes.count else { throw reader.error(.trailingBytes) }
        return value
    }

    public static func read(_ bytes: [UInt8]) throws(JSONError) -> JSONValue {
        let result: Result<JSONValue, JSONError> = bytes.withUnsafeBytes { raw in
            do throws(JSONError) { return .success(try read(raw)) } catch { return .failure(error) }
        }
        return try result.get()
    }

    private func error(_ problem: JSONError.Problem) -> JSONError {
        JSONError(problem: problem, offset: at)
    }

    private func endError() -> JSONError {
        JSONError(problem: .unexpectedEnd, offset: bytes.count)
    }

    /// Error where more had to follow: the text is over, or it goes on wrongly.
    private func error(orEnd problem: JSONError.Problem) -> JSONError {
        at < bytes.count ? error(problem) : endError()
    }

    private mutating func skipSpace() {
        while at < bytes.count {
            switch bytes[at] {
            case 0x20, 0x09, 0x0A, 0x0D: at += 1
            case _: return
            }
        }
    }

    private mutating func value(depth: Int) throws(JSONError) -> JSONValue {
        guard at < bytes.count else { throw error(.unexpectedEnd) }
        switch bytes[at] {
        case UInt8(ascii: "\""):
            return .string(try string())
        case UInt8(ascii: "{"):
            return try object(depth: depth + 1)
        case UInt8(ascii: "["):
            return try array(depth: depth + 1)
        case UInt8(ascii: "t"):
            try word("true")
            return .bool(true)
        case UInt8(ascii: "f"):
            try word("false")
            return .bool(false)
        case UInt8(ascii: "n"):
            try word("null")
            return .null
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            return try number()
        case _:
            throw error(.unexpectedByte)
        }
    }

    private mutating func word(_ expected: StaticString) throws(JSONError) {
        let count = expected.utf8CodeUnitCount
        for i in 0..<min(count, bytes.count - at) where bytes[at + i] != expected.utf8Start[i] {
            throw error(.unexpectedByte)
        }
        guard bytes.count - at >= count else { throw endError() }
        at += count
    }

    private mutating func array(depth: Int) throws(JSONError) -> JSONValue {
        guard depth <= Self.maxDepth else { throw error(.tooDeep) }
        at += 1
        var elements: [JSONValue] = []
        skipSpace()
        if try take(UInt8(ascii: "]")) { return .array(elements) }
        while true {
            skipSpace()
            elements.append(try value(depth: depth))
            skipSpace()
            if try take(UInt8(ascii: "]")) { return .array(elements) }
            guard try take(UInt8(ascii: ",")) else { throw error(.unexpectedByte) }
        }
    }

    private mutating func object(depth: Int) throws(JSONError) -> JSONValue {
        guard depth <= Self.maxDepth else { throw error(.tooDeep) }
        at += 1
        var members: [(key: String, value: JSONValue)] = []
        skipSpace()
        if try take(UInt8(ascii: "}")) { return .object(JSONObject(members)) }
        while true {
            skipSpace()
            guard at < bytes.count else { throw error(.unexpectedEnd) }
            guard bytes[at] == UInt8(ascii: "\"") else { throw error(.unexpectedByte) }
            let key = try string()
            skipSpace()
            guard try take(UInt8(ascii: ":")) else { throw error(.unexpectedByte) }
            skipSpace()
            members.append((key, try value(depth: depth)))
            skipSpace()
            if try take(UInt8(ascii: "}")) { return .object(JSONObject(members)) }
            guard try take(UInt8(ascii: ",")) else { throw error(.unexpectedByte) }
        }
    }

    private mutating func take(_ byte: UInt8) throws(JSONError) -> Bool {
        guard at < bytes.count else { throw error(.unexpectedEnd) }
        guard bytes[at] == byte else { return false }
        at += 1
        return true
    }

    /// RFC 8259 §6. Whole numbers that fit become `.int`, all others `.double`.
    private mutating func number() throws(JSONError) -> JSONValue {
        let start = at
        if bytes[at] == UInt8(ascii: "-") { at += 1 }
        let firstDigit = at
        let digits = skipDigits()
        guard digits > 0 else { throw error(orEnd: .badNumber) }
        guard digits == 1 || bytes[firstDigit] != UInt8(ascii: "0") else {
            throw error(.badNumber)
        }
        var isWhole = true
        if at < bytes.count, bytes[at] == UInt8(ascii: ".") {
            at += 1
            isWhole = false
            guard skipDigits() > 0 else { throw error(orEnd: .badNumber) }
        }
        if at < bytes.count, bytes[at] | 0x20 == UInt8(ascii: "e") {
            at += 1
            isWhole = false
            if at < bytes.count, bytes[at] == UInt8(ascii: "+") || bytes[at] == UInt8(ascii: "-") {
                at += 1
            }
            guard skipDigits() > 0 else { throw error(orEnd: .badNumber) }
        }
        let text = String(decoding: bytes[start..<at], as: UTF8.self)
        if isWhole, let whole = Int64(text) { return .int(whole) }
        guard let double = Double(text), double.isFinite else { throw error(.badNumber) }
        return .double(double)
    }

    private mutating func skipDigits() -> Int {
        let start = at
        while at < bytes.count, bytes[at] &- UInt8(ascii: "0") <= 9 { at += 1 }
        return at - start
    }

    private mutating func string() throws(JSONError) -> String {
        at += 1
        let start = at
        while at < bytes.count {
            switch bytes[at] {
            case UInt8(ascii: "\""):
                let run = UnsafeRawBufferPointer(rebasing: bytes[start..<at])
                guard let text = String(validating: run.bindMemory(to: UInt8.self), as: UTF8.self)
                else { throw error(.badUTF8) }
                at += 1
                return text
            case UInt8(ascii: "\\"):
                return try stringWithEscapes(from: start)
            case 0..<0x20:
                throw error(.unexpectedByte)
            case _:
                at += 1
            }
        }
        throw error(.unexpectedEnd)
    }

    private mutating func stringWithEscapes(from start: Int) throws(JSONError) -> String {
        var text = Array(bytes[start..<at])
        while at < bytes.count {
            let byte = bytes[at]
            at += 1
            switch byte {
            case UInt8(ascii: "\""):
                guard let string = String(validating: text, as: UTF8.self) else {
                    throw error(.badUTF8)
                }
                return string
            case UInt8(ascii: "\\"):
                try escape(into: &text)
            case 0..<0x20:
                throw error(.unexpectedByte)
            case _:
                text.append(byte)
            }
        }
        throw error(.unexpectedEnd)
    }

    private mutating func escape(into text: inout [UInt8]) throws(JSONError) {
        guard at < bytes.count else { throw error(.unexpectedEnd) }
        let byte = bytes[at]
        at += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"): text.append(contentsOf: try escapedScalar().utf8)
        case _: throw error(.badEscape)
        }
    }

    /// `\u` and four digits, or two of them that make a surrogate pair (RFC 8259 §7).
    private mutating func escapedScalar() throws(JSONError) -> Character {
        var code = try fourHexDigits()
        if code & 0xFC00 == 0xD800 {
            for expected in [UInt8(ascii: "\\"), UInt8(ascii: "u")] {
                guard at < bytes.count, bytes[at] == expected else {
                    throw error(orEnd: .badEscape)
                }
                at += 1
            }
            let low = try fourHexDigits()
            guard low & 0xFC00 == 0xDC00 else { throw error(.badEscape) }
            code = 0x10000 + (code & 0x3FF) << 10 + (low & 0x3FF)
        }
        guard let scalar = Unicode.Scalar(code) else { throw error(.badEscape) }
        return Character(scalar)
    }

    private mutating func fourHexDigits() throws(JSONError) -> UInt32 {
        var code: UInt32 = 0
        for _ in 0..<4 {
            guard at < bytes.count else { throw endError() }
            let digit: UInt8
            switch bytes[at] {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = bytes[at] - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = bytes[at] - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = bytes[at] - UInt8(ascii: "A") + 10
            case _: throw error(.badEscape)
            }
            code = code << 4 | UInt32(digit)
            at += 1
        }
        return code
    }
}

/// Reason why bytes are no JSON text that this protocol takes.
public struct JSONError: Error, Hashable, Sendable {
    public enum Problem: Hashable, Sendable {
        case unexpectedEnd
        case unexpectedByte
        case badEscape
        case badNumber
        case badUTF8
        /// More than `JSONReader.maxDepth` arrays and objects within each other.
        case tooDeep
        case trailingBytes
    }

    public var problem: Problem
    /// Bytes from the start of the text.
    public var offset: Int
}
