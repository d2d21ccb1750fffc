/// Bytes on their way out: encoded once, shared by every connection they are for, never changed.
public struct OutboundBytes: @unchecked Sendable {
    /// The fate of bytes that a slow peer has not begun to take.
    public enum Kind: Sendable {
        /// May be left out: a later snapshot says it all.
        case droppable
        /// Must arrive, or the connection ends.
        case required
    }

    private struct Header {
        var count: Int
        let kind: Kind
        let messageCount: Int32
    }

    /// Header and bytes in one allocation.
    private let storage: ManagedBuffer<Header, UInt8>

    /// Lets `fill` write up to `byteCount` bytes; it returns how many it wrote.
    public init(
        byteCount: Int,
        kind: Kind = .required,
        messageCount: Int = 0,
        fill: (UnsafeMutableRawBufferPointer) -> Int
    ) {
        storage = .create(minimumCapacity: byteCount) { _ in
            Header(count: 0, kind: kind, messageCount: Int32(clamping: messageCount))
        }
        storage.withUnsafeMutablePointers { header, bytes in
            let filled = fill(UnsafeMutableRawBufferPointer(start: bytes, count: byteCount))
            precondition(0...byteCount ~= filled, "\(filled) of \(byteCount) bytes filled")
            header.pointee.count = filled
        }
    }

    public init(
        _ bytes: UnsafeRawBufferPointer,
        kind: Kind = .required,
        messageCount: Int = 0
    ) {
        self.init(byteCount: bytes.count, kind: kind, messageCount: messageCount) {
            $0.copyMemory(from: bytes)
            return bytes.count
        }
    }

    /// - Parameter messageCount: messages in the bytes, for whoever counts them.
    public init(_ bytes: [UInt8], kind: Kind = .required, messageCount: Int = 0) {
        self = bytes.withUnsafeBytes {
            OutboundBytes($0, kind: kind, messageCount: messageCount)
        }
    }

    /// True when both are the very same bytes in memory.
    public func isIdentical(to other: OutboundBytes) -> Bool { storage === other.storage }

    public var count: Int { storage.withUnsafeMutablePointerToHeader { $0.pointee.count } }
    public var kind: Kind { storage.withUnsafeMutablePointerToHeader { $0.pointee.kind } }
    public var messageCount: Int {
        storage.withUnsafeMutablePointerToHeader { Int($0.pointee.messageCount) }
    }

    /// Calls `body` with the bytes; they must not be kept beyond it.
    public func withUnsafeBytes<Result>(
        _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        try storage.withUnsafeMutablePointers { header, bytes in
            try body(UnsafeRawBufferPointer(start: bytes, count: header.pointee.count))
        }
    }
}
