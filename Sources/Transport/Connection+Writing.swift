import CLinux
import Glibc
import OpenSSL

extension Connection {
    /// Queues bytes that others may share; they are written at the end of the turn.
    public func send(_ bytes: OutboundBytes) {
        home._withUnsafeGuaranteedRef { $0.preconditionOnLoop() }
        guard phase.rawValue <= Phase.open.rawValue else { return }
        if isOverflowed, bytes.kind == .droppable { return }
        outbound.append(bytes)
        markDirty()
        if outbound.byteCountBehindFirst > limits.maxBacklogBytes { overflow() }
    }

    /// Queues a small reply that `fill` writes where it will be sent from; it must fill it all.
    @inline(__always)
    public func send(byteCount: Int, fill: (UnsafeMutableRawBufferPointer) -> Void) {
        home._withUnsafeGuaranteedRef { home in
            home.preconditionOnLoop()
            guard phase.rawValue <= Phase.open.rawValue, byteCount > 0 else { return }
            if let room = roomForReply(of: byteCount, on: home) {
                fill(room)
                markDirty()
            } else {
                send(
                    OutboundBytes(byteCount: byteCount) {
                        fill($0)
                        return byteCount
                    }
                )
            }
        }
    }

    /// Writes what is queued, ahead of the end of the turn.
    public func flushNow() {
        home._withUnsafeGuaranteedRef { $0.preconditionOnLoop() }
        if !isBlocked, !owesOverflow { flush() }
    }

    /// Queues a copy of a small reply.
    public func send(copying bytes: UnsafeRawBufferPointer) {
        send(byteCount: bytes.count) { $0.copyMemory(from: bytes) }
    }

    /// The next bytes of the loop's buffer, if nothing waits to be written before them, what this
    /// connection has there is the last, and there is room.
    private func roomForReply(of count: Int, on home: EventLoop) -> UnsafeMutableRawBufferPointer? {
        let end = home.repliesCount
        guard phase == .open, !isBlocked, outbound.isEmpty, count <= home.replies.count - end,
            replyCount == 0 || replyStart + replyCount == end
        else { return nil }
        if replyCount == 0 { replyStart = end }
        replyCount += count
        home.repliesCount = end + count
        return UnsafeMutableRawBufferPointer(rebasing: home.replies[end..<end + count])
    }

    func markDirty() {
        guard !isDirty else { return }
        isDirty = true
        home._withUnsafeGuaranteedRef { home in
            home.dirty.append(self)
            home.requestTurn()
        }
    }

    /// Too much waits: tries to write it now, and if that does not help drops what may be dropped.
    private func overflow() {
        if !isBlocked { flush() }
        guard phase.rawValue <= Phase.open.rawValue,
            outbound.byteCountBehindFirst > limits.maxBacklogBytes
        else { return }
        outbound.dropDroppable(begun: tls?.begunCount ?? 0)
        guard outbound.byteCountBehindFirst <= limits.maxBacklogBytes else {
            return scheduleClose(.overflow)
        }
        isOverflowed = true
        owesOverflow = true
    }

    // MARK: At the end of the turn

    func flushAtTurnEnd() {
        isDirty = false
        if owesOverflow {
            owesOverflow = false
            if phase == .open { handler.overflowed(self) }
        }
        if !isBlocked { flush() }
    }

    /// The socket takes bytes again.
    func writeOn() {
        guard isBlocked else { return }
        isBlocked = false
        flush()
        updateInterest()
    }

    /// Writes what is queued until all is written or the socket takes no more.
    private func flush() {
        guard phase == .open || phase == .flushing else { return }
        if writeAtOnce() {
            deadlineMs = nil
            return allIsWritten()
        }
        var written = 0
        while replyCount + outbound.byteCount > 0 {
            guard written < Self.maxWrittenBytes else { return block() }
            switch writeFront() {
            case .bytes(let count, let wanted):
                written += count
                deadlineMs = nil
                // A short write to a socket means that it is full; TLS stops after each record.
                if tls == nil, count < wanted { return block() }
            case .wouldBlock:
                return block()
            case .failed(let reason):
                return scheduleClose(reason)
            }
        }
        switch tls?.flush() {
        case nil, .done: break
        case .wantRead, .wantWrite: return block()
        case .closed: return scheduleClose(.peer)
        case .failed(let error): return scheduleClose(.failed(.tls(error)))
        }
        deadlineMs = nil
        allIsWritten()
    }

    /// The usual case, made short: one piece or the turn's replies, and a socket that takes them
    /// whole. What it does not take stays as it is.
    @inline(__always)
    private func writeAtOnce() -> Bool {
        guard tls == nil else { return false }
        if replyCount > 0 {
            guard outbound.isEmpty else { return false }
            let sent = home._withUnsafeGuaranteedRef { home in
                clinux_send(
                    socket,
                    home.replies.baseAddress.map { $0 + replyStart },
                    replyCount,
                    Int32(MSG_NOSIGNAL)
                )
            }
            guard sent > 0 else { return false }
            replyStart += sent
            replyCount -= sent
            return replyCount == 0
        }
        guard let only = outbound.takeOnly() else { return false }
        let sent = only.withUnsafeBytes {
            clinux_send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        if sent == only.count { return true }
        outbound.append(only)
        if sent > 0 { outbound.advance(by: sent) }
        return false
    }

    private func allIsWritten() {
        if phase == .flushing { return part(closeReason) }
        guard isOverflowed || wantsDrained, !owesOverflow else { return }
        isOverflowed = false
        wantsDrained = false
        handler.drained(self)
    }

    /// Waits for the socket, and from now on for no longer than a stall.
    func block() {
        saveReplies()
        isBlocked = true
        if deadlineMs == nil { watch(forMs: limits.stallMs) }
        updateInterest()
    }

    /// Takes replies that were not written out of the loop's buffer, which is for this turn only.
    private func saveReplies() {
        guard replyCount > 0 else { return }
        let rest = loop.replies[replyStart..<replyStart + replyCount]
        replyCount = 0
        outbound.prepend(OutboundBytes(UnsafeRawBufferPointer(rebasing: rest)))
    }

    // MARK: One write

    private enum Written {
        case bytes(Int, of: Int)
        case wouldBlock
        case failed(CloseReason)
    }

    /// Writes from the front: a large piece as it is, small ones gathered into one write.
    private func writeFront() -> Written {
        if replyCount > 0, outbound.isEmpty {
            let replies = loop.replies[replyStart..<replyStart + replyCount]
            return write(UnsafeRawBufferPointer(rebasing: replies))
        }
        let behindFirst = outbound.byteCountBehindFirst
        let isLarge = outbound.byteCount - behindFirst >= TLSSession.maxRecordBytes
        if replyCount == 0, isLarge || behindFirst == 0, let front = outbound.front {
            return front.bytes.withUnsafeBytes {
                write(UnsafeRawBufferPointer(rebasing: $0[front.offset...]))
            }
        }
        let isTLS = tls != nil
        let room = UnsafeMutableRawBufferPointer(
            rebasing: loop.gathered[..<(isTLS ? TLSSession.maxRecordBytes : Self.maxGatheredBytes)]
        )
        let replies = loop.replies[replyStart..<replyStart + min(replyCount, room.count)]
        room.copyMemory(from: UnsafeRawBufferPointer(rebasing: replies))
        let behind = UnsafeMutableRawBufferPointer(rebasing: room[replies.count...])
        let count = replies.count + outbound.copyFront(into: behind)
        return write(UnsafeRawBufferPointer(rebasing: room[..<count]))
    }

    /// Writes and notes what is written.
    @inline(__always)
    private func write(_ bytes: UnsafeRawBufferPointer) -> Written {
        let count: Int
        if let tls {
            switch tls.write(bytes) {
            case .bytes(let written): count = written
            case .wantRead, .wantWrite: return .wouldBlock
            case .closed: return .failed(.peer)
            case .failed(let error): return .failed(.failed(.tls(error)))
            }
        } else {
            count = clinux_send(socket, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
            guard count >= 0 else {
                switch errno {
                case EAGAIN, EINTR: return .wouldBlock
                case let error: return .failed(CloseReason(errno: error))
                }
            }
        }
        let replies = min(count, replyCount)
        replyStart += replies
        replyCount -= replies
        outbound.advance(by: count - replies)
        return .bytes(count, of: bytes.count)
    }
}
