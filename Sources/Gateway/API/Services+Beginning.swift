import GameState
import Protocol
import Rooms

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
