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
        // We are no proxy.
        guard methodEnd <= Method.maxLength, method != .other("CONNECT") else {
            throw RequestError(.methodUnsupported)
        }
        // A question to the server as a whole goes to its root (§3.2.4).
        let isAsterisk = target.count == 1 && target[0] == UInt8(ascii: "*")
        let asksServer = method == .options && isAsterisk

        let headers: Headers
        do throws(HeadFault) {
            headers = try Headers(
                section: UnsafeRawBufferPointer(rebasing: bytes[lineEnd..<(bytes.count - 2)]),
                maxCount: limits.maxHeaders
            )
        } catch {
            throw RequestError(head: error)
        }
        let isAbsolute = !asksServer && target[0] != UInt8(ascii: "/")
        try checkHost(headers, minorVersion: minorVersion, isNamedByTarget: isAbsolute)
        return Request(
            method: method,
            target: try asksServer ? RequestTarget("/") : RequestTarget(bytes: target),
            minorVersion: minorVersion,
            headers: headers
        )
    }

    /// Why a head is refused that was not read to its end: of a line without end the method counts
    /// before the target (§3).
    static func refusal(
        of bytes: UnsafeRawBufferPointer,
        _ scan: HeadScan,
        _ fault: HeadFault
    ) -> RequestError {
        let method = bytes.dropFirst(scan.start).prefix(Method.maxLength + 1)
        guard fault == .firstLineTooLong, method.allSatisfy(Grammar.isToken) else {
            return RequestError(head: fault)
        }
        return RequestError(.methodUnsupported)
    }

    /// `HTTP/1.0` or `HTTP/1.1`, in capitals (§2.3); a higher minor version is taken for the highest
    /// there is (RFC 9110 §2.5).
    static func version(_ text: Slice<UnsafeRawBufferPointer>) throws(RequestError) -> Int {
        let bytes = UnsafeRawBufferPointer(rebasing: text)
        guard bytes.count == 8, bytes[..<5].elementsEqual("HTTP/".utf8), Grammar.isDigit(bytes[5]),
            bytes[6] == UInt8(ascii: "."), Grammar.isDigit(bytes[7])
        else { throw RequestError(.requestLineMalformed) }
        guard bytes[5] == UInt8(ascii: "1") else { throw RequestError(.versionUnsupported) }
        return bytes[7] == UInt8(ascii: "0") ? 0 : 1
    }

    /// Exactly one in HTTP/1.1, at most one in HTTP/1.0 (§3.2). It names somebody, unless the target
    /// does (§3.2.2): there is no `http` URI without a host (RFC 9110 §4.2.1).
    private static func checkHost(
        _ headers: Headers,
        minorVersion: Int,
        isNamedByTarget: Bool
    ) throws(RequestError) {
        let count = headers.count("Host")
        guard count == 1 || (count == 0 && minorVersion == 0) else {
            throw RequestError(.hostMissingOrRepeated)
        }
        guard let host = headers.first("Host") else { return }
        let isNamed = isNamedByTarget || host.utf8.first.map { $0 != UInt8(ascii: ":") } ?? false
        guard isNamed, Grammar.isHost(host) else { throw RequestError(.hostMalformed) }
    }
}
