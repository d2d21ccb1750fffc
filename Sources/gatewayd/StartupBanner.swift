import Gateway
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
                     http://\(LocalNetwork.host(for: address)):\(address.port)/
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
