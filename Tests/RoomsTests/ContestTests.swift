import GameState
import LiveStore
import Protocol
import Seeded
import Testing
import TriptoGame

@testable import Rooms

/// Pulls that are ordered by when they were made (G-18), in a room that players reach by ways of many lengths.
@Suite struct ContestTests {
    /// A session at its first clue whose players' pulls arrive as the test says.
    final class Track {
        let parlour: Parlour
        let ears: [Listener]
        private(set) var seats: [Seat?] = []
        private(set) var host: Seat?

        /// - Parameter roundTripsMs: of each player, as the gateway measures it.
        init(_ roundTripsMs: [Int64?], isFair: Bool = true) throws {
            parlour = try Parlour(settings: ["latencyFair": .bool(isFair), "maxPlayers": .int(200)])
            ears = roundTripsMs.map { ms in
                let ear = Listener()
                ear.roundTripUs = ms.map { $0 * 1_000 }
                return ear
            }
            let (parlour, ears) = (parlour, ears)
            for number in roundTripsMs.indices {
                let (id, name) = (Self.id(number), try PlayerName("Guest \(number)"))
                try parlour.turn { parlour.room?.join(id, name: name) { _ in } }
                var seat: Seat?
                try parlour.turn { seat = try parlour.seat(.player(id), at: ears[number]) }
                seats.append(seat)
            }
            var seat: Seat?
            try parlour.turn { seat = try parlour.seat(.host, at: Listener()) }
            host = seat
            try parlour.say("HOST_START_GAME", from: host)
            try parlour.say("HOST_SKIP", from: host)
            #expect(parlour.room?.state.game.phase.name == .clueLevel)
        }

        static func id(_ number: Int) -> PlayerID { PlayerID(rawValue: "p\(number)") }

        /// - Parameter arrivals: each player's, in milliseconds from now.
        func pull(_ arrivals: [(player: Int, atMs: Int64)]) throws {
            let start = parlour.scheduler.now
            for (player, atMs) in arrivals.sorted(by: { $0.atMs < $1.atMs }) {
                let due = start + atMs
                parlour.scheduler.advance(byMs: due - parlour.scheduler.now)
                try parlour.say("BRAKE_PULL", id: "m\(player)", from: seats[player])
            }
        }

        func wait(ms: Int64) { parlour.scheduler.advance(byMs: ms) }

        var owner: PlayerID? {
            guard case .playing(_, .pausedForBrake(_, let owner, _, _), _)? = phase else {
                return nil
            }
            return owner
        }

        var finish: PhotoFinish? {
            guard case .playing(_, .pausedForBrake(_, _, _, let finish), _)? = phase else {
                return nil
            }
            return finish
        }

        private var phase: Phase? { parlour.room?.state.game.phase }

        func answers(to player: Int) -> Int {
            ears[player].heard.count { $0.contains("BRAKE_REJECTED") && $0.contains("m\(player)") }
        }
    }

    @Test func `who pulled first has the brake, though another's pull came first`() throws {
        let track = try Track([4, 160])
        try track.pull([(0, 0)])
        track.wait(ms: 39)
        #expect(track.owner == nil, "the other may have been earlier")
        try track.pull([(1, 1)])
        #expect(track.owner == Track.id(1))
        #expect(track.finish?.runnerUp?.player == Track.id(0))
        #expect(track.finish?.runnerUp?.aheadMs == 38)
        #expect(track.answers(to: 0) == 1 && track.answers(to: 1) == 0)
        #expect(track.ears[0].heard.contains { $0.contains(#""photoFinish":{"playerId":"p0""#) })
        #expect(track.parlour.grantCount == 1)
    }

    @Test func `the first keeps the brake where the other was later all the same`() throws {
        let track = try Track([4, 40, 160])
        try track.pull([(0, 0), (1, 30)])
        #expect(track.owner == nil)
        track.wait(ms: 100)
        #expect(track.owner == Track.id(0))
        #expect(track.finish?.runnerUp?.player == Track.id(1))
        #expect(track.finish?.runnerUp?.aheadMs == 12)
        #expect(track.answers(to: 1) == 1)
    }

    @Test func `nobody waits for more than the longest way of those who are here`() throws {
        let near = try Track([2, 3, 2])
        try near.pull([(0, 0)])
        #expect(near.owner == Track.id(0), "nobody could have been earlier by a millisecond")
        let far = try Track([40, 100, nil])
        try far.pull([(0, 0)])
        far.wait(ms: 29)
        #expect(far.owner == nil)
        far.wait(ms: 1)
        #expect(far.owner == Track.id(0), "20 ms of its own way, and 50 of another's")
        #expect(far.finish?.winner == PhotoFinish.Entrant(Track.id(0), arrivedMs: 0, wayMs: 20))
        let slow = try Track([0, 60_000])
        try slow.pull([(0, 0)])
        slow.wait(ms: PhotoFinish.maxWayMs)
        #expect(slow.owner == Track.id(0), "no way is taken for longer than the cap")
        let slowest = try Track([60_000, 0])
        try slowest.pull([(0, 0)])
        #expect(slowest.owner == Track.id(0))
    }

    @Test func `without the setting the first to arrive has it at once`() throws {
        let track = try Track([4, 160], isFair: false)
        try track.pull([(0, 0), (1, 1)])
        #expect(track.owner == Track.id(0) && track.finish == nil)
        #expect(track.answers(to: 1) == 1)
    }

    @Test(arguments: ["HOST_SKIP", "HOST_PAUSE", "HOST_FORCE_REVEAL"])
    func `what the host does comes after a pull that was there before`(command: String) throws {
        let track = try Track([4, 160])
        try track.pull([(0, 0)])
        try track.parlour.say(command, from: track.host)
        let game = track.parlour.room?.state.game
        switch command {
        case "HOST_PAUSE": #expect(track.owner == Track.id(0) && game?.isPaused == true)
        case "HOST_SKIP": #expect(track.owner == nil && game?.phase.name == .clueLevel)
        default: #expect(game?.phase.name == .revealDestination)
        }
        #expect(track.parlour.grantCount == 1, "its owner had the brake first")
        track.wait(ms: 500)
        #expect(track.parlour.grantCount == 1)
    }

    @Test func `a pull in the last moment of a clue counts for that clue`() throws {
        let track = try Track([4, 160])
        let timer = try #require(track.parlour.room?.state.game.timers.first)
        let deadline = try #require(timer.deadline)
        track.wait(ms: deadline - track.parlour.scheduler.now - 5)
        try track.pull([(0, 0)])
        track.wait(ms: 200)
        #expect(track.owner == Track.id(0))
        #expect(track.ears[0].heard.contains { $0.contains(#""levelPoints":10,"lockedPl"#) })
    }

    @Test func `a pull is answered once, on the newest connection, however often it is sent`()
        throws
    {
        let track = try Track([4, 160])
        try track.pull([(0, 0)])
        try track.parlour.say("BRAKE_PULL", id: "m0", from: track.seats[0])
        track.wait(ms: 100)
        #expect(track.owner == Track.id(0))
        #expect(track.parlour.grantCount == 1)
        #expect(track.answers(to: 0) == 0)
        try track.parlour.say("BRAKE_PULL", id: "m0", from: track.seats[0])
        #expect(track.ears[0].heard.last?.contains("BRAKE_ACCEPTED") == true)
    }

    @Test func `a pull on a connection that was replaced meanwhile does not count`() throws {
        let track = try Track([4, 160])
        try track.pull([(0, 0)])
        try track.parlour.turn {
            try track.parlour.seat(.player(Track.id(0)), on: "newer", at: Listener())
        }
        track.wait(ms: 200)
        #expect(track.owner == nil)
        #expect(track.parlour.room?.isBusy == false)
    }

    @Test func `what is refused at once waits for nobody`() throws {
        let track = try Track([4, 160, 4])
        try track.pull([(0, 0)])
        track.wait(ms: 100)
        try track.parlour.say("BRAKE_PULL", id: "m2", from: track.seats[2])
        #expect(track.answers(to: 2) == 1)
    }

    @Test func `more than a contest holds end it`() throws {
        let near = Array(repeating: Int64?(0), count: Contest<Tripto>.maxEntries + 1)
        let track = try Track(near + [190])
        try track.pull(near.indices.map { ($0, 0) })
        #expect(track.owner == Track.id(0))
        #expect(track.finish?.others.count == PhotoFinish.maxEntrants - 1)
        #expect(track.answers(to: 5) == 1)
    }

    @Test func `between two gateways the first commit decides, and the other's are refused`() throws
    {
        let track = try Track([4, 160])
        let other = try Parlour(beside: track.parlour)
        try other.turn { other.room?.lookUp() }
        let (ear, id) = (Listener(), PlayerID(rawValue: "elsewhere"))
        try other.turn { other.room?.join(id, name: try! PlayerName("Else")) { _ in } }
        var seat: Seat?
        try other.turn { seat = try other.seat(.player(id), at: ear) }
        try track.pull([(0, 0)])
        try other.say("BRAKE_PULL", id: "e", from: seat)
        #expect(track.owner == id, "nobody there has a way worth waiting for")
        track.wait(ms: 200)
        #expect(track.owner == id)
        #expect(track.answers(to: 0) == 1)
        #expect(ear.heard.contains { $0.contains("BRAKE_ACCEPTED") })
    }
}

/// N7: a first finger is the first finger, over networks of all kinds, and nobody gains by looking slow.
@Suite struct FirstFingerTests {
    /// An evening's pull: players at ways of 5 to 250 ms there and back who see a clue and pull within two seconds.
    private struct Race {
        var roundTripsMs: [Int64] = []
        /// As the gateway measures: the least of some samples.
        var measuredMs: [Int64] = []
        var madeMs: [Int64] = []
        var arrivalsMs: [Int64] = []

        /// - Parameter cheater: a player who delays what the way is measured by, but now and then, to look slow.
        init(seed: UInt64, cheater: Int? = nil) {
            var dice = SplitMix64(seed: seed)
            let count = 2 + dice.next(below: 7)
            for player in 0..<count {
                let roundTripMs = 5 + Int64(dice.next(below: 246))
                let samples = (0..<12).map { number in
                    let delayMs = Int64(dice.next(below: 400))
                    let sampleMs = Self.jittered(roundTripMs, &dice)
                    return player == cheater && number != 5 ? sampleMs + delayMs : sampleMs
                }
                let madeMs = Int64(dice.next(below: 2_000))
                let upMs = Self.jittered(roundTripMs, &dice) / 2
                roundTripsMs.append(roundTripMs)
                measuredMs.append(samples.min() ?? roundTripMs)
                self.madeMs.append(madeMs)
                arrivalsMs.append(madeMs + upMs)
            }
        }

        /// Up to a tenth longer, as queues on the way make it.
        private static func jittered(_ ms: Int64, _ dice: inout SplitMix64) -> Int64 {
            ms + Int64(dice.next(below: Int(ms / 10) + 1))
        }

        var first: PlayerID? {
            madeMs.indices.min { madeMs[$0] < madeMs[$1] }.map(ContestTests.Track.id)
        }

        func owner(isFair: Bool) throws -> PlayerID? {
            let track = try ContestTests.Track(measuredMs, isFair: isFair)
            let earliest = arrivalsMs.min() ?? 0
            let soon = arrivalsMs.indices.map { (player: $0, atMs: arrivalsMs[$0] - earliest) }
            try track.pull(soon.filter { $0.atMs < PhotoFinish.windowMs })
            track.wait(ms: PhotoFinish.windowMs)
            return track.owner
        }
    }

    @Test func `the first finger has the brake in 98 of 100 evenings`() throws {
        let races = (1...400).map { Race(seed: $0) }
        var (fair, plain) = (0, 0)
        for race in races {
            if try race.owner(isFair: true) == race.first { fair += 1 }
            if try race.owner(isFair: false) == race.first { plain += 1 }
        }
        #expect(fair * 100 >= races.count * 98, "\(fair) of \(races.count)")
        #expect(plain < fair, "\(plain) by arrival alone")
    }

    /// The least counts: to gain, somebody would have to delay every acknowledgement of five minutes, which no
    /// program sends (`roundTrip` in `TransportTests`).
    @Test func `who delays answers in order to look slow wins no more often`() throws {
        var (honest, cheating) = (0, 0)
        for seed in 1...200 as ClosedRange<UInt64> {
            let cheater = ContestTests.Track.id(0)
            if try Race(seed: seed).owner(isFair: true) == cheater { honest += 1 }
            if try Race(seed: seed, cheater: 0).owner(isFair: true) == cheater { cheating += 1 }
        }
        // The least of twelve is the least of one: up to a tenth of the way longer.
        #expect(cheating <= honest + 4, "\(cheating) instead of \(honest) of 200")
        #expect(honest > 20)
    }
}
