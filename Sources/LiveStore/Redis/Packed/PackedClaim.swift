import GameState
import Protocol
import Redis

/// A claim as its key keeps it:
///
///     <holder>:<version of the step that took it>
///
/// Who gives it up is compared with the holder: whichever gateway commits that may not be the one that
/// took it.
extension Claim {
    func packed(version: Int64) -> String { "\(holder):\(version)" }
}

extension PlayerID {
    /// Who has a claim.
    init(ofPackedClaim text: String) {
        let end = text.lastIndex(of: ":") ?? text.endIndex
        self.init(rawValue: String(text[..<end]))
    }
}

extension ClaimChange {
    /// Three words for each claim: who gives it up, what its key holds if it is taken, and for how long in
    /// milliseconds; an empty word where that is not so.
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
