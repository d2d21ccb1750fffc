import Glibc

/// Ports that nobody uses, for servers that are to keep theirs over restarts.
enum FreePort {
    /// Below the kernel's own range (ip_local_port_range), so that no outgoing connection takes one
    /// while its server is down.
    private static let range: Range<UInt16> = 20_000..<32_000

    static func next() -> UInt16 {
        while true {
            let port = UInt16.random(in: range)
            if isFree(port) { return port }
        }
    }

    private static func isFree(_ port: UInt16) -> Bool {
        let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(socket) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        } == 0
    }
}
