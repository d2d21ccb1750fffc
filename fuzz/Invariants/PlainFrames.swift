import WebSocket

/// A second opinion: RFC 6455 §5 read once more, slowly and over all bytes at once.
struct PlainFrames {
    private let masks: Bool
    private let limits: MessageLimits
    private let inflater: (any MessageInflater)?
    private var events: [Seen] = []
    private var message: (opcode: UInt8, isCompressed: Bool, fragments: Int, bytes: [UInt8])?

    private enum End: Error {
        /// The frame that begins here is not whole.
        case incomplete
        case closed
        case violation(CloseCode)
    }

    init(_ endpoint: Endpoint, _ limits: MessageLimits, _ inflater: (any MessageInflater)?) {
        switch endpoint {
        case .server: masks = true
        case .client: masks = false
        }
        self.limits = limits
        self.inflater = inflater
    }

    consuming func check(_ bytes: [UInt8], _ seen: [Seen]) throws(Broken) {
        var rest = bytes[...]
        do throws(End) {
            while true { try takeFrame(&rest) }
        } catch {
            switch error {
            case .closed: try same(seen, events, "a second opinion")
            // The start of a text may show already that it is none.
            case .incomplete:
                try same(seen.filter { $0.code != .invalidPayload }, events, "a second opinion")
            case .violation(let code):
                try same(Array(seen.dropLast()), events, "a second opinion")
                try same(seen.last?.code, code, "a second opinion on what is wrong")
            }
        }
    }

    private mutating func takeFrame(_ rest: inout ArraySlice<UInt8>) throws(End) {
        guard rest.count >= 2 else { throw .incomplete }
        let frame = Array(rest)
        let opcode = frame[0] & 0x0F
        let isControl = opcode & 8 != 0
        let isFinal = frame[0] & 0x80 != 0
        let isCompressed = frame[0] & 0x40 != 0
        let short = Int(frame[1] & 0x7F)
        guard frame[0] & 0x30 == 0, [0, 1, 2, 8, 9, 10].contains(opcode),
            (frame[1] & 0x80 != 0) == masks, !isControl || (isFinal && short < 126)
        else { throw .violation(.protocolError) }
        let lengthBytes = short < 126 ? 0 : short == 126 ? 2 : 8
        let headerBytes = 2 + lengthBytes + (masks ? 4 : 0)
        guard frame.count >= headerBytes else { throw .incomplete }
        let long = frame[2..<(2 + lengthBytes)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let length = short < 126 ? UInt64(short) : long
        guard short < 126 || length >= (short == 126 ? 126 : 65_536), length < 1 << 63,
            !isCompressed || (inflater != nil && (opcode == 1 || opcode == 2)),
            isControl || (opcode == 0) == (message != nil)
        else { throw .violation(.protocolError) }
        if !isControl { try admit(length) }
        guard UInt64(frame.count - headerBytes) >= length else { throw .incomplete }
        let end = headerBytes + Int(length)
        let mask = masks ? Array(frame[(headerBytes - 4)..<headerBytes]) : [0, 0, 0, 0]
        let payload = frame[headerBytes..<end].enumerated().map { $1 ^ mask[$0 % 4] }
        rest = rest.dropFirst(end)
        if isControl { return try takeControl(opcode, payload) }
        var whole = message ?? (opcode, isCompressed, 0, [])
        whole.fragments += 1
        whole.bytes += payload
        message = isFinal ? nil : whole
        let isText = whole.opcode == 1
        if isText, !whole.isCompressed {
            guard whole.bytes.mayBecomeUTF8(isWhole: isFinal) else {
                throw .violation(.invalidPayload)
            }
        }
        guard isFinal else { return }
        let bytes = whole.isCompressed ? try inflated(whole.bytes) : whole.bytes
        guard !isText || bytes.mayBecomeUTF8(isWhole: true) else {
            throw .violation(.invalidPayload)
        }
        events.append(isText ? .text(bytes) : .binary(bytes))
    }

    private func admit(_ length: UInt64) throws(End) {
        if let message, message.fragments >= limits.maxFragments {
            throw .violation(.policyViolation)
        }
        guard length <= UInt64(limits.maxMessageBytes - (message?.bytes.count ?? 0)) else {
            throw .violation(.messageTooBig)
        }
    }

    private mutating func takeControl(_ opcode: UInt8, _ payload: [UInt8]) throws(End) {
        switch opcode {
        case 9: events.append(.ping(payload))
        case 10: events.append(.pong(payload))
        case _ where payload.isEmpty:
            events.append(.close(nil, []))
            throw .closed
        case _:
            let code = CloseCode(
                rawValue: payload.prefix(2).reduce(0) { $0 << 8 | UInt16($1) }
            )
            let reason = Array(payload.dropFirst(2))
            guard payload.count > 1, code.mayTravel else { throw .violation(.protocolError) }
            guard reason.mayBecomeUTF8(isWhole: true) else { throw .violation(.invalidPayload) }
            events.append(.close(code, reason))
            throw .closed
        }
    }

    private func inflated(_ bytes: [UInt8]) throws(End) -> [UInt8] {
        let made: Result<[UInt8], End> = bytes.withUnsafeBytes { input in
            switch inflater?.inflate(input, atMost: limits.maxMessageBytes) {
            case .bytes(let output): .success(Array(output))
            case .tooBig: .failure(.violation(.messageTooBig))
            case .broken, nil: .failure(.violation(.invalidPayload))
            }
        }
        return try made.get()
    }
}

extension Seen {
    /// Code of the Close frame that answers a violation.
    fileprivate var code: CloseCode? {
        if case .violation(let violation) = self { violation.closeCode } else { nil }
    }
}

extension [UInt8] {
    /// True when it is UTF-8, or may become so with more bytes.
    fileprivate func mayBecomeUTF8(isWhole: Bool) -> Bool {
        if String(validating: self, as: UTF8.self) != nil { return true }
        if isWhole { return false }
        // A character that is cut: every way to end it is tried, which its first byte leaves few of.
        let ends: [[UInt8]] = [
            [0x80], [0xBF], [0x80, 0x80], [0xBF, 0xBF], [0x80, 0x80, 0x80], [0x90, 0x80, 0x80],
            [0xA0, 0x80],
        ]
        return ends.contains { String(validating: self + $0, as: UTF8.self) != nil }
    }
}
