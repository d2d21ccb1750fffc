import LiveStore
import Protocol
import Seeded
import StoreContracts
import Synchronization
import TestSupport
import Testing

/// Two gateways play one session through random failures of Redis and the archive, from a seed.
@Suite(.serialized) struct RedisStoryTests {
    @Test(arguments: UInt64(1)...5)
    func `nothing acknowledged is lost while its gateway lives`(seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        var limits = RedisStoreLimits.test
        limits.settlingMs = 700
        limits.maxTailCount = 5
        limits.firstRetryMs = 5
        limits.maxRetryMs = 50
        let fixture = try await RedisFixture(limits)
        let rooms = [Room(fixture.left), Room(fixture.right)]
        try await rooms[0].begin()
        let playing = Task {
            await withTaskGroup(of: Void.self) { group in
                for room in rooms { group.addTask { await room.play() } }
            }
        }
        for _ in 0..<8 {
            try await Task.sleep(for: .milliseconds(Int.random(in: 20...300, using: &random)))
            switch Int.random(in: 0..<5, using: &random) {
            case 0:
                fixture.redis.kill()
                try fixture.redis.start()
            case 1: try fixture.redis.command(["CLIENT", "KILL", "TYPE", "normal"])
            case 2: fixture.left.archive.set(.refuses)
            case 3: fixture.left.archive.set(.holds)
            case _: fixture.left.archive.set(.takes)
            }
        }
        fixture.left.archive.set(.takes)
        // It goes on after all that.
        let counts = rooms.map(\.acknowledged.count)
        try await Patience.wait {
            rooms.indices.allSatisfy { rooms[$0].acknowledged.count > counts[$0] + 3 }
        }
        playing.cancel()
        await playing.value
        try await Patience.wait { await rooms[0].catchUp() }
        try await Patience.wait { await rooms[1].catchUp() }
        let last = try await fixture.right.load("s1")
        let text = try #require(last.text)
        for room in rooms {
            #expect(room.text == text, "seed \(seed)")
            #expect(room.complaints == [], "seed \(seed)")
            for acknowledged in room.acknowledged {
                #expect(text.contains(acknowledged), "seed \(seed)")
            }
        }
        try await fixture.waitUntilArchived()
        let archived = Set(fixture.left.archive.versions(of: "s1"))
        for version in rooms.flatMap(\.versions) {
            #expect(archived.contains(version), "seed \(seed), version \(version)")
        }
    }

    /// A room as its store sees it: commits, follows others' commits, puts back lost ones. Its
    /// state is a text that every step makes longer.
    private final class Room: Sendable {
        struct State {
            var version: Int64 = 0
            var text = ""
            var number = 0
            var acknowledged: [String] = []
            var versions: [Int64] = []
            var complaints: [String] = []
        }

        let side: RedisSide
        let name: String
        let state = Mutex(State())

        init(_ side: RedisSide) {
            self.side = side
            name = String(UInt64(UInt(bitPattern: ObjectIdentifier(side).hashValue)) % 1_000)
        }

        var text: String { state.withLock(\.text) }
        var acknowledged: [String] { state.withLock(\.acknowledged) }
        var versions: [Int64] { state.withLock(\.versions) }
        var complaints: [String] { state.withLock(\.complaints) }

        func begin() async throws {
            let outcome = try await side.commit(.test("s1", from: 0, "start"))
            guard outcome.isCommitted else { throw RedisSide.Refused() }
            state.withLock { ($0.version, $0.text) = (1, "start") }
        }

        func play() async {
            while !Task.isCancelled {
                await step()
                try? await Task.sleep(for: .milliseconds(3))
            }
        }

        private func step() async {
            let (from, word, text) = state.withLock { state in
                state.number += 1
                let word = "<\(name) \(state.number)>"
                return (state.version, word, String((state.text + word)))
            }
            guard from > 0 else {
                _ = await catchUp()
                return
            }
            switch await side.ask({ $0.commit(.test("s1", from: from, text), $1) }) {
            case .success(.committed):
                state.withLock { state in
                    state.version = from + 1
                    state.text = text
                    state.acknowledged.append(word)
                    state.versions.append(from + 1)
                }
            case .success(.conflict(let stored)): await settle(stored)
            case .success(.replaced), .success(.claimed), .failure: _ = await catchUp()
            }
        }

        /// - Returns: whether the store could be asked, and knows as much as this room.
        func catchUp() async -> Bool {
            let version = state.withLock { $0.version }
            let since = version > 0 ? version : nil
            guard case .success(let stored) = await side.ask({ $0.load("s1", since: since, $1) })
            else { return false }
            await settle(stored)
            return stored.version.map { $0 >= version } ?? false
        }

        private func settle(_ stored: LoadResult) async {
            let (version, text) = state.withLock { ($0.version, $0.text) }
            guard let newer = stored.state, newer.version >= version else {
                guard version > 0 else { return }
                let lost = RestoreRequest.test("s1", "ABCDEF", .test(version, text))
                if case .success(let there) = await side.ask({ $0.restore(lost, $1) }),
                    there.state.map({ $0.version > version }) ?? false
                {
                    await settle(there)
                }
                return
            }
            let told = newer.text(since: (version, text))
            state.withLock { state in
                guard let told else {
                    state.complaints.append("no way from \(version) to \(newer.version)")
                    return
                }
                if newer.version == version, told != state.text {
                    state.complaints.append("another \(version)")
                }
                (state.version, state.text) = (newer.version, told)
            }
        }
    }
}
