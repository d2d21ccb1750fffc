public import Protocol
import Redis

// Rooms of a gateway that goes away in good order: others go on with their timers at once, and need not
// wait until one is overdue.
extension RedisLiveStore {
    /// Leaves sessions to the first gateways that take them. Reports no failure: their timers will
    /// be overdue, and found then.
    public func leave(_ sessions: [SessionID]) {
        var rest = sessions[...]
        while !rest.isEmpty {
            let some = rest.prefix(limits.maxLeft)
            rest = rest.dropFirst(some.count)
            let words = some.map { RedisArgument.text($0.rawValue) }
            link.run(
                .leave,
                keys: [.text(RedisKeys.left)],
                arguments: [.integer(Int64(limits.leftTTLMs)), .text(RedisKeys.left)] + words
            ) { _ in }
        }
    }

    /// Calls `open` with sessions that others left, each by one gateway alone, from now on and with
    /// those that nobody has taken yet.
    public func takeLeft(_ open: @escaping ([SessionID]) -> Void) {
        let take = { [weak self] in self?.take(open) ?? () }
        do {
            try subscription.subscribe(RedisKeys.left, whenActive: take) { _ in take() }
        } catch {
            report(.notFollowed(nil, "\(error)"))
        }
    }

    public func stopTakingLeft() {
        subscription.unsubscribe(RedisKeys.left)
    }

    private func take(_ open: @escaping ([SessionID]) -> Void) {
        link.send(["SPOP", .text(RedisKeys.left), .integer(limits.maxTaken)]) {
            [weak self] result in
            let sessions = result.read { reply throws(Unreadable) in
                guard let items = reply.items else { throw Unreadable("sessions that were left") }
                return items.compactMap(\.text).map(SessionID.init(rawValue:))
            }
            switch sessions {
            case .success(let sessions):
                guard !sessions.isEmpty else { return }
                open(sessions)
                self?.take(open)
            case .failure(.unreadable(let what)): self?.report(.unreadable(nil, what))
            case .failure(.unavailable), .failure(.unanswered): break
            }
        }
    }
}
