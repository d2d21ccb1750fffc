import LiveStore
import StoreContracts

/// Two facades of one in-process store, each on its loop, with an outbox in memory.
struct InProcessFixture {
    let left = TestLoop("left")
    let right = TestLoop("right")
    let outbox = TestOutbox()
    let core: InProcessCore
    private let leftStore: InProcessLiveStore
    private let rightStore: InProcessLiveStore

    init(
        _ limits: InProcessLimits = InProcessLimits(),
        cupboard: (any Cupboard)? = nil
    ) {
        let core = InProcessCore(limits: limits, cupboard: cupboard)
        self.core = core
        leftStore = Self.facade(core, left, outbox)
        rightStore = Self.facade(core, right, outbox)
    }

    var underTest: LiveStoreUnderTest {
        LiveStoreUnderTest(
            on: { side, body in
                let (loop, store) = side == .left ? (left, leftStore) : (right, rightStore)
                loop.execute { body(store) }
            },
            isOnLoop: { ($0 == .left ? left : right).isCurrent },
            pass: { durationMs in
                await left.advance(byMs: durationMs)
                await right.advance(byMs: durationMs)
            },
            presenceTTLMs: Int64(Presence.ttlMs),
            followsAtOnce: true,
            journal: { outbox.taken },
            setOutbox: { outbox.set($0) }
        )
    }

    private static func facade(
        _ core: InProcessCore,
        _ loop: TestLoop,
        _ outbox: TestOutbox
    ) -> InProcessLiveStore {
        InProcessLiveStore(
            core: core,
            scheduler: loop.scheduler,
            execute: { loop.execute($0) },
            outbox: { outbox.append($0, $1) }
        )
    }
}
