import CLinux
import Dispatch
import Glibc

/// An IPv4 or IPv6 address with a port.
public struct SocketAddress: Hashable, Sendable, CustomStringConvertible {
    public enum Family: UInt8, Sendable { case v4, v6 }

    public let family: Family
    /// 0 in an address to listen on asks for any free one.
    public let port: UInt16
    /// The interface of a link-local IPv6 address; 0 for others.
    private let scope: UInt32
    /// The address in network order; an IPv4 address stands in the first 4 bytes of `high`.
    private let high: UInt64
    private let low: UInt64

    /// Reads "127.0.0.1:8080", "0.0.0.0:0" or "[::1]:8080"; no names; nil when it is none of these.
    public init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":") else { return nil }
        let digits = text[text.index(after: colon)...]
        guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = UInt16(digits)
        else { return nil }
        let host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            var address = in6_addr()
            guard inet_pton(AF_INET6, String(host.dropFirst().dropLast()), &address) == 1 else {
                return nil
            }
            self.init(address, port: port, scope: 0)
        } else {
            var address = in_addr()
            guard inet_pton(AF_INET, String(host), &address) == 1 else { return nil }
            self.init(address, port: port)
        }
    }

    private init(_ family: Family, _ port: UInt16, _ scope: UInt32, _ high: UInt64, _ low: UInt64) {
        self.family = family
        self.port = port
        self.scope = scope
        self.high = high
        self.low = low
    }

    private init(_ address: in_addr, port: UInt16) {
        self.init(.v4, port, 0, UInt64(address.s_addr), 0)
    }

    /// An IPv4 address mapped into IPv6 (RFC 4291 §2.5.5.2) becomes the IPv4 address it is.
    private init(_ address: in6_addr, port: UInt16, scope: UInt32) {
        let (high, low) = withUnsafeBytes(of: address) {
            (
                $0.loadUnaligned(as: UInt64.self),
                $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
            )
        }
        let mappedPrefix: UInt32 = 0xffff_0000
        if high == 0, UInt32(truncatingIfNeeded: low) == mappedPrefix {
            self.init(.v4, port, 0, low >> 32, 0)
        } else {
            self.init(.v6, port, scope, high, low)
        }
    }

    /// Reads what accept4(2) or getsockname(2) wrote.
    init(_ storage: sockaddr_storage) {
        self = withUnsafeBytes(of: storage) { bytes in
            if storage.ss_family == sa_family_t(AF_INET6) {
                let address = bytes.loadUnaligned(as: sockaddr_in6.self)
                return SocketAddress(
                    address.sin6_addr,
                    port: UInt16(bigEndian: address.sin6_port),
                    scope: address.sin6_scope_id
                )
            }
            let address = bytes.loadUnaligned(as: sockaddr_in.self)
            return SocketAddress(address.sin_addr, port: UInt16(bigEndian: address.sin_port))
        }
    }

    /// The same address with another port.
    public func with(port: UInt16) -> SocketAddress {
        SocketAddress(family, port, scope, high, low)
    }

    /// "127.0.0.1:8080" or "[::1]:8080".
    public var description: String {
        switch family {
        case .v4: "\(ip):\(port)"
        case .v6: "[\(ip)]:\(port)"
        }
    }

    /// The address without port, as limits per address count it: "127.0.0.1" or "::1".
    public var ip: String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) { text in
            let system = family == .v4 ? AF_INET : AF_INET6
            guard
                let start = withUnsafeBytes(
                    of: (high, low),
                    { inet_ntop(system, $0.baseAddress, text.baseAddress, socklen_t(text.count)) }
                )
            else { return "?" }
            return String(cString: start)
        }
    }

    var systemFamily: Int32 { family == .v4 ? AF_INET : AF_INET6 }

    /// As bind(2) does.
    public func bind(_ socket: Int32) -> Int32 {
        withSystemAddress { Glibc.bind(socket, $0, $1) }
    }

    /// As connect(2) does.
    public func connect(_ socket: Int32) -> Int32 {
        withSystemAddress { Glibc.connect(socket, $0, $1) }
    }

    /// Calls `body` with the address as bind(2) and connect(2) want it.
    func withSystemAddress<Result>(
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        var storage = sockaddr_storage()
        let count = withUnsafeMutableBytes(of: &storage) { bytes in
            switch family {
            case .v4:
                var address = sockaddr_in()
                address.sin_family = sa_family_t(AF_INET)
                address.sin_port = port.bigEndian
                address.sin_addr.s_addr = UInt32(truncatingIfNeeded: high)
                bytes.storeBytes(of: address, as: sockaddr_in.self)
                return MemoryLayout<sockaddr_in>.size
            case .v6:
                var address = sockaddr_in6()
                address.sin6_family = sa_family_t(AF_INET6)
                address.sin6_port = port.bigEndian
                address.sin6_scope_id = scope
                withUnsafeMutableBytes(of: &address.sin6_addr) {
                    $0.storeBytes(of: high, as: UInt64.self)
                    $0.storeBytes(of: low, toByteOffset: 8, as: UInt64.self)
                }
                bytes.storeBytes(of: address, as: sockaddr_in6.self)
                return MemoryLayout<sockaddr_in6>.size
            }
        }
        return withUnsafePointer(to: storage) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(count)) }
        }
    }
}

/// getaddrinfo(3), which may block for many seconds, away from the loop.
public enum HostLookup {
    /// Addresses of one host that are tried.
    static let maxAddresses = 8

    /// Completes on the loop, at the end of this turn at the earliest.
    ///
    /// - Parameter done: given the host's IP addresses as numbers, the first to be tried first; none where
    ///   it is unknown.
    public static func find(
        _ host: String,
        on loop: EventLoop,
        _ done: @escaping ([String]) -> Void
    ) {
        let caller = Caller(done: done)
        DispatchQueue.global().async {
            let numbers = numbers(of: host)
            loop.execute { caller.done(numbers) }
        }
    }

    /// Goes to the thread that waits, and comes back to the loop it is from.
    private struct Caller: @unchecked Sendable {
        let done: ([String]) -> Void
    }

    private static func numbers(of host: String) -> [String] {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &list) == 0 else { return [] }
        defer { freeaddrinfo(list) }
        var numbers: [String] = []
        var next = list
        while let entry = next, numbers.count < maxAddresses {
            if let number = number(entry.pointee) { numbers.append(number) }
            next = entry.pointee.ai_next
        }
        return numbers
    }

    private static func number(_ entry: addrinfo) -> String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(NI_MAXHOST)) { text in
            let status = getnameinfo(
                entry.ai_addr,
                entry.ai_addrlen,
                text.baseAddress,
                socklen_t(text.count),
                nil,
                0,
                NI_NUMERICHOST
            )
            guard status == 0, let start = text.baseAddress else { return nil }
            return String(cString: start)
        }
    }
}
