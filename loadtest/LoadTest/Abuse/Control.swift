import Dispatch
import GatewayClient
import GatewayClientTransport
import Glibc

/// A bare TCP sink and someone who writes to it: what attackers cost the machine that they share with
/// the witness, without a gateway that they are aimed at.
enum Control {
    private static let piece = [UInt8](repeating: 0, count: 128)

    /// Writes to a sink for a while, with that share of a core.
    static func load(share: Double, seconds: Double) throws(ClientFailure) {
        let listening = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(listening) }
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening =
            RawSocket.withAddress("127.0.0.1", 0) { bind(listening, $0, $1) } == 0
            && listen(listening, 1) == 0
            && withUnsafeMutablePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    getsockname(listening, $0, &size)
                }
            } == 0
        guard isListening,
            let target = try? Target(url: "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))")
        else { throw .unexpected("no sink: errno \(errno)") }
        let isDrained = DispatchSemaphore(value: 0)
        DispatchQueue.global().async {
            drain(listening)
            isDrained.signal()
        }
        let writer = try RawSocket(to: target, from: "127.0.0.1")
        write(to: writer, share: share, seconds: seconds)
        writer.close()
        isDrained.wait()
    }

    private static func drain(_ listening: Int32) {
        let accepted = accept(listening, nil, nil)
        defer { close(accepted) }
        var bytes = [UInt8](repeating: 0, count: 64 * 1024)
        while recv(accepted, &bytes, bytes.count, 0) > 0 {}
    }

    private static func write(to writer: RawSocket, share: Double, seconds: Double) {
        let (startUs, startCPUUs) = (Ticks.nowUs, Pace.cpuUs)
        let endUs = startUs + Int64(seconds * 1_000_000)
        while case let nowUs = Ticks.nowUs, nowUs < endUs {
            if Double(Pace.cpuUs - startCPUUs) > share * Double(nowUs - startUs) {
                usleep(1_000)
            } else {
                writer.send(piece)
            }
        }
    }
}
