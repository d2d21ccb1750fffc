import Archive
import Dispatch
import Protocol
import Synchronization
import Transport

/// Whether a commit would succeed here, and how each store fares: proven by writes, however many ask at
/// most one a second in each store while they succeed, and four while they fail. May be asked from anywhere.
final class Readiness: Sendable {
    private let stores: [Proof]
    private let archive: Proof
    /// Whether commits wait for the archive, because no other store keeps them.
    private let needsArchive: Bool

    init(_ directory: Directory, _ archive: any Archive, _ configuration: Configuration) {
        stores = (0..<configuration.shards).map { index in
            Proof { done in
                let shard = directory.shards[index]
                shard.loop.execute {
                    shard.live.check { result in
                        if case .success = result { done(true) } else { done(false) }
                    }
                }
            }
        }
        self.archive = Proof { done in
            archive.check { result in
                if case .success = result { done(true) } else { done(false) }
            }
        }
        needsArchive =
            switch configuration.liveStores {
            case .inProcess: true
            case .redis: false
            }
    }

    struct Report: Sendable {
        var isStoreReached = true
        var isArchiveReached = true
        var isReady = true

        /// The members that say how each store fares.
        func write(to writer: inout JSONWriter) {
            writer.member("status", isReady ? "ready" : "unready")
            writer.member("liveStore", isStoreReached ? "ok" : "away")
            writer.member("archive", isArchiveReached ? "ok" : "away")
        }
    }

    private final class Tally: Sendable {
        let report = Mutex(Report())
    }

    /// Answers within `Proof.maxWaitMs`, on whatever queue.
    func report(_ done: @escaping @Sendable (Report) -> Void) {
        let tally = Tally()
        let group = DispatchGroup()
        for store in stores {
            group.enter()
            store.outcome { isGood in
                tally.report.withLock { $0.isStoreReached = $0.isStoreReached && isGood }
                group.leave()
            }
        }
        group.enter()
        archive.outcome { isGood in
            tally.report.withLock { $0.isArchiveReached = isGood }
            group.leave()
        }
        group.notify(queue: .global()) { [needsArchive] in
            var report = tally.report.withLock { $0 }
            report.isReady = report.isStoreReached && (report.isArchiveReached || !needsArchive)
            done(report)
        }
    }
}

/// The latest attempt to write to one store. There is one at a time, and who asks meanwhile shares it.
private final class Proof: Sendable {
    /// Milliseconds for which an attempt that succeeded counts, …
    private static let goodForMs: Int64 = 1_000
    /// … one that failed, …
    private static let badForMs: Int64 = 250
    /// … and that one is waited for.
    static let maxWaitMs = 1_000

    typealias Outcome = @Sendable (_ isGood: Bool) -> Void

    private let attempt: @Sendable (@escaping Outcome) -> Void
    private let state = Mutex(State())

    fileprivate struct State: Sendable {
        var latest: (isGood: Bool, untilNs: Int64)?
        /// Counts attempts.
        var number = 0
        var isUnderWay = false
        /// Whether the one under way has been waited for long enough.
        var isLate = false
        var waiting: [Outcome] = []
    }

    private enum Step {
        case known(isGood: Bool)
        case wait
        case begin(number: Int)
    }

    init(_ attempt: @escaping @Sendable (@escaping Outcome) -> Void) {
        self.attempt = attempt
    }

    func outcome(_ done: @escaping Outcome) {
        let step = state.withLock { state -> Step in
            if let latest = state.latest, EventLoop.monotonicNs < latest.untilNs {
                return .known(isGood: latest.isGood)
            }
            guard !state.isLate else { return .known(isGood: false) }
            state.waiting.append(done)
            guard !state.isUnderWay else { return .wait }
            state.isUnderWay = true
            state.number += 1
            return .begin(number: state.number)
        }
        switch step {
        case .known(let isGood): done(isGood)
        case .wait: break
        case .begin(let number):
            let delay = DispatchTimeInterval.milliseconds(Self.maxWaitMs)
            DispatchQueue.global().asyncAfter(deadline: .now() + delay) { [weak self] in
                self?.giveUp(number)
            }
            attempt { [self] in settle($0) }
        }
    }

    private func settle(_ isGood: Bool) {
        let waiting = state.withLock { state in
            let forMs = isGood ? Self.goodForMs : Self.badForMs
            state.latest = (isGood, EventLoop.monotonicNs + forMs * 1_000_000)
            state.isUnderWay = false
            state.isLate = false
            return state.takeWaiting()
        }
        for done in waiting { done(isGood) }
    }

    private func giveUp(_ number: Int) {
        let waiting = state.withLock { state -> [Outcome] in
            guard state.isUnderWay, state.number == number else { return [] }
            state.isLate = true
            return state.takeWaiting()
        }
        for done in waiting { done(false) }
    }
}

extension Proof.State {
    fileprivate mutating func takeWaiting() -> [Proof.Outcome] {
        defer { waiting = [] }
        return waiting
    }
}
