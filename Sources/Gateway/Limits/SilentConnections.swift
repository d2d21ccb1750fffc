import Synchronization
import Timers

/// Connections of each address that have not asked for anything yet: each costs a descriptor, and
/// one address must not take them all.
final class SilentConnections: Sendable {
    /// Of one address that have all the time there is. A household of 30 phones, each with a few that its
    /// browser opened in advance, has fewer.
    static let maxPerAddress = 128

    enum Admission {
        case usual
        /// One too many, for which there is room at present: it gets the time of a request.
        case hurried
        /// One too many, and descriptors are short.
        case refused
    }

    private let counts = Mutex<[[UInt8]: Int]>([:])

    /// Counts one in, unless it is refused; a counted connection has to `leave`.
    func enter(_ household: [UInt8], areDescriptorsShort: Bool) -> Admission {
        counts.withLock { counts in
            let isExtra = counts[household, default: 0] >= Self.maxPerAddress
            if isExtra, areDescriptorsShort { return .refused }
            counts[household, default: 0] += 1
            return isExtra ? .hurried : .usual
        }
    }

    /// It has asked for something, or is gone.
    func leave(_ household: [UInt8]) {
        counts.withLock { counts in
            guard let count = counts[household] else { return }
            counts[household] = count > 1 ? count - 1 : nil
        }
    }
}
