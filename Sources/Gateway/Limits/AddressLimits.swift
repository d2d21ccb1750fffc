import Protocol
import Synchronization

/// What one address may do in a while, on this gateway (the wire contract, §4).
///
/// Guests of one party share one public address: no bucket here counts what guests do with a valid
/// token, except joins, which are counted per session too.
final class AddressLimits: Sendable {
    /// Addresses remembered at a time; past it those that did nothing lately are forgotten, then all.
    static let maxEntries = 50_000

    enum Action: Hashable, Sendable {
        case createSession
        case createPairing
        case join(SessionID)
        case wrongCode
        case unknownSession

        fileprivate var bucket: TokenBucket {
            switch self {
            case .createSession: .sessions
            case .createPairing: .pairings
            case .join: .joins
            case .wrongCode: .wrongCodes
            case .unknownSession: .unknownSessions
            }
        }
    }

    private struct Key: Hashable {
        var address: [UInt8]
        var action: Action

        /// One household has a whole IPv6 network of 64 bits to draw addresses from.
        init(_ address: String, _ action: Action) {
            let bytes = AddressRange.bytes(of: address) ?? Array(address.utf8)
            self.address = bytes.count == 16 ? Array(bytes.prefix(8)) : bytes
            self.action = action
        }
    }

    private let isOn: Bool
    private let buckets = Mutex<[Key: TokenBucket]>([:])

    init(isOn: Bool) {
        self.isOn = isOn
    }

    /// - Returns: milliseconds to wait, or nil when the action may go on.
    func take(_ action: Action, by address: String, at now: ServerTime) -> Int64? {
        guard isOn else { return nil }
        return buckets.withLock { buckets in
            if buckets.count >= Self.maxEntries {
                buckets = buckets.filter { !$0.value.isFull(at: now) }
                if buckets.count >= Self.maxEntries { buckets.removeAll() }
            }
            return buckets[Key(address, action), default: action.bucket].waitAfterTaking(at: now)
        }
    }

    /// Takes one back: it was no mischief.
    func giveBack(_ action: Action, by address: String) {
        guard isOn else { return }
        buckets.withLock { $0[Key(address, action)]?.giveBack() }
    }

    /// Whether an action is still allowed, without counting one.
    func waitMs(_ action: Action, by address: String, at now: ServerTime) -> Int64? {
        guard isOn else { return nil }
        return buckets.withLock { buckets in
            buckets[Key(address, action)]?.waitMs(at: now)
        }
    }
}
