/// Turns the bytes of a connection into messages and control frames (RFC 6455 §5).
///
/// Does no I/O. The common case, a whole unfragmented frame in the input, is unmasked in place and handed
/// up without a copy or an allocation; only an incomplete one lives on the heap, so an idle connection
/// costs these few bytes and nothing else.
///
///     while let event = try reader.next(&input) { … }
public struct MessageReader {
    private let maxMessageBytes: Int32
    private let maxFragments: Int32
    private let endpoint: Endpoint
    /// Nil: compression was not negotiated.
    private let inflater: (any MessageInflater)?
    private var ending: Ending = .none
    private var incomplete: Incomplete?

    private enum Ending {
        case none
        /// A Close frame came: nothing after it counts (§5.5.1).
        case closed
        case violated(Violation)
    }

    public init(
        endpoint: Endpoint,
        limits: MessageLimits,
        inflater: (any MessageInflater)? = nil
    ) {
        precondition(limits.maxMessageBytes >= 0 && limits.maxFragments > 0)
        self.endpoint = endpoint
        self.inflater = inflater
        maxMessageBytes = Int32(limits.maxMessageBytes)
        maxFragments = Int32(clamping: limits.maxFragments)
    }

    /// Takes bytes from the front of `input` until one event is complete. Unmasks them in place.
    ///
    /// - Returns: nil when more is needed; then all of `input` was taken.
    /// - Throws: what the other end did wrong; again at every later call.
    public mutating func next(
        _ input: inout UnsafeMutableRawBufferPointer
    ) throws(Violation) -> Event? {
        switch ending {
        case .none: break
        case .closed:
            input = UnsafeMutableRawBufferPointer(start: nil, count: 0)
            return nil
        case .violated(let violation): throw violation
        }
        do throws(Violation) {
            return incomplete == nil ? try begin(&input) : try resume(&input)
        } catch {
            incomplete = nil
            ending = .violated(error)
            throw error
        }
    }

    /// Nothing is kept: the input starts with a frame, and with a message.
    @inline(__always)
    private mutating func begin(
        _ input: inout UnsafeMutableRawBufferPointer
    ) throws(Violation) -> Event? {
        if input.isEmpty { return nil }
        let header = try FrameHeader.read(UnsafeRawBufferPointer(input), as: endpoint)
        if let header {
            try check(header, after: nil)
            if header.isFinal, header.payloadBytes <= input.count &- header.headerBytes {
                return try takeWhole(header, startingAt: header.headerBytes, &input)
            }
        }
        incomplete = Incomplete(header, &input)
        return try advance(&input)
    }

    /// Something is kept: a piece of a header or payload, fragments, or the last event's bytes.
    private mutating func resume(
        _ input: inout UnsafeMutableRawBufferPointer
    ) throws(Violation) -> Event? {
        if !isKnownUniquelyReferenced(&incomplete) { incomplete = incomplete?.copy() }
        incomplete?.forgetDelivered()
        if incomplete?.isEmpty == true {
            incomplete = nil
            return try begin(&input)
        }
        return try advance(&input)
    }

    /// Continues the kept bytes until they make an event or `input` is used up.
    private mutating func advance(
        _ input: inout UnsafeMutableRawBufferPointer
    ) throws(Violation) -> Event? {
        guard let incomplete else { return nil }
        while true {
            if incomplete.frame == nil {
                guard let header = try incomplete.takeHeader(&input, as: endpoint) else {
                    return nil
                }
                try check(header, after: incomplete)
                if header.opcode.isControl, header.payloadBytes <= input.count {
                    return try takeWhole(header, startingAt: 0, &input)
                }
                incomplete.begin(header)
            }
            switch try incomplete.takePayload(&input) {
            case .needsMore: return nil
            case .frameEnded: continue
            case .message(let opcode, let bytes) where incomplete.isCompressed:
                return try inflated(opcode, bytes)
            case .message(.text, let bytes): return .text(bytes)
            case .message(_, let bytes): return .binary(bytes)
            case .control(let header, let bytes): return try event(header, bytes)
            }
        }
    }

    /// Order of frames and limits (§5.4), before a byte of the payload is kept.
    @inline(__always)
    private func check(_ header: FrameHeader, after incomplete: Incomplete?) throws(Violation) {
        var bytes = 0
        if header.isCompressed {
            guard inflater != nil, header.opcode.beginsMessage else {
                throw Violation(.reservedBits)
            }
        }
        switch header.opcode {
        case .close, .ping, .pong: return
        case .text, .binary:
            guard incomplete?.message == nil else { throw Violation(.messageInterrupted) }
        case .continuation:
            guard let incomplete, incomplete.message != nil else {
                throw Violation(.continuationWithoutMessage)
            }
            guard incomplete.fragments < maxFragments else { throw Violation(.tooManyFragments) }
            bytes = incomplete.messageBytes
        }
        guard header.payloadBytes <= Int(maxMessageBytes) &- bytes else {
            throw Violation(.messageTooBig)
        }
    }

    /// A final frame whose payload lies in `input` as a whole.
    @inline(__always)
    private mutating func takeWhole(
        _ header: FrameHeader,
        startingAt start: Int,
        _ input: inout UnsafeMutableRawBufferPointer
    ) throws(Violation) -> Event {
        let end = start &+ header.payloadBytes
        let payload = UnsafeMutableRawBufferPointer(rebasing: input[start..<end])
        input = UnsafeMutableRawBufferPointer(rebasing: input[end...])
        let bytes = UnsafeRawBufferPointer(payload)
        switch endpoint {
        case .server:
            let isASCII = Masking.apply(header.mask, to: payload)
            if header.opcode == .text, isASCII, !header.isCompressed { return .text(bytes) }
        case .client: break
        }
        if header.isCompressed { return try inflated(header.opcode, bytes) }
        return try event(header, bytes)
    }

    /// A message that was compressed. Its limit counts again: a few bytes may stand for many.
    private func inflated(
        _ opcode: Opcode,
        _ payload: UnsafeRawBufferPointer
    ) throws(Violation) -> Event {
        guard let inflater else { throw Violation(.reservedBits) }
        switch inflater.inflate(payload, atMost: Int(maxMessageBytes)) {
        case .tooBig: throw Violation(.messageTooBig)
        case .broken: throw Violation(.notDeflated)
        case .bytes(let bytes):
            guard opcode == .text else { return .binary(bytes) }
            guard UTF8Validator.isValid(bytes) else { throw Violation(.invalidUTF8) }
            return .text(bytes)
        }
    }

    /// Event of an unmasked payload that stands alone.
    private mutating func event(
        _ header: FrameHeader,
        _ payload: UnsafeRawBufferPointer
    ) throws(Violation) -> Event {
        switch header.opcode {
        case .text:
            guard UTF8Validator.isValid(payload) else { throw Violation(.invalidUTF8) }
            return .text(payload)
        case .binary: return .binary(payload)
        case .ping: return .ping(payload)
        case .pong: return .pong(payload)
        case .close:
            let event = try closeEvent(payload)
            ending = .closed
            return event
        case .continuation: preconditionFailure("a continuation never stands alone")
        }
    }

    /// A Close payload is empty, or a code and a reason (§5.5.1).
    private func closeEvent(_ payload: UnsafeRawBufferPointer) throws(Violation) -> Event {
        if payload.isEmpty { return .close(nil, reason: payload) }
        guard payload.count >= 2 else { throw Violation(.closePayloadTooShort) }
        let code = CloseCode(rawValue: UInt16(payload[0]) << 8 | UInt16(payload[1]))
        guard code.mayTravel else { throw Violation(.closeCodeForbidden) }
        let reason = UnsafeRawBufferPointer(rebasing: payload[2...])
        guard UTF8Validator.isValid(reason) else { throw Violation(.invalidUTF8) }
        return .close(code, reason: reason)
    }
}

/// Limits of one incoming message. Checked from the frame header, before a payload is buffered.
public struct MessageLimits: Hashable, Sendable {
    /// Payload bytes of one message, all its fragments together. At most 2 GiB - 1.
    public var maxMessageBytes: Int
    /// Frames of one message; empty fragments count, so that a message cannot go on for ever.
    public var maxFragments: Int

    public init(maxMessageBytes: Int = 16 * 1024, maxFragments: Int = 1024) {
        self.maxMessageBytes = maxMessageBytes
        self.maxFragments = maxFragments
    }
}
