package import GatewayClient
import GatewayClientTransport
import Glibc
import HTTP
import Protocol
import Transport
import WebClient

/// A TCP socket for those who keep no rules: says what it likes, and leaves as it likes.
package final class RawSocket {
    enum Received {
        case bytes([UInt8])
        case nothing
        /// The other end has closed or reset it.
        case ended
    }

    private static let connectSeconds = 2
    private static let sendUs: Int64 = 1_000_000
    /// As little as the kernel lets a receiver have.
    static let fewBytes: Int32 = 2_048
    /// A `struct sock_filter` of <linux/filter.h>, the whole program of SO_ATTACH_FILTER (socket(7)):
    /// return 0, which is to keep no byte of a packet.
    private static let dropAll: UInt64 = 0x06

    private(set) var descriptor: Int32

    /// - Parameters:
    ///   - source: the own address, one of 127.0.0.0/8.
    ///   - receiveBytes: how much the kernel takes in for one who does not read; nil: as usual.
    package init(
        to target: Target,
        from source: String,
        receiveBytes: Int32? = nil
    ) throws(ClientFailure) {
        let stream = Int32(bitPattern: SOCK_STREAM.rawValue)
        descriptor = socket(AF_INET, stream | Int32(bitPattern: SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw Self.failure("socket") }
        if let receiveBytes { set(SO_RCVBUF, to: receiveBytes) }
        set(TCP_NODELAY, of: Int32(IPPROTO_TCP), to: Int32(1))
        // Takes a port when it is known for what, so that they do not run out by address.
        set(Int32(IP_BIND_ADDRESS_NO_PORT), of: Int32(IPPROTO_IP), to: Int32(1))
        set(SO_SNDTIMEO, to: timeval(tv_sec: Self.connectSeconds, tv_usec: 0))
        guard SocketAddress("\(source):0")?.bind(descriptor) == 0,
            target.address.connect(descriptor) == 0
        else {
            let failure = Self.failure("connect")
            close()
            throw failure
        }
        // From here on nothing waits but in `wait`.
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    }

    deinit { close() }

    private static func failure(_ call: String) -> ClientFailure {
        .unreachable("\(call): \(String(cString: strerror(errno)))")
    }

    private func set(_ option: Int32, of level: Int32 = SOL_SOCKET, to value: some Any) {
        _ = withUnsafeBytes(of: value) {
            setsockopt(descriptor, level, option, $0.baseAddress, socklen_t($0.count))
        }
    }

    // MARK: Saying and hearing

    /// As much as the kernel takes at once.
    ///
    /// - Returns: nil when the other end is gone.
    func trySend(_ bytes: ArraySlice<UInt8>) -> Int? {
        let count = bytes.withUnsafeBytes {
            Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        if count >= 0 { return count }
        return errno == EAGAIN || errno == EINTR ? 0 : nil
    }

    /// - Returns: whether all was taken in time.
    @discardableResult
    package func send(_ bytes: [UInt8]) -> Bool {
        let endUs = Ticks.nowUs + Self.sendUs
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
        if waitMs > 0 { wait(ms: waitMs) }
        var bytes = [UInt8](repeating: 0, count: 32 * 1024)
        let count = bytes.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
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

    /// The answer to `call` in HTTP, and what came behind it.
    func receiveResponse(to call: String, waitMs: Int64)
        throws(ClientFailure) -> (response: Response, rest: [UInt8])
    {
        let endUs = Ticks.nowUs + waitMs * 1_000
        var parser = ResponseParser()
        while Ticks.nowUs < endUs {
            switch receive(waitMs: 20) {
            case .nothing: continue
            case .ended: throw .unreachable("\(call) was cut off")
            case .bytes(var bytes):
                do {
                    let (response, rest) = try bytes.withUnsafeMutableBytes { bytes in
                        var input = bytes
                        return (try parser.next(&input), Array(input))
                    }
                    if let response { return (response, rest) }
                } catch { throw .unexpected("\(call): \(error)") }
            }
        }
        throw .tookTooLong(call)
    }

    /// Of an answer in HTTP; nil where none begins.
    static func status(of answer: [UInt8]) -> Int? {
        Int(String(decoding: answer.prefix(12), as: UTF8.self).dropFirst(9))
    }

    func wait(for events: Int32 = POLLIN, ms: Int32) {
        var poll = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        Glibc.poll(&poll, 1, ms)
    }

    // MARK: Leaving

    package func close() {
        if descriptor >= 0 { Glibc.close(descriptor) }
        descriptor = -1
    }

    /// Leaves with RST in place of FIN.
    package func reset() {
        set(SO_LINGER, to: linger(l_onoff: 1, l_linger: 0))
        close()
    }

    /// Vanishes: whatever arrives from now on is dropped before TCP sees it, so that nothing is ever
    /// acknowledged, as if a cable had been cut. Needs no privilege.
    func deafen() {
        // A `struct sock_fprog`: how many instructions, and where.
        withUnsafePointer(to: Self.dropAll) { set(SO_ATTACH_FILTER, to: (UInt16(1), $0)) }
    }
}

extension RESTRequest {
    package static let patienceMs: Int64 = 10_000

    /// Makes the call on a connection of its own, and waits for the answer.
    ///
    /// - Parameter source: the own address, one of 127.0.0.0/8.
    package func ask(
        _ target: Target,
        from source: String = "127.0.0.1",
        waitMs: Int64 = patienceMs
    ) throws(ClientFailure) -> RESTAnswer {
        let socket = try RawSocket(to: target, from: source)
        defer { socket.close() }
        socket.send(bytes(to: target))
        return RESTAnswer(try socket.receiveResponse(to: name, waitMs: waitMs).response)
    }

    func bytes(to target: Target) -> [UInt8] {
        var call = WebCall(self)
        call.headers.append("Connection", "close")
        return call.bytes(to: target.origin)
    }
}
