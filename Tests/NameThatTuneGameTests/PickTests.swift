import Foundation
import GameState
import Protocol
import Testing

@testable import NameThatTuneGame

/// Tunes that the host picks for the coming rounds (docs/decisions/0065).
@Suite struct PickTests {
    private static func pick(_ number: Int) -> Pick {
        let tune = Parlour.tune(number)
        return Pick(id: tune.id, title: tune.title, artist: tune.artist, year: tune.year)
    }

    private func command(_ type: String, _ payload: JSONValue) throws -> NameThatTune.Command? {
        try NameThatTune.command(type: type, payload: payload, from: .host)
    }

    @Test
    func `picks come first, in the order in which they were picked, and go as they are played`()
        throws
    {
        var parlour = try Parlour()
        #expect(parlour.game.wish == nil && parlour.game.picks.toPlay == nil)
        for number in [7, 3] {
            #expect(Parlour.code(parlour.host(.pick(Self.pick(number)))) == nil)
        }
        #expect(parlour.game.picks.map(\.id) == ["tune-7", "tune-3"])
        parlour.host(.startGame)
        #expect(parlour.game.wish?.picks == ["tune-7", "tune-3"])
        let wish = try #require(parlour.game.wish)
        parlour.give(.content(TuneContent(Parlour.tune(7)), for: wish))
        #expect(parlour.state == "PLAYING" && parlour.game.picks.map(\.id) == ["tune-3"])
        // In the middle of a round there is time for more, but not for what has been heard.
        #expect(Parlour.code(parlour.host(.pick(Self.pick(7)))) == "already_answered")
        #expect(Parlour.code(parlour.host(.pick(Self.pick(9)))) == nil)
        #expect(Parlour.code(parlour.host(.unpick("tune-3"))) == nil)
        #expect(Parlour.code(parlour.host(.unpick("tune-3"))) == "ignored")
        #expect(Parlour.code(parlour.host(.pick(Self.pick(9)))) == "ignored")
        #expect(parlour.game.picks.map(\.id) == ["tune-9"])
    }

    @Test func `a wish without picks is what it was`() throws {
        var parlour = try Parlour()
        parlour.host(.startGame)
        let wish = try #require(parlour.game.wish)
        #expect(!String(decoding: try JSONEncoder().encode(wish), as: UTF8.self).contains("picks"))
        let state = String(decoding: try JSONEncoder().encode(parlour.game), as: UTF8.self)
        #expect(!state.contains("picks"))
    }

    @Test
    func `what can't be played is told the host, is not tried again, and may be picked again`()
        throws
    {
        var parlour = try Parlour()
        for number in [7, 3, 4] { parlour.host(.pick(Self.pick(number))) }
        parlour.host(.startGame)
        var content = TuneContent(Parlour.tune(4))
        content.refused = [
            PickRefusal(id: "tune-7", trouble: .broken), PickRefusal(id: "tune-3", trouble: .gone),
            PickRefusal(id: "nobody's", trouble: .gone),
        ]
        parlour.give(.content(content, for: try #require(parlour.game.wish)))
        #expect(parlour.game.picks.map(\.trouble) == [.broken, .gone])
        #expect(parlour.game.picks.toPlay == nil)
        let host = parlour.document(of: .host)
        #expect(host.contains(#""trouble":"broken""#) && host.contains(#""trouble":"gone""#))
        #expect(Parlour.code(parlour.host(.pick(Self.pick(7)))) == nil)
        #expect(parlour.game.picks.map(\.id) == ["tune-3", "tune-7"])
        #expect(parlour.game.picks.toPlay == ["tune-7"])
    }

    @Test
    func
        `a pick while a tune is looked for makes another wish, and what came for the old one counts no more`()
        throws
    {
        var parlour = try Parlour()
        parlour.host(.startGame)
        let old = try #require(parlour.game.wish)
        parlour.host(.pick(Self.pick(7)))
        let new = try #require(parlour.game.wish)
        #expect(new != old && new.picks == ["tune-7"])
        parlour.give(.content(TuneContent(Parlour.tune(2)), for: old))
        #expect(parlour.state == "PREPARING")
        parlour.give(.content(TuneContent(Parlour.tune(7)), for: new))
        #expect(parlour.state == "PLAYING" && parlour.game.picks.isEmpty)
    }

    @Test func `nobody but the host sees or says anything of it`() throws {
        var parlour = try Parlour()
        parlour.host(.pick(Self.pick(7)))
        #expect(parlour.effects.isEmpty, "nothing is announced, and nothing is recorded")
        let host = parlour.document(of: .host)
        #expect(host.contains(#""picks":[{"tuneId":"tune-7","title":"Tune 7""#))
        for viewer in [Viewer.tv, .player(Parlour.id(1))] {
            let document = parlour.document(of: viewer)
            #expect(!document.contains("picks") && !document.contains("Tune 7"))
            #expect(!document.contains("tune-7") && !document.contains("Composer Number 7"))
        }
        for type in ["TUNE_PICK", "TUNE_UNPICK"] {
            #expect(throws: WireError.self) {
                let payload: JSONValue = ["tuneId": "tune-7", "title": "T", "artist": "A"]
                _ = try NameThatTune.command(
                    type: type,
                    payload: payload,
                    from: .player(Parlour.id(1))
                )
            }
        }
        #expect(Parlour.code(parlour.player(1, .pick(Self.pick(8)))) == "forbidden")
        #expect(Parlour.code(parlour.player(1, .unpick("tune-7"))) == "forbidden")
        #expect("\(Self.pick(7))" == "a pick")
    }

    @Test func `there are fifty at most`() throws {
        var parlour = try Parlour()
        for number in 1...50 {
            #expect(Parlour.code(parlour.host(.pick(Self.pick(number)))) == nil)
        }
        #expect(Parlour.code(parlour.host(.pick(Self.pick(51)))) == "wrong_state")
        parlour.host(.unpick("tune-9"))
        #expect(Parlour.code(parlour.host(.pick(Self.pick(51)))) == nil)
    }

    @Test func `the order can be changed, and what can't be played gets another try by it`()
        throws
    {
        var parlour = try Parlour()
        for number in [7, 3, 4] { parlour.host(.pick(Self.pick(number))) }
        func ids() -> [String] { parlour.game.picks.map(\.id) }
        #expect(Parlour.code(parlour.host(.pick(Self.pick(4), at: 1))) == nil)
        #expect(ids() == ["tune-7", "tune-4", "tune-3"])
        #expect(Parlour.code(parlour.host(.pick(Self.pick(4), at: 1))) == "ignored")
        #expect(Parlour.code(parlour.host(.pick(Self.pick(7), at: 49))) == nil)
        #expect(ids() == ["tune-4", "tune-3", "tune-7"])
        #expect(Parlour.code(parlour.host(.pick(Self.pick(9), at: 0))) == nil)
        parlour.host(.startGame)
        #expect(parlour.game.wish?.picks == ["tune-9", "tune-4", "tune-3", "tune-7"])
        var content = TuneContent(Parlour.tune(4))
        content.refused = [PickRefusal(id: "tune-9", trouble: .gone)]
        parlour.give(.content(content, for: try #require(parlour.game.wish)))
        #expect(Parlour.code(parlour.host(.pick(Self.pick(9), at: 0))) == nil)
        #expect(parlour.game.picks.map(\.trouble) == [nil, nil, nil])
        for number in 10...56 { parlour.host(.pick(Self.pick(number))) }
        #expect(Parlour.code(parlour.host(.pick(Self.pick(57), at: 0))) == "wrong_state")
        // A move takes no room.
        #expect(Parlour.code(parlour.host(.pick(Self.pick(9), at: 5))) == nil)
        #expect(ids()[5] == "tune-9")
    }

    @Test func `a session of older rules has none`() throws {
        let older = RulesVersion(rawValue: RulesVersion.tenth.rawValue - 1)
        var parlour = try Parlour(rules: older)
        #expect(Parlour.code(parlour.host(.pick(Self.pick(7)))) == "wrong_state")
        #expect(Parlour.code(parlour.host(.unpick("tune-7"))) == "wrong_state")
        #expect(parlour.document(of: .host).contains(#""picks":null"#))
        var tenth = try Parlour(rules: .tenth)
        #expect(Parlour.code(tenth.host(.pick(Self.pick(7)))) == nil)
        #expect(Parlour.code(tenth.host(.pick(Self.pick(7), at: 0))) == "wrong_state")
    }

    @Test func `a command is read, or says which field is wrong`() throws {
        let good: JSONObject = ["tuneId": "own-1f", "title": "T", "artist": "A", "year": 1975]
        #expect(
            try command("TUNE_PICK", .object(good))
                == .pick(Pick(id: "own-1f", title: "T", artist: "A", year: 1975))
        )
        var placed = good
        placed["place"] = 3
        #expect(
            try command("TUNE_PICK", .object(placed))
                == .pick(Pick(id: "own-1f", title: "T", artist: "A", year: 1975), at: 3)
        )
        #expect(try command("TUNE_UNPICK", ["tuneId": "own-1f"]) == .unpick("own-1f"))
        let long = String(repeating: "x", count: 101)
        for (name, value) in [
            ("tuneId", "../etc/passwd"), ("tuneId", ""), ("tuneId", .string(long)), ("tuneId", 7),
            ("title", ""), ("title", .string(long)), ("artist", " \u{202E}"), ("year", -1),
            ("year", 2101), ("place", -1), ("place", 50), ("place", "first"),
        ] as [(String, JSONValue)] {
            var bad = good
            bad[name] = value
            do throws(WireError) {
                _ = try NameThatTune.command(
                    type: "TUNE_PICK",
                    payload: .object(bad),
                    from: .host
                )
                Issue.record("\(name) \(value) is taken")
            } catch {
                #expect(error.field == name, "\(name) \(value)")
            }
        }
    }
}
