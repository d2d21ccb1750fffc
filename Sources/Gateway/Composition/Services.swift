import Archive
import GameState
import Logging
import OpenSSL
import Protocol
import Voice

/// What all shards share; nothing in it belongs to one session.
struct Services: Sendable {
    var configuration: Configuration
    let directory: Directory
    var readiness: Readiness
    var files: StaticFiles
    var games: [HostedGame]
    var archive: any Archive
    var tokens: TokenIssuer
    var clipLinks: ClipLinks
    /// Nil where nothing is read aloud.
    var voice: VoiceStudio?
    var addressLimits: AddressLimits
    let silentConnections = SilentConnections()
    var metrics: GatewayMetrics
    var log: Logger

    func game(named name: String) -> HostedGame? {
        games.first { $0.name == name }
    }
}
