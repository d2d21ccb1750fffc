import GameState
public import Protocol
import Timers

/// The answers that need no rules: repeats, and commands that come too often.
struct CommandGate {
    /// One for each limit that was met: a game has few.
    private var limits: [LimitCount] = []
    /// Of viewers that hold a token of this session: at most one for each player so far.
    private var greetings: [Viewer: TokenBucket] = [:]
    private var reactions = TokenBucket.reactions
    /// Commands whose answer is still to come.
    private(set) var underWay: Set<MessageKey> = []

    /// Players counted under one limit, where these are the most.
    var countedPlayers: Int { limits.lazy.map(\.playerCount).max() ?? 0 }

    enum Admission: Equatable {
        case first
        /// The first one is still under way: its answer goes to the latest asker.
        case underWay
        /// The first one got this answer.
        case answered(Receipts.Receipt)
    }

    func admission(of key: MessageKey, _ receipts: Receipts) -> Admission {
        if underWay.contains(key) { return .underWay }
        return receipts.receipt(of: key).map { .answered($0) } ?? .first
    }

    mutating func begin(_ key: MessageKey) {
        underWay.insert(key)
    }

    /// The command's answer is on its way: a repeat is answered from the receipt now.
    mutating func answered(_ key: MessageKey) {
        underWay.remove(key)
    }

    /// Counts a command under its limit, also one that is refused afterwards. One that can't be read has
    /// none: the socket's limit counts it.
    mutating func mayUse(
        _ limit: CommandLimit,
        _ player: PlayerID,
        at now: ServerTime
    ) -> Bool {
        if let place = limits.firstIndex(where: { $0.limit == limit }) {
            return limits[place].mayUse(player, at: now)
        }
        var first = LimitCount(limit)
        defer { limits.append(first) }
        return first.mayUse(player, at: now)
    }

    /// True when a viewer may connect once more.
    mutating func mayGreet(_ viewer: Viewer, at now: ServerTime) -> Bool {
        greetings[viewer, default: .greetings].take(at: now)
    }

    /// True when the screens have room for one more reaction, whoever's it is.
    mutating func mayShowReaction(at now: ServerTime) -> Bool {
        reactions.take(at: now)
    }

    /// A player is gone for good.
    mutating func forget(_ player: PlayerID) {
        for place in limits.indices { limits[place].forget(player) }
    }

    /// Forgets greetings whose limit is full again.
    mutating func sweep(at now: ServerTime) {
        greetings = greetings.filter { !$0.value.isFull(at: now) }
    }
}

/// Uses that players have made of one limit.
private struct LimitCount {
    /// As many as a room can hold.
    static let maxPlayers = 500

    let limit: CommandLimit
    private var uses: [PlayerID: Use] = [:]

    init(_ limit: CommandLimit) {
        self.limit = limit
    }

    var playerCount: Int { uses.count }

    mutating func mayUse(_ player: PlayerID, at now: ServerTime) -> Bool {
        if uses.count >= Self.maxPlayers, uses[player] == nil {
            uses = uses.filter { !$0.value.isForgiven(at: now) }
            guard uses.count < Self.maxPlayers else { return false }
        }
        let fresh = Use(limit.pace)
        return uses[player, default: fresh].take(at: now)
    }

    /// Somebody is gone for good.
    mutating func forget(_ player: PlayerID) {
        uses[player] = nil
    }

    private enum Use {
        case cooldown(ms: Int64, last: ServerTime?)
        case bucket(TokenBucket)

        init(_ pace: CommandLimit.Pace) {
            switch pace {
            case .cooldown(let ms): self = .cooldown(ms: ms, last: nil)
            case .bucket(let burst, let perMs):
                self = .bucket(TokenBucket(burst: burst, perMs: perMs))
            }
        }

        mutating func take(at now: ServerTime) -> Bool {
            switch self {
            case .cooldown(let ms, let last):
                self = .cooldown(ms: ms, last: now)
                return last.map { now - $0 >= ms } ?? true
            case .bucket(var bucket):
                let isLeft = bucket.take(at: now)
                self = .bucket(bucket)
                return isLeft
            }
        }

        /// True when it says no more than a fresh one.
        func isForgiven(at now: ServerTime) -> Bool {
            switch self {
            case .cooldown(let ms, let last): last.map { now - $0 >= ms } ?? true
            case .bucket(let bucket): bucket.isFull(at: now)
            }
        }
    }
}

/// The outcomes of the latest commands that carried a `msgId`, so that a repeat has no second effect.
///
/// Part of a session's stored state: a command that was committed just before a gateway died is still
/// known to the next one.
public struct Receipts: Codable, Equatable, Sendable {
    /// Remembered commands of one viewer; the oldest goes first.
    public static let maxPerViewer = 8

    public struct Receipt: Codable, Equatable, Sendable {
        public var messageID: String
        /// The answer to the first one, as a whole message without its envelope; nil: none.
        public var reply: Reply?
    }

    public struct Reply: Codable, Equatable, Sendable {
        public var type: String
        public var payload: [UInt8]
    }

    public private(set) var receipts: [Viewer: [Receipt]] = [:]

    func receipt(of key: MessageKey) -> Receipt? {
        receipt(of: key.viewer, messageID: key.messageID)
    }

    func receipt(of viewer: Viewer, messageID: String) -> Receipt? {
        receipts[viewer]?.first { $0.messageID == messageID }
    }

    public mutating func keep(_ reply: Reply?, messageID: String, of viewer: Viewer) {
        var list = receipts[viewer] ?? []
        if list.count >= Self.maxPerViewer {
            list.removeFirst(list.count - Self.maxPerViewer + 1)
        }
        list.append(Receipt(messageID: messageID, reply: reply))
        receipts[viewer] = list
    }

    mutating func forget(_ viewer: Viewer) {
        receipts[viewer] = nil
    }
}

extension Receipts {
    /// Remembers the answer to a committed command: the reply to it, or where it took a claim the
    /// announcement to all.
    mutating func record<Event: GameEvent>(
        _ key: MessageKey?,
        _ effects: [Effect<Event>],
        taken: [Claim]
    ) {
        var gone: [Viewer] = []
        for case .dismiss(let player, _) in effects { gone.append(.player(player)) }
        for viewer in gone { forget(viewer) }
        guard let key, !gone.contains(key.viewer) else { return }
        var answer: (any GameEvent)?
        for effect in effects {
            if case .reply(let event) = effect { answer = event }
        }
        if answer == nil, !taken.isEmpty {
            for case .announce(let event, to: .all) in effects {
                answer = event
                break
            }
        }
        let reply = answer.map { event in
            var writer = JSONWriter()
            event.write(to: &writer)
            return Reply(type: "\(event.type)", payload: writer.bytes)
        }
        keep(reply, messageID: key.messageID, of: key.viewer)
    }
}

/// A command by its viewer and its `msgId`.
public struct MessageKey: Hashable, Codable, Sendable {
    public var viewer: Viewer
    public var messageID: String

    public init(viewer: Viewer, messageID: String) {
        self.viewer = viewer
        self.messageID = messageID
    }
}
