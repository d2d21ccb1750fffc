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

    /// Adds to a session's audit what its host did; nobody waits for it.
    func note(_ kind: AuditNote.Kind, of session: SessionID, at now: ServerTime) {
        let note = AuditNote(kind, of: session, by: .host, at: now, name: RandomNames.nonce())
        archive.note(note) { [log] result in
            guard case .failure(let error) = result else { return }
            log.error(
                "the audit lacks an entry",
                error: error,
                metadata: ["session": "\(session)", "entry": "\(kind.rawValue)"]
            )
        }
    }
}
