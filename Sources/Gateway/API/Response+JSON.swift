import HTTP
import Protocol

extension Response {
    /// The answer that a call makes, or what its error says.
    static func catching(_ make: () throws -> Response) -> Response {
        do { return try make() } catch { return .error(APIError(of: error)) }
    }

    static func catching(_ make: () async throws -> Response) async -> Response {
        do { return try await make() } catch { return .error(APIError(of: error)) }
    }

    private static func error(_ error: APIError) -> Response {
        .error(error.error, retryAfterMs: error.retryAfterMs)
    }

    static func json(_ status: Status, _ write: (inout JSONWriter) -> Void) -> Response {
        var writer = JSONWriter()
        writer.beginObject()
        write(&writer)
        writer.endObject()
        return Response(
            status,
            headers: ["Content-Type": MediaType.json, "Cache-Control": "no-store"],
            body: writer.bytes
        )
    }

    static func error(_ error: WireError, retryAfterMs: Int64? = nil) -> Response {
        var writer = JSONWriter()
        error.write(to: &writer)
        var headers: Headers = ["Content-Type": MediaType.json, "Cache-Control": "no-store"]
        if let retryAfterMs {
            headers.set("Retry-After", String((retryAfterMs + 999) / 1000))
        } else if error.code == .degraded || error.code == .serverShutdown {
            headers.set("Retry-After", "2")
        }
        if error.code == .unauthorized || error.code == .tokenExpired {
            headers.set("WWW-Authenticate", "Bearer")
        }
        return Response(
            Status(rawValue: error.code.httpStatus),
            headers: headers,
            body: writer.bytes
        )
    }
}

extension Response {
    /// Bytes that have a tag: nothing where the client has them, a part where it asks for one.
    static func content(
        _ bytes: [UInt8],
        tag: EntityTag,
        headers: Headers,
        for request: Request
    ) -> Response {
        var headers = headers
        headers.set("ETag", tag.description)
        headers.set("Accept-Ranges", "bytes")
        if tag.isNotModified(ifNoneMatch: request.headers.combined("If-None-Match")) {
            return Response(.notModified, headers: headers)
        }
        let range = ByteRange(
            request.headers.first("Range"),
            ifRange: request.headers.first("If-Range"),
            length: bytes.count,
            tag: tag,
            lastModified: nil
        )
        if let value = range.contentRange(length: bytes.count) {
            headers.set("Content-Range", value)
        }
        switch range {
        case .whole: return Response(.ok, headers: headers, body: bytes)
        case .part(let part):
            return Response(.partialContent, headers: headers, body: Array(bytes[part]))
        case .unsatisfiable: return Response(.rangeNotSatisfiable, headers: headers)
        }
    }
}
