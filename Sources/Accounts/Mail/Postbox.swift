public import Archive
import Dispatch
import HTTP
public import Protocol
import Synchronization

/// Letters on their way: they wait in the store, and go to the mail server one at a time, again and again
/// until it takes them or they are too old. Nobody waits for them.
///
/// Several gateways share one queue; each letter is leased while it is on its way. One whose gateway dies just
/// after the server took it goes out twice.
public final class Postbox: Sendable {
    /// Letters that wait in the store; past it none is added.
    static let maxWaiting = 10_000
    /// Milliseconds that a letter is nobody else's while it is handed over: longer than that may take.
    static let leaseMs = Int64(MailServer.patienceMs) * 4
    /// Milliseconds after which a letter that was not taken is tried again, the first time; each time twice as
    /// long, up to the maximum.
    public static let retryMs: Int64 = 15_000
    static let maxRetryMs: Int64 = 3_600_000
    /// Milliseconds between looks for letters that other gateways, or this one before it stopped, left.
    static let lookMs = 30_000

    /// Fates of letters, for logs and metrics; they name neither addresses nor codes.
    public enum News: Equatable, Sendable {
        case delivered
        /// Tried again later.
        case postponed(attempt: Int, reason: String)
        /// The server does not want us, whoever a letter is to; told once until it takes one. Letters wait.
        case unwelcome(reason: String)
        /// The server will never take it, or it is too old.
        case droppedAsRejected(code: Int)
        case droppedAsExpired
        /// As many letters wait as may: this one is not written down.
        case full
        case storeAway
        /// The archive will not do what accounts ask of it, now or later.
        case storeRefuses(String)
    }

    private let store: SQLArchive
    private let deliver: @Sendable (MailMessage) -> MailServer.Delivery
    private let sender: MailSender
    private let page: String?
    private let clock: @Sendable () -> ServerTime
    private let tell: @Sendable (News) -> Void
    private let retryMs: Int64
    /// Blocks on the mail server.
    private let queue = DispatchQueue(label: "postbox", qos: .utility)
    private let state = Mutex(State.asleep)
    /// True once it is told that the server does not want us.
    private let isUnwelcome = Mutex(false)

    private enum State {
        case asleep
        case working
        /// Asked while it worked: it looks once more.
        case asked
        case closed
    }

    /// - Parameters:
    ///   - page: of the page or app that takes codes; nil where people type them.
    ///   - retryMs: as `Postbox.retryMs`, for tests.
    public init(
        store: SQLArchive,
        server: MailServer,
        sender: MailSender,
        page: String?,
        clock: @escaping @Sendable () -> ServerTime,
        retryMs: Int64 = Postbox.retryMs,
        tell: @escaping @Sendable (News) -> Void
    ) {
        self.store = store
        deliver = { server.deliver($0, from: sender) }
        self.sender = sender
        self.page = page
        self.clock = clock
        self.retryMs = retryMs
        self.tell = tell
    }

    /// Looks for letters now, and from time to time until it is closed.
    public func open() {
        wake()
        queue.asyncAfter(deadline: .now() + .milliseconds(Self.lookMs)) { [weak self] in
            guard let self, !isClosed else { return }
            open()
        }
    }

    /// Sends a letter that was just written down, or says that there was no room for it.
    func wake(forNew isPosted: Bool) {
        if isPosted { wake() } else { tell(.full) }
    }

    /// Tells whoever runs the gateway of a store that did not do what it was asked.
    func tell(of error: ArchiveError) {
        if error.kind == .closed { return }
        tell(error.isTransient ? .storeAway : .storeRefuses(error.description))
    }

    /// Takes no more letters out; one that is on its way arrives.
    public func close() {
        state.withLock { $0 = .closed }
    }

    private var isClosed: Bool { state.withLock { $0 == .closed } }

    func wake() {
        let mustStart = state.withLock { state in
            switch state {
            case .asleep:
                state = .working
                return true
            case .working:
                state = .asked
                return false
            case .asked, .closed: return false
            }
        }
        if mustStart { Task { await work() } }
    }

    private func work() async {
        repeat {
            while !isClosed, let letter = await collect() { await handle(letter) }
        } while state.withLock { state in
            switch state {
            case .asked:
                state = .working
                return true
            case .working:
                state = .asleep
                return false
            case .asleep, .closed: return false
            }
        }
    }

    // MARK: One letter

    private struct Collected: Sendable {
        var id: String
        var recipient: String?
        var letter: Letter?
        var locale: LetterLocale
        var expiresAt: ServerTime
        var attempts: Int64
    }

    private func collect() async -> Collected? {
        guard !state.withLock({ $0 == .closed }) else { return nil }
        let now = clock()
        do throws(ArchiveError) {
            return try await store.write { tables throws(ArchiveError) in
                // Codes and tokens that are too old go, also where nobody calls.
                for purge in AccountStatements.purges {
                    try tables.change(purge, [.integer(now.ms)])
                }
                return try tables.rows(
                    AccountStatements.collected,
                    [.integer(now.ms), .integer((now + Self.leaseMs).ms)]
                ) { row throws(ArchiveError) in
                    Collected(
                        id: row.text(0),
                        recipient: row.isNull(1) ? nil : row.text(1),
                        letter: Letter(kind: row.text(2), code: row.text(4)),
                        locale: LetterLocale(rawValue: row.text(3)) ?? .en,
                        expiresAt: ServerTime(ms: try row.integer(5)),
                        attempts: try row.integer(6)
                    )
                }.first
            }
        } catch {
            tell(of: error)
            return nil
        }
    }

    private func handle(_ collected: Collected) async {
        // A letter without a recipient took its time already.
        guard let recipient = collected.recipient, let letter = collected.letter else {
            return await drop(collected, .none)
        }
        let now = clock()
        guard now < collected.expiresAt else { return await drop(collected, .droppedAsExpired) }
        let message = MailMessage(
            letter,
            from: sender,
            to: recipient,
            in: collected.locale,
            page: page,
            id: String(collected.id.prefix(32)),
            date: HTTPDate.format(epochSeconds: Int(now.ms / 1_000))
        )
        let delivery = await withCheckedContinuation { continuation in
            queue.async { [deliver] in continuation.resume(returning: deliver(message)) }
        }
        switch delivery {
        case .accepted:
            isUnwelcome.withLock { $0 = false }
            await drop(collected, .delivered)
        case .rejected(let code): await drop(collected, .droppedAsRejected(code: code))
        case .unwelcome(let reason):
            let isNew = isUnwelcome.withLock { isKnown in
                defer { isKnown = true }
                return !isKnown
            }
            if isNew { tell(.unwelcome(reason: reason)) }
            await postpone(collected)
        case .failed(let reason):
            tell(.postponed(attempt: Int(collected.attempts), reason: reason))
            await postpone(collected)
        }
    }

    private func postpone(_ collected: Collected) async {
        let doublings = min(max(collected.attempts - 1, 0), 10)
        let pauseMs = min(retryMs << doublings, Self.maxRetryMs)
        await change(
            AccountStatements.postponed,
            [.text(collected.id), .integer((clock() + pauseMs).ms)]
        )
        // Looked for again when it is due, not only with the next round.
        queue.asyncAfter(deadline: .now() + .milliseconds(Int(pauseMs))) { [weak self] in
            self?.wake()
        }
    }

    private func drop(_ collected: Collected, _ news: News?) async {
        await change(AccountStatements.letterDone, [.text(collected.id)])
        if let news { tell(news) }
    }

    private func change(_ statement: Statement, _ values: [SQLValue]) async {
        do throws(ArchiveError) {
            _ = try await store.write { tables throws(ArchiveError) in
                try tables.change(statement, values)
            }
        } catch {
            tell(of: error)
        }
    }
}
