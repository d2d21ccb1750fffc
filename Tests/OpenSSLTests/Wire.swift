import Glibc

@testable import OpenSSL

/// Two connected, non-blocking sockets.
final class Wire {
    let near: Int32
    let far: Int32

    /// - Parameter sendBufferBytes: the room for bytes; the kernel has a least of its own.
    init(sendBufferBytes: Int32? = nil) {
        var ends: [Int32] = [-1, -1]
        let flags = SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue
        let result = socketpair(AF_UNIX, Int32(bitPattern: flags), 0, &ends)
        precondition(result == 0, "socketpair: errno \(errno)")
        near = ends[0]
        far = ends[1]
        if var size = sendBufferBytes {
            for end in ends { setsockopt(end, SOL_SOCKET, SO_SNDBUF, &size, 4) }
        }
    }

    deinit {
        close(near)
        close(far)
    }
}

/// A handshake of both ends, step by step.
///
/// - Returns: the outcome at each end.
func shakeHands(_ one: TLSSession, _ other: TLSSession) -> (TLSProgress, TLSProgress) {
    var first = TLSProgress.wantRead
    var second = TLSProgress.wantRead
    for _ in 0..<10 {
        if !first.isOver { first = one.handshake() }
        if !second.isOver { second = other.handshake() }
        _ = (one.flush(), other.flush())
    }
    return (first, second)
}

extension TLSProgress {
    var isOver: Bool {
        switch self {
        case .done, .closed, .failed: true
        case .wantRead, .wantWrite: false
        }
    }

    var isDone: Bool { if case .done = self { true } else { false } }

    var error: TLSError? { if case .failed(let error) = self { error } else { nil } }
}

extension TLSSession {
    /// Reads once, as text; nil when there was nothing to read.
    func readText() -> String? {
        withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 1) { room in
            guard case .bytes(let count) = read(into: room) else { return nil }
            return String(decoding: room[..<count], as: UTF8.self)
        }
    }

    func write(text: String) -> TLSOutcome {
        Array(text.utf8).withUnsafeBytes { write($0) }
    }
}
