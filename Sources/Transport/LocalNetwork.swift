import Glibc

/// An address of this machine, and the interface that has it.
public struct InterfaceAddress: Hashable, Sendable {
    public let interface: String
    /// Without a port; of a link-local IPv6 address with its interface behind a percent sign.
    public let text: String

    public init(interface: String, text: String) {
        self.interface = interface
        self.text = text
    }

    public var isV6: Bool { text.contains(":") }

    /// An address that others find without knowing more than it.
    fileprivate var isForOthers: Bool {
        !["127.", "169.254.", "fe80:"].contains(where: text.hasPrefix) && text != "::1"
    }

    /// Interfaces of containers and virtual machines, whose networks no other device of the house is in.
    private static let inner = [
        "docker", "br-", "veth", "virbr", "vnet", "cni", "podman", "lxc", "lxdbr",
    ]

    fileprivate var isInner: Bool { Self.inner.contains(where: interface.hasPrefix) }
}

/// Addresses by which other devices of the house reach this machine.
public enum LocalNetwork {
    public static let loopback = "127.0.0.1"

    /// The host part of a link: the address itself, or, where it listens on all, this machine's own in the local
    /// network as it is now.
    public static func host(for address: SocketAddress) -> String {
        let ip = address.ip
        guard ip == "0.0.0.0" || ip == "::" else { return bracketed(ip) }
        let candidates = address.family == .v6 ? addresses : addresses.filter { !$0.isV6 }
        return best(of: candidates, gateways: defaultInterfaces).map(bracketed) ?? loopback
    }

    /// The one of the interface that leads out of the house, IPv4 first; then that of any other that is no inner
    /// one; then of an inner one.
    ///
    /// - Parameter gateways: interfaces of default routes, the first first.
    /// - Returns: nil where there is none for others.
    public static func best(of addresses: [InterfaceAddress], gateways: [String]) -> String? {
        let all = addresses.filter(\.isForOthers)
        let outer = all.filter { !$0.isInner }
        for isV6 in [false, true] {
            let family = outer.filter { $0.isV6 == isV6 }
            for interface in gateways {
                if let own = family.first(where: { $0.interface == interface }) { return own.text }
            }
            if let any = family.first { return any.text }
        }
        return (all.first { !$0.isV6 } ?? all.first)?.text
    }

    private static func bracketed(_ ip: String) -> String {
        ip.contains(":") ? "[\(ip)]" : ip
    }

    /// The addresses of all interfaces that are up (getifaddrs(3)).
    public static var addresses: [InterfaceAddress] {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return [] }
        defer { freeifaddrs(list) }
        var found: [InterfaceAddress] = []
        var next = list
        while let entry = next?.pointee {
            next = entry.ifa_next
            let flags = Int32(bitPattern: entry.ifa_flags)
            guard let address = entry.ifa_addr, flags & Int32(IFF_UP) != 0,
                let byteCount = byteCount(ofFamily: Int32(address.pointee.sa_family))
            else { continue }
            var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            let status = getnameinfo(
                address,
                socklen_t(byteCount),
                &text,
                socklen_t(text.count),
                nil,
                0,
                NI_NUMERICHOST
            )
            guard status == 0 else { continue }
            found.append(
                InterfaceAddress(
                    interface: String(cString: entry.ifa_name),
                    text: String(
                        decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) },
                        as: UTF8.self
                    )
                )
            )
        }
        return found
    }

    private static func byteCount(ofFamily family: Int32) -> Int? {
        switch family {
        case AF_INET: MemoryLayout<sockaddr_in>.size
        case AF_INET6: MemoryLayout<sockaddr_in6>.size
        case _: nil
        }
    }

    // MARK: Default routes

    private static var defaultInterfaces: [String] {
        let v4 = lines(of: "/proc/net/route").compactMap(DefaultRoute.init(v4:))
        let v6 = lines(of: "/proc/net/ipv6_route").compactMap(DefaultRoute.init(v6:))
        return (v4 + v6).sorted { $0.metric < $1.metric }.map(\.interface)
    }

    /// Fields of each line of a small file; none where it can't be read.
    private static func lines(of path: String) -> [[Substring]] {
        guard let file = fopen(path, "re") else { return [] }
        defer { fclose(file) }
        var text: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 14)
        while case let count = fread(&chunk, 1, chunk.count, file), count > 0 {
            text += chunk[..<count]
        }
        return String(decoding: text, as: UTF8.self).split(separator: "\n").map {
            $0.split { $0 == " " || $0 == "\t" }
        }
    }
}

/// A way out of the local network, of a line of the kernel's tables (proc(5)).
private struct DefaultRoute {
    let interface: String
    let metric: UInt32

    private static let isUp: UInt32 = 1

    init?(v4 fields: [Substring]) {
        guard fields.count > 7, fields[1] == "00000000", fields[7] == "00000000",
            let flags = UInt32(fields[3], radix: 16), flags & Self.isUp != 0,
            let metric = UInt32(fields[6])
        else { return nil }
        interface = String(fields[0])
        self.metric = metric
    }

    init?(v6 fields: [Substring]) {
        guard fields.count > 9, fields[0].allSatisfy({ $0 == "0" }), fields[1] == "00",
            let flags = UInt32(fields[8], radix: 16), flags & Self.isUp != 0,
            let metric = UInt32(fields[5], radix: 16), fields[9] != "lo"
        else { return nil }
        interface = String(fields[9])
        self.metric = metric
    }
}
