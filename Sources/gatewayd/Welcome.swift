import Gateway

/// What whoever started the gateway reads: where the host, the TV and the players go. Fits 80 columns
/// with the addresses of a household.
struct Welcome {
    private let links: SessionLinks
    private let base: String

    init(_ links: SessionLinks, _ configuration: Configuration) {
        self.links = links
        base = configuration.publicURL
    }

    var text: String {
        """

        Tripto is ready.

          Host   \(links.hostURL)
          TV     \(base)/tv
                 shows a code; type it on the host's screen
          Join   \(links.joinURL)
                 or \(base)/ with the code \(links.joinCode)

          If the host's device is lost: \(base)/host
                 with the recovery code \(recoveryCode), once

        \(codes)
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
