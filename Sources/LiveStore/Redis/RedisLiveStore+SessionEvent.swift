public import Protocol

// News from others.
extension RedisLiveStore {
    public func follow(_ session: SessionID, _ hear: @escaping (SessionEvent) -> Void) {
        followers[session] = hear
        do {
            try subscription.subscribe(
                RedisKeys(session: session).news,
                // News between the call and now was not heard.
                whenActive: { [weak self] in self?.followers[session]?(.missed) },
                { [weak self] message in self?.hear(message, of: session) }
            )
        } catch {
            report(.notFollowed(session, "\(error)"))
        }
    }

    public func unfollow(_ session: SessionID) {
        guard followers.removeValue(forKey: session) != nil else { return }
        subscription.unsubscribe(RedisKeys(session: session).news)
    }

    public func requestSnapshot(_ session: SessionID) {
        link.send([
            "PUBLISH", .text(RedisKeys(session: session).news),
            .bytes(PackedNews.snapshotWanted(by: origin)),
        ]) { _ in }
    }

    private func hear(_ message: [UInt8], of session: SessionID) {
        do throws(Unreadable) {
            guard let news = try PackedNews.read(message, to: origin) else { return }
            followers[session]?(news)
        } catch {
            report(.unreadable(session, error.what))
            // Perhaps a newer gateway's kind of news.
            followers[session]?(.missed)
        }
    }

    /// The subscription was away.
    func missed() {
        for hear in Array(followers.values) { hear(.missed) }
    }

    // MARK: Rooms that nobody has open

    public func claimOverdue(graceMs: Int64, _ done: @escaping Completion<[SessionID]>) {
        due.claim(graceMs: graceMs, atMost: limits.maxClaimed, forMs: limits.claimMs) {
            [weak self] result in
            switch result {
            case .success(let claim): self?.check(claim, graceMs: graceMs, done)
            case .failure(.unreadable(let what)):
                self?.report(.unreadable(nil, what))
                done(.failure(.unreadable(what)))
            case .failure(let error): done(.failure(error))
            }
        }
    }

    /// Hands out those whose state says the same as the index; corrects the index for the others.
    private func check(
        _ claim: ClaimReply,
        graceMs: Int64,
        _ done: @escaping Completion<[SessionID]>
    ) {
        guard !claim.sessions.isEmpty else { return done(.success([])) }
        var overdue: [SessionID] = []
        var openCount = claim.sessions.count
        for session in claim.sessions {
            due.deadline(of: session) { [weak self] result in
                switch result {
                case .success(let deadline?) where claim.now - deadline > graceMs:
                    overdue.append(session)
                case .success(let deadline):
                    self?.due.move(session, from: claim.score, to: deadline)
                case .failure(.unreadable(let what)):
                    self?.report(.unreadable(session, what))
                    self?.due.move(session, from: claim.score, to: nil)
                case .failure(.unavailable), .failure(.unanswered): break
                }
                openCount -= 1
                if openCount == 0 { done(.success(overdue)) }
            }
        }
    }
}
