import GameState
public import Protocol

/// What the creator of a session gets: its names, its links, and the host's tokens.
public struct SessionLinks: Sendable {
    public var session: SessionID
    public var joinCode: String
    public var joinURL: String
    public var tvURL: String
    /// The TV's document as it is, live; opens with the TV's token.
    public var watchURL: String
    public var hostRefreshToken: String
    var joinToken: String
    var tvJoinToken: String
    var hostAuthToken: String
    var socketURL: String

    /// Makes the tokens, and keeps the refresh token.
    static func make(
        for lobby: Lobby,
        _ services: Services,
        at now: ServerTime,
        _ done: @escaping @Sendable (Result<SessionLinks, WireError>) -> Void
    ) {
        let session = lobby.session
        let pair = services.tokens.pair(session, .host, at: now)
        let tvToken = services.tokens.tvJoin(session, at: now)
        let base = services.configuration.publicURL
        let links = SessionLinks(
            session: session,
            joinCode: lobby.joinCode,
            joinURL: lobby.joinURL,
            tvURL: "\(base)/tv/\(session)?t=\(tvToken)",
            watchURL: "\(base)/watch/\(session)?t=\(tvToken)",
            hostRefreshToken: pair.refresh,
            joinToken: services.tokens.join(session, at: now),
            tvJoinToken: tvToken,
            hostAuthToken: pair.auth,
            socketURL: services.configuration.socketURL(of: session)
        )
        services.archive.store(pair.record) { result in
            switch result {
            case .success: done(.success(links))
            case .failure:
                done(.failure(.nothingSaved))
            }
        }
    }

    func write(to writer: inout JSONWriter) {
        writer.member("sessionId", session.rawValue)
        writer.member("joinCode", joinCode)
        writer.member("joinToken", joinToken)
        writer.member("joinUrl", joinURL)
        writer.member("tvJoinToken", tvJoinToken)
        writer.member("tvUrl", tvURL)
        writer.member("hostAuthToken", hostAuthToken)
        writer.member("hostRefreshToken", hostRefreshToken)
        writer.member("wsUrl", socketURL)
    }
}
