import HTTP

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
