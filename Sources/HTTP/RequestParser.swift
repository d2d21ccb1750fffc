/// Turns the bytes of a connection into requests (RFC 9112), strictly.
///
/// Does no I/O. A head that lies in the input as a whole is read where it is; only an incomplete one is
/// kept on the heap. One call, one request: pipelined requests come out of one input one by one.
public struct RequestParser {
    private let limits: RequestLimits
    private var pending: PendingRequest?
    /// Set once the start of the next request is unknown.
    private var failure: RequestError?

    public init(limits: RequestLimits) {
        self.limits = limits
    }

    /// True when no byte of a next request has arrived, so that the wait is for the client to want
    /// something, not for it to finish.
    public var isIdle: Bool {
        guard failure == nil else { return false }
        return pending.map { $0.request == nil && $0.head.isBlank } ?? true
    }

    /// Takes bytes from the front of `input` until an event is complete, and none after it: what
    /// follows a request that asks for an upgrade is left for the next protocol.
    ///
    /// - Returns: nil when more is needed; then all of `input` was taken.
    /// - Throws: why the request is refused; again at every later call.
    public mutating func next(
        _ input: inout UnsafeMutableRawBufferPointer
    ) throws(RequestError) -> RequestEvent? {
        if let failure { throw failure }
        do throws(RequestError) {
            if !isKnownUniquelyReferenced(&pending) { pending = pending?.copy() }
            guard let pending else { return try begin(&input) }
            if pending.request == nil { return try resumeHead(pending, &input) }
            return try resumeBody(pending, &input)
        } catch {
            pending = nil
            failure = error
            throw error
        }
    }

    /// Nothing is kept: the input starts with a request.
    private mutating func begin(
        _ input: inout UnsafeMutableRawBufferPointer
    ) throws(RequestError) -> RequestEvent? {
        if input.isEmpty { return nil }
        var scan = HeadScan()
        let end: Int?
        do throws(HeadFault) {
            end = try scan.end(in: .init(input), within: limits)
        } catch {
            throw RequestHead.refusal(of: UnsafeRawBufferPointer(input), scan, error)
        }
        if let end { return try finishHead(input.take(end), scan, &input) }
        let pending = PendingRequest()
        self.pending = pending
        return try resumeHead(pending, &input)
    }

    private mutating func resumeHead(
        _ pending: PendingRequest,
        _ input: inout UnsafeMutableRawBufferPointer
    ) throws(RequestError) -> RequestEvent? {
        do throws(HeadFault) {
            guard try pending.head.take(&input, within: limits) else { return nil }
        } catch {
            throw pending.head.bytes.withUnsafeBytes { bytes in
                RequestHead.refusal(of: bytes, pending.head.scan, error)
            }
        }
        self.pending = nil
        var event: Result<RequestEvent?, RequestError> = .success(nil)
        pending.head.bytes.withUnsafeBytes { bytes in
            do throws(RequestError) {
                event = .success(try finishHead(bytes, pending.head.scan, &input))
            } catch {
                event = .failure(error)
            }
        }
        return try event.get()
    }

    private mutating func finishHead(
        _ bytes: UnsafeRawBufferPointer,
        _ scan: HeadScan,
        _ input: inout UnsafeMutableRawBufferPointer
    ) throws(RequestError) -> RequestEvent? {
        let request = try RequestHead.parse(bytes, scan, limits)
        let framing = try BodyFraming(
            request.headers,
            minorVersion: request.minorVersion,
            maxBodyBytes: limits.maxBodyBytes
        )
        let expectsContinue = try expectsContinue(request)
        if framing.isEmpty { return .request(request) }
        let pending = PendingRequest(request, framing: framing)
        self.pending = pending
        if expectsContinue, input.isEmpty { return .continueExpected }
        return try resumeBody(pending, &input)
    }

    private mutating func resumeBody(
        _ pending: PendingRequest,
        _ input: inout UnsafeMutableRawBufferPointer
    ) throws(RequestError) -> RequestEvent? {
        do throws(ChunkFault) {
            let isComplete = try pending.framing.take(
                &input,
                into: &pending.body,
                maxBodyBytes: limits.maxBodyBytes
            )
            guard isComplete else { return nil }
        } catch {
            throw RequestError(chunk: error)
        }
        self.pending = nil
        guard var request = pending.request else { return nil }
        request.body = pending.body
        return .request(request)
    }

    /// An HTTP/1.0 client's expectation is ignored, an unknown one refused (RFC 9110 §10.1.1).
    private func expectsContinue(_ request: Request) throws(RequestError) -> Bool {
        guard request.minorVersion >= 1, let expected = request.headers.combined("Expect") else {
            return false
        }
        guard expected.lowercased() == "100-continue" else {
            throw RequestError(.expectationUnsupported)
        }
        return true
    }
}

/// Limits of one request.
public struct RequestLimits: Hashable, Sendable {
    /// Bytes of the request line, without its line break; RFC 9112 §3 recommends no fewer than 8 000.
    public var maxLineBytes: Int
    /// Bytes of the header fields, with the empty line after them.
    public var maxHeaderBytes: Int
    public var maxBodyBytes: Int
    /// Header fields; those of a trailer are counted by themselves.
    public var maxHeaders: Int

    public init(
        maxLineBytes: Int = 8000,
        maxHeaderBytes: Int = 8192,
        maxBodyBytes: Int = 64 * 1024,
        maxHeaders: Int = 64
    ) {
        self.maxLineBytes = maxLineBytes
        self.maxHeaderBytes = maxHeaderBytes
        self.maxBodyBytes = maxBodyBytes
        self.maxHeaders = maxHeaders
    }

    /// The most that a head of these limits has, with an empty line before it.
    var maxHeadBytes: Int { 2 + maxLineBytes + 2 + maxHeaderBytes }
}

/// Reason why a request is refused. Its end is no longer certain, so the connection must be closed
/// after the answer (RFC 9112 §9.6).
public struct RequestError: Error, Hashable, Sendable {
    public let reason: Reason

    public enum Reason: Hashable, CaseIterable, Sendable {
        case requestLineMalformed, targetMalformed, targetTooLong, versionUnsupported
        case methodUnsupported
        case bareLineFeed, headerMalformed, headerFolded, headTooLarge, tooManyHeaders
        case hostMissingOrRepeated, hostMalformed
        case contentLengthMalformed, contentLengthRepeated, contentLengthWithTransferEncoding
        case transferEncodingMalformed, transferCodingUnsupported
        case chunkMalformed, chunkOverheadTooLarge, trailerMalformed
        case bodyTooLarge, expectationUnsupported
    }

    init(_ reason: Reason) {
        self.reason = reason
    }

    init(head fault: HeadFault) {
        reason =
            switch fault {
            case .bareLineFeed: .bareLineFeed
            case .firstLineTooLong: .targetTooLong
            case .headTooLong: .headTooLarge
            case .malformedField: .headerMalformed
            case .foldedLine: .headerFolded
            case .tooManyFields: .tooManyHeaders
            }
    }

    init(chunk fault: ChunkFault) {
        reason =
            switch fault {
            case .malformed: .chunkMalformed
            case .overheadTooLarge: .chunkOverheadTooLarge
            case .trailerMalformed: .trailerMalformed
            case .bodyTooLarge: .bodyTooLarge
            }
    }

    public var status: Status { reason.status }
}

extension RequestError.Reason {
    /// Status that answers such a request (RFC 9110 §15).
    public var status: Status {
        switch self {
        case .requestLineMalformed, .targetMalformed, .bareLineFeed, .headerMalformed,
            .headerFolded, .hostMissingOrRepeated, .hostMalformed, .contentLengthMalformed,
            .contentLengthRepeated, .contentLengthWithTransferEncoding,
            .transferEncodingMalformed, .chunkMalformed, .chunkOverheadTooLarge,
            .trailerMalformed:
            .badRequest
        case .bodyTooLarge: .contentTooLarge
        case .targetTooLong: .uriTooLong
        case .expectationUnsupported: .expectationFailed
        case .headTooLarge, .tooManyHeaders: .headersTooLarge
        case .methodUnsupported, .transferCodingUnsupported: .notImplemented
        case .versionUnsupported: .versionNotSupported
        }
    }
}
