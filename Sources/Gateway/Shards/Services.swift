import Accounts
import Archive
import GameState
import Logging
import OpenSSL
import Protocol
import Transport
import Voice

/// Parts that all shards share; nothing in it belongs to one session.
struct Services: Sendable {
    var configuration: Configuration
    let directory: Directory
    var games: [HostedGame]
    var archive: any Archive
    /// Nil where people play without.
    var accounts: AccountService?
    var tokens: TokenIssuer
    var clipLinks: ClipLinks
    /// Nil where nothing is read aloud.
    var voice: VoiceStudio?
    var addressLimits: AddressLimits
    let silentConnections = SilentConnections()
    var metrics: GatewayMetrics
    let entranceLog: EntranceLog
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

/// The shards, and the one a session lives on: always the same of this gateway, so that its sockets, its room
/// and its timers share one queue.
final class Directory: @unchecked Sendable {
    /// Set once, before anything listens.
    private(set) var shards: [Shard] = []

    func open(_ shards: [Shard]) {
        precondition(self.shards.isEmpty && !shards.isEmpty, "the shards are set once")
        self.shards = shards
    }

    func shard(of session: SessionID) -> Shard {
        shards[Int(truncatingIfNeeded: Self.hash(session) % UInt64(shards.count))]
    }

    func shard(on loop: EventLoop) -> Shard {
        guard let shard = shards.first(where: { $0.loop === loop }) else {
            preconditionFailure("a loop without a shard")
        }
        return shard
    }

    /// FNV-1a: the same in every process, unlike Swift's own hashes.
    private static func hash(_ session: SessionID) -> UInt64 {
        session.rawValue.utf8.reduce(0xCBF2_9CE4_8422_2325) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01B3
        }
    }
}
