import CSodium
import Dispatch
import Synchronization

/// Hashes of passwords by argon2id (RFC 9106), off the loops, a few at a time: each takes its memory and a
/// core for some 50 ms.
public final class PasswordHasher: Sendable {
    /// Cost of one hash.
    public struct Cost: Sendable {
        var passes: UInt64
        var memoryBytes: Int

        /// libsodium's for a service that people wait for: two passes over 64 MiB.
        public static let usual = Cost(
            passes: UInt64(crypto_pwhash_opslimit_interactive()),
            memoryBytes: crypto_pwhash_memlimit_interactive()
        )
        /// The least that libsodium allows: for tests of all else.
        public static let least = Cost(
            passes: UInt64(crypto_pwhash_opslimit_min()),
            memoryBytes: crypto_pwhash_memlimit_min()
        )
    }

    /// Hashes at a time.
    static let maxAtOnce = 2
    /// Hashes that wait for their turn; past it calls are refused.
    static let maxWaiting = 64
    /// Milliseconds after which a refused caller may try again.
    static let retryMs: Int64 = 2_000

    private let cost: Cost
    private let workers = (0..<maxAtOnce).map { DispatchQueue(label: "passwords \($0)") }
    private let waiting = Mutex((count: 0, next: 0))
    /// Verified in place of an account's own where there is no account, so that it takes as long.
    private let decoy: String

    public init(_ cost: Cost = .usual) {
        precondition(sodium_init() >= 0, "libsodium can't begin")
        self.cost = cost
        guard let decoy = Self.hash(Array("nobody's password".utf8), cost) else {
            preconditionFailure("no memory for a password's hash")
        }
        self.decoy = decoy
    }

    /// - Returns: a text with algorithm, cost and salt in it.
    func hash(_ password: Password) async throws(AccountError) -> String {
        let cost = cost
        guard let hash = try await run({ Self.hash(password.bytes, cost) }) else {
            throw .tooMany(retryAfterMs: Self.retryMs)
        }
        return hash
    }

    /// - Parameter known: nil where there is no account; it takes as long.
    func verify(_ password: Password, _ known: String?) async throws(AccountError) -> Bool {
        let hash = known ?? decoy
        let isRight = try await run { Self.verify(password.bytes, hash) }
        return isRight && known != nil
    }

    private func run<Value: Sendable>(
        _ work: @escaping @Sendable () -> Value
    ) async throws(AccountError) -> Value {
        let worker = waiting.withLock { waiting -> DispatchQueue? in
            guard waiting.count < Self.maxAtOnce + Self.maxWaiting else { return nil }
            waiting.count += 1
            waiting.next = (waiting.next + 1) % workers.count
            return workers[waiting.next]
        }
        guard let worker else { throw .tooMany(retryAfterMs: Self.retryMs) }
        return await withCheckedContinuation { continuation in
            worker.async { [self] in
                let value = work()
                waiting.withLock { $0.count -= 1 }
                continuation.resume(returning: value)
            }
        }
    }

    /// - Returns: nil where there is no memory for it.
    private static func hash(_ password: [UInt8], _ cost: Cost) -> String? {
        var text = [CChar](repeating: 0, count: crypto_pwhash_strbytes())
        let code = crypto_pwhash_str_alg(
            &text,
            password.map(CChar.init(bitPattern:)),
            UInt64(password.count),
            cost.passes,
            cost.memoryBytes,
            crypto_pwhash_alg_argon2id13()
        )
        guard code == 0 else { return nil }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    private static func verify(_ password: [UInt8], _ hash: String) -> Bool {
        let characters = password.map(CChar.init(bitPattern:))
        return crypto_pwhash_str_verify(hash, characters, UInt64(password.count)) == 0
    }
}
