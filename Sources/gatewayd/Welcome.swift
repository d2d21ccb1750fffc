import Gateway

/// What whoever started the gateway reads: where the host, the TV and the players go.
struct Welcome {
    private let links: SessionLinks
    private let base: String

    init(_ links: SessionLinks, _ configuration: Configuration) {
        self.links = links
        base = configuration.publicURL
    }

    var text: String {
        let code = QRCode(links.joinURL)?.terminal ?? ""
        // The host's token stands behind the #, which no browser sends to a server.
        return """

            Tripto is ready.

              Host   \(base)/host#s=\(links.session)&r=\(links.hostRefreshToken)
              TV     \(links.tvURL)
              Watch  \(links.watchURL)
              Join   \(links.joinURL)
              Code   \(links.joinCode)   (at \(base)/)

            Players scan this:

            \(code)
            """
    }
}
