import Archive
import Dispatch
import HTTP
import Protocol
import Synchronization
import Transport

/// Tells whether a commit would succeed here, and how each store fares: proven by writes, however many ask at
/// most one a second in each store while they succeed, and four while they fail. May be asked from anywhere.
final class Readiness: Sendable {
    private let stores: [Proof]
    private let archive: Proof
    /// True where commits wait for the archive, because no other store keeps them.
    private let needsArchive: Bool

    init(_ directory: Directory, _ archive: any Archive, _ configuration: Configuration) {
        stores = (0..<configuration.shards).map { index in
            Proof { try await directory.shards[index].run { try await $0.live.check() } }
        }
        self.archive = Proof { try await archive.check() }
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

    /// Answers within `Proof.maxWaitMs`.
    ///
    /// - Parameter loop: on which the attempts begin, as no other work of the process holds it up.
    func report(on loop: EventLoop) async -> Report {
        async let isArchiveReached = archive.outcome(on: loop)
        let isStoreReached = await withTaskGroup(of: Bool.self) { group in
            for store in stores { group.addTask { await store.outcome(on: loop) } }
            return await group.reduce(true) { $0 && $1 }
        }
        var report = Report()
        report.isStoreReached = isStoreReached
        report.isArchiveReached = await isArchiveReached
        report.isReady = report.isStoreReached && (report.isArchiveReached || !needsArchive)
        return report
    }
}

/// The latest attempt to write to one store. There is one at a time, shared by all who ask meanwhile.
private final class Proof: Sendable {
    /// Milliseconds for which an attempt that succeeded counts, …
    private static let goodForMs: Int64 = 1_000
    /// … one that failed, …
    private static let badForMs: Int64 = 250
    /// … and that one is waited for.
    static let maxWaitMs = 1_000

    private let attempt: @Sendable () async throws -> Void
    private let state = Mutex(State())

    private struct State {
        var latest: (isGood: Bool, untilNs: Int64)?
        /// Counts attempts.
        var number = 0
        var isUnderWay = false
        /// True once the one under way has been waited for long enough.
        var isLate = false
        var waiting: [CheckedContinuation<Bool, Never>] = []
    }

    private enum Next {
        case known(isGood: Bool)
        case wait
        case begin(number: Int)
    }

    init(_ attempt: @escaping @Sendable () async throws -> Void) {
        self.attempt = attempt
    }

    func outcome(on loop: EventLoop) async -> Bool {
        await withCheckedContinuation { continuation in
            switch next(continuation) {
            case .known(let isGood): continuation.resume(returning: isGood)
            case .wait: break
            case .begin(let number): begin(number, on: loop)
            }
        }
    }

    private func next(_ continuation: CheckedContinuation<Bool, Never>) -> Next {
        state.withLock { state in
            if let latest = state.latest, EventLoop.monotonicNs < latest.untilNs {
                return .known(isGood: latest.isGood)
            }
            guard !state.isLate else { return .known(isGood: false) }
            state.waiting.append(continuation)
            guard !state.isUnderWay else { return .wait }
            state.isUnderWay = true
            state.number += 1
            return .begin(number: state.number)
        }
    }

    /// It may take longer than anybody waits for it.
    private func begin(_ number: Int, on loop: EventLoop) {
        let delay = DispatchTimeInterval.milliseconds(Self.maxWaitMs)
        DispatchQueue.global().asyncAfter(deadline: .now() + delay) { [weak self] in
            self?.finish(number, isGood: nil)
        }
        Task(executorPreference: loop) { [self] in
            let isGood = (try? await attempt()) != nil
            finish(number, isGood: isGood)
        }
    }

    /// - Parameter isGood: nil: nobody waits any longer.
    private func finish(_ number: Int, isGood: Bool?) {
        let waiting = state.withLock { state -> [CheckedContinuation<Bool, Never>] in
            guard state.isUnderWay, state.number == number else { return [] }
            state.isLate = isGood == nil
            if let isGood {
                let forMs = isGood ? Self.goodForMs : Self.badForMs
                state.latest = (isGood, EventLoop.monotonicNs + forMs * 1_000_000)
                state.isUnderWay = false
            }
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume(returning: isGood ?? false) }
    }
}

/// Calls of operators.
enum StatusCalls {
    static func health(_ context: RequestContext) -> Response {
        Response(.ok, type: MediaType.text, body: "ok\n\(Product.version)\n")
    }

    static func ready(_ context: RequestContext) async throws -> Response {
        guard !context.shard.isDraining else { throw WireError.goingAway }
        let report = await context.site.readiness.report(on: context.shard.loop)
        guard !report.isReady else { return .json(.ok) { report.write(to: &$0) } }
        let error = WireError(.degraded, "nothing can be committed here")
        var response = Response.json(Status(rawValue: error.code.httpStatus)) { writer in
            error.writeMembers(to: &writer)
            report.write(to: &writer)
        }
        response.headers.set("Retry-After", "1")
        return response
    }

    static func metrics(_ context: RequestContext) async throws -> Response {
        let stores = await context.site.readiness.report(on: context.shard.loop)
        return Response(
            .ok,
            headers: ["Content-Type": "text/plain; version=0.0.4; charset=utf-8"],
            body: context.services.metrics.exposition(
                isStoreReached: stores.isStoreReached,
                isArchiveReached: stores.isArchiveReached
            )
        )
    }
}
