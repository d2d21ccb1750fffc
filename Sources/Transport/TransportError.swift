public import OpenSSL
import Glibc

/// What went wrong on a connection.
public enum TransportError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A system call's errno.
    case system(errno: Int32)
    case tls(TLSError)
    /// The handler left more than `Connection.maxKeptBytes` bytes lying.
    case inputNotTaken

    public var description: String {
        switch self {
        case .system(let code): String(cString: strerror(code))
        case .tls(let error): "TLS: \(error)"
        case .inputNotTaken: "more than \(Connection.maxKeptBytes) bytes not taken"
        }
    }
}
