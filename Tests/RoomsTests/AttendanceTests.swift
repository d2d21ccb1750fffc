import LiveStore
import Protocol
import Testing

@testable import GameState
@testable import Rooms

/// Event in, actions out: those who sit in a room, have to go, or are missed.
@Suite struct AttendanceTests {
    private let start = ServerTime(ms: 1_000_000)
    private let anna = PlayerID(rawValue: "anna")
    private let greeting = SeatGreeting(lastVersion: nil, clientTime: nil)

    // MARK: Coming

    @Test func `a screen sits down at once, a host when the store has given the seat`() throws {
        let room = try Attending(at: start)
        let (screen, host) = (seat(.tv, "c1"), seat(.host, "c2"))
        #expect(
            room.admit(screen, greeting) == [
                .addPresence(screen), .welcome(screen, greeting),
                .tellScreen(screen.connection, isConnected: true),
            ]
        )
        #expect(room.admit(host, greeting) == [.bid(host, after: 0)])
        #expect(!host.isTaken && room.seats.host == nil)
        let seating = Seating(.host, on: host.connection, order: 7)
        #expect(
            room.bidAnswered(host, .success(.granted(seating))) == [
                .welcome(host, greeting), .tell(.host, isConnected: true),
            ]
        )
        #expect(host.isTaken && room.seats.host == host && host.seating.order == 7)
    }

    @Test func `a lost answer to a bid is recognised by the connection`() throws {
        let room = try Attending(at: start)
        let host = seat(.host, "c1")
        _ = room.admit(host, greeting)
        _ = room.bidAnswered(host, .failure(.unanswered("lost")))
        #expect(room.bidDue(host) == [.bid(host, after: 0)])
        let own = Seating(.host, on: host.connection, order: 3)
        #expect(room.bidAnswered(host, .success(.held(own))).first == .welcome(host, greeting))
    }

    @Test func `a bid is tried again until its time is up`() throws {
        let room = try Attending(at: start)
        let host = seat(.host, "c1")
        _ = room.admit(host, greeting)
        #expect(room.bidAnswered(host, .failure(.unavailable("away"))) == [.bidLater(host)])
        room.now = start + RoomTimes.bidMs
        #expect(
            room.bidAnswered(host, .failure(.unavailable("away"))) == [
                .part(host, .storeUnreachable)
            ]
        )
        #expect(room.isDeserted)
    }

    @Test func `a seat that somebody unknown holds is bid for after theirs`() throws {
        let room = try Attending(at: start)
        let host = seat(.host, "c1")
        _ = room.admit(host, greeting)
        let other = Seating(.host, on: ConnectionID(rawValue: "elsewhere"), order: 5)
        #expect(room.bidAnswered(host, .success(.held(other))) == [.bid(host, after: 5)])
        // Heard of, but no later than the bid: the seat is taken.
        let granted = Seating(.host, on: host.connection, order: 6)
        #expect(
            room.bidAnswered(host, .success(.granted(granted))).first == .welcome(host, greeting)
        )
    }

    @Test func `a grant that is older than news of another seating gives the seat back`() throws {
        let room = try Attending(at: start)
        let host = seat(.host, "c1")
        _ = room.admit(host, greeting)
        let newer = Seating(.host, on: ConnectionID(rawValue: "elsewhere"), order: 9)
        #expect(room.yield(to: newer).isEmpty)
        let granted = Seating(.host, on: host.connection, order: 8)
        let actions = room.bidAnswered(host, .success(.granted(granted)))
        #expect(actions.first == .removePresence(host.connection))
        #expect(actions.count == 2 && actions.last?.isParting(host, .takenOver) == true)
    }

    @Test func `a client that has gone on takes no seat from itself elsewhere`() throws {
        let room = try Attending(at: start)
        let ear = Listener()
        let host = seat(.host, "c1", ear)
        _ = room.admit(host, greeting)
        ear.isDeserted = true
        let elsewhere = Seating(.host, on: ConnectionID(rawValue: "elsewhere"), order: 5)
        let actions = room.bidAnswered(host, .success(.held(elsewhere)))
        #expect(actions.count == 1 && actions.first?.isParting(host, .takenOver) == true)
    }

    @Test func `of two that come here one after the other the later one stays`() throws {
        for firstLands in [true, false] {
            let room = try Attending(at: start)
            let (first, second) = (seat(.host, "c1"), seat(.host, "c2"))
            #expect(room.admit(first, greeting) == [.bid(first, after: 0)])
            #expect(room.admit(second, greeting) == [.bid(second, after: 0)])
            if firstLands {
                let one = Seating(.host, on: first.connection, order: 1)
                _ = room.bidAnswered(first, .success(.granted(one)))
                #expect(room.bidAnswered(second, .success(.held(one))) == [.bid(second, after: 1)])
                let two = Seating(.host, on: second.connection, order: 2)
                let actions = room.bidAnswered(second, .success(.granted(two)))
                #expect(actions.contains { $0.isParting(first, .takenOver) })
            } else {
                let two = Seating(.host, on: second.connection, order: 1)
                let actions = room.bidAnswered(first, .success(.held(two)))
                #expect(actions.count == 1 && actions.first?.isParting(first, .takenOver) == true)
                _ = room.bidAnswered(second, .success(.granted(two)))
            }
            #expect(room.seats.host == second && second.isTaken && !first.isTaken)
        }
    }

    @Test func `the ninth screen takes the place of the first`() throws {
        let room = try Attending(at: start)
        let screens = (0...Seats.maxTVs).map { seat(.tv, "c\($0)") }
        for screen in screens.dropLast() { _ = room.admit(screen, greeting) }
        let actions = room.admit(screens[Seats.maxTVs], greeting)
        #expect(actions.contains(.removePresence(screens[0].connection)))
        #expect(actions.contains { $0.isParting(screens[0], .takenOver) })
        #expect(actions.contains(.tellScreen(screens[0].connection, isConnected: false)))
        #expect(room.seats.tvs.count == Seats.maxTVs && room.seats.speaker(nil) == screens[1])
    }

    @Test func `the screen that the host has chosen to sound keeps its place`() throws {
        let room = try Attending(at: start)
        let screens = (0...Seats.maxTVs + 1).map { seat(.tv, "c\($0)") }
        for screen in screens.prefix(Seats.maxTVs) {
            _ = room.admit(screen, greeting)
            try room.handle(.screen(screen.connection, isConnected: true))
        }
        try room.handle(.command(.setSpeaker(screens[0].connection), from: .host))
        for (newer, older) in [(Seats.maxTVs, 1), (Seats.maxTVs + 1, 2)] {
            let actions = room.admit(screens[newer], greeting)
            #expect(actions.contains { $0.isParting(screens[older], .takenOver) })
            #expect(room.seats.speaker(screens[0].connection) == screens[0])
            #expect(room.seats.tvs.count == Seats.maxTVs)
        }
    }

    @Test func `a stranger, and everybody once it is over, is turned away`() throws {
        let room = try Attending(at: start)
        let nobody = seat(.player(PlayerID(rawValue: "nobody")), "c1")
        _ = room.admit(nobody, greeting)
        let granted = Seating(nobody.viewer, on: nobody.connection, order: 1)
        let actions = room.bidAnswered(nobody, .success(.granted(granted)))
        #expect(actions.first == .removePresence(nobody.connection))
        #expect(actions.last?.isParting(nobody, .forbidden) == true && room.isDeserted)
        room.lobby = nil
        let screen = seat(.tv, "c2")
        #expect(room.admit(screen, greeting) == [.part(screen, .sessionOver)])
    }

    @Test func `a bid to a removed session ends the room`() throws {
        let room = try Attending(at: start)
        let host = seat(.host, "c1")
        _ = room.admit(host, greeting)
        #expect(room.bidAnswered(host, .success(.removed)) == [.part(host, .sessionOver), .leave])
    }

    // MARK: Going

    @Test func `a newer seating elsewhere takes the seat here, an older one does not`() throws {
        let room = try Attending(at: start)
        let host = room.sit(seat(.host, "c1"), order: 5)
        let older = Seating(.host, on: ConnectionID(rawValue: "elsewhere"), order: 4)
        #expect(room.yield(to: older).isEmpty && room.seats.host == host)
        let newer = Seating(.host, on: ConnectionID(rawValue: "elsewhere"), order: 6)
        let actions = room.yield(to: newer)
        #expect(actions.first == .removePresence(host.connection))
        #expect(actions.last?.isParting(host, .takenOver) == true)
        #expect(host.isReplaced && room.seats.isEmpty)
    }

    @Test func `a dropped connection is looked for after its grace, all of one turn at once`()
        throws
    {
        let room = try Attending(at: start)
        let (host, screen) = (room.sit(seat(.host, "c1"), order: 1), room.sit(seat(.tv, "c2")))
        room.now = start + 500
        #expect(
            room.vacate(host) == [.removePresence(host.connection), .awaitReturn(.host)]
        )
        #expect(room.emptySince == start)
        #expect(
            room.vacate(screen) == [
                .removePresence(screen.connection),
                .tellScreen(screen.connection, isConnected: false), .awaitReturn(.tv),
            ]
        )
        #expect(room.emptySince == start + 500)
        #expect(room.graceOver(.host) == [.lookAround])
        #expect(room.graceOver(.tv).isEmpty)
        let elsewhere = [ConnectionID(rawValue: "elsewhere"): Viewer.tv]
        #expect(room.lookedAround(elsewhere) == [.tell(.host, isConnected: false)])
        #expect(room.lookedAround([:]).isEmpty)
    }

    @Test func `a viewer who is back within the grace was never away`() throws {
        let room = try Attending(at: start)
        let first = room.sit(seat(.host, "c1"), order: 1)
        _ = room.vacate(first)
        room.sit(seat(.host, "c2"), order: 2)
        #expect(room.graceOver(.host).isEmpty)
    }

    @Test func `a connection that leaves while another of its viewer stays is not waited for`()
        throws
    {
        let room = try Attending(at: start)
        let (one, two) = (room.sit(seat(.tv, "c1")), room.sit(seat(.tv, "c2")))
        #expect(
            room.vacate(one) == [
                .removePresence(one.connection), .tellScreen(one.connection, isConnected: false),
            ]
        )
        #expect(room.seats.speaker(nil) == two)
    }

    @Test
    func `the screen that was chosen sounds, and none of this gateway where it is on another`()
        throws
    {
        let room = try Attending(at: start)
        let (one, two) = (room.sit(seat(.tv, "c1")), room.sit(seat(.tv, "c2")))
        #expect(room.seats.speaker(nil) == one)
        #expect(room.seats.speaker(two.connection) == two)
        #expect(room.seats.speaker(ConnectionID(rawValue: "c3")) == nil)
        #expect(room.seats.speaker(.host) == nil, "the host is on another gateway")
        let host = room.sit(seat(.host, "c4"), order: 1)
        #expect(room.seats.speaker(.host) == host)
    }

    @Test func `a screen is told of when it comes, and again where the session does not know it`()
        throws
    {
        let room = try Attending(at: start)
        let screen = seat(.tv, "c1")
        let told = Attendance.Action.tellScreen(screen.connection, isConnected: true)
        #expect(room.admit(screen, greeting).last == told)
        #expect(room.affirm().contains(told))
        try room.handle(.screen(screen.connection, isConnected: true))
        #expect(room.affirm().isEmpty)
    }

    @Test func `a listed screen that is connected nowhere for two pulses has gone`() throws {
        let room = try Attending(at: start)
        let (here, lost) = (room.sit(seat(.tv, "c1")), ConnectionID(rawValue: "c2"))
        for screen in [here.connection, lost] {
            try room.handle(.screen(screen, isConnected: true))
        }
        let pulse = Pulse(session: .nothing, viewers: [here.connection: .tv], newer: [])
        #expect(room.pulsed(pulse).isEmpty)
        #expect(room.pulsed(pulse) == [.tellScreen(lost, isConnected: false)])
        let both = Pulse(session: .nothing, viewers: [here.connection: .tv, lost: .tv], newer: [])
        #expect(room.pulsed(both).isEmpty)
        #expect(room.pulsed(pulse).isEmpty)
    }

    @Test func `a store that can't tell who is here sends nobody away`() throws {
        let room = try Attending(at: start)
        let host = room.sit(seat(.host, "c1"), order: 1)
        _ = room.vacate(host)
        _ = room.graceOver(.host)
        #expect(room.lookedAround(nil).isEmpty)
    }

    @Test func `a player who left sits here no more`() throws {
        let room = try Attending(at: start, players: [anna])
        let player = room.sit(seat(.player(anna), "c1"), order: 1)
        let (seat, actions) = room.dismiss(anna)
        #expect(seat == player && actions.isEmpty && room.seats.players.isEmpty)
        #expect(room.vacate(player).isEmpty)
    }

    @Test func `at the end everybody goes in one order, those too who wait for a seat`() throws {
        let room = try Attending(at: start)
        let (host, screen) = (seat(.host, "c3"), room.sit(seat(.tv, "c1")))
        _ = room.admit(host, greeting)
        #expect(
            room.close() == [.part(screen, .sessionOver), .part(host, .sessionOver)]
        )
        room.lobby = nil
        let granted = Seating(.host, on: host.connection, order: 1)
        #expect(
            room.bidAnswered(host, .success(.granted(granted))) == [
                .removePresence(host.connection)
            ]
        )
    }

    // MARK: Pulses

    @Test func `one pulse without a connection is no absence, two are`() throws {
        let room = try Attending(at: start, players: [anna])
        let nobody = Pulse(session: .version(1), viewers: [:], newer: [])
        #expect(room.pulsed(nobody).isEmpty)
        #expect(room.pulsed(nobody) == [.tell(.player(anna), isConnected: false)])
        let there = Pulse(
            session: .version(1),
            viewers: [ConnectionID(rawValue: "elsewhere"): .player(anna)],
            newer: []
        )
        #expect(room.pulsed(there).isEmpty)
        #expect(room.pulsed(nobody).isEmpty)
    }

    @Test func `nobody misses a player without a device`() throws {
        let room = try Attending(at: start)
        _ = try room.lobby?.join(
            anna,
            name: try PlayerName("Anna"),
            isManual: true,
            maxPlayers: 1,
            at: start
        )
        let nobody = Pulse(session: .version(1), viewers: [:], newer: [])
        for _ in 1...3 { #expect(room.pulsed(nobody).isEmpty) }
    }

    @Test func `a pulse says who sits elsewhere by now, and whether anybody is here at all`() throws
    {
        let room = try Attending(at: start)
        let host = room.sit(seat(.host, "c1"), order: 1)
        let newer = Seating(.host, on: ConnectionID(rawValue: "elsewhere"), order: 2)
        let viewers = [ConnectionID(rawValue: "elsewhere"): Viewer.host]
        room.now = start + 10
        let actions = room.pulsed(Pulse(session: .version(1), viewers: viewers, newer: [newer]))
        #expect(actions.contains { $0.isParting(host, .takenOver) })
        #expect(room.emptySince == start + 10)
        room.now = start + 20
        _ = room.pulsed(Pulse(session: .version(1), viewers: [:], newer: []))
        #expect(room.emptySince == start + 10)
    }

    @Test func `those who sit here and are shown as away are said to be here`() throws {
        let room = try Attending(at: start)
        room.sit(seat(.tv, "c1"))
        room.sit(seat(.host, "c2"), order: 1)
        #expect(
            room.affirm() == [
                .tell(.host, isConnected: true), .tell(.tv, isConnected: true),
                .tellScreen(ConnectionID(rawValue: "c1"), isConnected: true),
            ]
        )
    }
}
