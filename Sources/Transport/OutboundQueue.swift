import CLinux

/// Bytes that wait to be written to one socket, in order. Empty, it holds no memory; with one entry, as
/// at most times, none of its own.
struct OutboundQueue {
    /// Entries taken from the front of `rest` that are cut off together.
    private static let maxRestHead = 64

    /// The entry being written; nil only when there is nothing at all.
    private var first: OutboundBytes?
    private var rest: ContiguousArray<OutboundBytes> = []
    /// Entries of `rest` that have moved on to `first`.
    private var restHead = 0
    /// Bytes of `first` that are written.
    private var offset = 0
    /// Bytes not yet written, of all entries.
    private(set) var byteCount = 0

    var isEmpty: Bool { byteCount == 0 }

    /// Bytes that wait behind the entry being written; that one is shared and often large (a file),
    /// so that limits are for these.
    var byteCountBehindFirst: Int { byteCount - firstRemaining }

    private var firstRemaining: Int { first.map { $0.count - offset } ?? 0 }

    mutating func append(_ bytes: OutboundBytes) {
        let count = bytes.count
        guard count > 0 else { return }
        byteCount += count
        if first == nil { first = bytes } else { rest.append(bytes) }
    }

    /// Puts bytes in front of all others, of which none may be begun.
    mutating func prepend(_ bytes: OutboundBytes) {
        precondition(offset == 0, "an entry that is begun cannot wait")
        guard bytes.count > 0 else { return }
        byteCount += bytes.count
        if let first {
            rest.replaceSubrange(0..<restHead, with: CollectionOfOne(first))
            restHead = 0
        }
        first = bytes
    }

    /// Takes out the entry that is alone and not begun; nil when there is none or more.
    mutating func takeOnly() -> OutboundBytes? {
        guard rest.isEmpty, offset == 0 else { return nil }
        byteCount = 0
        return first.take()
    }

    /// Notes that `count` bytes from the front are written.
    mutating func advance(by count: Int) {
        precondition(count <= byteCount, "\(count) bytes written of \(byteCount)")
        byteCount -= count
        var left = count
        while left > 0 {
            let remaining = firstRemaining
            guard left >= remaining else {
                offset += left
                return
            }
            left -= remaining
            popFirst()
        }
    }

    private mutating func popFirst() {
        offset = 0
        guard restHead < rest.count else {
            first = nil
            return
        }
        first = rest[restHead]
        restHead += 1
        if restHead == rest.count {
            rest = []
            restHead = 0
        } else if restHead == Self.maxRestHead {
            rest.removeFirst(restHead)
            restHead = 0
        }
    }

    /// Leaves out every droppable entry of which nothing is begun.
    ///
    /// - Parameter begun: bytes from the front that are promised already, though not written.
    mutating func dropDroppable(begun: Int) {
        guard let first else { return }
        var kept = OutboundQueue()
        var position = -offset
        for entry in CollectionOfOne(first) + rest[restHead...] {
            // Of the first entry `offset` bytes are written: it is begun, and stays the first.
            let isBegun = position < begun || position < 0
            if isBegun || entry.kind == .required { kept.append(entry) }
            position += entry.count
        }
        kept.offset = offset
        kept.byteCount -= offset
        self = kept
    }

    /// The entry being written, and how much of it is.
    var front: (bytes: OutboundBytes, offset: Int)? { first.map { ($0, offset) } }

    /// Copies from the front as much as `target` holds; returns how much that was.
    func copyFront(into target: UnsafeMutableRawBufferPointer) -> Int {
        var copied = 0
        func copy(_ entry: OutboundBytes, from start: Int) -> Bool {
            entry.withUnsafeBytes { bytes in
                let count = min(bytes.count - start, target.count - copied)
                UnsafeMutableRawBufferPointer(rebasing: target[copied...])
                    .copyMemory(
                        from: UnsafeRawBufferPointer(rebasing: bytes[start..<start + count])
                    )
                copied += count
            }
            return copied < target.count
        }
        guard let first, copy(first, from: offset) else { return copied }
        for index in restHead..<rest.count where !copy(rest[index], from: 0) { break }
        return copied
    }
}

/// The connections with something to write, first come first served.
///
/// Threaded through the connections themselves: a fan-out to thousands touches no memory but theirs.
/// Unretained, as the loop's `connections` holds them until after they are flushed.
struct DirtyList {
    private var first: Unmanaged<Connection>?
    private var last: Unmanaged<Connection>?

    var isEmpty: Bool { first == nil }

    /// - Parameter connection: one that is not in the list.
    @inline(__always)
    mutating func append(_ connection: Connection) {
        let new = Unmanaged.passUnretained(connection)
        if let last {
            last._withUnsafeGuaranteedRef { $0.nextDirty = new }
        } else {
            first = new
        }
        last = new
    }

    /// The next one's memory is on its way while this one is written: the kernel's work for each has
    /// driven the others out of the cache.
    @inline(__always)
    mutating func popFirst() -> Unmanaged<Connection>? {
        guard let popped = first else { return nil }
        first = popped._withUnsafeGuaranteedRef { $0.nextDirty.take() }
        if let first { clinux_prefetch(first.toOpaque()) } else { last = nil }
        return popped
    }
}

/// Input that a handler left for later; no memory while there is none.
struct PendingOutput {
    private var bytes = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    mutating func replace(with rest: UnsafeRawBufferPointer) {
        guard rest.count > 0 else { return clear() }
        if rest.count > bytes.count {
            bytes.deallocate()
            bytes = .allocate(byteCount: rest.count, alignment: 16)
        }
        bytes.copyMemory(from: rest)
        count = rest.count
    }

    func copy(into target: UnsafeMutableRawBufferPointer) {
        guard count > 0 else { return }
        target.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<count]))
    }

    mutating func clear() {
        guard bytes.count > 0 else { return }
        bytes.deallocate()
        bytes = UnsafeMutableRawBufferPointer(start: nil, count: 0)
        count = 0
    }
}

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
