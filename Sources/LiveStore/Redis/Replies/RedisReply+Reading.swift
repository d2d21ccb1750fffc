import Redis

// Values of a script's reply, where it has them.
extension RedisReply {
    var items: [RedisReply]? {
        if case .array(let items) = self { items } else { nil }
    }

    var bytes: [UInt8]? {
        if case .bytes(let bytes) = self { bytes } else { nil }
    }

    /// Valid UTF-8.
    var text: String? {
        bytes.flatMap { String(validating: $0, as: UTF8.self) }
    }

    /// Also one in decimal digits.
    var number: Int64? {
        switch self {
        case .integer(let number): number
        case .bytes(let digits): Int64(digits: digits)
        case .null, .status, .array, .error: nil
        }
    }
}

extension Result<RedisReply, RedisError> {
    /// Value of a reply, or the reason why it has none.
    func read<Value>(
        _ value: (RedisReply) throws(Unreadable) -> Value
    ) -> Result<Value, LiveStoreError> {
        switch self {
        case .failure(let error):
            switch error {
            case .unavailable: return .failure(.unavailable("\(error)"))
            case .lost: return .failure(.unanswered("\(error)"))
            }
        case .success(.error(let text)): return .failure(LiveStoreError(redisError: text))
        case .success(let reply):
            do throws(Unreadable) {
                return .success(try value(reply))
            } catch {
                return .failure(.unreadable(error.what))
            }
        }
    }
}

extension LiveStoreError {
    /// Bytes of Redis' words that are passed on: it may repeat stored data.
    private static let maxShown = 200

    /// A failed script, or a key of another kind, is the session's trouble; all else is Redis' own.
    init(redisError text: String) {
        let shown = String(decoding: text.utf8.prefix(Self.maxShown), as: UTF8.self)
        switch text.prefix(while: { $0 != " " }) {
        case "ERR", "WRONGTYPE": self = .unreadable(shown)
        case _: self = .unavailable(shown)
        }
    }
}
