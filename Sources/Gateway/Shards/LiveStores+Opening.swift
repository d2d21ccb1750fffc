import Archive
import Dispatch
import LiveStore
import Logging
import Protocol
public import Redis
import Rooms
import Synchronization
import Transport

extension LiveStores {
    /// A store for every loop.
    ///
    /// - Parameter readers: of the hosted games' states at rest.
    /// - Throws: `StoreUnreachable` when one does not answer within `waitMs`.
    func open(
        on loops: [EventLoop],
        _ archive: any Archive,
        readers: [ArchiveCupboard.Reader],
        waitMs: Int,
        _ log: Logger
    ) throws(StoreUnreachable) -> [OpenedLiveStore] {
        switch self {
        case .inProcess:
            try goOn(after: archive, on: loops, waitMs: waitMs, log)
            let core = InProcessCore(cupboard: ArchiveCupboard(archive, readers: readers))
            let outages = AppendLog(log)
            return loops.map { loop in
                OpenedLiveStore(
                    live: InProcessLiveStore(
                        core: core,
                        scheduler: loop,
                        execute: { loop.execute($0) },
                        outbox: { entries, done in
                            archive.append(entries) { result in
                                outages.note(result)
                                done(result.mapError { .unavailable($0.description) })
                            }
                        }
                    )
                )
            }
        case .redis(let url):
            let outbox: RedisLiveStore.Outbox = { entries, done in
                archive.append(entries) { result in
                    done(result.mapError { .unavailable($0.description) })
                }
            }
            let stores = loops.enumerated().map { index, loop in
                SharedLiveStore.open(url, on: loop, isFirst: index == 0, outbox: outbox, log)
            }
            let deadline = DispatchTime.now() + .milliseconds(waitMs)
            for store in stores { try store.wait(until: deadline) }
            return stores.map { OpenedLiveStore(live: $0.live, shared: $0) }
        }
    }

    /// Has the loops' time go on from where that of the sessions in the archive was, where this machine's
    /// clock went back between two starts: else their timers would stand still until it is there again.
    /// Gateways that share a Redis have its time.
    private func goOn(
        after archive: any Archive,
        on loops: [EventLoop],
        waitMs: Int,
        _ log: Logger
    ) throws(StoreUnreachable) {
        let newest = try latestTime(in: archive, waitMs: waitMs)
        guard let newest else { return }
        for (index, loop) in loops.enumerated() {
            loop.queue.sync {
                let behindMs = newest - loop.now
                guard behindMs > 0 else { return }
                loop.adjustClock(toUs: newest.ms * 1_000, atNs: EventLoop.monotonicNs)
                guard index == 0 else { return }
                log.warning(
                    "this machine's clock is behind what is stored; time goes on from there",
                    metadata: ["behindMs": "\(behindMs)"]
                )
            }
        }
    }

    private func latestTime(
        in archive: any Archive,
        waitMs: Int
    ) throws(StoreUnreachable) -> ServerTime? {
        let answer = Answer()
        archive.latestTime { result in
            answer.result.withLock { $0 = result }
            answer.isThere.signal()
        }
        _ = answer.isThere.wait(timeout: .now() + .milliseconds(waitMs))
        do throws(ArchiveError) {
            return try answer.result.withLock { $0 }?.get()
        } catch {
            throw StoreUnreachable(
                store: "the archive",
                reason: "\(error)",
                fault: error.kind == .damaged ? .damage : .absence
            )
        }
    }

    private final class Answer: Sendable {
        let result = Mutex<Result<ServerTime?, ArchiveError>?>(nil)
        let isThere = DispatchSemaphore(value: 0)
    }
}

/// A loop's live store, and what must stay with it.
struct OpenedLiveStore {
    var live: any LiveStore
    /// Nil where the store is the gateway's own.
    var shared: SharedLiveStore?
}

/// The place of all that lives while people play.
public enum LiveStores: Sendable {
    /// In this process, for one gateway alone.
    case inProcess
    /// In a Redis that gateways share.
    case redis(RedisURL)
}

/// A store that could not be used while the gateway started.
public struct StoreUnreachable: Error, CustomStringConvertible {
    var store: String
    /// Without its password; nil where whoever reads this knows it.
    var address: String?
    var reason: String
    public var fault = Fault.absence

    public enum Fault: Sendable {
        /// It is not there, or does not answer.
        case absence
        /// It is there and not what was written: somebody must mend it.
        case damage
        /// It does not let the gateway do what it must: somebody must give it the right.
        case rights
    }

    public var description: String {
        let place = address.map { " at \($0)" } ?? ""
        let trouble =
            switch fault {
            case .absence: "reached"
            case .damage: "read, it is damaged"
            case .rights: "used"
            }
        return "\(store)\(place) can't be \(trouble): \(reason)"
    }
}
