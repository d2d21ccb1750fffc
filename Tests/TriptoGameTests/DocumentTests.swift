import Protocol
import Testing

@testable import GameState
@testable import TriptoGame

@Suite struct DocumentTests {
    private static let common: Set = [
        "state", "paused", "canReact", "session", "players", "round", "clue", "brake", "reveal",
        "followup", "dispute",
        "scoreboard", "timers", "uiHints", "final",
    ]

    /// Nothing is read or guessed there that a reaction could cover or tell.
    private static let reacting: Set<StateName> = [
        .lobby, .roundIntro, .revealDestination, .scoreboard, .finalResults, .roundEnd,
    ]

    /// A party in each state, with one locked answer where there may be one.
    private func party(in state: StateName) -> Party {
        var party = Party { $0.destinationsCount = 1 }
        party.reachForTable(state)
        return party
    }

    private func members(_ value: JSONValue?) -> Set<String>? {
        value?.object.map { Set($0.members.map(\.key)) }
    }

    private func player(_ number: Int, _ party: Party) throws -> JSONValue {
        let own = try #require(party.game.ownView(of: Party.id(number)))
        return try Documents.snapshot(party.game.playersView, own)
    }

    @Test(arguments: StateName.allCases)
    func `each role's document has the members the contract lists`(state: StateName) throws {
        let party = party(in: state)
        let host = try Documents.snapshot(party.game.hostView)
        let tv = try Documents.snapshot(party.game.tvView)
        let player = try player(1, party)
        #expect(members(host) == Self.common.union(["secret", "review"]))
        #expect(members(tv) == Self.common.union(["audio"]))
        #expect(members(player) == Self.common.union(["me"]))
        for document in [host, tv, player] {
            #expect(document["state"] == .string(state.rawValue))
            #expect(document["canReact"] == .bool(Self.reacting.contains(state)))
            try checkParts(document)
        }
        let session: Set = ["sessionId", "game", "status", "settings", "host", "tv"]
        #expect(members(player["session"]) == session)
        #expect(members(tv["session"]) == session.union(["joinCode", "joinUrl"]))
        let ofTheHost: Set = [
            "joinCode", "joinUrl", "removed", "offeredTo", "screens", "speaker",
        ]
        #expect(members(host["session"]) == session.union(ofTheHost))
        let hints: Set = ["canStart", "canPause", "canSkip", "canReveal", "canAddPlayer"]
        #expect(members(host["uiHints"]) == hints)
        #expect(host["uiHints"]?["canAddPlayer"] == .bool(false))
        #expect(members(player["uiHints"]) == ["canBrake", "canAnswer", "canDispute", "canVote"])
        #expect(tv["uiHints"] == .null)
        #expect(members(tv["audio"]) == ["music", "voice", "speaker", "gainDb"])
        #expect(
            members(player["me"]) == [
                "playerId", "name", "points", "rank", "mayHost", "canBrake", "lockedAnswer",
                "followupAnswer", "vote",
            ]
        )
    }

    /// Parts by the states in which they apply; in all others they are `null`.
    private func checkParts(_ document: JSONValue) throws {
        let state = try #require(document["state"]?.string.flatMap(StateName.init))
        let applies: [(part: String, states: Set<StateName>, members: Set<String>)] = [
            (
                "round",
                [
                    .preparingRound, .roundIntro, .clueLevel, .pausedForBrake, .revealDestination,
                    .followupQuestion, .scoreboard,
                ],
                ["roundId", "index", "total"]
            ),
            (
                "clue", [.clueLevel, .pausedForBrake],
                ["levelPoints", "levelIndex", "totalLevels", "clueText", "earlier"]
            ),
            (
                "brake", [.pausedForBrake],
                ["brakeOwnerPlayerId", "levelPoints", "photoFinish"]
            ),
            (
                "reveal", [.revealDestination, .followupQuestion, .scoreboard],
                ["destinationName", "country", "lat", "lon", "revealText", "results"]
            ),
            ("followup", [.followupQuestion], ["index", "total", "questionText", "locked"]),
            (
                "final", [.finalResults, .roundEnd],
                [
                    "winnerPlayerId", "isTie", "tieWinners", "standingsTop", "standingsFull",
                    "aborted",
                ]
            ),
        ]
        for (part, states, expected) in applies {
            if states.contains(state) {
                #expect(members(document[part]) == expected, "\(part)")
            } else {
                #expect(document[part] == .null, "\(part)")
            }
        }
        #expect(
            members(document["players"]?[0]) == [
                "playerId", "name", "joinedAtMs", "avatar", "connected", "locked",
            ]
        )
        #expect(
            members(document["scoreboard"]?[0]) == ["playerId", "name", "points", "rank"]
        )
        if let timer = document["timers"]?[0] {
            #expect(
                members(timer) == [
                    "timerId", "phase", "startAtServerMs", "durationMs", "paused", "remainingMs",
                ]
            )
        }
    }

    @Test func `a follow-up tells its solution only when it is locked`() throws {
        var party = party(in: .followupQuestion)
        party.player(1, .followupAnswer(index: 1, SamplePackage.answer(1, 1)))
        party.waitForTimer()
        let followup = try Documents.snapshot(party.game.tvView)["followup"]
        #expect(followup?["locked"] == .bool(true))
        #expect(followup?["correctAnswer"] == .string(SamplePackage.answer(1, 1)))
        #expect(members(followup?["results"]?[0]) == ["playerId", "isCorrect", "pointsAwarded"])
        #expect(followup?["results"]?[0]?["pointsAwarded"] == .int(2))
    }

    @Test func `the host sees the secret from the lobby to the scoreboard`() throws {
        for state in StateName.allCases {
            let host = try Documents.snapshot(party(in: state).game.hostView)
            if [.finalResults, .roundEnd].contains(state) {
                #expect(host["secret"] == .null)
                continue
            }
            let secret = host["secret"]
            #expect(members(secret) == ["destination", "clues", "followups", "freshLeft"])
            #expect(
                members(secret?["destination"]) == ["name", "country", "aliases", "lat", "lon"]
            )
            #expect(
                members(secret?["clues"]?[0]) == ["levelPoints", "text", "sources", "verification"]
            )
            #expect(
                members(secret?["followups"]?[0]) == [
                    "index", "questionText", "accepted", "sources",
                ]
            )
            #expect(secret?["followups"]?.array?.count == 2, "as many as will be asked")
        }
    }

    @Test func `the host's buttons say what would be obeyed`() throws {
        func may(_ name: String, _ party: Party) throws -> JSONValue? {
            try Documents.snapshot(party.game.hostView)["uiHints"]?[name]
        }
        #expect(try may("canStart", Party(players: 0)) == .bool(false))
        #expect(try may("canStart", Party(players: 1)) == .bool(true))
        var playing = party(in: .clueLevel)
        #expect(try may("canPause", playing) == .bool(true))
        playing.host(.pause)
        #expect(try may("canPause", playing) == .bool(false))
        var over = party(in: .roundEnd)
        #expect(try may("canStart", over) == .bool(true))
        #expect(try may("canPause", over) == .bool(false))
        over.give(.close)
        #expect(try may("canStart", over) == .bool(false))
    }

    @Test func `earlier clues are those before the one that is shown`() throws {
        var party = party(in: .clueLevel)
        for earlier in [[], [10], [10, 8], [10, 8, 6], [10, 8, 6, 4]] {
            let clue = try Documents.snapshot(party.game.tvView)["clue"]
            let points = clue?["earlier"]?.array?.compactMap { $0["levelPoints"]?.int }
            #expect(points == earlier.map(Int64.init))
            party.waitForTimer()
        }
    }

    @Test func `the host reviews each answer as it comes in`() throws {
        var party = party(in: .clueLevel)
        party.lock(1, SamplePackage.name(1))
        party.reach(.followupQuestion)
        party.player(2, .followupAnswer(index: 1, "No idea"))
        let review = try Documents.snapshot(party.game.hostView)["review"]
        #expect(
            review
                == (try JSONReader.read(
                    Array(
                        """
                        [{"playerId":"p1","levelPoints":10,"index":null,
                          "answerText":"Namecity1x","isCorrect":true},
                         {"playerId":"p2","levelPoints":null,"index":1,
                          "answerText":"No idea","isCorrect":false}]
                        """.utf8
                    )
                ))
        )
    }

    @Test func `a player sees what they may do and what they have said`() throws {
        var party = party(in: .clueLevel)
        #expect(try player(1, party)["me"]?["canBrake"] == .bool(true))
        party.brake(1)
        #expect(try player(1, party)["uiHints"]?["canAnswer"] == .bool(true))
        #expect(try player(2, party)["uiHints"]?["canAnswer"] == .bool(false))
        party.player(1, .brakeAnswer("Atlantis"))
        #expect(try player(1, party)["me"]?["lockedAnswer"] == .string("Atlantis"))
        #expect(try player(1, party)["me"]?["canBrake"] == .bool(false))
        #expect(try player(2, party)["me"]?["lockedAnswer"] == .null)
        #expect(try player(2, party)["players"]?[0]?["locked"] == .bool(true))
        party.host(.pause)
        #expect(try player(2, party)["uiHints"]?["canBrake"] == .bool(false))
        party.host(.resume)
        party.reach(.followupQuestion)
        #expect(try player(2, party)["uiHints"]?["canAnswer"] == .bool(true))
        party.player(2, .followupAnswer(index: 1, "No idea"))
        #expect(try player(2, party)["me"]?["followupAnswer"] == .string("No idea"))
    }

    @Test func `the next clue is a small patch`() {
        var party = Party(players: 20)
        party.reach(.clueLevel)
        let before = party.game
        party.waitForTimer()
        let text = patch(before.playersView, party.game.playersView)
        #expect(
            text.utf8.count <= 400,
            "without the clues' own words it leaves room for them: \(text.utf8.count)"
        )
        #expect(patch(before.tvView, party.game.tvView) == text)
    }

    @Test func `a timer that runs says what remained when it began to, a paused one what remains`()
        throws
    {
        var party = party(in: .clueLevel)
        let start = party.now
        party.now = start + 10_000
        party.host(.pause)
        let paused = try Documents.snapshot(party.game.tvView)["timers"]?[0]
        #expect(paused?["remainingMs"] == .int(20_000))
        #expect(paused?["phase"] == .string("paused"))
        party.now = party.now + 5000
        party.host(.resume)
        let running = try Documents.snapshot(party.game.tvView)["timers"]?[0]
        #expect(running?["remainingMs"] == .int(20_000))
        #expect(running?["startAtServerMs"] == .int(start.ms + 5000))
    }

    @Test func `timers that keep house are shown to nobody`() throws {
        let preparing = party(in: .preparingRound)
        #expect(preparing.game.timers.count == 1)
        #expect(try Documents.snapshot(preparing.game.tvView)["timers"] == .array([]))
    }

    @Test func `views built together are those built one by one`() {
        for state in StateName.allCases {
            let game = party(in: state).game
            let views = game.views
            #expect(views.host == game.hostView)
            #expect(views.tv == game.tvView)
            #expect(views.players == game.playersView)
            #expect(views.own == game.lobby.players.compactMap { game.ownView(of: $0.id) })
        }
        #expect(Party().game.ownView(of: Party.id(9)) == nil)
    }

    @Test func `no document tells the seed`() throws {
        let settings = try Documents.snapshot(Party().game.hostView)["session"]?["settings"]
        #expect(
            members(settings) == [
                "destinationsCount", "followupsPerDestination", "difficulty", "theme", "locale",
                "maxPlayers", "allowLateJoin", "nameFilter", "afterBrake", "clueClock",
                "earlyReveal", "hostMayPlay", "latencyFair", "reactions", "timings",
            ]
        )
    }

    @Test func `printing a game, its inputs and its facts tells no secret`() throws {
        var party = party(in: .clueLevel)
        party.brake(1)
        let wish = try #require(Party().game.wish)
        let package = SamplePackage.make(1)
        let input = Input<Tripto>.content(RoundContent(package), for: wish)
        let fact = Fact.roundBegan(RoundID(rawValue: "r"), index: 1)
        let record = Fact.tripto(.played(RoundID(rawValue: "r"), package))
        let guess = Tripto.Command.brakeAnswer(SamplePackage.name(1))
        let text =
            "\(party.game) \(party.game.phase) \(input) \(fact) \(record) \(guess) "
            + "\(party.round.map { "\($0)" } ?? "") \(package.destination)"
        for secret in Laws.secrets(in: party.game) { #expect(!text.contains(secret)) }
    }
}
