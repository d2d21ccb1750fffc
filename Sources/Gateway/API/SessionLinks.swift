import GameState
import Protocol
import Rooms

/// The creator's part of a new session: its names, its links, and the host's tokens.
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
    ///
    /// - Parameter asked: the address by which the session was asked for; nil on the console.
    init(for lobby: Lobby, hostToken: String, _ asked: AskedAddress?, on shard: Shard) async throws
    {
        let services = shard.services
        let recovery = try await shard.makeRecovery(of: lobby.session)
        let (now, links) = (shard.loop.now, services.configuration.links(for: asked))
        let pair = services.tokens.pair(lobby.session, .host, at: now)
        session = lobby.session
        joinCode = lobby.joinCode
        joinURL = services.configuration.joinURL(of: lobby, for: asked)
        joinToken = lobby.joinToken?.text ?? ""
        tvJoinToken = services.tokens.tvJoin(session, at: now)
        tvURL = links.tvURL(of: session, token: tvJoinToken)
        self.hostToken = hostToken
        hostURL = links.hostURL(of: session, token: hostToken)
        hostAuthToken = pair.auth
        hostRefreshToken = pair.refresh
        recoveryCode = recovery.code
        socketURL = links.socketURL(of: session)
        try await services.archive.store(pair.record)
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

extension Configuration {
    /// The link for players as one who came so is told it.
    func joinURL(of lobby: Lobby, for asked: AskedAddress?) -> String {
        guard findURL != nil, let token = lobby.joinToken else { return lobby.joinURL }
        return links(for: asked).joinURL(of: lobby.session, token: token.text)
    }
}

extension RequestContext {
    /// Links for whoever asks.
    var links: LinkBase { services.configuration.links(for: asked) }

    func joinURL(of lobby: Lobby) -> String {
        services.configuration.joinURL(of: lobby, for: asked)
    }
}

extension Services {
    /// Begins a session on the shard it belongs to, then makes its links.
    func begin(
        _ game: HostedGame,
        settings: JSONObject,
        _ asked: AskedAddress? = nil
    ) async throws -> SessionLinks {
        let hostToken = RandomNames.hostToken()
        let new = NewSession(
            session: RandomNames.session(),
            settings: settings,
            randomSeed: UInt64.random(in: .min ... .max),
            hostTokenHash: HostToken.hash(of: hostToken)
        )
        return try await directory.shard(of: new.session).run { shard in
            let room = try await shard.registry.begin(new, of: game.name)
            do {
                return try await SessionLinks(
                    for: room.lobby,
                    hostToken: hostToken,
                    asked,
                    on: shard
                )
            } catch {
                // Nobody has its links, and it would stand empty for hours.
                shard.registry[new.session]?.close { _ in }
                throw error
            }
        }
    }
}
