import GameState
import Protocol
import Rooms

/// What the creator of a session gets: its names, its links, and the host's tokens.
public struct SessionLinks: Sendable {
    var session: SessionID
    public var joinCode: String
    public var joinURL: String
    var tvURL: String
    /// Makes a device the host, as often as it is opened.
    public var hostURL: String
    /// Makes another device the host, once.
    public var recoveryCode: String
    var hostToken: String
    var hostRefreshToken: String
    var joinToken: String
    var tvJoinToken: String
    var hostAuthToken: String
    var socketURL: String

    /// Makes the tokens and a recovery code, and keeps what must be known of them.
    static func make(
        for lobby: Lobby,
        hostToken: String,
        on shard: Shard,
        _ done: @escaping @Sendable (Result<SessionLinks, WireError>) -> Void
    ) {
        shard.makeRecovery(of: lobby.session) { recovery in
            switch recovery {
            case .success(let recovery):
                make(for: lobby, hostToken, recovery.code, shard.services, at: shard.loop.now, done)
            case .failure(let error):
                done(.failure(error))
            }
        }
    }

    private static func make(
        for lobby: Lobby,
        _ hostToken: String,
        _ recoveryCode: String,
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
            hostURL: services.configuration.hostURL(of: session, token: hostToken),
            recoveryCode: recoveryCode,
            hostToken: hostToken,
            hostRefreshToken: pair.refresh,
            joinToken: lobby.joinToken?.text ?? "",
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
        writer.member("hostToken", hostToken)
        writer.member("hostUrl", hostURL)
        writer.member("recoveryCode", recoveryCode)
        writer.member("wsUrl", socketURL)
    }
}

extension Services {
    /// Begins a session on the shard it belongs to, then makes its links.
    func begin(
        _ game: HostedGame,
        settings: JSONObject,
        _ done: @escaping @Sendable (Result<SessionLinks, WireError>) -> Void
    ) {
        let hostToken = RandomNames.hostToken()
        let new = NewSession(
            session: RandomNames.session(),
            settings: settings,
            randomSeed: UInt64.random(in: .min ... .max),
            hostTokenHash: HostToken.hash(of: hostToken)
        )
        let shard = directory.shard(of: new.session)
        shard.loop.execute {
            shard.begin(new, game) { result in
                switch result {
                case .success(let room):
                    SessionLinks.make(for: room.lobby, hostToken: hostToken, on: shard) {
                        result in
                        if case .failure = result {
                            // Nobody has its links, and it would stand empty for hours.
                            shard.loop.execute { shard.registry[new.session]?.close { _ in } }
                        }
                        done(result)
                    }
                case .failure(let error): done(.failure(error))
                }
            }
        }
    }
}
