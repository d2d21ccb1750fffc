/// Reads a status line and the fields after it (RFC 9112 §4 and §6.3).
enum ResponseHead {
    enum Framing {
        case bytes(Int)
        case chunked(ChunkedBody)
        case untilEnd
    }

    static func parse(
        _ head: PartialHead,
        _ limits: RequestLimits
    ) throws(ResponseError) -> (response: Response, minorVersion: Int) {
        var result: Result<(Response, Int), ResponseError> = .failure(.statusLineMalformed)
        head.bytes.withUnsafeBytes { bytes in
            do throws(ResponseError) {
                result = .success(try parse(bytes, head.scan, limits))
            } catch {
                result = .failure(error)
            }
        }
        return try result.get()
    }

    private static func parse(
        _ bytes: UnsafeRawBufferPointer,
        _ scan: HeadScan,
        _ limits: RequestLimits
    ) throws(ResponseError) -> (Response, Int) {
        // "HTTP/1.1 200 OK"; the words may be missing.
        guard let lineEnd = scan.firstLineEnd, lineEnd - 2 - scan.start >= 12 else {
            throw .statusLineMalformed
        }
        let line = UnsafeRawBufferPointer(rebasing: bytes[scan.start..<(lineEnd - 2)])
        guard let minorVersion = try? RequestHead.version(line[..<8]), line[8] == Grammar.space,
            line.count == 12 || line[12] == Grammar.space,
            let status = Grammar.decimal(String(bytes: line, 9..<12)), status >= 100
        else { throw .statusLineMalformed }
        do throws(HeadFault) {
            let headers = try Headers(
                section: UnsafeRawBufferPointer(rebasing: bytes[lineEnd..<(bytes.count - 2)]),
                maxCount: limits.maxHeaders
            )
            return (Response(Status(rawValue: status), headers: headers), minorVersion)
        } catch {
            throw ResponseError(error)
        }
    }

    static func framing(_ headers: Headers) throws(ResponseError) -> Framing {
        if headers.contains("Transfer-Encoding") {
            guard !headers.contains("Content-Length"),
                headers.items("Transfer-Encoding").map({ $0.lowercased() }) == ["chunked"]
            else { throw .framingMalformed }
            return .chunked(ChunkedBody())
        }
        guard let text = headers.first("Content-Length") else { return .untilEnd }
        guard headers.count("Content-Length") == 1, let length = Grammar.decimal(text) else {
            throw .framingMalformed
        }
        return .bytes(length)
    }
}
