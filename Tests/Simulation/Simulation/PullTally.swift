import Rooms
import Protocol

/// Outcomes of a player's pulls of the brake.
struct PullTally {
    /// Taps by message; a pull without a name can't be repeated.
    private var taps: [String: Int] = [:]
    private var replies: [String: Int] = [:]
    private var refused: Set<String> = []
    /// Told by a reply: the player had missed the announcement.
    private var granted: Set<String> = []
    /// The store was away for so long that the gateway could not tell: granted or not.
    private var inDoubt: Set<String> = []
    private var unnamed = 0
    /// Announcements with this player as the owner.
    private var accepted = 0

    mutating func sent(_ id: String?) {
        if let id { taps[id, default: 0] += 1 } else { unnamed += 1 }
    }

    mutating func answered(_ id: String, by frame: ServerFrame) {
        guard taps[id] != nil else { return }
        replies[id, default: 0] += 1
        if frame.type == "BRAKE_ACCEPTED" {
            granted.insert(id)
        } else if frame.payload["message"]?.string == WireError.inDoubt.message {
            inDoubt.insert(id)
        } else {
            refused.insert(id)
        }
    }

    mutating func wasAccepted() {
        accepted += 1
    }

    /// Fault, once everything has been answered.
    var problem: String? {
        let open = taps.keys.filter { !refused.contains($0) && !inDoubt.contains($0) }.sorted()
        if open.count(where: { !granted.contains($0) }) > accepted {
            return "\(open) got no answer, \(accepted) accepted"
        }
        let repeated = taps.values.reduce(0) { $0 + ($1 > 1 ? 1 : 0) }
        if accepted > open.count + unnamed + repeated + inDoubt.count {
            return "\(accepted) accepted, but only \(open) were not refused"
        }
        for (id, count) in replies where count > taps[id] ?? 0 {
            return "\(id) was answered \(count) times"
        }
        return nil
    }
}
