import CLinux
import Dispatch
import Glibc
import Synchronization

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

    /// True where the address is one of the internet's, and of nobody's own network (RFC 6890): of IPv6 global unicast without
    /// what leads elsewhere by another address within it.
    public var isPublic: Bool {
        withUnsafeBytes(of: (high, low)) { bytes in
            let (first, second, third) = (bytes[0], bytes[1], bytes[2])
            switch family {
            case .v4:
                switch (first, second) {
                case (0, _), (10, _), (127, _), (224..., _): return false
                case (100, 64...127), (169, 254), (172, 16...31), (192, 168), (198, 18...19):
                    return false
                case (192, 0): return third != 0 && third != 2
                case (192, 88): return third != 99
                case (198, 51): return third != 100
                case (203, 0): return third != 113
                case _: return true
                }
            case .v6:
                guard first & 0xE0 == 0x20 else { return false }
                let isTunnel = first == 0x20 && second == 0x02
                // Teredo, benchmarks, ORCHID and examples.
                let isSpecial = first == 0x20 && second == 0x01 && (third < 2 || third == 0x0D)
                return !isTunnel && !isSpecial
            }
        }
    }

    /// True where packets to it stay on this machine, or in the network that it is in (RFC 1918, 3927, 4193, 4291). It is not
    /// the contrary of `isPublic`: tunnels and translations, which are neither, lead to the internet.
    public var isPrivate: Bool {
        withUnsafeBytes(of: (high, low)) { bytes in
            switch family {
            case .v4:
                switch (bytes[0], bytes[1]) {
                case (10, _), (127, _), (169, 254), (172, 16...31), (192, 168): true
                case _: false
                }
            case .v6:
                bytes[0] & 0xFE == 0xFC || (bytes[0] == 0xFE && bytes[1] & 0xC0 == 0x80)
                    || (bytes.dropLast().allSatisfy { $0 == 0 } && bytes[15] == 1)
            }
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
public final class HostLookup: Sendable {
    /// Of names that the operator gives.
    public static let own = HostLookup(atATime: .max)
    /// Of names that somebody else chooses. One that nobody answers for holds its thread long after whoever asked has gone:
    /// there are never more of them than these.
    public static let strangers = HostLookup(atATime: 8)

    /// Addresses of one host that are tried.
    private static let maxAddresses = 8

    private let limit: Int
    private let resolve: @Sendable (String) -> [String]
    private let underWay = Atomic<Int>(0)
    private let queue = DispatchQueue(label: "host names", attributes: .concurrent)

    init(
        atATime limit: Int,
        by resolve: @escaping @Sendable (String) -> [String] = HostLookup.numbers
    ) {
        self.limit = limit
        self.resolve = resolve
    }

    /// Completes on the loop, at the end of this turn at the earliest.
    ///
    /// - Parameter done: given the host's IP addresses as numbers, the first to be tried first; none where
    ///   it is unknown, or too many others are looked up.
    public func find(
        _ host: String,
        on loop: EventLoop,
        _ done: @escaping ([String]) -> Void
    ) {
        let caller = Caller(done: done)
        guard underWay.add(1, ordering: .relaxed).newValue <= limit else {
            underWay.subtract(1, ordering: .relaxed)
            return loop.execute { caller.done([]) }
        }
        queue.async { [self] in
            let numbers = resolve(host)
            underWay.subtract(1, ordering: .relaxed)
            loop.execute { caller.done(numbers) }
        }
    }

    /// Goes to the thread that waits, and comes back to the loop it is from.
    private struct Caller: @unchecked Sendable {
        let done: ([String]) -> Void
    }

    @Sendable private static func numbers(of host: String) -> [String] {
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
