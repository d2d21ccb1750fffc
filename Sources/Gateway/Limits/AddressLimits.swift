import Protocol
import Synchronization
import Timers

/// Limits of one address on this gateway (protocol §4).
///
/// Guests of one party share one public address: no bucket here counts what guests do with a valid
/// token, except joins, which are counted per session too.
final class AddressLimits: Sendable {
    /// Addresses remembered at a time; past it those that did nothing lately are forgotten, then those that did least.
    static let maxEntries = 50_000

    enum Action: Hashable, Sendable {
        case createSession
        case createPairing
        case join(SessionID)
        /// A join by a valid link that failed because the name was taken.
        case refusedJoin(SessionID)
        case wrongJoinCode
        case wrongPairingCode
        case wrongRecoveryCode
        /// A place in the queue of those who have typed too many wrong join codes.
        case codeTurn
        case unknownSession
        /// A letter to an account's holder, or to somebody who asks for an account.
        case accountLetter
        /// A login that fails.
        case wrongPassword
        case wrongAccountCode
        case wrongOperatorToken
        /// A host's word on content.
        case report
        case renewal
        case leaderboard
        /// A host's look through content.
        case contentSearch
        /// Content that is to be made for a host.
        case contentOrder

        fileprivate var bucket: TokenBucket {
            switch self {
            case .createSession: .sessions
            case .createPairing: .pairings
            case .join: .joins
            case .refusedJoin: .refusedJoins
            case .wrongJoinCode, .wrongPairingCode, .wrongRecoveryCode, .wrongAccountCode,
                .wrongOperatorToken:
                .wrongCodes
            case .report: .reports
            case .codeTurn: .codeTurns
            case .unknownSession: .unknownSessions
            case .accountLetter: .accountLetters
            case .wrongPassword: .wrongPasswords
            case .renewal: .renewals
            case .leaderboard: .leaderboards
            case .contentSearch: .contentSearches
            case .contentOrder: .contentOrders
            }
        }
    }

    private struct Key: Hashable {
        var household: [UInt8]
        var action: Action

        init(_ address: String, _ action: Action) {
            household = IPAddress(address)?.household ?? Array(address.utf8)
            self.action = action
        }
    }

    private let isOn: Bool
    private let state = Mutex(State())

    private struct State {
        var buckets: [Key: TokenBucket] = [:]
        /// The latest time that any loop has told: their clocks stand still for a turn, and a bucket that has been taken from a moment
        /// later would seem to have one less.
        var now: ServerTime?

        mutating func latest(_ time: ServerTime) -> ServerTime {
            let latest = max(now ?? time, time)
            now = latest
            return latest
        }
    }

    init(isOn: Bool) {
        self.isOn = isOn
    }

    /// - Returns: milliseconds to wait, or nil when the action may go on.
    func take(_ action: Action, by address: String, at now: ServerTime) -> Int64? {
        guard isOn else { return nil }
        return withBucket(of: action, by: address, at: now) { $0.waitAfterTaking(at: $1) }
    }

    enum Place: Equatable {
        case turn(at: ServerTime)
        /// There is none; one is free after this time.
        case none(retryAfterMs: Int64)
    }

    /// Gives a place in the queue of those who have typed too many wrong join codes: a right one gets in all
    /// the same, and guessing is no faster than the queue.
    func queueUp(by address: String, at now: ServerTime) -> Place {
        withBucket(of: .codeTurn, by: address, at: now) { queue, now in
            queue.waitAfterTaking(at: now).map { .none(retryAfterMs: $0) }
                ?? .turn(at: queue.fullAt ?? now)
        }
    }

    private func withBucket<Result: Sendable>(
        of action: Action,
        by address: String,
        at now: ServerTime,
        _ use: (inout TokenBucket, ServerTime) -> Result
    ) -> Result {
        state.withLock { state in
            let now = state.latest(now)
            state.buckets.makeRoom(below: Self.maxEntries, at: now)
            return use(&state.buckets[Key(address, action), default: action.bucket], now)
        }
    }

    /// Takes one back: it was no mischief.
    func giveBack(_ action: Action, by address: String) {
        guard isOn else { return }
        state.withLock { $0.buckets[Key(address, action)]?.giveBack() }
    }

    /// Milliseconds until an action is allowed, without counting one; nil when it is allowed now.
    func waitMs(_ action: Action, by address: String, at now: ServerTime) -> Int64? {
        guard isOn else { return nil }
        return state.withLock { state in
            state.buckets[Key(address, action)]?.waitMs(at: state.latest(now))
        }
    }
}

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
