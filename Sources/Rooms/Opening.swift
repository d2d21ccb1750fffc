import Archive
import LiveStore
import Protocol
import Timers

/// A session on its way to a room here: from the store, else rebuilt from the archive.
///
/// Confined to its loop.
final class Opening {
    private enum Stage {
        /// The archive is asked for its latest version. Can become `loading`.
        case asking
        /// Can become `fetching` or `done`.
        case loading
        /// The archive is asked for all of the journal. Can become `replaying` or `done`.
        case fetching
        /// Can become `restoring` or `done`.
        case replaying
        /// The store gets the rebuilt state. Can become `done`.
        case restoring
        case done
    }

    private let session: SessionID
    private let environment: any RoomEnvironment
    private let factories: [RoomFactory]
    /// Of a room that wakes.
    let rest: RestingPoint?
    private var stage = Stage.asking
    private let whenDone: RoomRegistry.Completion

    init(
        _ session: SessionID,
        in environment: any RoomEnvironment,
        _ factories: [RoomFactory],
        from rest: RestingPoint?,
        _ whenDone: @escaping RoomRegistry.Completion
    ) {
        self.session = session
        self.environment = environment
        self.factories = factories
        self.rest = rest
        self.whenDone = whenDone
    }

    /// Completes never before it has returned.
    func start() {
        guard let rest else { return askArchive() }
        // The version known here when it went to rest is as good as the archive's.
        stage = .loading
        load(known: rest.version)
    }

    /// - Returns: false for an answer that is no longer awaited.
    private func pass(from: Stage, to: Stage) -> Bool {
        guard stage == from else { return false }
        stage = to
        return true
    }

    private func finish(_ result: Result<any AnyRoom, WireError>) {
        stage = .done
        whenDone(result)
    }

    /// The archive first: it follows the store, so the store must later have all that the archive has now.
    private func askArchive() {
        let scheduler = environment.scheduler
        let patience = scheduler.schedule(at: scheduler.now + RoomTimes.maxAskingMs) { [self] in
            if pass(from: .asking, to: .loading) { load(known: nil) }
        }
        environment.fetchArchivedVersion(of: session) { [self] version in
            guard pass(from: .asking, to: .loading) else { return }
            scheduler.cancel(patience)
            load(known: version)
        }
    }

    /// - Parameter known: the version that the store must have; nil where nobody knows.
    private func load(known: Int64?) {
        environment.live.load(session, since: nil) { [self] result in
            switch result {
            case .success(.state(let stored)):
                guard let known, known > stored.version else { return open(stored) }
                // It lost its latest commits, and nobody has put them back.
                environment.report(
                    .isBehind(stored: stored.version, known: known),
                    of: session
                )
                fetch()
            case .success(.nothing): fetch()
            case .success(.removed): finish(.failure(.sessionOver))
            case .failure(.unavailable), .failure(.unanswered):
                finish(.failure(.storeUnreachable))
            case .failure(.unreadable(let reason)): giveUp(reason)
            }
        }
    }

    private func open(_ stored: StoredSession) {
        var reason = "no game of this gateway knows the session"
        for factory in factories {
            do throws(ReplayError) {
                return finish(.success(try factory.open(session, stored, environment, rest)))
            } catch {
                switch error {
                case .newerRules: return finish(.failure(.olderGateway))
                case .otherGame: break
                case .noSetup, .unreadable, .gap, .refused: reason = error.description
                }
            }
        }
        giveUp(reason)
    }

    private func giveUp(_ reason: String) {
        environment.report(.unreadable(reason), of: session)
        finish(.failure(.unreadableSession))
    }

    // MARK: Rebuilding

    /// The live store has nothing, or too little: the archive still has every input.
    private func fetch() {
        guard pass(from: .loading, to: .fetching) else { return }
        guard environment.isHandedOver(session) else {
            // Entries of this gateway are on their way to the archive: without them it has too little.
            return finish(.failure(.storeUnreachable))
        }
        environment.fetchJournal(of: session) { [self] result in
            switch result {
            case .success(let archived?): replay(archived)
            case .success(nil): finish(.failure(WireError(.notFound, "no such session")))
            case .failure: finish(.failure(.storeUnreachable))
            }
        }
    }

    private func replay(_ archived: ArchivedSession) {
        guard archived.status != .ended else { return finish(.failure(.sessionOver)) }
        guard let factory = factories.first(where: { $0.name == archived.game }),
            pass(from: .fetching, to: .replaying)
        else {
            let message = "no such game: \(archived.game)"
            return finish(.failure(WireError(.internal, message)))
        }
        // A long evening takes a while to play again.
        environment.runElsewhere({ [replay = factory.replay] in try replay(archived) }) {
            [self] result in
            do {
                restore(try result.get())
            } catch ReplayError.newerRules {
                finish(.failure(.olderGateway))
            } catch {
                environment.report(.notRebuilt("\(error)"), of: session)
                finish(.failure(WireError(.internal, "the session can't be rebuilt")))
            }
        }
    }

    private func restore(_ replayed: ReplayedSession) {
        guard pass(from: .replaying, to: .restoring) else { return }
        for version in replayed.differing {
            environment.report(.differs(version: version), of: session)
        }
        environment.live.restore(replayed.restoration) { [self] result in
            switch result {
            case .success(.state(let stored)):
                environment.report(.rebuilt(version: stored.version), of: session)
                open(stored)
            case .success(.removed): finish(.failure(.sessionOver))
            case .success(.nothing), .failure: finish(.failure(.storeUnreachable))
            }
        }
    }
}
