import GameState
import LiveStore
import Protocol
import Testing

@testable import Rooms

/// Event in, actions out: seats that come too late, that others have, and those of removed players.
@Suite struct AttendanceBidTests {
    private let start = ServerTime(ms: 1_000_000)
    private let anna = PlayerID(rawValue: "anna")
    private let bert = PlayerID(rawValue: "bert")
    private let greeting = SeatGreeting(lastVersion: nil, clientTime: nil)
    private let away = Result<SeatBid, LiveStoreError>.failure(.unavailable("away"))

    private func elsewhere(_ order: Int64, _ viewer: Viewer = .host) -> Seating {
        Seating(viewer, on: ConnectionID(rawValue: "elsewhere"), order: order)
    }

    private func granted(_ seat: Seat, _ order: Int64) -> Result<SeatBid, LiveStoreError> {
        .success(.granted(Seating(seat.viewer, on: seat.connection, order: order)))
    }

    // MARK: Bids

    @Test func `a bid comes after whoever sits here`() throws {
        let room = try Attending(at: start)
        room.sit(seat(.host, "c1"), order: 5)
        let second = seat(.host, "c2")
        #expect(room.admit(second, greeting) == [.bid(second, after: 5)])
    }

    @Test func `nothing is bid on for who is gone, or once it is over`() throws {
        let room = try Attending(at: start)
        let (gone, late) = (seat(.host, "c1"), seat(.player(anna), "c2"))
        _ = room.admit(gone, greeting)
        _ = room.vacate(gone)
        #expect(room.bidAnswered(gone, away) == [.part(gone, .storeUnreachable)])
        _ = room.admit(late, greeting)
        room.lobby = nil
        let actions = room.bidAnswered(late, .success(.held(elsewhere(5, late.viewer))))
        #expect(actions.count == 1 && actions.first?.isParting(late, .takenOver) == true)
    }

    @Test func `a seat that others take again and again is bid for until the time is up`() throws {
        let room = try Attending(at: start)
        let host = seat(.host, "c1")
        _ = room.admit(host, greeting)
        #expect(room.bidAnswered(host, .success(.held(elsewhere(5)))) == [.bid(host, after: 5)])
        room.now = start + RoomTimes.bidMs
        let actions = room.bidAnswered(host, .success(.held(elsewhere(6))))
        #expect(actions == [.part(host, .storeUnreachable)])
    }

    @Test func `a bid is not tried again for who went on meanwhile`() throws {
        let room = try Attending(at: start)
        let ear = Listener()
        let host = seat(.host, "c1", ear)
        _ = room.admit(host, greeting)
        #expect(room.bidAnswered(host, away) == [.bidLater(host)])
        ear.isDeserted = true
        #expect(room.bidDue(host) == [.part(host, .storeUnreachable)])
        #expect(room.bidDue(host).isEmpty && room.isDeserted)
    }

    @Test func `an answer that nobody waits for any more gives back what it gave`() throws {
        let room = try Attending(at: start)
        let host = seat(.host, "c1")
        _ = room.admit(host, greeting)
        _ = room.close()
        let back = [Attendance.Action.removePresence(host.connection)]
        #expect(room.bidAnswered(host, granted(host, 1)) == back)
        let own = Seating(.host, on: host.connection, order: 1)
        #expect(room.bidAnswered(host, .success(.held(own))) == back)
        #expect(room.bidAnswered(host, .success(.held(elsewhere(2)))).isEmpty)
        #expect(room.bidAnswered(host, .success(.removed)) == [.leave])
        #expect(room.bidAnswered(host, away).isEmpty)
    }

    @Test func `who went while the seat was bid for does not sit, and is waited for`() throws {
        let room = try Attending(at: start)
        let host = seat(.host, "c1")
        _ = room.admit(host, greeting)
        #expect(room.vacate(host).isEmpty)
        #expect(
            room.bidAnswered(host, granted(host, 1)) == [
                .removePresence(host.connection), .awaitReturn(.host),
            ]
        )
        #expect(room.isDeserted)
    }

    @Test func `who sits down turns away an older one that still waits`() throws {
        let room = try Attending(at: start)
        let (first, second) = (seat(.host, "c1"), seat(.host, "c2"))
        _ = room.admit(first, greeting)
        _ = room.admit(second, greeting)
        let actions = room.bidAnswered(second, granted(second, 2))
        #expect(actions.first?.isParting(first, .takenOver) == true)
        #expect(actions.contains(.welcome(second, greeting)) && first.isReplaced)
        #expect(room.bidAnswered(first, granted(first, 1)) == [.removePresence(first.connection)])
        #expect(room.seats.host == second)
    }

    @Test func `news of its own seating throw no client out`() throws {
        let room = try Attending(at: start)
        let host = seat(.host, "c1")
        _ = room.admit(host, greeting)
        #expect(room.yield(to: Seating(.host, on: host.connection, order: 4)).isEmpty)
        #expect(room.bidAnswered(host, granted(host, 4)).first == .welcome(host, greeting))
    }

    // MARK: Removed players

    @Test func `the device of a removed player opens no other seat, and is learnt`() throws {
        let mark = DeviceMark(rawValue: 7)
        let room = try Attending(at: start, players: [anna])
        try room.handle(.command(.kick(anna), from: .host))
        try room.handle(.device(anna, mark))
        try room.handle(.join(bert, name: try PlayerName("Bert")))
        let second = seat(.player(bert), "c1", device: mark)
        _ = room.admit(second, greeting)
        #expect(
            room.bidAnswered(second, granted(second, 1)) == [
                .removePresence(second.connection), .learn(bert, mark), .part(second, .removed),
            ]
        )
        let other = seat(.player(bert), "c2", device: DeviceMark(rawValue: 8))
        #expect(room.sit(other, order: 2).isTaken)
    }

    @Test func `a removed player who comes again is known by that device, and learnt once`() throws
    {
        let mark = DeviceMark(rawValue: 7)
        let room = try Attending(at: start, players: [anna])
        let here = room.sit(seat(.player(anna), "c0", device: mark), order: 1)
        try room.handle(.command(.kick(anna), from: .host))
        let (left, learning) = room.dismiss(anna)
        #expect(left == here && learning == [.learn(anna, mark)])
        for isKnown in [false, true] {
            if isKnown { try room.handle(.device(anna, mark)) }
            let again = seat(.player(anna), "c-\(isKnown)", device: mark)
            _ = room.admit(again, greeting)
            let actions = room.bidAnswered(again, granted(again, 2))
            #expect(actions.contains(.learn(anna, mark)) == !isKnown)
            #expect(actions.last?.isParting(again, .forbidden) == true)
        }
    }

    // MARK: Missing viewers

    @Test func `who came back while the store was asked is not told away`() throws {
        let room = try Attending(at: start)
        _ = room.vacate(room.sit(seat(.host, "c1"), order: 1))
        #expect(room.graceOver(.host) == [.lookAround])
        room.sit(seat(.host, "c2"), order: 2)
        #expect(room.lookedAround([:]).isEmpty)
    }

    @Test func `who sits here is not missed, whatever the store knows, nor said to be here twice`()
        throws
    {
        let room = try Attending(at: start, players: [anna])
        room.sit(seat(.player(anna), "c1"), order: 1)
        for _ in 1...3 {
            #expect(room.pulsed(Pulse(session: .version(1), viewers: [:], newer: [])).isEmpty)
        }
        #expect(room.affirm().isEmpty)
    }

    @Test func `a host and a screen that are connected nowhere are missed too`() throws {
        let room = try Attending(at: start)
        for viewer in [Viewer.host, .tv] { try room.handle(.presence(viewer, isConnected: true)) }
        let nobody = Pulse(session: .version(1), viewers: [:], newer: [])
        #expect(room.pulsed(nobody).isEmpty)
        #expect(
            room.pulsed(nobody) == [
                .tell(.host, isConnected: false), .tell(.tv, isConnected: false),
            ]
        )
    }

    @Test func `an older connection that goes takes nothing from the newer one`() throws {
        let room = try Attending(at: start, players: [anna])
        for viewer in [Viewer.host, .player(anna)] {
            let older = room.sit(seat(viewer, "old-\(viewer)"), order: 1)
            let newer = room.sit(seat(viewer, "new-\(viewer)"), order: 2)
            #expect(room.vacate(older).isEmpty)
            #expect(room.seats.holder(viewer) == newer)
        }
    }
    @Test func `a session whose people are all on another gateway is not empty`() throws {
        let room = try Attending(at: start)
        let viewers = [ConnectionID(rawValue: "elsewhere"): Viewer.host]
        room.now = start + 10
        _ = room.pulsed(Pulse(session: .version(1), viewers: viewers, newer: []))
        #expect(room.emptySince == start + 10)
    }
}
