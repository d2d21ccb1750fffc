import Dispatch
import Protocol
import StoreContracts
import Synchronization
import Testing

@testable import Archive

/// States on their way to an archive in a file, and back.
@Suite struct RestingStatesTests {
    private let fixture: SQLiteFixture
    private let archive: SQLArchive

    init() throws {
        fixture = try SQLiteFixture()
        archive = try fixture.open()
    }

    private func keep(
        _ states: RestingStates,
        _ session: SessionID,
        _ version: Int64,
        _ body: @escaping @Sendable () throws -> [UInt8] = { Array("{}".utf8) }
    ) async -> Bool {
        await withCheckedContinuation { continuation in
            states.keep(session, version: version, body) { continuation.resume(returning: $0) }
        }
    }

    private func fetch(_ states: RestingStates, _ session: SessionID) async throws -> Int64? {
        try await withCheckedContinuation { continuation in
            states.fetch(session) { continuation.resume(returning: $0) }
        }.get()?.version
    }

    @Test func `what is asked for one session takes effect in its order`() async throws {
        let states = RestingStates(archive)
        for version in Int64(1)...100 {
            states.keep("s1", version: version, { Array("{}".utf8) }, { _ in })
            states.forget("s1")
        }
        #expect(await keep(states, "s1", 101))
        #expect(try await fetch(states, "s1") == 101)
        states.forget("s1")
        #expect(await keep(states, "s2", 1))
        #expect(try await fetch(states, "s1") == nil)
        await archive.close()
    }

    @Test func `many that come at once are all kept`() async throws {
        let states = RestingStates(archive)
        let kept = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<100 {
                group.addTask { await keep(states, SessionID(rawValue: "s\(number)"), 7) }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(kept == 100)
        #expect(try fixture.read("SELECT COUNT(*) FROM resting_states") == [["100"]])
        await archive.close()
    }

    @Test func `what is only to be forgotten goes with others, and soon alone`() async throws {
        let states = RestingStates(archive)
        #expect(await keep(states, "s1", 1))
        states.forget("s1")
        // Nobody else writes: it goes by itself.
        while try await fetch(states, "s1") != nil {
            try await Task.sleep(for: .milliseconds(RestingStates.forgetMs / 10))
        }
        for number in 0..<3 * RestingStates.maxAtOnce {
            #expect(await keep(states, SessionID(rawValue: "s\(number)"), 1))
        }
        for number in 0..<3 * RestingStates.maxAtOnce {
            states.forget(SessionID(rawValue: "s\(number)"))
        }
        while try fixture.read("SELECT COUNT(*) FROM resting_states") != [["0"]] {
            try await Task.sleep(for: .milliseconds(RestingStates.forgetMs / 10))
        }
        await archive.close()
    }

    @Test func `what waits is not encoded before its turn`() async throws {
        let states = RestingStates(archive)
        let isLetOn = DispatchSemaphore(value: 0)
        let encodedCount = Mutex(0)
        let body: @Sendable () -> [UInt8] = {
            encodedCount.withLock { $0 += 1 }
            return Array("{}".utf8)
        }
        // Until then nothing more is written.
        let held = await withCheckedContinuation { continuation in
            states.keep("first", version: 1, body) { isKept in
                continuation.resume(returning: isKept)
                isLetOn.wait()
            }
        }
        #expect(held)
        let (told, tell) = AsyncStream.makeStream(of: Bool.self)
        let count = 3 * RestingStates.maxAtOnce
        for number in 0..<count {
            let session = SessionID(rawValue: "s\(number)")
            states.keep(session, version: 1, body) { tell.yield($0) }
        }
        #expect(encodedCount.withLock { $0 } == 1)
        isLetOn.signal()
        var answers = told.makeAsyncIterator()
        for _ in 0..<count { #expect(await answers.next() == true) }
        #expect(encodedCount.withLock { $0 } == 1 + count)
        await archive.close()
    }

    @Test func `what another process left is cleared`() async throws {
        #expect(await keep(RestingStates(archive), "s1", 4))
        #expect(try await fetch(RestingStates(archive), "s1") == nil)
        await archive.close()
    }

    @Test func `what can't be encoded, or written, is not kept`() async throws {
        struct Unspeakable: Error {}
        let states = RestingStates(archive)
        #expect(await !keep(states, "s1", 4) { throw Unspeakable() })
        await archive.close()
        #expect(await !keep(states, "s1", 4))
        #expect(await !keep(states, "s2", 4))
    }
}
