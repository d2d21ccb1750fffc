/// Offence of the other end. The connection has failed (RFC 6455 §7.1.7): send a Close frame with
/// `closeCode`, read no further.
public struct Violation: Error, Hashable, Sendable {
    public let reason: Reason

    public enum Reason: UInt8, CaseIterable, Sendable {
        case reservedBits, reservedOpcode
        case maskMissing, maskUnexpected
        case lengthNotMinimal, lengthNegative
        case controlFragmented, controlTooLong
        case continuationWithoutMessage, messageInterrupted
        case messageTooBig, tooManyFragments
        case invalidUTF8, notDeflated
        case closePayloadTooShort, closeCodeForbidden
    }

    init(_ reason: Reason) {
        self.reason = reason
    }

    public var closeCode: CloseCode { reason.closeCode }
}

extension Violation.Reason {
    /// Code of the Close frame (RFC 6455 §7.4.1).
    public var closeCode: CloseCode {
        switch self {
        case .reservedBits, .reservedOpcode, .maskMissing, .maskUnexpected, .lengthNotMinimal,
            .lengthNegative, .controlFragmented, .controlTooLong, .continuationWithoutMessage,
            .messageInterrupted, .closePayloadTooShort, .closeCodeForbidden:
            .protocolError
        case .messageTooBig: .messageTooBig
        case .tooManyFragments: .policyViolation
        case .invalidUTF8, .notDeflated: .invalidPayload
        }
    }
}

extension Violation.Reason: CustomStringConvertible {
    /// Short enough for the reason of a Close frame.
    public var description: String {
        switch self {
        case .reservedBits: "a reserved bit is set and no extension was negotiated"
        case .reservedOpcode: "reserved opcode"
        case .maskMissing: "a client's frame must be masked"
        case .maskUnexpected: "a server's frame must not be masked"
        case .lengthNotMinimal: "the length is not encoded in the fewest bytes"
        case .lengthNegative: "the top bit of the length is set"
        case .controlFragmented: "a control frame must not be fragmented"
        case .controlTooLong: "a control frame carries at most 125 bytes"
        case .continuationWithoutMessage: "a continuation without a message to continue"
        case .messageInterrupted: "a new message inside an unfinished one"
        case .messageTooBig: "the message is too big"
        case .tooManyFragments: "the message has too many fragments"
        case .invalidUTF8: "the text is not UTF-8"
        case .notDeflated: "a compressed message that can't be inflated"
        case .closePayloadTooShort: "a close payload of one byte"
        case .closeCodeForbidden: "a close code that must not be sent"
        }
    }
}
