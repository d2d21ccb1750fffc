import GameState
import LiveStore
import Protocol
import StoreContracts
import Testing
import TriptoGame

@testable import Rooms

/// A room that learns late, and all at once, of changes elsewhere.
@Suite struct JumpTests {
    private static let anna = PlayerID(rawValue: "anna")

    /// A room with Anna, a host and a screen that hears nothing of another gateway's commits.
    private final class Deaf {
        let parlour: Parlour
        let elsewhere: Elsewhere
        let (host, player) = (Listener(), Listener())
        private(set) var playerSeat: Seat?

        init() throws {
            parlour = try Parlour()
            let (parlour, host, player) = (parlour, host, player)
            let name = try PlayerName("Anna")
            try parlour.turn { parlour.room?.join(anna, name: name) { _ in } }
            var seat: Seat?
            try parlour.turn { seat = try parlour.seat(.player(anna), at: player) }
            playerSeat = seat
            try parlour.turn { try parlour.seat(.host, at: host) }
            elsewhere = try Elsewhere(parlour)
            parlour.turnDeaf()
        }

        var room: Room<Tripto>? { parlour.room }

        /// The other gateway commits something, and this one is told that it has missed news.
        func miss(_ input: Input<Tripto>) throws {
            let now = parlour.scheduler.now
            try elsewhere.commit { _ = $0.handle(input, at: now) }
            try elsewhere.storeWhole()
            try parlour.turn { parlour.room?.hear(.missed) }
        }
    }

    @Test func `a game that was started elsewhere gets its content from here too`() throws {
        let deaf = try Deaf()
        try deaf.miss(.command(.startGame, from: .host))
        #expect(deaf.room?.state.game.phase.name == .roundIntro)
    }

    @Test func `players who were removed elsewhere lose their connection here`() throws {
        let deaf = try Deaf()
        try deaf.miss(.command(.kick(Self.anna), from: .host))
        #expect(deaf.player.closeCode?.rawValue == 4403)
        #expect(deaf.room?.seats.players.isEmpty == true && deaf.host.closeCode == nil)
    }

    @Test func `who sits here is said to be here again at once`() throws {
        let deaf = try Deaf()
        try deaf.miss(.presence(.host, isConnected: false))
        #expect(deaf.room?.lobby.isHostConnected == true)
    }

    @Test func `who knows more than the room, or is unknown to it, waits for what is stored`()
        throws
    {
        let deaf = try Deaf()
        let (now, bert) = (deaf.parlour.scheduler.now, PlayerID(rawValue: "bert"))
        let name = try PlayerName("Bert")
        for viewer in [Viewer.tv, .player(bert)] {
            try deaf.elsewhere.commit {
                switch viewer {
                case .player(let id): _ = $0.handle(.join(id, name: name), at: now)
                case .tv, .host: _ = $0.handle(.command(.setMusicGain(-20), from: .host), at: now)
                }
            }
            try deaf.elsewhere.storeWhole()
            let ahead = deaf.elsewhere.state.version
            #expect(deaf.room?.version != ahead)
            let ear = Listener()
            try deaf.parlour.turn {
                let lastVersion = viewer == .tv ? ahead : nil
                try deaf.parlour.seat(viewer, at: ear, lastVersion: lastVersion)
            }
            #expect(ear.isSeated && ear.closeCode == nil)
            #expect(!ear.heard.joined().contains(#""version":\(ahead - 1),"#))
            deaf.elsewhere.takeOver(deaf.room?.state)
        }
    }

    @Test func `the next beat finds what nobody told of`() throws {
        let deaf = try Deaf()
        let now = deaf.parlour.scheduler.now
        try deaf.elsewhere.commit {
            _ = $0.handle(.command(.setMusicGain(-20), from: .host), at: now)
        }
        try deaf.elsewhere.storeWhole()
        #expect(deaf.room?.version != deaf.elsewhere.state.version)
        deaf.parlour.scheduler.advance(byMs: Heartbeat.periodMs)
        #expect(deaf.room?.version == deaf.elsewhere.state.version)
    }

    @Test func `the next beat finds that a session was removed`() throws {
        let deaf = try Deaf()
        try deaf.parlour.turn {
            deaf.elsewhere.live.remove(
                deaf.elsewhere.state.session,
                joinCode: "ABC234",
                claims: [.brake]
            ) { _ in }
        }
        #expect(deaf.room != nil)
        deaf.parlour.scheduler.advance(byMs: Heartbeat.periodMs)
        #expect(deaf.room == nil && deaf.host.closeCode?.rawValue == 4410)
    }

    @Test func `who went on to another gateway meanwhile is told so when news were missed`() throws
    {
        let deaf = try Deaf()
        let other = try Parlour(beside: deaf.parlour)
        try other.turn { other.room?.lookUp() }
        let there = Listener()
        try other.turn { try other.seat(.host, on: "there", at: there) }
        #expect(there.isSeated && deaf.host.closeCode == nil)
        try deaf.parlour.turn { deaf.room?.hear(.missed) }
        #expect(deaf.host.closeCode?.rawValue == 4409 && there.closeCode == nil)
    }

    @Test func `who leaves goes in peace, and who was removed is not let in again`() throws {
        let parlour = try Parlour()
        let (bert, mark) = (PlayerID(rawValue: "bert"), DeviceMark(rawValue: 7))
        for (id, name) in [(Self.anna, "Anna"), (bert, "Bert")] {
            let name = try PlayerName(name)
            try parlour.turn { parlour.room?.join(id, name: name) { _ in } }
        }
        let (ear, other) = (Listener(), Listener())
        var (player, host): (Seat?, Seat?)
        try parlour.turn { player = try parlour.seat(.player(Self.anna), at: ear) }
        try parlour.turn { host = try parlour.seat(.host, at: Listener()) }
        func sit(_ id: PlayerID, _ outlet: Listener) throws {
            try parlour.turn {
                _ = try parlour.room?.seat(
                    .player(id),
                    connection: ConnectionID(rawValue: "device-\(id)"),
                    device: mark,
                    outlet: outlet,
                    lastVersion: nil,
                    clientTime: nil
                )
            }
        }
        try sit(bert, other)
        try parlour.say("LEAVE", from: player)
        #expect(ear.closeCode == .normal)
        try parlour.say("HOST_KICK_PLAYER", #"{"playerId":"bert"}"#, from: host)
        #expect(other.closeCode?.rawValue == 4403)
        let cleo = PlayerID(rawValue: "cleo")
        let name = try PlayerName("Cleo")
        try parlour.turn { parlour.room?.join(cleo, name: name) { _ in } }
        #expect(throws: WireError.removed) { try sit(cleo, Listener()) }
        #expect(parlour.room?.lobby.removal(of: bert)?.device == mark)
    }

    @Test func `what runs when nothing waits runs after the commit under way, or at once`() throws {
        let parlour = try Parlour()
        let name = try PlayerName("Anna")
        var order: [String] = []
        try parlour.turn {
            parlour.room?.afterPending { order.append("idle") }
            parlour.room?.join(Self.anna, name: name) { _ in order.append("joined") }
            parlour.room?.afterPending { order.append("after") }
        }
        #expect(order == ["idle", "joined", "after"])
    }

    @Test func `an answer for a connection that went reaches its viewer's next one`() throws {
        let parlour = try Parlour()
        let ear = Listener()
        var gone: Seat?
        try parlour.turn { gone = try parlour.seat(.host, on: "c1", at: Listener()) }
        let first = try #require(gone)
        try parlour.turn { parlour.room?.vacate(first) }
        try parlour.turn { try parlour.seat(.host, on: "c2", at: ear) }
        try parlour.turn {
            parlour.room?.clients.answer(.seat(first, messageID: "m1"), .failed(.nothingSaved))
        }
        #expect(ear.heard.last?.contains(#""inReplyTo":"m1""#) == true)
    }

    @Test func `a commit elsewhere whose state differs here is reported`() throws {
        let house = House()
        house.begin()
        let state = try #require(house.room?.state)
        let entry = CommittedEntry(
            previousVersion: state.version,
            version: state.version + 1,
            at: state.at,
            body: JournalBody<Tripto>.input(
                .presence(.tv, isConnected: true),
                messageID: nil,
                digest: "00",
                rulesVersion: .latest
            ).bytes
        )
        try house.turn { house.room?.hear(.committed(entry)) }
        #expect(house.reports == ["differs(version: \(entry.version))"])
    }
}
