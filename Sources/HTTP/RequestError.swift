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
