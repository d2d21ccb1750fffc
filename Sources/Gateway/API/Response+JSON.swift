import HTTP
import Protocol

extension Response {
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
