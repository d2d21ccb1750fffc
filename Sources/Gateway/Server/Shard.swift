import Archive
import Deflate
import Dispatch
import GameState
import LiveStore
import Logging
import Protocol
import Rooms
import Transport

/// One event loop and everything that lives on it: its connections, its rooms, its link to the store.
///
/// Confined to its loop.
final class Shard: @unchecked Sendable {
    /// Rooms that are open at a time.
    static let maxRooms = 20_000
    /// How long the archive may take to say what it has of a session that is opened, in milliseconds.
    private static let maxAskingMs: Int64 = 500

    typealias RoomCompletion = (Result<any AnyRoom, WireError>) -> Void

    let loop: EventLoop
    let live: any LiveStore
    let services: Services
    let shared: SharedLiveStore?
    let compressor = Compressor()
    let inflater = Inflater()
    private(set) var rooms: [SessionID: any AnyRoom] = [:]
    /// Rooms that are being fetched, and who waits for them.
    private var opening: [SessionID: [RoomCompletion]] = [:]
    private(set) lazy var environment = ShardEnvironment(self)
    private(set) var watched = WatchList()
    var isDraining = false
    var storeWatch = StoreWatch()
    /// Messages sent since the connections were looked after.
    var sentCount = 0
    /// The clients of `/conformance/broadcast`; they leave the list when they close.
    var broadcastSockets = ContiguousArray<Unmanaged<EchoSocket>>()

    init(loop: EventLoop, store: OpenedLiveStore, services: Services) {
        self.loop = loop
        live = store.live
        shared = store.shared
        self.services = services
    }

    var connectionCount: Int { watched.count }

    /// The room of a session: the one that is open here, else from the store, else rebuilt from the
    /// archive.
    func room(_ session: SessionID, _ done: @escaping RoomCompletion) {
        loop.preconditionOnLoop()
        if let room = rooms[session] {
            done(.success(room))
            return
        }
        guard opening[session] == nil else {
            opening[session]?.append(done)
            return
        }
        opening[session] = [done]
        // The archive first: it follows the store, so that what it has now the store has later.
        askArchive(for: session) { [weak self] archived in
            self?.load(session, archived: archived)
        }
    }

    /// The version that the archive has, unless it takes too long to say.
    private func askArchive(for session: SessionID, _ done: @escaping (Int64?) -> Void) {
        var isAnswered = false
        let answer = { (latest: Int64?) in
            guard !isAnswered else { return }
            isAnswered = true
            done(latest)
        }
        _ = loop.schedule(at: loop.now + Self.maxAskingMs) { answer(nil) }
        let callback = Confined(Callback(answer))
        services.archive.latestVersion(of: session) { [loop] result in
            let latest = try? result.get()
            loop.execute { callback.value.call(latest) }
        }
    }

    private func load(_ session: SessionID, archived: Int64?) {
        live.load(session, since: nil) { [weak self] result in
            switch result {
            case .success(.state(let stored)):
                if let archived, archived > stored.version {
                    // It lost its latest steps, and nobody has put them back.
                    self?.services.log.notice(
                        "the store is behind the archive",
                        metadata: [
                            "session": "\(session)", "stored": "\(stored.version)",
                            "archived": "\(archived)",
                        ]
                    )
                    self?.rebuild(session)
                } else {
                    self?.open(session, stored)
                }
            case .success(.nothing): self?.rebuild(session)
            case .success(.removed): self?.settle(session, .failure(.sessionOver))
            case .failure(.unavailable), .failure(.unanswered):
                self?.settle(session, .failure(.storeUnreachable))
            case .failure(.unreadable(let reason)):
                self?.report(.unreadable(reason), of: session)
                self?.settle(session, .failure(.unreadableSession))
            }
        }
    }

    func begin(_ new: NewSession, _ game: HostedGame, _ done: @escaping RoomCompletion) {
        loop.preconditionOnLoop()
        guard rooms.count < Self.maxRooms else {
            done(.failure(.nothingBegun))
            return
        }
        game.begin(new, self) { [weak self] result in
            if case .success(let room) = result {
                self?.rooms[new.session] = room
                self?.services.metrics.roomOpened()
            }
            done(result)
        }
    }

    func forget(_ session: SessionID) {
        if rooms.removeValue(forKey: session) != nil { services.metrics.roomClosed() }
    }

    private func open(_ session: SessionID, _ stored: StoredState) {
        do throws(WireError) {
            for game in services.games {
                guard let room = try game.open(session, stored, self) else { continue }
                rooms[session] = room
                services.metrics.roomOpened()
                return settle(session, .success(room))
            }
        } catch {
            return settle(session, .failure(error))
        }
        report(.unreadable("no game here knows it"), of: session)
        settle(session, .failure(.unreadableSession))
    }

    /// The live store has nothing: after it was lost, the archive still has every input.
    private func rebuild(_ session: SessionID) {
        services.archive.journal(of: session) { [self] result in
            // A long evening takes a while to play again; other rooms need not wait for it.
            DispatchQueue.global().async { [self] in
                let replayed = Result { try result.get().map { try replay($0) } }
                loop.execute { self.rebuild(session, from: replayed) }
            }
        }
    }

    private func replay(_ archived: ArchivedSession) throws -> ReplayedSession {
        guard archived.status != .ended else {
            throw WireError.sessionOver
        }
        guard let game = services.game(named: archived.game) else {
            throw WireError(.internal, "no such game: \(archived.game)")
        }
        return try game.replay(archived)
    }

    private func rebuild(
        _ session: SessionID,
        from result: Result<ReplayedSession?, any Error>
    ) {
        do {
            guard let replayed = try result.get() else {
                throw WireError(.notFound, "no such session")
            }
            for version in replayed.differing {
                report(.differs(version: version), of: session)
            }
            restore(session, replayed)
        } catch let error as WireError {
            settle(session, .failure(error))
        } catch is ArchiveError {
            settle(session, .failure(.storeUnreachable))
        } catch Divergence.newerRules {
            settle(session, .failure(.olderGateway))
        } catch {
            services.log.error(
                "a session can't be rebuilt",
                error: error,
                metadata: ["session": "\(session)"]
            )
            let unreadable = WireError(.internal, "the session can't be rebuilt")
            settle(session, .failure(unreadable))
        }
    }

    private func restore(_ session: SessionID, _ replayed: ReplayedSession) {
        live.restore(replayed.restoration) { [weak self] result in
            switch result {
            case .success(.state(let stored)):
                self?.services.log.info(
                    "session rebuilt from the archive",
                    metadata: ["session": "\(session)", "version": "\(stored.version)"]
                )
                self?.open(session, stored)
            case .success(.removed): self?.settle(session, .failure(.sessionOver))
            case .success(.nothing), .failure: self?.settle(session, .failure(.storeUnreachable))
            }
        }
    }

    func fetchArchived(
        _ session: SessionID,
        _ done: @escaping ([ArchivedSession.Entry]?) -> Void
    ) {
        let callback = Confined(Callback(done))
        services.archive.journal(of: session) { [loop, log = services.log] result in
            let entries: [ArchivedSession.Entry]?
            switch result {
            case .success(let archived): entries = archived?.entries
            case .failure(let error):
                log.warning(
                    "the archive can't be asked before the store gets its state back",
                    error: error,
                    metadata: ["session": "\(session)"]
                )
                entries = nil
            }
            loop.execute { callback.value.call(entries) }
        }
    }

    func report(_ report: RoomReport, of session: SessionID) {
        var metadata: Logger.Metadata { ["session": "\(session)"] }
        switch report {
        case .putBack(let version):
            services.log.notice(
                "the store had lost a session; version \(version) is put back",
                metadata: metadata
            )
        case .unreadable(let reason):
            services.log.error(
                "a stored session can't be read",
                metadata: ["session": "\(session)", "reason": "\(reason)"]
            )
        case .pulled(let player, let atClientMs):
            services.log.debug(
                "a pull of the brake",
                metadata: [
                    "session": "\(session)", "player": "\(player)",
                    "behindMs": atClientMs.map { "\(loop.now.ms &- $0)" } ?? "unknown",
                ]
            )
        case .differs(let version):
            services.metrics.stateDiffered()
            services.log.warning(
                "version \(version) gives another state than the build that committed it made",
                metadata: metadata
            )
        }
    }

    private func settle(_ session: SessionID, _ result: Result<any AnyRoom, WireError>) {
        for done in opening.removeValue(forKey: session) ?? [] { done(result) }
    }

    // MARK: Connections

    func add(_ member: any Watched) {
        loop.preconditionOnLoop()
        watched.add(member)
    }

    /// - Returns: whether it was here.
    @discardableResult
    func remove(_ member: any Watched) -> Bool {
        loop.preconditionOnLoop()
        return watched.remove(member)
    }

    func broadcast(_ frame: OutboundBytes) {
        for socket in broadcastSockets { socket._withUnsafeGuaranteedRef { $0.hear(frame) } }
    }

    /// Looks after all connections once a second, on the second, as some rooms beat.
    func keepWatch() {
        let sinceSecond = loop.now.ms % SocketTimes.sweepMs
        _ = loop.schedule(at: loop.now + (SocketTimes.sweepMs - sinceSecond)) { [weak self] in
            guard let self else { return }
            watchStore()
            services.metrics.messagesSent(sentCount)
            sentCount = 0
            look(after: watched.members[...])
        }
    }

    /// A few acts in a turn: thousands that are turned out at once would keep everybody else waiting.
    private func look(after members: ArraySlice<any Watched>) {
        let now = loop.now
        var rest = members
        var actsLeft = SocketTimes.maxSweptAtOnce
        while actsLeft > 0, let member = rest.popFirst() {
            // Some may have left since the first of them were looked after.
            if member.index >= 0, member.watch(at: now) { actsLeft -= 1 }
        }
        guard !rest.isEmpty else { return keepWatch() }
        _ = loop.schedule(at: loop.now + 1) { [weak self] in self?.look(after: rest) }
    }
}
