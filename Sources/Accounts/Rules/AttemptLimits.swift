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

    /// Buckets remembered at a time; past it those that are full are forgotten, then those of which least is used.
    static let maxEntries = 50_000

    private struct Key: Hashable {
        var subject: String
        var action: Action
    }

    private struct Home: Hashable {
        var subject: String
        var household: [UInt8]
    }

    private let buckets = Mutex<[Key: TokenBucket]>([:])
    /// Households in which somebody has logged in; full once that is long ago.
    private let homes = Mutex<[Home: TokenBucket]>([:])

    func take(_ action: Action, of subject: String, at now: ServerTime) throws(AccountError) {
        let waitMs = buckets.withLock { buckets in
            buckets.makeRoom(below: Self.maxEntries, at: now)
            return buckets[Key(subject: subject, action: action), default: action.bucket]
                .waitAfterTaking(at: now)
        }
        if let waitMs { throw .tooMany(retryAfterMs: waitMs) }
    }

    /// Takes a try of a password. Strangers who use up those from anywhere lock out no household that its holder
    /// has logged in from; that has tries of its own.
    func takePassword(
        of subject: String,
        from household: [UInt8],
        at now: ServerTime
    ) throws(AccountError) {
        try take(.password(household: household), of: subject, at: now)
        if !isHome(household, of: subject, at: now) {
            try take(.anyPassword, of: subject, at: now)
        }
    }

    /// The try that was taken last turned out to be right.
    func welcome(_ subject: String, from household: [UInt8], at now: ServerTime) {
        if !isHome(household, of: subject, at: now) {
            buckets.withLock { buckets in
                _ = buckets[Key(subject: subject, action: .anyPassword)]?.giveBack()
            }
        }
        homes.withLock { homes in
            homes.makeRoom(below: Self.maxEntries, at: now)
            homes[Home(subject: subject, household: household)] = .home(from: now)
        }
    }

    private func isHome(_ household: [UInt8], of subject: String, at now: ServerTime) -> Bool {
        homes.withLock { homes in
            homes[Home(subject: subject, household: household)].map { !$0.isFull(at: now) } ?? false
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

    /// A household is its holder's for as long as a login can be renewed.
    fileprivate static func home(from now: ServerTime) -> TokenBucket {
        var bucket = TokenBucket(burst: 1, perMs: AccountService.loginMs)
        _ = bucket.take(at: now)
        return bucket
    }
}
