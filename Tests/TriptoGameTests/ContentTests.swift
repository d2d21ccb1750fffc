import Protocol
import Testing

@testable import GameState
@testable import TriptoGame

@Suite struct ContentTests {
    private let failure = EitherEvent<Tripto.Event>.kit(
        .error(WireError(.contentFailed, "no destination is available"))
    )

    @Test func `the lobby wishes for the first destination, and the host may look at it`() throws {
        var party = Party()
        #expect(
            party.game.wish
                == PackageWish(
                    locale: "sv",
                    difficulty: .normal,
                    theme: nil,
                    seed: 7,
                    roundIndex: 0,
                    usedDestinations: [],
                    previousCountry: nil,
                    pinned: nil,
                    isPreview: true,
                    isSpoken: true
                )
        )
        party.feed()
        #expect(party.game.wish == nil)
        let host = try Documents.snapshot(party.game.hostView)
        #expect(host["secret"]?["destination"]?["name"] == .string(SamplePackage.name(1)))
    }

    @Test func `what the host has seen is what is played`() {
        var party = Party()
        party.feed()
        party.host(.startGame)
        #expect(party.state == .preparingRound)
        #expect(party.game.wish?.pinned == "place1x.sv")
        party.feed()
        #expect(party.place == 1)
    }

    @Test func `a host who does not like it gets another one`() {
        var party = Party()
        party.feed()
        party.host(.regenerateContent(nil))
        #expect(party.game.wish?.usedDestinations == ["place1x"])
        #expect(party.host(.regenerateContent(nil)) == .ignored, "it is being looked for")
        party.feed()
        party.host(.startGame)
        party.host(.regenerateContent(nil))
        #expect(party.game.wish?.pinned == nil)
        party.feed()
        #expect(party.place == 3)
    }

    @Test func `the next wish knows what has been seen`() {
        var party = Party()
        party.reach(.preparingRound)
        party.reach(.scoreboard)
        party.waitForTimer()
        #expect(party.game.wish?.usedDestinations == ["place1x"])
        #expect(party.game.wish?.previousCountry == "Countryland1x")
        #expect(party.game.wish?.roundIndex == 1)
    }

    @Test func `a round that begins is recorded before anything of it is shown`() {
        var party = Party()
        party.host(.startGame)
        #expect(
            party.facts == [.sessionStatus(.active), .audit(actor: .host, "HOST_START_GAME")]
        )
        party.feed()
        let round = RoundID(rawValue: "0123456789abcdef-r1")
        #expect(
            party.facts == [
                .gameStarted,
                .roundBegan(round, index: 1),
                .tripto(.played(round, SamplePackage.make(1))),
                .roundState(round, .intro),
            ]
        )
    }

    @Test func `content nobody wishes for any more is ignored`() throws {
        var party = Party()
        let wish = try #require(party.game.wish)
        party.feed()
        #expect(party.give(.content(RoundContent(SamplePackage.make(2)), for: wish)) == .ignored)
    }

    @Test func `content that was wished for before something changed is ignored`() throws {
        var party = Party()
        let wish = try #require(party.game.wish)
        party.host(try Tripto.Settings.Change(["locale": "en"]))
        #expect(party.game.wish != nil && party.game.wish != wish)
        #expect(party.give(.content(RoundContent(SamplePackage.make(1)), for: wish)) == .ignored)
    }

    @Test func `as many destinations are remembered as there may be, the oldest is forgotten`() {
        var memory = DestinationMemory()
        for number in 1...DestinationMemory.limit {
            memory.play(SamplePackage.make(number).destination)
        }
        let first = SamplePackage.make(1).destination.id
        #expect(memory.played.count == DestinationMemory.limit && memory.played.first == first)
        memory.play(SamplePackage.make(DestinationMemory.limit + 1).destination)
        #expect(memory.played.count == DestinationMemory.limit && memory.played.first != first)
    }

    @Test func `the first destination failing leads back to the lobby`() throws {
        var party = Party()
        party.host(.startGame)
        let wish = try #require(party.game.wish)
        party.give(.content(nil, for: wish))
        #expect(party.state == .lobby)
        #expect(party.game.lobby.status == .lobby)
        #expect(
            party.effects == [
                .announce(failure, to: .host), .record(.sessionStatus(.lobby)),
            ]
        )
        #expect(party.game.wish == nil, "what failed is not asked for again and again")
        #expect(word(party.host(.startGame)) == "ok", "but the host may try once more")
        #expect(party.game.wish != nil)
    }

    @Test func `the first destination failing ends a pause with the game`() throws {
        var party = Party()
        party.host(.startGame)
        party.host(.pause)
        let wish = try #require(party.game.wish)
        party.give(.content(nil, for: wish))
        #expect(party.state == .lobby)
        #expect(try Documents.snapshot(party.game.tvView)["paused"] == .bool(false))
        party.reach(.clueLevel)
        #expect(word(party.brake(1)) == "ok")
    }

    @Test func `a later destination failing leads to the winner`() throws {
        var party = Party()
        party.reach(.scoreboard)
        party.waitForTimer()
        let wish = try #require(party.game.wish)
        party.give(.content(nil, for: wish))
        #expect(party.state == .finalResults)
        #expect(party.announced.first == failure)
    }

    @Test func `content that takes a minute has failed`() {
        var party = Party()
        party.host(.startGame)
        let start = party.now
        party.waitForTimer()
        #expect(party.now - start == 60_000)
        #expect(party.state == .lobby)
    }

    @Test func `a preview that fails is told, and a start asks again`() throws {
        var party = Party()
        let wish = try #require(party.game.wish)
        party.give(.content(nil, for: wish))
        #expect(party.announced == [failure])
        party.reach(.clueLevel)
    }

    @Test func `a package without its five clues can't be played`() throws {
        var party = Party()
        var package = SamplePackage.make(1)
        package.clues.removeLast()
        let wish = try #require(party.game.wish)
        party.give(.content(RoundContent(package), for: wish))
        #expect(party.announced == [failure])
    }

    @Test func `when nothing new is left old places may come again`() throws {
        var party = Party { $0.destinationsCount = 1 }
        party.reach(.roundEnd)
        party.host(.startGame)
        let wish = try #require(party.game.wish)
        party.give(.content(nil, for: wish))
        party.host(.startGame)
        #expect(party.game.wish?.usedDestinations == [])
    }
}
