/// State that a `MessageReader` keeps between two reads: a piece of a header, the pieces of a
/// payload, the fragments of a message. Exists only while there is something to keep.
final class Incomplete {
    /// The frame whose payload is arriving.
    private(set) var frame: FrameHeader?
    /// Opcode of the fragments so far; nil between messages.
    private(set) var message: Opcode?
    private(set) var fragments: Int32 = 0
    /// True when that message is compressed.
    private(set) var isCompressed = false

    private var headerPart: (UInt64, UInt64) = (0, 0)
    private var headerPartBytes = 0
    private var payloadTaken = 0
    private var validator = UTF8Validator()
    private var messageBuffer = Buffer()
    private var controlBuffer = Buffer()
    private var delivered: Delivered = .nothing

    private enum Delivered { case nothing, message, control }

    enum Progress {
        case needsMore
        /// A fragment is whole, its message is not.
        case frameEnded
        case message(Opcode, UnsafeRawBufferPointer)
        case control(FrameHeader, UnsafeRawBufferPointer)
    }

    /// - Parameter header: of the frame that `input` starts with; nil when not even that is complete.
    init(_ header: FrameHeader?, _ input: inout UnsafeMutableRawBufferPointer) {
        guard let header else { return }
        input = UnsafeMutableRawBufferPointer(rebasing: input[header.headerBytes...])
        begin(header)
    }

    private init(copying other: Incomplete) {
        frame = other.frame
        message = other.message
        fragments = other.fragments
        isCompressed = other.isCompressed
        headerPart = other.headerPart
        headerPartBytes = other.headerPartBytes
        payloadTaken = other.payloadTaken
        validator = other.validator
        messageBuffer = other.messageBuffer.copy()
        controlBuffer = other.controlBuffer.copy()
        delivered = other.delivered
    }

    deinit {
        messageBuffer.free()
        controlBuffer.free()
    }

    /// A reader is a value: a copy of it goes its own way.
    func copy() -> Incomplete { Incomplete(copying: self) }

    var messageBytes: Int { messageBuffer.count }

    var isEmpty: Bool { frame == nil && message == nil && headerPartBytes == 0 }

    /// Drops the bytes of the last event.
    func forgetDelivered() {
        switch delivered {
        case .nothing: break
        case .control: controlBuffer.free()
        case .message:
            messageBuffer.free()
            message = nil
        }
        delivered = .nothing
    }

    /// Collects a header that is cut by the end of a read.
    func takeHeader(
        _ input: inout UnsafeMutableRawBufferPointer,
        as endpoint: Endpoint
    ) throws(Violation) -> FrameHeader? {
        if headerPartBytes == 0, let header = try FrameHeader.read(.init(input), as: endpoint) {
            input = UnsafeMutableRawBufferPointer(rebasing: input[header.headerBytes...])
            return header
        }
        while let byte = input.first {
            input = UnsafeMutableRawBufferPointer(rebasing: input[1...])
            withUnsafeMutableBytes(of: &headerPart) { $0[headerPartBytes] = byte }
            headerPartBytes += 1
            let part = headerPart
            let header = try withUnsafeBytes(of: part) { bytes throws(Violation) in
                try FrameHeader.read(.init(rebasing: bytes[..<headerPartBytes]), as: endpoint)
            }
            if let header {
                headerPartBytes = 0
                return header
            }
        }
        return nil
    }

    /// Starts on the payload of a frame that has been checked.
    func begin(_ header: FrameHeader) {
        frame = header
        payloadTaken = 0
        switch header.opcode {
        case .close, .ping, .pong: break
        case .text, .binary:
            message = header.opcode
            isCompressed = header.isCompressed
            fragments = 1
            validator = UTF8Validator()
        case .continuation: fragments += 1
        }
    }

    func takePayload(
        _ input: inout UnsafeMutableRawBufferPointer
    ) throws(Violation) -> Progress {
        guard let frame else { preconditionFailure("no frame has begun") }
        let rest = frame.payloadBytes - payloadTaken
        let count = min(rest, input.count)
        let piece = UnsafeMutableRawBufferPointer(rebasing: input[..<count])
        input = UnsafeMutableRawBufferPointer(rebasing: input[count...])
        if frame.mask != 0 { Masking.apply(frame.mask, to: piece, offset: payloadTaken) }
        payloadTaken += count

        if frame.opcode.isControl {
            controlBuffer.append(.init(piece), atMost: frame.payloadBytes)
        } else {
            if isText, !validator.append(.init(piece)) { throw Violation(.invalidUTF8) }
            let limit = frame.isFinal ? messageBuffer.count + rest : .max
            messageBuffer.append(.init(piece), atMost: limit)
        }
        guard count == rest else { return .needsMore }
        return try endFrame(frame)
    }

    /// True for text that can be checked as it comes; compressed text can't.
    private var isText: Bool { message == .text && !isCompressed }

    private func endFrame(_ frame: FrameHeader) throws(Violation) -> Progress {
        self.frame = nil
        if frame.opcode.isControl {
            delivered = .control
            return .control(frame, controlBuffer.bytes)
        }
        guard frame.isFinal, let message else { return .frameEnded }
        if isText, !validator.isComplete { throw Violation(.invalidUTF8) }
        delivered = .message
        return .message(message, messageBuffer.bytes)
    }
}

/// Bytes at an address that stays put while an `Event` points to it, which `Array` does not promise.
struct Buffer {
    private var base: UnsafeMutableRawPointer?
    private(set) var count = 0
    private(set) var capacity = 0

    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: count) }

    /// Grows with the bytes that have arrived, never with a header's promise: by doubling, so that a
    /// message in many pieces stays linear, and no further than `limit`, the most it can still become.
    mutating func append(_ piece: UnsafeRawBufferPointer, atMost limit: Int) {
        guard let source = piece.baseAddress, !piece.isEmpty else { return }
        let needed = count + piece.count
        if needed > capacity {
            capacity = max(needed, min(limit, 2 * capacity))
            let grown = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
            if let base {
                grown.copyMemory(from: base, byteCount: count)
                base.deallocate()
            }
            base = grown
        }
        base?.advanced(by: count).copyMemory(from: source, byteCount: piece.count)
        count = needed
    }

    mutating func free() {
        base?.deallocate()
        self = Buffer()
    }

    func copy() -> Buffer {
        var other = Buffer()
        other.append(bytes, atMost: count)
        return other
    }
}
