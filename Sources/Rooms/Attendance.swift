import GameState
import LiveStore
import Protocol
import Timers

/// The clients of a room: those that sit in it, those whose seat the store is asked for, and those who are
/// missed.
///
/// A value without I/O: an event goes in, and out come the actions that the room carries out in their
/// order. The newest connection of a player or host has the seat, on any gateway
/// (docs/decisions/0022-a-seat-is-a-fence.md).
struct Attendance {
    enum Action: Equatable {
        /// Says that a screen is there.
        case addPresence(Seat)
        case removePresence(ConnectionID)
        /// Asks the store for the seat.
        ///
        /// - after: the newest seating of the viewer that is known.
        case bid(Seat, after: Int64)
        case bidLater(Seat)
        case welcome(Seat, SeatGreeting)
        /// Tells a client why it has no seat, or none any more, and closes its connection.
        case part(Seat, WireError)
        /// Waits for a viewer whose connection went to come back.
        case awaitReturn(Viewer)
        /// Asks the store who is connected, here or elsewhere.
        case lookAround
        case tell(Viewer, isConnected: Bool)
        /// The session learns that a screen came or went.
        case tellScreen(ConnectionID, isConnected: Bool)
        /// The session learns the device of a removed player; nil: of its host.
        case learn(PlayerID?, DeviceMark)
        case report(RoomReport)
        /// The session was removed.
        case leave
    }

    /// A client that waits for its seat.
    private struct Bidder {
        let seat: Seat
        let greeting: SeatGreeting
        let until: ServerTime
        /// The order of the newest other seating of its viewer that was heard of.
        var rival: Int64
        /// Connections of its viewer that came to this room after it; as many as the limit of greetings
        /// lets in.
        var later: [ConnectionID] = []
    }

    private(set) var seats = Seats()
    private var bidders: [Bidder] = []
    /// Viewers whose connections here have gone, until it is known whether they have others.
    private var departing: [Viewer] = []
    /// Shown as connected, and without a connection at the last pulse.
    private var absentees: Set<Viewer> = []
    /// Screens that are listed, and had no connection at the last pulse.
    private var lostScreens: Set<ConnectionID> = []
    private(set) var emptySince: ServerTime

    init(emptySince: ServerTime) {
        self.emptySince = emptySince
    }

    /// True when nobody sits here or is about to.
    var isDeserted: Bool { seats.isEmpty && bidders.isEmpty }
    /// True when nobody is missed or looked for either.
    var isIdle: Bool { isDeserted && departing.isEmpty && absentees.isEmpty && lostScreens.isEmpty }

    // MARK: Coming

    /// Gives a client its seat. Screens sit down at once, for there may be many. Players and hosts
    /// sit down when the store has fenced off their older connections.
    ///
    /// - Parameter lobby: nil once the session is over.
    mutating func admit(
        _ seat: Seat,
        _ greeting: SeatGreeting,
        _ lobby: Lobby?,
        at now: ServerTime
    ) -> [Action] {
        guard seat.viewer != .tv else {
            if let refusal = Self.refusal(of: seat, lobby) { return refusal }
            return [.addPresence(seat)] + sitDown(seat, order: 0, greeting, lobby, at: now)
        }
        // Of two that came here in turn the later one counts, whichever bid lands first.
        for index in bidders.indices where bidders[index].seat.viewer == seat.viewer {
            bidders[index].later.append(seat.connection)
        }
        let bidder = Bidder(
            seat: seat,
            greeting: greeting,
            until: now + RoomTimes.bidMs,
            rival: seats.holder(seat.viewer)?.seating.order ?? 0
        )
        bidders.append(bidder)
        return [.bid(seat, after: bidder.rival)]
    }

    /// The store has answered a bid.
    mutating func bidAnswered(
        _ seat: Seat,
        _ result: Result<SeatBid, LiveStoreError>,
        _ lobby: Lobby?,
        at now: ServerTime
    ) -> [Action] {
        guard let index = bidders.firstIndex(where: { $0.seat === seat }) else {
            // Turned away meanwhile.
            return Self.givingBack(seat, result)
        }
        switch result {
        case .success(.granted(let seating)):
            return conclude(index, seating, lobby, at: now)
        case .success(.held(let seating)) where seating.connection == seat.connection:
            // An answer was lost.
            return conclude(index, seating, lobby, at: now)
        case .success(.held(let seating)) where bidders[index].later.contains(seating.connection):
            return turnAway(index, .replaced)
        case .success(.held(let seating)):
            // A client that went on to another gateway must not lose its seat there to the
            // connection it left here.
            guard seat.outlet?.isDeserted == false, lobby != nil else {
                return turnAway(index, .replaced)
            }
            guard now < bidders[index].until else { return turnAway(index, .storeUnreachable) }
            bidders[index].rival = max(bidders[index].rival, seating.order)
            return [.bid(seat, after: bidders[index].rival)]
        case .success(.removed):
            return turnAway(index, .sessionOver) + [.leave]
        case .failure(.unavailable), .failure(.unanswered):
            guard !seat.isVacated, lobby != nil, now < bidders[index].until else {
                return turnAway(index, .storeUnreachable)
            }
            return [.bidLater(seat)]
        case .failure(.unreadable(let reason)):
            return [.report(.unreadable(reason))] + turnAway(index, .unreadableSession)
        }
    }

    /// The time is up after which a bid is tried again.
    mutating func bidDue(_ seat: Seat) -> [Action] {
        guard let index = bidders.firstIndex(where: { $0.seat === seat }) else { return [] }
        // A client that went on meanwhile may have a seat elsewhere, and Redis may have forgotten it.
        guard seat.outlet?.isDeserted == false else { return turnAway(index, .storeUnreachable) }
        return [.bid(seat, after: bidders[index].rival)]
    }

    private static func givingBack(
        _ seat: Seat,
        _ result: Result<SeatBid, LiveStoreError>
    ) -> [Action] {
        switch result {
        case .success(.granted): [.removePresence(seat.connection)]
        case .success(.held(let seating)):
            seating.connection == seat.connection ? [.removePresence(seat.connection)] : []
        case .success(.removed): [.leave]
        case .failure: []
        }
    }

    private mutating func conclude(
        _ index: Int,
        _ seating: Seating,
        _ lobby: Lobby?,
        at now: ServerTime
    ) -> [Action] {
        let bidder = bidders.remove(at: index)
        let seat = bidder.seat
        guard seating.order > bidder.rival else {
            // Somebody was heard of who came later still.
            return [.removePresence(seat.connection), .part(seat, .replaced)]
        }
        guard !seat.isVacated else { return forget(seat, isOver: lobby == nil) }
        if let refusal = Self.refusal(of: seat, lobby) {
            return [.removePresence(seat.connection)] + refusal
        }
        return yield(to: seating, at: now)
            + sitDown(seat, order: seating.order, bidder.greeting, lobby, at: now)
    }

    private mutating func sitDown(
        _ seat: Seat,
        order: Int64,
        _ greeting: SeatGreeting,
        _ lobby: Lobby?,
        at now: ServerTime
    ) -> [Action] {
        seat.sit(order: order)
        let older = seats.add(seat, sparing: lobby?.speaker)
        return (older.map(Self.takeOver) ?? [])
            + [
                .welcome(seat, greeting),
                seat.viewer == .tv
                    ? .tellScreen(seat.connection, isConnected: true)
                    : .tell(seat.viewer, isConnected: true),
            ]
            + (seat.viewer == .host ? seat.device.map { [.learn(nil, $0)] } ?? [] : [])
    }

    /// Why a client may not sit here; nil: it may.
    private static func refusal(of seat: Seat, _ lobby: Lobby?) -> [Action]? {
        guard let lobby else { return [.part(seat, .sessionOver)] }
        guard let player = seat.viewer.player else { return nil }
        if let device = seat.device, lobby.isRemoved(device, sinceJoinOf: player) {
            return [.learn(player, device), .part(seat, .removed)]
        }
        guard lobby.player(player) == nil else { return nil }
        return learning(player, seat.device, lobby)
            + [.part(seat, WireError(.forbidden, "no longer a player of this session"))]
    }

    private mutating func turnAway(_ index: Int, _ error: WireError) -> [Action] {
        [.part(bidders.remove(at: index).seat, error)]
    }

    // MARK: Seats that are lost to a newer connection

    /// A player or host sat down, here or on another gateway: older connections of theirs go.
    mutating func yield(to newer: Seating, at now: ServerTime) -> [Action] {
        var actions: [Action] = []
        for bidder in bidders
        where bidder.seat.viewer == newer.viewer && bidder.seat.connection != newer.connection {
            guard let index = bidders.firstIndex(where: { $0.seat === bidder.seat }) else {
                continue
            }
            if bidder.later.contains(newer.connection) {
                bidder.seat.yield()
                actions += turnAway(index, .replaced)
            } else {
                bidders[index].rival = max(bidders[index].rival, newer.order)
            }
        }
        guard let seat = seats.holder(newer.viewer), seat.seating.order < newer.order else {
            return actions
        }
        remove(seat, at: now)
        return actions + Self.takeOver(seat)
    }

    private static func takeOver(_ older: Seat) -> [Action] {
        older.yield()
        return [.removePresence(older.connection), .part(older, .replaced)] + missingScreen(older)
    }

    var seatings: [Seating] { seats.all.map(\.seating) }

    // MARK: Going

    /// A seat's connection is gone.
    mutating func vacate(_ seat: Seat, isOver: Bool, at now: ServerTime) -> [Action] {
        seat.vacate()
        return remove(seat, at: now) ? forget(seat, isOver: isOver) : []
    }

    /// A connection that the store was told of is gone; its viewer may have others.
    private func forget(_ seat: Seat, isOver: Bool) -> [Action] {
        let isElsewhere = !seats.seats(of: seat.viewer).isEmpty
        return [.removePresence(seat.connection)] + (isOver ? [] : Self.missingScreen(seat))
            + (isElsewhere || isOver ? [] : [.awaitReturn(seat.viewer)])
    }

    /// A connection does not come back, though its screen may, on another one.
    private static func missingScreen(_ seat: Seat) -> [Action] {
        seat.viewer == .tv ? [.tellScreen(seat.connection, isConnected: false)] : []
    }

    /// A player who left or was removed loses the seat, and may not come back by it.
    ///
    /// - Returns: the seat, if there was one, and further actions.
    mutating func dismiss(
        _ player: PlayerID,
        _ lobby: Lobby,
        at now: ServerTime
    ) -> (seat: Seat?, actions: [Action]) {
        let seat = seats.players[player]
        let actions = Self.learning(player, seat?.device, lobby)
        if let seat { remove(seat, at: now) }
        return (seat, actions)
    }

    private static func learning(
        _ player: PlayerID,
        _ device: DeviceMark?,
        _ lobby: Lobby
    ) -> [Action] {
        guard let device, let removal = lobby.removal(of: player), removal.device != device else {
            return []
        }
        return [.learn(player, device)]
    }

    @discardableResult
    private mutating func remove(_ seat: Seat, at now: ServerTime) -> Bool {
        guard seats.remove(seat) else { return false }
        if seats.isEmpty { emptySince = now }
        return true
    }

    /// Players and the host go to another gateway; screens stay.
    mutating func sendOnward(at now: ServerTime) -> [Action] {
        seats.all.filter { $0.viewer != .tv }.flatMap { seat -> [Action] in
            remove(seat, at: now)
            return [.removePresence(seat.connection), .part(seat, .olderGateway)]
        }
    }

    /// The session is over: everybody goes, in one order, so that a seed tells the same story twice.
    mutating func close() -> [Action] {
        let leaving = seats.all + bidders.map(\.seat)
        bidders = []
        seats = Seats()
        return leaving.sorted { $0.connection.rawValue < $1.connection.rawValue }
            .map { .part($0, .sessionOver) }
    }

    // MARK: Missing viewers

    /// A viewer has not come back here in time, and may be on another gateway.
    mutating func graceOver(_ viewer: Viewer) -> [Action] {
        guard seats.seats(of: viewer).isEmpty else { return [] }
        departing.append(viewer)
        // All that leave in one turn are looked for at once.
        return departing.count == 1 ? [.lookAround] : []
    }

    /// - Parameter viewers: those connected, here or elsewhere; nil when the store can't tell: then
    ///   the pulse finds out later.
    mutating func lookedAround(_ viewers: [ConnectionID: Viewer]?) -> [Action] {
        let gone = departing
        departing = []
        guard let viewers else { return [] }
        let present = Set(viewers.values)
        return gone.filter { !present.contains($0) && seats.seats(of: $0).isEmpty }
            .map { .tell($0, isConnected: false) }
    }

    /// Shown as connected, and connected nowhere; in the lobby's order.
    func missing(_ lobby: Lobby, among viewers: [ConnectionID: Viewer]) -> [Viewer] {
        let shown = lobby.connectedViewers
        guard !shown.isEmpty else { return [] }
        let present = Set(viewers.values)
        return shown.filter { !present.contains($0) && seats.seats(of: $0).isEmpty }
    }

    /// Screens that are listed, and connected nowhere.
    func missingScreens(
        _ lobby: Lobby,
        among viewers: [ConnectionID: Viewer]
    ) -> [ConnectionID] {
        lobby.screens.filter { screen in
            viewers[screen] == nil && !seats.tvs.contains { $0.connection == screen }
        }
    }

    /// A pulse tells the connected viewers. One missed twice in a row is away: a client that moves
    /// from one gateway to another is nowhere for a moment.
    mutating func pulsed(_ pulse: Pulse, _ lobby: Lobby, at now: ServerTime) -> [Action] {
        var actions = pulse.newer.flatMap { yield(to: $0, at: now) }
        let missing = missing(lobby, among: pulse.viewers)
        actions += missing.filter(absentees.contains).map { .tell($0, isConnected: false) }
        absentees = Set(missing)
        let screens = missingScreens(lobby, among: pulse.viewers)
        actions += screens.filter(lostScreens.contains).map { .tellScreen($0, isConnected: false) }
        lostScreens = Set(screens)
        if !pulse.viewers.isEmpty || !seats.isEmpty { emptySince = now }
        return actions
    }

    /// Viewers who sit here, and whom another gateway, or this one before it knew, reported as away.
    func affirm(_ lobby: Lobby) -> [Action] {
        let shown = Set(lobby.connectedViewers)
        var here: [Viewer] = []
        if seats.host != nil { here.append(.host) }
        if !seats.tvs.isEmpty { here.append(.tv) }
        for player in lobby.players where seats.players[player.id] != nil {
            here.append(.player(player.id))
        }
        return here.filter { !shown.contains($0) }.map { .tell($0, isConnected: true) }
            + seats.tvs.map(\.connection).filter { !lobby.screens.contains($0) }
            .map { .tellScreen($0, isConnected: true) }
    }
}

extension Lobby {
    /// Viewers that everybody sees as connected by some device: the host, the screens, then players as they joined.
    fileprivate var connectedViewers: [Viewer] {
        (isHostConnected ? [.host] : []) + (isTVConnected ? [.tv] : [])
            + players.filter(\.isSeated).map { .player($0.id) }
    }
}

extension WireError {
    fileprivate static let replaced = WireError(.takenOver, "another connection took this seat")
}

extension Input {
    /// - Parameter player: nil for the host.
    static func learnt(_ player: PlayerID?, _ device: DeviceMark) -> Input {
        player.map { .device($0, device) } ?? .hostDevice(device)
    }
}
