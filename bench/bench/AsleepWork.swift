import Archive
import TriptoGame
import Dispatch
import Foundation
import GameState
import Glibc
import LiveStore
import Protocol
import Rooms
import StoreContracts
import Synchronization
import Transport

/// Sessions that nobody is in, in the middle of a game, on a store within this process and an archive
/// in a file: what each takes of the memory, and how long one takes to wake.
///
/// Rooms open and go to rest by a clock that is turned by hand; what becomes free is given back before
/// memory is measured.
final class AsleepWork {
    private static let count = 100_000
    private static let players = 4
    /// Sessions that begin together, and the time to the next: they rest before a player has been
    /// away for half an hour.
    private static let atOnce = 1_000
    private static let pauseMs: Int64 = 15_000
    /// Until the last are at rest.
    private static let untilRestMs: Int64 = 90_000
    private static let wakes = 2_000

    static func rows(scale: Int) throws -> [Row] {
        let count = count / scale
        let work = try AsleepWork(bank: try PackageBank.bundled())
        defer { work.close() }
        ProcessCost.giveBack()
        let before = ProcessCost.memoryBytes(of: getpid())
        work.open(count)
        guard work.restingCount == count else {
            preconditionFailure("\(work.restingCount) of \(count) rooms rest")
        }
        ProcessCost.giveBack()
        let bytes = Double(ProcessCost.memoryBytes(of: getpid()) - before) / Double(count)
        let wakingMs = work.wake(min(wakes, count))
        let late = Percentiles(wakingMs)
        Progress.clear()
        func row(_ what: String, _ unit: String, _ value: Double, _ most: Double? = nil) -> Row {
            Row(
                name: "\(count) rooms asleep: \(what)",
                unit: unit,
                gateway: [value],
                budget: most.map(Budget.atMost)
            )
        }
        return [
            row("memory of one", "bytes", bytes, 2_048),
            row("waking, p50", "ms", late[50]),
            row("waking, p99", "ms", late[99], 10),
        ]
    }

    private let clock = ManualScheduler()
    private let inbox = Inbox()
    private let cupboard: CountingCupboard
    private let archive: SQLArchive
    private let folder: URL
    private let environment: SleepEnvironment
    private let outlet = DeafOutlet()

    private init(bank: PackageBank) throws {
        folder = FileManager.default.temporaryDirectory.appending(
            path: "bench-asleep-\(getpid())"
        )
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        archive = try SQLArchive(
            sqlite: folder.appending(path: "archive.sqlite").path,
            games: [Tripto.schema]
        )
        cupboard = CountingCupboard(
            ArchiveCupboard(archive, readers: [{ RoomState<Tripto>.reading($0, $1) }])
        )
        let live = InProcessLiveStore(
            core: InProcessCore(cupboard: cupboard),
            scheduler: clock,
            execute: { [inbox] work in inbox.put(work) },
            outbox: { _, done in done(.success(())) }
        )
        environment = SleepEnvironment(clock, live)
        environment.open { wish, _, done in
            self.clock.afterTurn { done(bank.content(for: wish)) }
        }
    }

    private func close() {
        let isClosed = DispatchSemaphore(value: 0)
        archive.close { isClosed.signal() }
        isClosed.wait()
        try? FileManager.default.removeItem(at: folder)
    }

    private var restingCount: Int { environment.restingCount }

    /// Does what others have left for this loop, until nothing is left.
    private func settle() {
        while let works = inbox.take() { clock.turn { for work in works { work() } } }
    }

    private func turn(_ body: () -> Void) {
        clock.turn(body)
        settle()
    }

    private func advance(byMs ms: Int64) {
        for _ in 0..<(ms / 100) {
            clock.advance(byMs: 100)
            settle()
        }
        // States are written while the rooms are gone already.
        while cupboard.owed > 0 { usleep(1_000) }
        settle()
    }

    private func open(_ count: Int) {
        for number in 0..<count {
            play(number)
            guard number % Self.atOnce == Self.atOnce - 1 else { continue }
            Progress.show("\(number + 1) rooms")
            advance(byMs: Self.pauseMs)
        }
        advance(byMs: Self.untilRestMs)
    }

    private static func session(_ number: Int) -> SessionID {
        SessionID(rawValue: String(format: "%016x", number + 1))
    }

    /// A game whose first clue is shown, paused; then everybody leaves.
    private func play(_ number: Int) {
        let session = Self.session(number)
        let new = NewSession(
            session: session,
            settings: ["destinationsCount": .int(3)],
            randomSeed: UInt64(number),
            hostTokenHash: "0123456789abcdef0123456789abcdef"
        )
        turn { environment.registry.begin(new, of: Tripto.name) { _ in } }
        guard let room = environment.registry[session] else { preconditionFailure("no room") }
        var seats: [Seat] = []
        for player in 0..<Self.players {
            guard let name = try? PlayerName("Player \(player)") else { continue }
            let id = PlayerID(rawValue: "\(session)-p\(player)")
            turn { room.join(id, name: name) { _ in } }
            turn { seats += [sit(.player(id), in: room, number)] }
        }
        turn { seats += [sit(.host, in: room, number)] }
        guard let host = seats.last else { return }
        for type in ["HOST_START_GAME", "HOST_SKIP", "HOST_PAUSE"] {
            let text = Array(#"{"type":"\#(type)","payload":{}}"#.utf8)
            guard let message = try? text.withUnsafeBytes({ try ClientMessage($0) }) else {
                preconditionFailure("no message: \(type)")
            }
            turn { room.receive(message, from: host) }
        }
        turn { for seat in seats { room.vacate(seat) } }
    }

    private func sit(_ viewer: Viewer, in room: any AnyRoom, _ number: Int) -> Seat {
        let seat = try? room.seat(
            viewer,
            connection: ConnectionID(rawValue: "connection-\(number)-\(viewer)"),
            device: nil,
            outlet: outlet,
            lastVersion: nil,
            clientTime: nil
        )
        guard let seat else { preconditionFailure("no seat for \(viewer)") }
        return seat
    }

    /// - Returns: milliseconds from asking for a room to having it.
    private func wake(_ count: Int) -> [Double] {
        (0..<count).map { step in
            let session = Self.session(step * (restingCount / count) + step % 7)
            guard environment.registry.isResting(session) else { return nil }
            let startNs = EventLoop.monotonicNs
            var room: (any AnyRoom)?
            clock.turn { environment.registry.room(session) { room = try? $0.get() } }
            while room == nil {
                inbox.wait()
                settle()
            }
            return Double(EventLoop.monotonicNs - startNs) / 1e6
        }.compactMap { $0 }
    }
}

/// Work that comes to the loop from elsewhere.
private final class Inbox: Sendable {
    private let works = Mutex<[@Sendable () -> Void]>([])
    private let signal = DispatchSemaphore(value: 0)

    func put(_ work: @escaping @Sendable () -> Void) {
        works.withLock { $0.append(work) }
        signal.signal()
    }

    /// Returns when something may have come.
    func wait() {
        signal.wait()
    }

    func take() -> [@Sendable () -> Void]? {
        works.withLock { works in
            defer { works = [] }
            return works.isEmpty ? nil : works
        }
    }
}

/// Knows how many states are on their way.
private final class CountingCupboard: Cupboard {
    private let cupboard: any Cupboard
    private let count = Mutex(0)

    init(_ cupboard: any Cupboard) {
        self.cupboard = cupboard
    }

    var owed: Int { count.withLock { $0 } }

    func keep(
        _ session: SessionID,
        _ snapshot: Snapshot,
        _ done: @escaping @Sendable (Bool) -> Void
    ) {
        count.withLock { $0 += 1 }
        cupboard.keep(session, snapshot) { [self] isKept in
            done(isKept)
            count.withLock { $0 -= 1 }
        }
    }

    func fetch(
        _ session: SessionID,
        _ done: @escaping @Sendable (Result<Snapshot?, LiveStoreError>) -> Void
    ) {
        cupboard.fetch(session, done)
    }

    func forget(_ session: SessionID) { cupboard.forget(session) }
}
