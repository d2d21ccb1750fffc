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
