import Glibc

public enum FreePort {
    /// A port of 127.0.0.1 that nobody listens on at the moment.
    public static func find() throws -> UInt16 {
        let handle = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(handle) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var count = socklen_t(MemoryLayout<sockaddr_in>.size)
        let port = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { raw -> UInt16? in
                guard bind(handle, raw, count) == 0, getsockname(handle, raw, &count) == 0 else {
                    return nil
                }
                return UInt16(bigEndian: pointer.pointee.sin_port)
            }
        }
        guard let port else { throw GuardedProcess.Failure() }
        return port
    }
}
