import Archive
import Dispatch
import LiveStore
import Logging
import Redis
import Transport

extension LiveStores {
    /// A store for every loop.
    ///
    /// - Throws: `StoreUnreachable` when one does not answer within `waitMs`.
    func open(
        on loops: [EventLoop],
        _ archive: any Archive,
        waitMs: Int,
        _ log: Logger
    ) throws(StoreUnreachable) -> [OpenedLiveStore] {
        let outbox: InProcessLiveStore.Outbox = { entries, done in
            archive.append(entries) { result in
                done(result.mapError { .unavailable($0.description) })
            }
        }
        switch self {
        case .inProcess:
            let core = InProcessCore()
            return loops.map { loop in
                OpenedLiveStore(
                    live: InProcessLiveStore(
                        core: core,
                        scheduler: loop,
                        execute: { loop.execute($0) },
                        outbox: outbox
                    )
                )
            }
        case .redis(let url):
            let stores = loops.map { SharedLiveStore.open(url, on: $0, outbox: outbox, log) }
            let deadline = DispatchTime.now() + .milliseconds(waitMs)
            for store in stores { try store.wait(until: deadline) }
            return stores.map { OpenedLiveStore(live: $0.live, shared: $0) }
        }
    }
}

/// A loop's live store, and what must stay with it.
struct OpenedLiveStore {
    var live: any LiveStore
    /// Nil where the store is the gateway's own.
    var shared: SharedLiveStore?
}
