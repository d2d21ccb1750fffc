import COpenSSL
import Glibc

/// TLS over one connected, non-blocking socket. Confined to one thread at a time; the socket is the
/// caller's and must outlive it.
public final class TLSSession {
    private let ssl: OpaquePointer
    /// Lives as long as `ssl`.
    private let end: UnsafeMutablePointer<SocketEnd>
    /// The bytes of a record that is encrypted but not wholly sent, 0 when there is none: the next
    /// `write` must begin with the same bytes, and at least as many (SSL_write(3)).
    public private(set) var begunCount = 0

    /// A server's or client's end, as the context says; nothing is sent before `handshake`.
    ///
    /// - Parameter serverName: on a client the name to ask for (RFC 6066 §3) and, where it trusts
    ///   authorities, to find in the certificate; an IP address is only looked for.
    public init(
        _ context: TLSContext,
        socket: Int32,
        serverName: String? = nil
    ) throws(TLSError) {
        guard let ssl = context.makeSSL() else { throw .takeFromQueue() }
        guard let end = SocketBIO.attach(ssl, socket: socket) else {
            SSL_free(ssl)
            throw .takeFromQueue()
        }
        self.ssl = ssl
        self.end = end
        switch context.role {
        case .server:
            SSL_set_accept_state(ssl)
        case .client:
            SSL_set_connect_state(ssl)
            if let serverName {
                // SSL_set1_host(3) takes addresses as well; SNI must not carry one (RFC 6066 §3).
                guard SSL_set1_host(ssl, serverName) == 1 else { throw .takeFromQueue() }
                let isAddress = serverName.contains(":") || serverName.allSatisfy(\.isAddressPart)
                guard isAddress || copenssl_SSL_set_tlsext_host_name(ssl, serverName) == 1
                else { throw .takeFromQueue() }
            }
            context.sessions?.offer(to: ssl)
        }
    }

    deinit { SSL_free(ssl) }

    /// True when the handshake took up an earlier session.
    public var isResumed: Bool { SSL_session_reused(ssl) == 1 }

    /// "TLSv1.2" or "TLSv1.3" once the handshake is done.
    public var version: String { String(cString: SSL_get_version(ssl)) }

    /// True when bytes were taken from the socket that `read` has not given yet: the socket will
    /// not announce them again.
    public var hasPending: Bool { SSL_has_pending(ssl) == 1 }

    /// True while this end's last words of the handshake, such as a ticket, are unsent.
    public var isHolding: Bool { end.pointee.isHolding }

    /// After `.done` the last words may be held back: they go with the first bytes that are written,
    /// or by `flush`.
    public func handshake() -> TLSProgress {
        switch flush() {
        case .done: break
        case let progress: return progress
        }
        ERR_clear_error()
        end.pointee.isInHandshake = true
        let result = SSL_do_handshake(ssl)
        end.pointee.isInHandshake = false
        if result == 1 { return .done }
        let outcome = failure(result)
        let flushed = flush()
        return switch outcome {
        case .bytes: .done
        case .wantRead: if case .done = flushed { .wantRead } else { flushed }
        case .wantWrite: .wantWrite
        case .closed: .closed
        case .failed(let error): .failed(error)
        }
    }

    /// Sends what the handshake held back; `.done` when there was nothing.
    public func flush() -> TLSProgress {
        guard end.pointee.flush() < 0 else { return .done }
        let error = errno
        if error == EAGAIN || error == EINTR { return .wantWrite }
        return Self.isGone(error)
            ? .closed : .failed(TLSError(code: 0, errno: error, verification: 0))
    }

    /// The peer has left, which is no failure.
    private static func isGone(_ error: Int32) -> Bool {
        [0, EPIPE, ECONNRESET].contains(error)
    }

    /// Reads at most one record's plain bytes.
    public func read(into bytes: UnsafeMutableRawBufferPointer) -> TLSOutcome {
        let count = SSL_read(ssl, bytes.baseAddress, Int32(clamping: bytes.count))
        return count > 0 ? .bytes(Int(count)) : failure(count)
    }

    /// Writes at most one record (16 KiB) of `bytes`, which must not be empty.
    ///
    /// After `.wantWrite` the next call must begin with the same `begunCount` bytes.
    public func write(_ bytes: UnsafeRawBufferPointer) -> TLSOutcome {
        precondition(bytes.count >= max(begunCount, 1), "a begun record must be finished")
        // A begun record by itself: had the next one to wait too, this one's end would go unseen.
        let most = begunCount > 0 ? begunCount : min(bytes.count, Self.maxRecordBytes)
        let count = SSL_write(ssl, bytes.baseAddress, Int32(most))
        if count > 0 {
            begunCount = 0
            return .bytes(Int(count))
        }
        let outcome = failure(count)
        switch outcome {
        case .wantRead, .wantWrite: begunCount = most
        case .bytes, .closed, .failed: break
        }
        return outcome
    }

    /// The most plain bytes that one record holds (RFC 8446 §5.1).
    public static let maxRecordBytes = 16_384

    /// Says that nothing more will come from here (close_notify); does not wait for the peer's.
    public func shutdown() -> TLSProgress {
        ERR_clear_error()
        let result = SSL_shutdown(ssl)
        if result >= 0 { return .done }
        return switch failure(result) {
        case .bytes, .wantRead: .done
        case .wantWrite: .wantWrite
        case .closed: .closed
        case .failed(let error): .failed(error)
        }
    }

    /// Reads SSL_get_error(3) after a failed call, and leaves the thread's error queue empty, as
    /// the next call needs it.
    private func failure(_ result: Int32) -> TLSOutcome {
        let systemError = errno
        switch SSL_get_error(ssl, result) {
        case SSL_ERROR_WANT_READ: return .wantRead
        case SSL_ERROR_WANT_WRITE: return .wantWrite
        case SSL_ERROR_ZERO_RETURN: return .closed
        case SSL_ERROR_SYSCALL where ERR_peek_error() == 0:
            return Self.isGone(systemError)
                ? .closed : .failed(.takeFromQueue(errno: systemError))
        default:
            return .failed(.takeFromQueue(verification: SSL_get_verify_result(ssl)))
        }
    }
}

extension Character {
    fileprivate var isAddressPart: Bool { self == "." || isWholeNumber }
}

/// Outcome of reading or writing through TLS.
public enum TLSOutcome: Sendable {
    /// That many plain bytes went through; at least one.
    case bytes(Int)
    /// Nothing before the socket has something to read.
    case wantRead
    /// Nothing before the socket takes bytes again.
    case wantWrite
    /// The peer has said that nothing more will come, or has left.
    case closed
    case failed(TLSError)
}

/// Progress of a handshake or a farewell.
public enum TLSProgress: Sendable {
    case done
    /// Goes on when the socket has something to read.
    case wantRead
    /// Goes on when the socket takes bytes again.
    case wantWrite
    /// The peer left in the middle.
    case closed
    case failed(TLSError)
}

/// Why a TLS connection failed: the peer's bytes, its certificate or the socket.
public struct TLSError: Error, Hashable, Sendable, CustomStringConvertible {
    /// OpenSSL's packed code (ERR_get_error(3)); 0 when only the socket failed.
    public let code: UInt
    /// The socket's errno; 0 when it was not the socket.
    public let errno: Int32
    /// X509_V_… of a refused certificate (X509_verify_cert_error_string(3)); 0 when it was not that.
    public let verification: Int

    public var description: String {
        if verification != Int(X509_V_OK) {
            return String(cString: X509_verify_cert_error_string(verification))
        }
        guard code != 0 else { return "socket error \(errno)" }
        guard let reason = ERR_reason_error_string(code) else { return "OpenSSL error \(code)" }
        return String(cString: reason)
    }

    /// The oldest error of this thread's queue, which is left empty.
    static func takeFromQueue(errno: Int32 = 0, verification: Int = 0) -> TLSError {
        let code = ERR_get_error()
        ERR_clear_error()
        return TLSError(code: code, errno: errno, verification: verification)
    }
}
