import HTTP
import Protocol
import Testing

/// Protocol §2: what the creator of a session may choose.
@Suite struct SettingsTests {
    @Test func `the games that are played here are listed`() async throws {
        let web = try Deployment.shared.web()
        let tripto: JSONValue = [
            "game": "tripto", "name": "Tripto", "minPlayers": 1, "maxPlayers": 500,
            "manualPlayers": false,
        ]
        #expect(try await web.call(.get, "/v1/games").json == ["games": [tripto]])
    }

    @Test func `a theme may be asked about before it is chosen`() async throws {
        let web = try Deployment.shared.web()
        let path = "/v1/games/tripto/themes"
        let answer = try await web.call(.get, "\(path)?locale=sv&theme=hav")
        #expect(
            answer.json == [
                "themes": [["theme": "hav", "count": 12]], "matching": 12, "total": 12,
            ]
        )
        #expect(try await web.call(.get, "\(path)?theme=hav").field == "locale")
        let long = String(repeating: "x", count: 81)
        #expect(try await web.call(.get, "\(path)?locale=sv&theme=\(long)").field == "theme")
        #expect(try await web.call(.get, "/v1/games/chess/themes?locale=sv").status == 404)
        let foreign = try await web.call(.get, "\(path)?locale=xx")
        #expect(foreign.status == 400 && foreign.field == "locale")
    }

    static let counts: [(name: String, range: ClosedRange<Int64>)] =
        [
            ("destinationsCount", 1...10), ("followupsPerDestination", 0...3),
            ("maxPlayers", 1...500),
        ]
        + [
            "intro", "clue", "brakeAnswer", "reveal", "followup", "followupResults", "scoreboard",
            "final",
        ].map { ("timings.\($0)", 20...600_000) }

    private func create(_ path: String, _ value: JSONValue) async throws -> Answer {
        var settings = value
        for name in path.split(separator: ".").reversed() {
            settings = .object(JSONObject([(key: String(name), value: settings)]))
        }
        return try await Deployment.shared.web()
            .call(.post, "/v1/sessions", ["settings": settings])
    }

    private func expectRefusal(_ path: String, _ value: JSONValue) async throws {
        let answer = try await create(path, value)
        #expect(answer.status == 400 && answer.code == "bad_message", "\(path) \(value)")
        #expect(answer.field == "settings.\(path)", "\(path) \(value)")
    }

    @Test(arguments: counts.indices) func `a number is taken from edge to edge and no further`(
        _ index: Int
    ) async throws {
        let (name, range) = Self.counts[index]
        for edge in [range.lowerBound, range.upperBound] {
            #expect(try await create(name, .int(edge)).status == 201, "\(name) \(edge)")
        }
        for beyond in [range.lowerBound - 1, range.upperBound + 1, .max, .min] {
            try await expectRefusal(name, .int(beyond))
        }
        for wrong: JSONValue in ["3", 2.5, true, nil, [], [:]] {
            try await expectRefusal(name, wrong)
        }
    }

    @Test func `a choice is one of its words`() async throws {
        let choices = ["difficulty": ["easy", "normal", "hard"], "locale": ["sv", "en"]]
        for (name, words) in choices {
            for word in words { #expect(try await create(name, .string(word)).status == 201) }
            for wrong: JSONValue in ["", "Normal", "de", 1, true, nil, []] {
                try await expectRefusal(name, wrong)
            }
        }
    }

    @Test func `a switch is true or false`() async throws {
        for name in ["allowLateJoin", "earlyReveal"] {
            for value in [true, false] {
                #expect(try await create(name, .bool(value)).status == 201)
            }
            for wrong: JSONValue in ["true", 1, 0, nil, []] {
                try await expectRefusal(name, wrong)
            }
        }
    }

    @Test func `a theme has at most eighty characters`() async throws {
        let eighty = String(repeating: "å", count: 80)
        #expect(try await create("theme", .string(eighty)).status == 201)
        #expect(try await create("theme", "").status == 201)
        try await expectRefusal("theme", .string(eighty + "å"))
        for wrong: JSONValue in [1, true, [], [:]] { try await expectRefusal("theme", wrong) }
    }

    @Test func `a seed has 64 bits`() async throws {
        for seed: JSONValue in [0, .int(.max), "18446744073709551615", "0"] {
            #expect(try await create("seed", seed).status == 201, "\(seed)")
        }
        for wrong: JSONValue in [-1, 1.5, "18446744073709551616", "x", "", true, []] {
            try await expectRefusal("seed", wrong)
        }
    }

    @Test func `what is unknown is refused by name`() async throws {
        try await expectRefusal("tempo", 1)
        try await expectRefusal("DestinationsCount", 1)
        try await expectRefusal("timings.outro", 20)
    }

    @Test func `settings and timings are objects`() async throws {
        for wrong: JSONValue in [1, "x", [], true] {
            try await expectRefusal("timings", wrong)
            let answer = try await Deployment.shared.web()
                .call(.post, "/v1/sessions", ["settings": wrong])
            #expect(answer.status == 400 && answer.field == "settings", "\(wrong)")
        }
    }

    @Test func `the document shows what was chosen, defaults for the rest, and no seed`()
        async throws
    {
        let party = try await Party(settings: ["theme": "mat", "seed": 7, "timings": ["clue": 20]])
        let host = try await party.host()
        #expect(
            host.document.at("session.settings") == [
                "destinationsCount": 3, "followupsPerDestination": 2, "difficulty": "normal",
                "theme": "mat", "locale": "sv", "maxPlayers": 20, "allowLateJoin": true,
                "nameFilter": "medium", "afterBrake": "next", "clueClock": "level",
                "earlyReveal": true, "hostMayPlay": false, "latencyFair": false, "reactions": true,
                "timings": [
                    "intro": 6000, "clue": 20, "brakeAnswer": 20_000, "reveal": 12_000,
                    "followup": 20_000, "followupResults": 5000, "scoreboard": 8000,
                    "final": 10_500,
                ],
            ]
        )
    }
}
