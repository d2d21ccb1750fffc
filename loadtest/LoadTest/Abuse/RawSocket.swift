import GatewayClient
import GatewayClientTransport
import Glibc

/// A TCP socket for those who keep no rules: says what it likes, and leaves as it likes.
final class RawSocket {
    enum Received {
        case bytes([UInt8])
        case nothing
        /// The other end has closed or reset it.
        case ended
    }

    private static let connectMs = 2_000
    /// A `struct sock_filter` of <linux/filter.h>, the whole program of SO_ATTACH_FILTER (socket(7)):
    /// return 0, which is to keep no byte of a packet.
    private static let dropAll: UInt64 = 0x06

    private(set) var descriptor: Int32

    /// - Parameters:
    ///   - source: the own address, one of 127.0.0.0/8.
    ///   - receiveBytes: how much the kernel takes in for one who does not read; nil: as usual.
    init(
        to target: Target,
        from source: String,
        receiveBytes: Int32? = nil
    ) throws(ClientFailure) {
        let stream = Int32(bitPattern: SOCK_STREAM.rawValue)
        descriptor = socket(AF_INET, stream | Int32(bitPattern: SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw Self.failure("socket") }
        if let receiveBytes { set(SOL_SOCKET, SO_RCVBUF, receiveBytes) }
        set(Int32(IPPROTO_TCP), TCP_NODELAY, 1)
        // Takes a port when it is known for what, so that they do not run out by address.
        set(Int32(IPPROTO_IP), Int32(IP_BIND_ADDRESS_NO_PORT), 1)
        var patience = timeval(tv_sec: Self.connectMs / 1_000, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, size)
        let fd = descriptor
        guard Self.withAddress(source, 0, { bind(fd, $0, $1) }) == 0,
            Self.withAddress(target.address.ip, target.address.port, { connect(fd, $0, $1) }) == 0
        else {
            let failure = Self.failure("connect")
            close()
            throw failure
        }
    }

    deinit { close() }

    private static func failure(_ call: String) -> ClientFailure {
        .unreachable("\(call): \(String(cString: strerror(errno)))")
    }

    private func set(_ level: Int32, _ option: Int32, _ value: Int32) {
        var value = value
        setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    static func withAddress<Result>(
        _ ip: String,
        _ port: UInt16,
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        inet_pton(AF_INET, ip, &address.sin_addr)
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    // MARK: Saying and hearing

    /// As much as the kernel takes at once.
    ///
    /// - Returns: nil when the other end is gone.
    func trySend(_ bytes: ArraySlice<UInt8>) -> Int? {
        let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
        let count = bytes.withUnsafeBytes {
            Glibc.send(descriptor, $0.baseAddress, $0.count, flags)
        }
        if count >= 0 { return count }
        return errno == EAGAIN || errno == EINTR ? 0 : nil
    }

    /// - Returns: whether all was taken in time.
    @discardableResult
    func send(_ bytes: [UInt8], waitMs: Int64 = 1_000) -> Bool {
        let endUs = Ticks.nowUs + waitMs * 1_000
        var rest = bytes[...]
        while !rest.isEmpty {
            guard let count = trySend(rest) else { return false }
            rest = rest.dropFirst(count)
            if count == 0 {
                guard Ticks.nowUs < endUs else { return false }
                wait(for: POLLOUT, ms: 10)
            }
        }
        return true
    }

    func receive(waitMs: Int32 = 0) -> Received {
        if waitMs > 0 { wait(for: POLLIN, ms: waitMs) }
        var bytes = [UInt8](repeating: 0, count: 32 * 1024)
        let count = bytes.withUnsafeMutableBytes {
            recv(descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT))
        }
        if count > 0 { return .bytes(Array(bytes[..<count])) }
        return count < 0 && (errno == EAGAIN || errno == EINTR) ? .nothing : .ended
    }

    /// Everything that comes until the other end is done with us; nil when it is not in time.
    func receiveUntilEnd(waitMs: Int64) -> [UInt8]? {
        let endUs = Ticks.nowUs + waitMs * 1_000
        var all: [UInt8] = []
        while Ticks.nowUs < endUs {
            switch receive(waitMs: 20) {
            case .bytes(let bytes): all += bytes
            case .nothing: continue
            case .ended: return all
            }
        }
        return nil
    }

    func awaitInput(ms: Int32) { wait(for: POLLIN, ms: ms) }

    /// For a library that brings its own way of waiting.
    func stopBlocking() {
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    }

    private func wait(for events: Int32, ms: Int32) {
        var poll = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        Glibc.poll(&poll, 1, ms)
    }

    // MARK: Leaving

    func close() {
        if descriptor >= 0 { Glibc.close(descriptor) }
        descriptor = -1
    }

    /// Leaves with RST in place of FIN.
    func reset() {
        var linger = linger(l_onoff: 1, l_linger: 0)
        let size = socklen_t(MemoryLayout<Glibc.linger>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, size)
        close()
    }

    /// Vanishes: whatever arrives from now on is dropped before TCP sees it, so that nothing is ever
    /// acknowledged, as if a cable had been cut. Needs no privilege.
    func deafen() {
        var filter = Self.dropAll
        withUnsafeMutablePointer(to: &filter) { filter in
            // A `struct sock_fprog`: how many instructions, and where.
            var program = (UInt16(1), filter)
            let size = socklen_t(MemoryLayout.size(ofValue: program))
            setsockopt(descriptor, SOL_SOCKET, SO_ATTACH_FILTER, &program, size)
        }
    }
}
