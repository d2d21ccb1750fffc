import GameState
import Protocol
import Redis

/// A claim as its key keeps it:
///
///     <holder>:<version of the step that took it>
///
/// A release is compared with the holder alone: it may be committed by another gateway than the claim was.
extension Claim {
    func packed(version: Int64) -> String { "\(holder):\(version)" }
}

extension PlayerID {
    /// Holder of a claim.
    init(ofPackedClaim text: String) {
        let end = text.lastIndex(of: ":") ?? text.endIndex
        self.init(rawValue: String(text[..<end]))
    }
}

extension ClaimChange {
    /// Three words for each claim: the player who gives it up, the new value of its key, and its
    /// term in milliseconds; an empty word for none.
    func append(version: Int64, to arguments: inout [RedisArgument]) {
        for id in ids {
            let released = released.first { $0.id == id }
            let taken = taken.first { $0.id == id }
            arguments += [
                .text(released?.holder.rawValue ?? ""),
                .text(taken?.packed(version: version) ?? ""),
                taken.map { .integer($0.forMs) } ?? "",
            ]
        }
    }
}
