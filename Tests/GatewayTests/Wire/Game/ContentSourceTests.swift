import Archive
import Foundation
import GameState
import Synchronization
import Testing
import TriptoGame

/// Content comes from a source that may take its time.
@Suite struct ContentSourceTests {
    @Test
    func `a source that takes its time holds nobody up, and its content is played when it comes`()
        async throws
    {
        let source = Gate()
        let deployment = try Deployment({ $0.shards = 1 }) { wish in
            await source.passed()
            return SecretPackage.choose(wish)
        }
        let stage = try await Stage(on: deployment)
        stage.host.send("HOST_START_GAME")
        try await stage.host.until(state: "PREPARING_ROUND")
        // Another session of the same loop begins, and is played as far as it can be.
        let other = try await Stage(on: deployment)
        #expect(other.host.document["state"] == "LOBBY")
        #expect(stage.host.document["state"] == "PREPARING_ROUND")
        source.open()
        for client in [stage.host, stage.tv, stage.player] {
            try await client.until(state: "ROUND_INTRO")
        }
        try await other.start()
        await deployment.stop()
    }

    @Test func `a source that never answers is given up, and what it says in the end is not heard`()
        async throws
    {
        let source = Gate()
        // The source that answers in the end has as long, however busy the machine is.
        let deployment = try Deployment({ $0.contentMs = 4_000 }) { wish in
            await source.passed()
            return SecretPackage.choose(wish)
        }
        let stage = try await Stage(on: deployment)
        stage.host.send("HOST_START_GAME")
        try await stage.host.until(state: "PREPARING_ROUND")
        let error = try await stage.host.next("ERROR")
        #expect(error.payload["code"] == "content_failed" && error.payload["retryable"] == true)
        try await stage.host.until(state: "LOBBY")
        source.open()
        for message in try await stage.host.caughtUp() { #expect(message.type != "STATE_PATCH") }
        #expect(stage.host.document["state"] == "LOBBY")
        // A host who starts again asks again.
        try await stage.start()
        await deployment.stop()
    }
}

/// A host's device is known by HELLO, and remembered by what is played.
@Suite struct DeviceMemoryTests {
    @Test func `the host's device comes with the wish, and has had what was played`() async throws {
        let folder = Deployment.newFolder()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let archive = try SQLArchive(
            sqlite: folder.appending(path: "gateway.sqlite").path,
            games: [Tripto.schema]
        )
        let wishes = Mutex<[PackageWish]>([])
        let deployment = try Deployment(folder: folder, archive: archive, { _ in }) { wish in
            wishes.withLock { $0.append(wish) }
            return SecretPackage.choose(wish)
        }
        let stage = try await Stage(on: deployment)
        try await stage.start()
        let last = try #require(wishes.withLock { $0.last })
        let device = try #require(last.device, "the wish names the device")
        let round = try #require(SecretPackage.choose(last)).destination.id
        #expect(try await device.memory(in: archive).get() == [round])
        await deployment.stop()
    }
}

/// Nobody passes before it opens; everybody does afterwards.
private final class Gate: Sendable {
    /// Those who wait; nil once it is open.
    private let waiting = Mutex<[CheckedContinuation<Void, Never>]?>([])

    func open() {
        let waiting = self.waiting.withLock { waiting in
            defer { waiting = nil }
            return waiting ?? []
        }
        for one in waiting { one.resume() }
    }

    func passed() async {
        await withCheckedContinuation { one in
            let isOpen = waiting.withLock { waiting in
                waiting?.append(one)
                return waiting == nil
            }
            if isOpen { one.resume() }
        }
    }
}
