import Archive
import GameState
import Logging
import OpenSSL
import Protocol

/// What all shards share; nothing in it belongs to one session.
struct Services: Sendable {
    var configuration: Configuration
    var files: StaticFiles
    let directory = Directory()
    var games: [HostedGame]
    var archive: any Archive
    var tokens: TokenIssuer
    var addressLimits: AddressLimits
    var metrics: GatewayMetrics
    var log: Logger

    func game(named name: String) -> HostedGame? {
        games.first { $0.name == name }
    }
}
