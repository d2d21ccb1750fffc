import Dispatch
import Gateway
import Glibc
import Logging
import OpenSSL
import Synchronization
import Transport

/// The base of links where nobody has configured one: by this machine's address in the local network, which is looked
/// for again and again. A network gives it another one, or the first one after the start.
final class OwnAddress: Sendable {
    private let listening: SocketAddress
    private let scheme: String
    private let current: Mutex<String>

    /// Seconds between two looks.
    private static let periodSeconds = 5

    /// - Parameter listening: the address that links lead to.
    init(_ listening: SocketAddress, isSecure: Bool) {
        self.listening = listening
        scheme = isSecure ? "https" : "http"
        current = Mutex("")
        current.withLock { $0 = now }
    }

    /// As it was at the last look.
    var url: String { current.withLock { $0 } }

    private var now: String { "\(scheme)://\(LocalNetwork.host(for: listening)):\(listening.port)" }

    /// - Parameter reached: all addresses that are listened on.
    func keepUp(reached: [SocketAddress], _ log: Logger) {
        let isForOthers = reached.contains { !$0.isLoopback }
        warn(of: url, isForOthers, log)
        DispatchQueue.global(qos: .utility).asyncAfter(
            deadline: .now() + .seconds(Self.periodSeconds)
        ) {
            self.look(isForOthers, log)
        }
    }

    private func look(_ isForOthers: Bool, _ log: Logger) {
        let found = now
        let isNew = current.withLock { url in
            defer { url = found }
            return url != found
        }
        if isNew {
            log.notice(
                "links lead to another address of this machine",
                metadata: ["url": "\(found)"]
            )
            warn(of: found, isForOthers, log)
        }
        DispatchQueue.global(qos: .utility).asyncAfter(
            deadline: .now() + .seconds(Self.periodSeconds)
        ) {
            self.look(isForOthers, log)
        }
    }

    private func warn(of url: String, _ isForOthers: Bool, _ log: Logger) {
        guard isForOthers, url.hasPrefix("\(scheme)://\(LocalNetwork.loopback):") else { return }
        log.warning(
            """
            links and QR codes lead to this machine alone, which has no address for others now: \
            --public-url (GATEWAY_PUBLIC_URL) names one
            """,
            metadata: ["url": "\(url)"]
        )
    }
}

extension SocketAddress {
    fileprivate var isLoopback: Bool { ip == "::1" || ip.hasPrefix("127.") }
}

extension LocalNetwork {
    /// This machine as it calls itself (gethostname(2)).
    static var machine: String {
        var text = [CChar](repeating: 0, count: 256)
        gethostname(&text, text.count - 1)
        return String(
            decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) },
            as: UTF8.self
        )
    }

    /// Names in a certificate for all visitors: this machine's own, localhost, the name that mDNS
    /// gives it, and the address of every interface that is up.
    static var names: [CertificateName] {
        let label = machine.prefix { $0 != "." }
        let usual = ["localhost", "127.0.0.1", "::1", "\(label).local", machine]
        // An address that needs its interface beside it is left out: no browser takes it.
        return (usual + addresses.map(\.text)).compactMap { CertificateName(host: $0) }
            .filter { !$0.mayBeTopLevel || $0 == .domain("localhost") }
    }
}
