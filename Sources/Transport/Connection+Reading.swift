import CLinux
import Glibc
import OpenSSL

extension Connection {
    /// - Parameters:
    ///   - isEnding: epoll has seen the end of the input behind what there is to read.
    ///   - isBroken: epoll has seen the end of both ways.
    func read(isEnding: Bool, isBroken: Bool) {
        switch phase {
        case .connecting, .handshaking, .closed:
            return
        case .flushing, .parting:
            discard(isBroken: isBroken)
        case .open:
            if peerHasEnded || isPaused || isMoving {
                // That the peer has ended may have been asked for before this turn: it will be told again.
                if isBroken { scheduleClose(.peer) }
            } else {
                readOn(isEnding: isEnding)
            }
        }
    }

    /// After `askToReadAgain`.
    func readAgain() {
        isReady = false
        guard phase == .open, !isPaused, !isMoving else { return }
        if offersKept {
            offersKept = false
            kept.copy(into: input)
            deliver(kept.count)
        }
        guard phase == .open, !isPaused, !isMoving, tls?.hasPending == true else { return }
        readOn(isEnding: false)
    }

    /// The loop's, for what is read.
    private var input: UnsafeMutableRawBufferPointer {
        home._withUnsafeGuaranteedRef { $0.input }
    }

    /// True when the peer has ended its input, also behind what was not read yet; asks the kernel.
    public var peerHasLeft: Bool {
        guard !peerHasEnded, socket >= 0 else { return true }
        var question = pollfd(fd: socket, events: Int16(Interest.ending), revents: 0)
        return poll(&question, 1, 0) > 0
    }

    /// Reads until there is nothing more or others have waited long enough.
    func readOn(isEnding: Bool) {
        let input = self.input
        var left = EventLoop.maxInputBytes
        while left > 0 {
            let have = kept.count
            kept.copy(into: input)
            let room = UnsafeMutableRawBufferPointer(rebasing: input[have...])
            switch receive(into: room) {
            case .bytes(let count):
                left -= count
                deliver(have + count)
                guard phase == .open, !isPaused, !isMoving else { return }
                if let tls {
                    if !tls.hasPending, !isEnding { return }
                } else if count < room.count, !isEnding {
                    // If there is more, epoll will say so.
                    return
                }
            case .wantRead:
                return
            case .wantWrite:
                block()
                return
            case .closed:
                endOfInput()
                return
            case .failed(let reason):
                part(reason)
                return
            }
        }
        askToReadAgain()
    }

    /// Gives the handler the first `count` bytes of the loop's input, and keeps what it leaves.
    private func deliver(_ count: Int) {
        let input = UnsafeMutableRawBufferPointer(rebasing: self.input[..<count])
        var taken = 0
        var isNewHandler = true
        while isNewHandler, taken < count, phase == .open, !isPaused, !isMoving {
            let present = handler
            let rest = UnsafeMutableRawBufferPointer(rebasing: input[taken...])
            let more = present.received(rest, on: self)
            precondition(0...rest.count ~= more, "\(more) of \(rest.count) bytes taken")
            taken += more
            isNewHandler = handler !== present
        }
        guard phase == .open else { return kept.clear() }
        guard count - taken <= Self.maxKeptBytes else {
            return scheduleClose(.failed(.inputNotTaken))
        }
        kept.replace(with: UnsafeRawBufferPointer(rebasing: input[taken...]))
        if isNewHandler, isPaused || isMoving { offersKept = !kept.isEmpty }
    }

    /// The peer will send no more: what is queued is still written, then it is over.
    private func endOfInput() {
        peerHasEnded = true
        closeReason = .peer
        phase = .flushing
        kept.clear()
        updateInterest()
        markDirty()
    }

    /// Reads past what nobody wants any more, to see its end.
    private func discard(isBroken: Bool) {
        if peerHasEnded {
            if isBroken { scheduleClose(closeReason) }
            return
        }
        var left = EventLoop.maxInputBytes
        while left > 0 {
            let count = clinux_recv(socket, input.baseAddress, input.count, 0)
            if count > 0 {
                left -= count
                continue
            }
            if count < 0, errno == EAGAIN || errno == EINTR { return }
            peerHasEnded = true
            if phase == .parting || count < 0 {
                scheduleClose(closeReason)
            } else {
                updateInterest()
            }
            return
        }
    }

    private enum Received {
        case bytes(Int), wantRead, wantWrite, closed
        case failed(CloseReason)
    }

    @inline(__always)
    private func receive(into room: UnsafeMutableRawBufferPointer) -> Received {
        if let tls {
            return switch tls.read(into: room) {
            case .bytes(let count): .bytes(count)
            case .wantRead: .wantRead
            case .wantWrite: .wantWrite
            case .closed: .closed
            case .failed(let error): .failed(.failed(.tls(error)))
            }
        }
        let count = clinux_recv(socket, room.baseAddress, room.count, 0)
        if count > 0 { return .bytes(count) }
        guard count < 0 else { return .closed }
        let error = errno
        if error == EAGAIN || error == EINTR { return .wantRead }
        return .failed(CloseReason(errno: error))
    }
}
