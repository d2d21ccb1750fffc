/// Target of a request: a path and a query (RFC 9112 §3.2).
///
/// A path that could mean different files to different readers does not get this far: no dot
/// segments, no backslash, no encoded slash, no control characters, nothing that is not UTF-8.
public struct RequestTarget: Sendable {
    /// Decoded; starts with a slash.
    public let path: String
    /// As it came, without the query.
    public let rawPath: String
    /// As it came, without its question mark.
    public let rawQuery: String
    /// Decoded, in order; `+` is a space, a name without `=` has an empty value.
    public let query: [(name: String, value: String)]

    /// The first value of a name in the query.
    public func queryValue(_ name: String) -> String? {
        query.first { $0.name == name }?.value
    }

    /// - Parameter text: a path with or without a query, or an absolute URL, of which only these count.
    public init(_ text: String) throws(RequestError) {
        var result: Result<RequestTarget, RequestError> = .failure(RequestError(.targetMalformed))
        var text = text
        text.withUTF8 { bytes in
            do throws(RequestError) {
                result = .success(try RequestTarget(bytes: UnsafeRawBufferPointer(bytes)))
            } catch {
                result = .failure(error)
            }
        }
        self = try result.get()
    }

    init(bytes: UnsafeRawBufferPointer) throws(RequestError) {
        let malformed = RequestError(.targetMalformed)
        let start = try Self.pathStart(bytes)
        var pathEnd = bytes.count
        var isPlain = true
        for index in start..<bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "?"): if pathEnd == bytes.count { pathEnd = index }
            case UInt8(ascii: "%"): isPlain = false
            case UInt8(ascii: "#"), 0...0x20, 0x7F...0xFF: throw malformed
            case UInt8(ascii: "\\"): if pathEnd == bytes.count { throw malformed }
            default: break
            }
        }
        if start == pathEnd {
            // `http://host` and `http://host?x` mean the root.
            (rawPath, path) = ("/", "/")
        } else {
            let raw = String(bytes: bytes, start..<pathEnd)
            rawPath = raw
            if isPlain {
                path = raw
            } else {
                let slice = bytes[start..<pathEnd]
                guard !Self.hidesSlash(slice),
                    let decoded = PercentDecoding.decode(slice, plusIsSpace: false)
                else { throw malformed }
                path = decoded
            }
            guard !Self.hasDotSegment(path) else { throw malformed }
        }
        let queryStart = min(pathEnd + 1, bytes.count)
        rawQuery = queryStart == bytes.count ? "" : String(bytes: bytes, queryStart..<bytes.count)
        query = try Self.parseQuery(bytes[queryStart...])
    }

    /// Start of the path: at once, or after `http://host`.
    private static func pathStart(_ bytes: UnsafeRawBufferPointer) throws(RequestError) -> Int {
        if bytes.first == UInt8(ascii: "/") { return 0 }
        for scheme in ["http://", "https://"] as [StaticString] {
            let length = scheme.utf8CodeUnitCount
            guard bytes.count > length else { continue }
            let isIt = (0..<length).allSatisfy {
                Grammar.lowercased(bytes[$0]) == scheme.utf8Start[$0]
            }
            guard isIt else { continue }
            let end =
                bytes[length...].firstIndex {
                    $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?")
                } ?? bytes.count
            guard end > length, Grammar.isHost(String(bytes: bytes, length..<end)) else { break }
            return end
        }
        throw RequestError(.targetMalformed)
    }

    private static func hidesSlash(_ path: Slice<UnsafeRawBufferPointer>) -> Bool {
        path.indices.dropLast(2).contains { index in
            guard path[index] == UInt8(ascii: "%") else { return false }
            switch (path[index + 1], Grammar.lowercased(path[index + 2])) {
            case (UInt8(ascii: "2"), UInt8(ascii: "f")), (UInt8(ascii: "5"), UInt8(ascii: "c")):
                return true
            default: return false
            }
        }
    }

    private static func hasDotSegment(_ path: String) -> Bool {
        guard path.utf8.contains(UInt8(ascii: ".")) else { return false }
        return path.utf8.split(separator: UInt8(ascii: "/")).contains { segment in
            segment.count <= 2 && segment.allSatisfy { $0 == UInt8(ascii: ".") }
        }
    }

    private static func parseQuery(
        _ bytes: Slice<UnsafeRawBufferPointer>
    ) throws(RequestError) -> [(name: String, value: String)] {
        var items: [(name: String, value: String)] = []
        for pair in bytes.split(separator: UInt8(ascii: "&")) {
            let equals = pair.firstIndex(of: UInt8(ascii: "="))
            let name = pair[..<(equals ?? pair.endIndex)]
            let value = equals.map { pair[($0 + 1)...] } ?? pair[pair.endIndex...]
            guard let name = PercentDecoding.decode(name, plusIsSpace: true),
                let value = PercentDecoding.decode(value, plusIsSpace: true)
            else { throw RequestError(.targetMalformed) }
            items.append((name, value))
        }
        return items
    }
}

/// Percent-encoded text (RFC 3986 §2.1), decoded once and strictly.
enum PercentDecoding {
    /// - Returns: nil for a broken escape, a control character or text that is not UTF-8.
    static func decode(_ bytes: Slice<UnsafeRawBufferPointer>, plusIsSpace: Bool) -> String? {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var index = bytes.startIndex
        while index < bytes.endIndex {
            var byte = bytes[index]
            index &+= 1
            if byte == UInt8(ascii: "%") {
                guard index &+ 1 < bytes.endIndex, let high = Grammar.hexValue(bytes[index]),
                    let low = Grammar.hexValue(bytes[index &+ 1])
                else { return nil }
                byte = high << 4 | low
                index &+= 2
            } else if byte == UInt8(ascii: "+"), plusIsSpace {
                byte = Grammar.space
            }
            guard byte >= 0x20, byte != 0x7F else { return nil }
            decoded.append(byte)
        }
        return String(validating: decoded, as: UTF8.self)
    }
}
