/// Reads a request line and the fields after it (RFC 9112 §3 and §5).
enum RequestHead {
    /// - Parameter bytes: a whole head with its empty line.
    static func parse(
        _ bytes: UnsafeRawBufferPointer,
        _ scan: HeadScan,
        _ limits: RequestLimits
    ) throws(RequestError) -> Request {
        let malformed = RequestError(.requestLineMalformed)
        guard let lineEnd = scan.firstLineEnd else { throw malformed }
        let line = UnsafeRawBufferPointer(rebasing: bytes[scan.start..<(lineEnd - 2)])

        // Method, one space, target, one space, version: nothing else is tolerated.
        guard let methodEnd = line.firstIndex(where: { !Grammar.isToken($0) }),
            methodEnd > 0, line[methodEnd] == Grammar.space,
            let targetEnd = line[(methodEnd + 1)...].firstIndex(of: Grammar.space)
        else { throw malformed }
        let minorVersion = try version(line[(targetEnd + 1)...])
        let method = Method(String(bytes: line, 0..<methodEnd))
        let target = UnsafeRawBufferPointer(rebasing: line[(methodEnd + 1)..<targetEnd])
        guard !target.isEmpty else { throw malformed }
        guard target.count <= limits.maxTargetBytes else { throw RequestError(.targetTooLong) }
        // We are no proxy and have nothing to say about the server as a whole.
        let isAsterisk = target.count == 1 && target[0] == UInt8(ascii: "*")
        if method == .other("CONNECT") || (method == .options && isAsterisk) {
            throw RequestError(.methodUnsupported)
        }

        let headers: Headers
        do throws(HeadFault) {
            headers = try Headers(
                section: UnsafeRawBufferPointer(rebasing: bytes[lineEnd..<(bytes.count - 2)]),
                maxCount: limits.maxHeaders
            )
        } catch {
            throw RequestError(head: error)
        }
        try checkHost(headers, minorVersion: minorVersion)
        return Request(
            method: method,
            target: try RequestTarget(bytes: target),
            minorVersion: minorVersion,
            headers: headers
        )
    }

    /// `HTTP/1.0` or `HTTP/1.1`, in capitals (§2.3).
    static func version(_ text: Slice<UnsafeRawBufferPointer>) throws(RequestError) -> Int {
        let bytes = UnsafeRawBufferPointer(rebasing: text)
        guard bytes.count == 8, bytes[..<5].elementsEqual("HTTP/".utf8), Grammar.isDigit(bytes[5]),
            bytes[6] == UInt8(ascii: "."), Grammar.isDigit(bytes[7])
        else { throw RequestError(.requestLineMalformed) }
        guard bytes[5] == UInt8(ascii: "1"), bytes[7] <= UInt8(ascii: "1") else {
            throw RequestError(.versionUnsupported)
        }
        return Int(bytes[7] - UInt8(ascii: "0"))
    }

    /// Exactly one in HTTP/1.1, at most one in HTTP/1.0 (§3.2).
    private static func checkHost(
        _ headers: Headers,
        minorVersion: Int
    ) throws(RequestError) {
        let count = headers.count("Host")
        guard count == 1 || (count == 0 && minorVersion == 0) else {
            throw RequestError(.hostMissingOrRepeated)
        }
        guard Grammar.isHost(headers.first("Host") ?? "") else {
            throw RequestError(.hostMalformed)
        }
    }
}
