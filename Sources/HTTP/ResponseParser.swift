/// The client's side: turns the bytes of a connection into answers (RFC 9112 §6.3).
///
/// Interim answers (1xx) are passed over, except 101, which ends HTTP on the connection and leaves
/// what follows it in the input.
public struct ResponseParser {
    private let limits: RequestLimits
    private var pending: PendingResponse?
    /// True when the last answer lets the connection be used again.
    public private(set) var keepsOpen = true

    /// - Parameter limits: of an answer as of a request; its first line is the status line.
    public init(limits: RequestLimits = RequestLimits(maxBodyBytes: 4 * 1024 * 1024)) {
        self.limits = limits
    }

    /// Takes bytes from the front of `input` until an answer is complete, and none after it.
    ///
    /// - Parameter method: of the request that is answered: an answer to HEAD has no body.
    /// - Returns: nil when more is needed; then all of `input` was taken.
    public mutating func next(
        _ input: inout UnsafeMutableRawBufferPointer,
        answering method: Method = .get
    ) throws(ResponseError) -> Response? {
        if !isKnownUniquelyReferenced(&pending) { pending = pending?.copy() }
        while !input.isEmpty {
            let pending = self.pending ?? PendingResponse()
            self.pending = pending
            if pending.response == nil {
                guard try takeHead(pending, &input, method) else { return nil }
            }
            guard let response = pending.response else { continue }
            guard try takeBody(pending, &input) else { return nil }
            self.pending = nil
            return Response(response.status, headers: response.headers, body: pending.body)
        }
        return nil
    }

    /// The connection ended.
    ///
    /// - Returns: the answer that lasts until the end; nil between answers.
    public mutating func finish() throws(ResponseError) -> Response? {
        guard let pending else { return nil }
        self.pending = nil
        guard let response = pending.response, case .untilEnd = pending.framing else {
            throw .truncated
        }
        return Response(response.status, headers: response.headers, body: pending.body)
    }

    /// - Returns: whether the head is complete.
    private mutating func takeHead(
        _ pending: PendingResponse,
        _ input: inout UnsafeMutableRawBufferPointer,
        _ method: Method
    ) throws(ResponseError) -> Bool {
        let head: (response: Response, minorVersion: Int)
        do throws(HeadFault) {
            guard try pending.head.take(&input, within: limits) else { return false }
        } catch {
            throw ResponseError(error)
        }
        head = try ResponseHead.parse(pending.head, limits)
        let (status, headers) = (head.response.status, head.response.headers)
        if status.rawValue < 200, status != .switchingProtocols {
            pending.head = PartialHead()
            return true
        }
        pending.response = head.response
        pending.framing =
            status.forbidsBody || method == .head
            ? .bytes(0) : try ResponseHead.framing(headers)
        keepsOpen =
            !headers.contains(token: "close", in: "Connection")
            && (head.minorVersion >= 1 || headers.contains(token: "keep-alive", in: "Connection"))
        if case .untilEnd = pending.framing { keepsOpen = false }
        return true
    }

    /// - Returns: whether the body is complete.
    private func takeBody(
        _ pending: PendingResponse,
        _ input: inout UnsafeMutableRawBufferPointer
    ) throws(ResponseError) -> Bool {
        switch pending.framing {
        case .untilEnd:
            guard input.count <= limits.maxBodyBytes - pending.body.count else {
                throw .bodyTooLarge
            }
            pending.body += input.take(input.count)
            return false
        case .bytes(let rest):
            guard rest <= limits.maxBodyBytes - pending.body.count else { throw .bodyTooLarge }
            let piece = input.take(min(rest, input.count))
            pending.body += piece
            pending.framing = .bytes(rest - piece.count)
            return piece.count == rest
        case .chunked(var chunks):
            do throws(ChunkFault) {
                let isComplete = try chunks.take(
                    &input,
                    into: &pending.body,
                    maxBodyBytes: limits.maxBodyBytes
                )
                pending.framing = .chunked(chunks)
                return isComplete
            } catch {
                throw ResponseError(error)
            }
        }
    }
}

/// State that a `ResponseParser` keeps between two reads.
final class PendingResponse {
    var head = PartialHead()
    var response: Response?
    var framing = ResponseHead.Framing.bytes(0)
    var body: [UInt8] = []

    func copy() -> PendingResponse {
        let other = PendingResponse()
        other.head = head
        other.response = response
        other.framing = framing
        other.body = body
        return other
    }
}

/// Why a server's answer cannot be read; the connection is of no further use.
public enum ResponseError: Error, Hashable, Sendable {
    case statusLineMalformed, headMalformed, headTooLarge
    case framingMalformed, chunkMalformed
    case bodyTooLarge
    /// The connection ended inside an answer.
    case truncated

    init(_ fault: HeadFault) {
        self =
            switch fault {
            case .bareLineFeed, .malformedField, .foldedLine: .headMalformed
            case .firstLineTooLong, .headTooLong, .tooManyFields: .headTooLarge
            }
    }

    init(_ fault: ChunkFault) {
        self =
            switch fault {
            case .malformed, .overheadTooLarge, .trailerMalformed: .chunkMalformed
            case .bodyTooLarge: .bodyTooLarge
            }
    }
}

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
