import FoundationEssentials
package import GameState

/// A committed input as it stands in the archive: enough to play the session again.
package enum JournalBody<G: Game>: Codable {
    /// Version 1.
    case setup(SessionSetup<G.Settings>)
    /// - messageID: the idempotency key of the command, so that a repeat is known after a rebuild.
    /// - digest: SHA-256 of the state after it, in hexadecimal, where a round or the session
    ///   changed its status: a replay is compared with it.
    /// - rulesVersion: the rules it was handled by; nil in earlier journals: the session's.
    case input(
        Input<G>,
        messageID: MessageKey?,
        digest: String?,
        rulesVersion: RulesVersion?
    )
}

extension JSONEncoder {
    /// The same value gives the same bytes.
    static var repeatable: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}

extension JournalBody {
    package var bytes: [UInt8] {
        do {
            return Array(try JSONEncoder.repeatable.encode(self))
        } catch {
            preconditionFailure("an input that can't be encoded: \(error)")
        }
    }
}
