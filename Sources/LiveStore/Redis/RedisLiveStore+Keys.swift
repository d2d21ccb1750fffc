public import Protocol
import Redis

// Join codes and small values.
extension RedisLiveStore {
    public func claim(
        joinCode: String,
        for session: SessionID,
        _ done: @escaping Completion<Bool>
    ) {
        link.run(
            .claimJoinCode,
            keys: [RedisKeys.joinCode(joinCode)],
            arguments: [.text(session.rawValue), .integer(Int64(limits.stateTTLMs))]
        ) { [weak self] result in
            self?.noteWriting(result)
            done(result.read { $0.number == 1 })
        }
    }

    public func session(joinCode: String, _ done: @escaping Completion<SessionID?>) {
        get(RedisKeys.joinCode(joinCode)) { result in
            done(result.map { $0.map(SessionID.init(rawValue:)) })
        }
    }

    public func put(
        _ value: String,
        key: String,
        ttlMs: Int,
        _ done: @escaping Completion<Void>
    ) {
        SmallValue.preconditionFits(key: key, value: value)
        link.send([
            "SET", RedisKeys.value(key), .text(value), "PX", .integer(Int64(ttlMs)),
        ]) { done($0.read { _ in }) }
    }

    public func get(key: String, _ done: @escaping Completion<String?>) {
        get(RedisKeys.value(key), done)
    }

    public func take(key: String, _ done: @escaping Completion<String?>) {
        link.run(.take, keys: [RedisKeys.value(key)], arguments: []) {
            done($0.read(smallValue))
        }
    }

    private func get(_ key: RedisArgument, _ done: @escaping Completion<String?>) {
        link.send(["GET", key]) { done($0.read(smallValue)) }
    }
}

private func smallValue(_ reply: RedisReply) throws(Unreadable) -> String? {
    guard reply != .null else { return nil }
    guard let text = reply.text else { throw Unreadable("a small value") }
    return text
}
