import Glibc
import Transport

/// Under which name other devices of the house reach this machine.
enum LocalNetwork {
    /// The host part of a link: the address itself, or, where it listens on all, this machine's own
    /// in the local network.
    static func name(for address: SocketAddress) -> String {
        let ip = address.ip
        if ip == "0.0.0.0" || ip == "::" { return firstAddress() ?? "127.0.0.1" }
        return ip.contains(":") ? "[\(ip)]" : ip
    }

    /// The first IPv4 address that is up and is not the machine itself (getifaddrs(3)).
    private static func firstAddress() -> String? {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return nil }
        defer { freeifaddrs(list) }
        var next = list
        while let entry = next?.pointee {
            next = entry.ifa_next
            let flags = Int32(bitPattern: entry.ifa_flags)
            guard let address = entry.ifa_addr, address.pointee.sa_family == AF_INET,
                flags & Int32(IFF_UP) != 0, flags & Int32(IFF_LOOPBACK) == 0
            else { continue }
            var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            let length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let status = getnameinfo(
                address,
                length,
                &text,
                socklen_t(text.count),
                nil,
                0,
                NI_NUMERICHOST
            )
            if status == 0 {
                let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
                return String(decoding: bytes, as: UTF8.self)
            }
        }
        return nil
    }
}
