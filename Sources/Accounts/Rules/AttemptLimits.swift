import OpenSSL
import Protocol
import Synchronization
import Timers

/// Limits by time of what is tried with one e-mail address or account, whether there is one or not; those
/// of a caller's own address are the gateway's.
final class AttemptLimits: Sendable {
    enum Action: Hashable, Sendable {
        /// A letter is sent to somebody who asks for an account.
        case letter
        /// A letter is sent that sets a new password. Nobody uses these up by asking for accounts.
        case resetLetter
        /// A password is tried, from one household.
        case password(household: [UInt8])
        /// A password is tried, from anywhere.
        case anyPassword

        fileprivate var bucket: TokenBucket {
            switch self {
            case .letter, .resetLetter: .letters
            case .password: .passwords
            case .anyPassword: .allPasswords
            }
        }
    }

    /// Buckets remembered at a time; past it those that are full are forgotten, then all.
    static let maxEntries = 50_000

    private struct Key: Hashable {
        var subject: String
        var action: Action
    }

    private let buckets = Mutex<[Key: TokenBucket]>([:])

    func take(_ action: Action, of subject: String, at now: ServerTime) throws(AccountError) {
        let waitMs = buckets.withLock { buckets in
            if buckets.count >= Self.maxEntries {
                buckets = buckets.filter { !$0.value.isFull(at: now) }
                if buckets.count >= Self.maxEntries { buckets = [:] }
            }
            return buckets[Key(subject: subject, action: action), default: action.bucket]
                .waitAfterTaking(at: now)
        }
        if let waitMs { throw .tooMany(retryAfterMs: waitMs) }
    }

    /// A try that turned out to be right.
    func giveBack(_ action: Action, of subject: String) {
        buckets.withLock { buckets in
            _ = buckets[Key(subject: subject, action: action)]?.giveBack()
        }
    }
}

extension TokenBucket {
    /// 5 letters of a kind an hour to one address.
    fileprivate static let letters = TokenBucket(burst: 5, perMs: 3_600_000)
    /// 10 passwords in 10 minutes for one account from one household, right ones too: each takes a core and
    /// 64 MiB for a while.
    fileprivate static let passwords = TokenBucket(burst: 10, perMs: 600_000)
    /// 200 passwords an hour for one account from anywhere: far beyond its holder's mistakes, and no way to
    /// guess one.
    fileprivate static let allPasswords = TokenBucket(burst: 200, perMs: 3_600_000)
}
