/// Rule by which the end of a message's body is found (RFC 9112 §6).
enum BodyFraming {
    /// Bytes still to come.
    case length(Int)
    case chunked(ChunkedBody)

    /// Refuses every head that two readers could read differently (§6.1, §6.3, §11.2).
    init(
        _ headers: Headers,
        minorVersion: Int,
        maxBodyBytes: Int
    ) throws(RequestError) {
        if headers.contains("Transfer-Encoding") {
            guard !headers.contains("Content-Length") else {
                throw RequestError(.contentLengthWithTransferEncoding)
            }
            guard minorVersion >= 1 else { throw RequestError(.transferEncodingMalformed) }
            let codings = headers.items("Transfer-Encoding").map { $0.lowercased() }
            let chunkings = codings.count { $0 == "chunked" }
            guard chunkings == 1, codings.last == "chunked" else {
                let isKnown = chunkings > 0 || codings.isEmpty
                throw RequestError(
                    isKnown ? .transferEncodingMalformed : .transferCodingUnsupported
                )
            }
            guard codings.count == 1 else { throw RequestError(.transferCodingUnsupported) }
            // Empty items mean nothing (RFC 9110 §5.6.1), but not every reader skips them.
            guard headers.combined("Transfer-Encoding")?.utf8.count == codings[0].utf8.count else {
                throw RequestError(.transferEncodingMalformed)
            }
            self = .chunked(ChunkedBody())
            return
        }
        guard let text = headers.first("Content-Length") else {
            self = .length(0)
            return
        }
        guard headers.count("Content-Length") == 1 else {
            throw RequestError(.contentLengthRepeated)
        }
        guard let length = Grammar.decimal(text) else {
            throw RequestError(.contentLengthMalformed)
        }
        guard length <= maxBodyBytes else { throw RequestError(.bodyTooLarge) }
        self = .length(length)
    }

    var isEmpty: Bool {
        switch self {
        case .length(let bytes): bytes == 0
        case .chunked: false
        }
    }

    /// - Returns: whether the body is complete.
    mutating func take(
        _ input: inout UnsafeMutableRawBufferPointer,
        into body: inout [UInt8],
        maxBodyBytes: Int
    ) throws(ChunkFault) -> Bool {
        switch self {
        case .length(let bytes):
            let piece = input.take(min(bytes, input.count))
            body += piece
            self = .length(bytes - piece.count)
            return piece.count == bytes
        case .chunked(var chunks):
            self = .length(0)
            let isComplete = try chunks.take(&input, into: &body, maxBodyBytes: maxBodyBytes)
            self = .chunked(chunks)
            return isComplete
        }
    }
}
