import Gateway
import Glibc
import OpenSSL
import Transport

/// Text for the person who started the gateway: links for the host, the TV and the players. Fits 80
/// columns with the addresses of a household.
struct StartupBanner {
    private let game: String
    private let links: SessionLinks
    private let base: String
    /// Instructions for trusting the household's certificate; empty where that is not needed.
    private let trust: String

    /// - Parameters:
    ///   - game: its title.
    ///   - certificates: address where devices get the household's certificate.
    init(
        _ game: String,
        _ links: SessionLinks,
        _ configuration: Configuration,
        _ certificates: SocketAddress?
    ) {
        self.game = game
        self.links = links
        base = configuration.publicURL
        trust =
            if let certificates, let household = configuration.tls?.household {
                Self.trust(household.fingerprint, certificates)
            } else { "" }
    }

    var text: String {
        """

        \(game) is ready.

          Host   \(links.hostURL)
          TV     \(base)/tv
                 shows a code; type it on the host's screen
          Join   \(links.joinURL)
                 or \(base)/ with the code \(links.joinCode)

          If the host's device is lost: \(base)/host
                 with the recovery code \(recoveryCode), once
        \(trust)
        \(codes)
        """
    }

    /// The fingerprint in two lines, as one is wider than a terminal.
    private static func trust(_ fingerprint: String, _ address: SocketAddress) -> String {
        let bytes = fingerprint.split(separator: ":")
        let lines = [bytes.prefix(16), bytes.dropFirst(16)].map { $0.joined(separator: ":") }
        return """

              To trust this house's certificate, first, on each device:
                     http://\(LocalNetwork.name(for: address)):\(address.port)/
                     whose fingerprint (SHA-256) is
                     \(lines[0])
                     \(lines[1])

            """
    }

    /// In groups of four, as the host's page shows it.
    private var recoveryCode: String {
        var groups: [Substring] = []
        var rest = links.recoveryCode[...]
        while !rest.isEmpty {
            groups.append(rest.prefix(4))
            rest = rest.dropFirst(4)
        }
        return groups.joined(separator: "-")
    }

    private var codes: String {
        guard let host = QRCode(links.hostURL), let players = QRCode(links.joinURL) else {
            return ""
        }
        return QRCode.terminal([("The host scans this:", host), ("Players scan this:", players)])
    }
}

/// Names by which other devices of the house reach this machine.
enum LocalNetwork {
    /// The host part of a link: the address itself, or, where it listens on all, this machine's own
    /// in the local network.
    static func name(for address: SocketAddress) -> String {
        let ip = address.ip
        if ip == "0.0.0.0" || ip == "::" {
            let own = addresses().first { !$0.isLoopback && !$0.text.contains(":") }
            return own?.text ?? "127.0.0.1"
        }
        return ip.contains(":") ? "[\(ip)]" : ip
    }

    /// As it calls itself (gethostname(2)).
    static var machine: String {
        var text = [CChar](repeating: 0, count: 256)
        gethostname(&text, text.count - 1)
        return Self.text(text)
    }

    /// Names in a certificate for all visitors: this machine's own, localhost, the name that mDNS
    /// gives it, and the address of every interface that is up.
    static var names: [CertificateName] {
        let label = machine.prefix { $0 != "." }
        let usual = ["localhost", "127.0.0.1", "::1", "\(label).local", machine]
        // An address that needs its interface beside it is left out: no browser takes it.
        return (usual + addresses().map(\.text)).compactMap { CertificateName(host: $0) }
            .filter { !$0.mayBeTopLevel || $0 == .domain("localhost") }
    }

    /// The addresses of all interfaces that are up (getifaddrs(3)).
    private static func addresses() -> [(text: String, isLoopback: Bool)] {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return [] }
        defer { freeifaddrs(list) }
        var found: [(text: String, isLoopback: Bool)] = []
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
            found.append((Self.text(text), flags & Int32(IFF_LOOPBACK) != 0))
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

    /// Up to its zero.
    private static func text(_ bytes: [CChar]) -> String {
        String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
