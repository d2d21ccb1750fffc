import Protocol
import Testing

@testable import GameState
@testable import TriptoGame
@testable import Rooms

/// Views of a commit for each audience, and the parts that are encoded once for all of them.
@Suite struct BroadcastTests {
    private let start = ServerTime(ms: 1_000_000)

    /// A host, a screen and three players in the lobby, all at the version that is shown.
    private final class Scene {
        var broadcast: Broadcast<Tripto>
        private(set) var state: RoomState<Tripto>
        private(set) var seats = Seats()
        private(set) var ears: [Viewer: Listener] = [:]
        static let players = ["anna", "bert", "cleo"].map { PlayerID(rawValue: $0) }

        init(at now: ServerTime) throws {
            state = try .beginning(at: now)
            for id in Self.players {
                let name = try PlayerName(id.rawValue)
                _ = state.game.handle(.join(id, name: name), at: now)
            }
            broadcast = Broadcast(state)
            for viewer in [.host, .tv] + Self.players.map({ Viewer.player($0) }) { sit(viewer) }
        }

        func sit(_ viewer: Viewer) {
            let ear = Listener()
            let seat = Seat(
                viewer: viewer,
                connection: ConnectionID(rawValue: "c-\(viewer)"),
                device: nil,
                outlet: ear
            )
            seat.hold(broadcast.version)
            _ = seats.add(seat)
            ears[viewer] = ear
        }

        /// The next state, by an input that must change something.
        func next(_ input: Input<Tripto>, at now: ServerTime) throws -> AppliedEntry<Tripto> {
            var next = state
            guard case .changed(let effects) = next.game.handle(input, at: now) else {
                throw Unchanged()
            }
            next.version += 1
            next.at = now
            state = next
            return AppliedEntry(
                state: next,
                input: input,
                key: nil,
                effects: effects,
                claims: .none,
                comparison: .none
            )
        }

        func show(_ advance: AppliedEntry<Tripto>, _ prepared: Broadcast<Tripto>.Prepared? = nil) {
            broadcast.show(advance, prepared, to: seats, at: advance.state.at) { "/\($0)/\($1)" }
        }

        func heard(_ viewer: Viewer) -> String { ears[viewer]?.heard.joined() ?? "" }

        struct Unchanged: Error {}
    }

    private func arrival(_ name: String) throws -> Input<Tripto> {
        .join(PlayerID(rawValue: name), name: try PlayerName(name))
    }

    @Test func `everybody is shown a commit, and players who see the same get the same bytes`()
        throws
    {
        let scene = try Scene(at: start)
        scene.show(try scene.next(try arrival("dora"), at: start + 1))
        for viewer in scene.ears.keys {
            #expect(scene.heard(viewer).contains(#""type":"STATE_PATCH""#), "\(viewer)")
            #expect(scene.heard(viewer).contains(#""baseVersion":1,"version":2"#), "\(viewer)")
        }
        let texts = Set(Scene.players.map { scene.heard(.player($0)) })
        #expect(texts.count == 1)
        #expect(scene.broadcast.version == 2 && scene.broadcast.history.stepCount == 1)
    }

    @Test func `a seat that fell behind gets a patch from the version it holds`() throws {
        let scene = try Scene(at: start)
        scene.seats.players[Scene.players[0]]?.hold(0)
        scene.show(try scene.next(try arrival("dora"), at: start + 1))
        #expect(scene.heard(.player(Scene.players[0])).contains(#""baseVersion":0,"version":2"#))
        #expect(scene.heard(.player(Scene.players[1])).contains(#""baseVersion":1,"version":2"#))
    }

    @Test
    func `what was prepared shows the same, and what leads on from another state is made anew`()
        throws
    {
        for isStale in [false, true] {
            let (scene, plain) = (try Scene(at: start), try Scene(at: start))
            let early = scene.broadcast.prepare(scene.state)
            if isStale {
                scene.show(try scene.next(try arrival("eric"), at: start))
                plain.show(try plain.next(try arrival("eric"), at: start))
            }
            let next = try scene.next(try arrival("dora"), at: start + 1)
            scene.show(next, isStale ? early : scene.broadcast.prepare(next.state))
            plain.show(try plain.next(try arrival("dora"), at: start + 1))
            for viewer in plain.ears.keys { #expect(scene.heard(viewer) == plain.heard(viewer)) }
        }
    }

    @Test func `a client that comes back gets what it has missed, or the whole document`() throws {
        let scene = try Scene(at: start)
        scene.show(try scene.next(try arrival("dora"), at: start + 1))
        scene.show(try scene.next(try arrival("eric"), at: start + 2))
        for (lastVersion, isResumed) in [(1, true), (2, true), (0, false), (nil, false)]
            as [(Int64?, Bool)]
        {
            scene.sit(.host)
            let seat = try #require(scene.seats.host)
            let greeting = SeatGreeting(lastVersion: lastVersion, clientTime: nil)
            let count = scene.broadcast.welcome(seat, greeting, inReplyTo: "m1", at: start + 9)
            let heard = scene.heard(.host)
            #expect(count == scene.ears[.host]?.byteCount && seat.version == 3)
            #expect(heard.contains(#""resumed":\#(isResumed)"#))
            #expect(heard.contains("STATE_SNAPSHOT") == !isResumed)
            let patches = heard.components(of: "STATE_PATCH")
            #expect(patches == (isResumed ? 3 - Int(lastVersion ?? 0) : 0))
        }
    }

    @Test func `a message goes to those it is meant for, and to nobody else`() throws {
        let all = [.host, .tv] + Scene.players.map { Viewer.player($0) }
        let anna = Scene.players[0]
        let audiences: [(Effect<Tripto.Event>, [Viewer])] = [
            (.cue(.audioStop), [.tv]), (.announce(.audioStop, to: .all), all),
            (.announce(.audioStop, to: .host), [.host]), (.announce(.audioStop, to: .tv), [.tv]),
            (.announce(.audioStop, to: .players), Scene.players.map { .player($0) }),
            (.announce(.audioStop, to: .player(anna)), [.player(anna)]), (.reply(.audioStop), []),
        ]
        for (effect, meant) in audiences {
            let scene = try Scene(at: start)
            let speaker = try #require(scene.ears[.tv])
            scene.sit(.tv)
            var next = scene.state
            next.version += 1
            scene.show(
                AppliedEntry(
                    state: next,
                    input: .presence(.tv, isConnected: true),
                    key: nil,
                    effects: [effect],
                    claims: .none,
                    comparison: .none
                )
            )
            for viewer in all {
                let ear = viewer == .tv ? speaker : scene.ears[viewer]
                let isTold = ear?.heard.joined().contains("AUDIO_STOP") == true
                #expect(isTold == meant.contains(viewer), "\(effect) to \(viewer)")
            }
            // A cue is for the one screen that plays the sound.
            let isTold = scene.heard(.tv).contains("AUDIO_STOP")
            #expect(isTold == (meant.contains(.tv) && effect != .cue(.audioStop)))
        }
    }

    @Test func `patches lead on from one another, and messages come with them`() throws {
        let scene = try Scene(at: start)
        scene.show(try scene.next(try arrival("dora"), at: start + 1))
        scene.show(try scene.next(try arrival("eric"), at: start + 2))
        for viewer in scene.ears.keys {
            #expect(scene.heard(viewer).contains(#""baseVersion":2,"version":3"#), "\(viewer)")
            #expect(scene.heard(viewer).components(of: "PLAYER_JOINED") == 2, "\(viewer)")
        }
        scene.sit(.host)
        let seat = try #require(scene.seats.host)
        let greeting = SeatGreeting(lastVersion: 1, clientTime: start + -5)
        scene.broadcast.welcome(seat, greeting, inReplyTo: nil, at: start + 9)
        let heard = scene.heard(.host)
        let first = try #require(heard.firstRange(of: #""baseVersion":1,"version":2"#))
        let second = try #require(heard.firstRange(of: #""baseVersion":2,"version":3"#))
        #expect(first.lowerBound < second.lowerBound)
        #expect(heard.contains(#""timeOffsetHintMs":14,"#))
    }

    @Test func `after a whole document patches lead on from it`() throws {
        let scene = try Scene(at: start)
        let seat = try #require(scene.seats.host)
        seat.hold(0)
        scene.broadcast.refresh(seat, at: start)
        #expect(seat.version == 1 && scene.heard(.host).contains("STATE_SNAPSHOT"))
    }

    @Test func `messages that are put together are counted each`() {
        let session = SessionID(rawValue: "0123456789abcdef")
        var (all, one) = (
            Frames(session: session, now: start), Frames(session: session, now: start)
        )
        one.append(Tripto.Event.audioStop, version: nil)
        all.append(one)
        all.append(one)
        #expect(all.count == 2 && all.bytes == one.bytes + one.bytes)
    }

    @Test func `who comes back gets no step in which nothing changed for them`() {
        var history = History(after: 0)
        let hosts = ViewChanges(host: [1], tv: [], players: [], own: OwnChanges())
        history.append(Step(version: 1, changes: hosts))
        #expect(history.missed(since: 0, by: .tv)?.isEmpty == true)
        #expect(history.missed(since: 0, by: .host)?.count == 1)
    }

    @Test func `the history drops its oldest steps past its limits`() {
        var history = History(after: 0)
        let large = ViewChanges(
            host: [UInt8](repeating: 1, count: 300_000),
            tv: [],
            players: [],
            own: OwnChanges()
        )
        for version in 1...5 as ClosedRange<Int64> {
            history.append(Step(version: version, changes: large))
        }
        #expect(history.stepCount == 3 && history.byteCount <= History.maxBytes)
        #expect(history.missed(since: 1, by: .host) == nil)
        #expect(history.missed(since: 2, by: .host)?.count == 3)
        var long = History(after: 0)
        let small = ViewChanges(host: [1], tv: [], players: [], own: OwnChanges())
        for version in 1...Int64(History.maxSteps + 1) {
            long.append(Step(version: version, changes: small))
        }
        #expect(long.stepCount == History.maxSteps)
        #expect(long.missed(since: 0, by: .host) == nil)
        #expect(long.missed(since: 1, by: .host)?.count == History.maxSteps)
    }
}

extension String {
    fileprivate func components(of word: String) -> Int {
        var (count, rest) = (0, self[...])
        while let range = rest.firstRange(of: word) {
            count += 1
            rest = rest[range.upperBound...]
        }
        return count
    }
}
