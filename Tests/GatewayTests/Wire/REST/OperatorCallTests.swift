import Archive
import Foundation
import HTTP
import OpenSSL
import Protocol
import Testing
import Transport
import Voice

@testable import Gateway
@testable import TriptoGame

/// The operator's desk over the wire: who may sit at it, what is shown, what is changed, what hosts report.
@Suite struct OperatorCallTests {
    private static let token = "an-operator's-token-of-the-suite"
    private static let items = "/v1/operator/games/tripto/items"
    private static let kyoto = items + "/kyoto.en"
    private static let reports = "/v1/operator/games/tripto/reports"

    /// Some bundled packages as they are in the repository.
    private static func bundled(in folder: URL) throws -> URL {
        let source = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../../Sources/Games/Tripto/Content/Bundled")
        let bundled = folder.appending(path: "bundled")
        for file in ["en/kyoto.json", "sv/kyoto.json", "sv/paris.json"] {
            let place = bundled.appending(path: file)
            try FileManager.default.createDirectory(
                at: place.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try FileManager.default.copyItem(at: source.appending(path: file), to: place)
        }
        return bundled
    }

    /// A gateway with an operator, whose games are all played with Kyoto.
    private func operated(
        _ change: @escaping (inout Configuration) -> Void = { _ in },
        archive: SQLArchive? = nil,
        _ test: (Deployment, URL) async throws -> Void
    ) async throws {
        let folder = Deployment.newFolder()
        let bundled = try Self.bundled(in: folder)
        let own = folder.appending(path: "content")
        let shelf = ReviewShelf(bundled: bundled, own: own) { bytes in
            Base64URL.encode(Digest.sha256(bytes))
        }
        let played = try PackageText("en/kyoto.json", in: bundled).package
        let deployment = try Deployment(
            folder: folder,
            archive: archive,
            shelf: shelf,
            { configuration in
                configuration.operatorToken = OperatorToken(Self.token)
                change(&configuration)
            },
            content: { _ in played }
        )
        try await test(deployment, own)
        await deployment.stop()
    }

    @Test func `a token is long, and nothing that a header can't have`() {
        #expect(OperatorToken("short") == nil)
        #expect(OperatorToken(String(repeating: "x", count: 19)) == nil)
        #expect(OperatorToken(String(repeating: "x", count: 201)) == nil)
        #expect(OperatorToken("twenty letters and a blank") == nil)
        #expect(OperatorToken("tjugo-bokstäver-och-fler") == nil)
        let token = OperatorToken(Self.token)
        #expect(token?.matches(Self.token) == true)
        #expect(token?.matches(Self.token + "x") == false && token?.matches("") == false)
    }

    @Test func `without a token of the operator's there is no desk`() async throws {
        let web = try Deployment.shared.web()
        for path in ["/v1/operator", Self.items, Self.kyoto] {
            #expect(try await web.call(.get, path, bearer: Self.token).status == 404, "\(path)")
        }
        #expect(try await web.call(.get, "/operator").status == 404)
    }

    @Test func `every call asks for the token`() async throws {
        try await operated { deployment, own in
            let web = deployment.web()
            let party = try await Party(deployment.address)
            let calls: [(HTTP.Method, String)] = [
                (.get, "/v1/operator"), (.post, "/v1/operator/speech"), (.get, Self.items),
                (.get, Self.kyoto), (.patch, Self.kyoto), (.put, Self.kyoto + "/approval"),
                (.delete, Self.kyoto + "/approval"), (.put, Self.kyoto + "/retirement"),
                (.delete, Self.kyoto + "/retirement"), (.get, Self.reports),
                (.put, Self.reports + "/r1/dealt-with"),
                (.delete, Self.reports + "/r1/dealt-with"),
            ]
            let bearers = [nil, "", "wrong", Self.token + "x", try party.hostAuth]
            for (method, path) in calls {
                for bearer in bearers {
                    let answer = try await web.call(method, path, bearer: bearer)
                    #expect(answer.status == 401, "\(method) \(path)")
                    #expect(!answer.text.contains("Kyoto"))
                }
            }
            #expect(!FileManager.default.fileExists(atPath: own.path))
        }
    }

    @Test func `guesses are few, and a right token costs none`() async throws {
        try await operated({ $0.hasAddressLimits = true }) { deployment, _ in
            let web = deployment.web()
            for _ in 0..<30 {
                #expect(
                    try await web.call(.get, "/v1/operator", bearer: Self.token).status == 200
                )
            }
            var statuses: [Int] = []
            for _ in 0..<12 {
                statuses.append(try await web.call(.get, "/v1/operator", bearer: "guess").status)
            }
            #expect(statuses.prefix(10).allSatisfy { $0 == 401 } && statuses.last == 429)
            // Not even the right one is told apart by whoever guesses on.
            let answer = try await web.call(.get, "/v1/operator", bearer: Self.token)
            #expect(answer.status == 429 && answer.headers.contains("Retry-After"))
        }
    }

    @Test func `packages are listed and shown with their evidence`() async throws {
        try await operated { deployment, own in
            let web = deployment.web()
            let desk = try await web.call(.get, "/v1/operator", bearer: Self.token)
            #expect(desk.json.at("games.0.game") == "tripto" && desk.json["hasVoice"] == false)
            let list = try await web.call(.get, Self.items, bearer: Self.token)
            let ids = (list.json["items"]?.array ?? []).map { $0["id"]?.string }
            #expect(ids == ["kyoto.en", "kyoto.sv", "paris.sv"])
            #expect(list.json["canEdit"] == true && list.json["folder"]?.string == own.path)
            #expect(list.json.at("items.0.approval") == .null)
            let sheet = try await web.call(.get, Self.kyoto, bearer: Self.token)
            #expect(sheet.status == 200 && sheet.headers.contains("ETag"))
            #expect(sheet.headers.first("Cache-Control") == "no-store")
            #expect(sheet.json.at("package.destination.name") == "Kyoto")
            #expect(sheet.json.at("package.clues.0.sources.0.pages")?.array?.isEmpty == false)
            for path in ["/atlantis.en", "/KYOTO.en", "/kyoto"] {
                let missing = try await web.call(.get, Self.items + path, bearer: Self.token)
                #expect([400, 404].contains(missing.status), "\(path)")
            }
            let other = "/v1/operator/games/chess/items"
            #expect(try await web.call(.get, other, bearer: Self.token).status == 404)
        }
    }

    @Test func `an edit needs the tag of what was seen, and keeps the rules`() async throws {
        try await operated { deployment, own in
            let web = deployment.web()
            let sheet = try await web.call(.get, Self.kyoto, bearer: Self.token)
            let tag = try #require(sheet.headers.first("ETag"))
            func edit(_ text: String, _ tag: String?) async throws -> Answer {
                try await web.call(
                    .patch,
                    Self.kyoto,
                    ["changes": [["set": "intro", "text": .string(text)]]],
                    bearer: Self.token,
                    headers: tag.map { [("If-Match", $0)] } ?? []
                )
            }
            #expect(try await edit("Walk softly now.", nil).status == 428)
            for wrong in ["*", "W/\(tag)", "\"a\", \"b\"", "x"] {
                #expect(try await edit("Walk softly now.", wrong).status == 400, "\(wrong)")
            }
            #expect(try await edit("Walk softly now.", "\"another\"").status == 412)
            let leak = try await edit("Off to Kyoto!", tag)
            #expect(leak.status == 422 && leak.json.at("findings.0.rule") == "name")
            #expect(leak.json.at("findings.0.path") == "intro")
            let file = own.appending(path: "en/kyoto.json").path
            #expect(!FileManager.default.fileExists(atPath: file))
            let kept = try await edit("Walk softly now.", tag)
            #expect(kept.status == 200 && kept.json.at("package.intro") == "Walk softly now.")
            #expect(kept.json["from"] == "own" && kept.json["replaces"] == true)
            let next = try #require(kept.headers.first("ETag"))
            #expect(next != tag)
            let nothing: JSONValue = ["claims": [], "sources": [["wikidata": 7, "pages": []]]]
            let unread = try await web.call(
                .patch,
                Self.kyoto,
                ["changes": [["set": "clues[0]", "evidence": nothing]]],
                bearer: Self.token,
                headers: [("If-Match", next)]
            )
            #expect(unread.status == 400 && unread.json["field"] == "clues[0].sources[0].wikidata")
            #expect(try await edit("Mind your step.", tag).status == 412)
            #expect(try await edit("Mind your step.", next).status == 200)
        }
    }

    @Test func `a person approves one text, and retires and brings back`() async throws {
        try await operated { deployment, own in
            let web = deployment.web()
            let sheet = try await web.call(.get, Self.kyoto, bearer: Self.token)
            let tag = [("If-Match", try #require(sheet.headers.first("ETag")))]
            let approval = Self.kyoto + "/approval"
            #expect(try await web.call(.put, approval, bearer: Self.token).status == 428)
            let approved = try await web.call(
                .put,
                approval,
                ["by": "Ada"],
                bearer: Self.token,
                headers: tag
            )
            #expect(approved.json.at("approval.by") == "Ada")
            #expect(approved.json.at("approval.isOfThisText") == true)
            #expect(try approved.json.int("approval.approvedAtMs") > 1_700_000_000_000)
            let edited = try await web.call(
                .patch,
                Self.kyoto,
                ["changes": [["add": "banter", "text": "Any idea?"]]],
                bearer: Self.token,
                headers: tag
            )
            #expect(edited.json.at("approval.isOfThisText") == false)
            let undone = try await web.call(.delete, approval, bearer: Self.token)
            #expect(undone.json["approval"] == .null)
            let retirement = Self.kyoto + "/retirement"
            for _ in 0..<2 {
                let retired = try await web.call(.put, retirement, bearer: Self.token)
                #expect(retired.status == 200 && retired.json["retired"] == true)
            }
            let list = try String(contentsOf: own.appending(path: "retired"), encoding: .utf8)
            #expect(list == "kyoto.en\n")
            let back = try await web.call(.delete, retirement, bearer: Self.token)
            #expect(back.json["retired"] == false)
        }
    }

    @Test func `a folder that can't be written is told, and nothing is lost`() async throws {
        try await operated { deployment, own in
            // A file in the folder's place keeps even root from writing there.
            try Data("x".utf8).write(to: own)
            let web = deployment.web()
            let answer = try await web.call(.put, Self.kyoto + "/retirement", bearer: Self.token)
            #expect(answer.status == 409 && answer.code == "wrong_state")
            #expect(answer.json["message"]?.string?.contains(own.path) == true)
        }
    }

    @Test func `a line is heard as the gateway says it`() async throws {
        try await operated({ $0.voice = Espeak() }) { deployment, _ in
            let web = deployment.web()
            let body: JSONValue = ["text": "Fifteen stones.", "locale": "en"]
            let sound = try await web.call(.post, "/v1/operator/speech", body, bearer: Self.token)
            #expect(sound.status == 200 && sound.headers.first("Content-Type") == "audio/wav")
            #expect(sound.body.starts(with: Array("RIFF".utf8)) && sound.body.count > 10_000)
            for wrong: JSONValue in [
                [:], ["text": "", "locale": "en"], ["text": "Hej", "locale": "de"],
                ["text": "Hej", "locale": "sv", "voice": "x"],
            ] {
                let answer = try await web.call(
                    .post,
                    "/v1/operator/speech",
                    wrong,
                    bearer: Self.token
                )
                #expect(answer.status == 400, "\(wrong)")
            }
        }
    }

    @Test func `a host's report is stored, shown with the text that was played, and erased`()
        async throws
    {
        try await operated { deployment, _ in
            let stage = try await Stage(on: deployment, settings: ["destinationsCount": 1])
            try await stage.start()
            try await stage.answer("Kyoto")
            try await stage.host.until(state: "REVEAL_DESTINATION")
            let round = try stage.host.document.text("round.roundId")
            let session = stage.party.session
            let path = "/v1/sessions/\(session)/rounds/\(round)/reports"
            let web = deployment.web()
            let body: JSONValue = [
                "part": "clue_10", "reason": "unclear", "text": "<b>which</b> garden | where?",
            ]
            let guest = stage.players[0].guest.auth
            #expect(try await web.call(.post, path, body, bearer: guest).status == 403)
            #expect(try await web.call(.post, path, body).status == 401)
            let host = try stage.party.hostAuth
            #expect(try await web.call(.post, path, ["part": "x"], bearer: host).status == 400)
            let elsewhere = "/v1/sessions/\(session)/rounds/\(session)-r9/reports"
            #expect(try await web.call(.post, elsewhere, body, bearer: host).status == 404)
            #expect(try await web.call(.post, path, body, bearer: host).status == 204)

            let sheet = try await web.call(.get, Self.kyoto, bearer: Self.token)
            #expect(sheet.json.at("reports.0.part") == "clue_10")
            #expect(sheet.json.at("reports.0.reason") == "unclear")
            #expect(sheet.json.at("reports.0.text") == "<b>which</b> garden | where?")
            let played = try stage.host.document.text("secret.clues.0.text")
            #expect(sheet.json.at("reports.0.playedText")?.string == played)
            #expect(sheet.json["right"] == [["levelPoints": 10, "answers": 1, "right": 1]])
            let list = try await web.call(.get, Self.items, bearer: Self.token)
            #expect(list.json.at("items.0.reported") == 1 && list.json.at("items.0.played") == 1)

            #expect(
                try await web.call(.delete, "/v1/sessions/\(session)", bearer: host).status == 204
            )
            let after = try await web.call(.get, Self.kyoto, bearer: Self.token)
            #expect(after.json.at("reports.0.text") == "")
            #expect(after.json.at("reports.0.reason") == "unclear")
        }
    }

    /// The path of reports of a game that is played, and its host's token.
    private static func reporting(
        on deployment: Deployment
    ) async throws -> (path: String, host: String) {
        let stage = try await Stage(on: deployment, settings: ["destinationsCount": 1])
        try await stage.start()
        let round = try stage.host.document.text("round.roundId")
        let path = "/v1/sessions/\(stage.party.session)/rounds/\(round)/reports"
        return (path, try stage.party.hostAuth)
    }

    @Test func `a report is dealt with, waits again, and keeps the name of what is gone`()
        async throws
    {
        try await operated { deployment, own in
            let (path, host) = try await Self.reporting(on: deployment)
            let web = deployment.web()
            for part: JSONValue in ["clue_8", "reveal"] {
                let body: JSONValue = ["part": part, "reason": "wrong", "text": "no"]
                #expect(try await web.call(.post, path, body, bearer: host).status == 204)
            }
            func listed() async throws -> JSONValue {
                try await web.call(.get, Self.reports, bearer: Self.token).json
            }
            let both = try await listed()
            #expect(both["reports"]?.array?.count == 2)
            #expect(both.at("reports.0.item") == "kyoto.en")
            #expect(both.at("reports.0.isThere") == true && both.at("reports.0.name") == "Kyoto")
            #expect(both.at("reports.0.country") == "Japan")
            #expect(both.at("reports.0.dealtWithAtMs") == .null)
            let id = try #require(both.at("reports.0.id")?.string)
            let mark = "\(Self.reports)/\(id)/dealt-with"
            #expect(try await web.call(.put, mark, bearer: Self.token).status == 204)
            // The one that waits comes first.
            let marked = try await listed()
            #expect(marked.at("reports.1.id")?.string == id)
            #expect(try marked.int("reports.1.dealtWithAtMs") > 1_700_000_000_000)
            #expect(marked.at("reports.0.dealtWithAtMs") == .null)
            let list = try await web.call(.get, Self.items, bearer: Self.token)
            #expect(list.json.at("items.0.reported") == 1)
            let sheet = try await web.call(.get, Self.kyoto, bearer: Self.token)
            #expect(sheet.json.at("reports.1.id")?.string == id)
            #expect(try await web.call(.delete, mark, bearer: Self.token).status == 204)
            #expect(try await listed().at("reports.1.dealtWithAtMs") == .null)
            for unknown in ["nothing", String(repeating: "x", count: 500)] {
                let path = "\(Self.reports)/\(unknown)/dealt-with"
                let answer = try await web.call(.put, path, bearer: Self.token)
                #expect([400, 404].contains(answer.status), "\(unknown)")
            }

            let bundled = own.deletingLastPathComponent().appending(path: "bundled")
            try FileManager.default.removeItem(at: bundled.appending(path: "en/kyoto.json"))
            let gone = try await listed()
            #expect(gone.at("reports.0.isThere") == false && gone.at("reports.0.name") == "Kyoto")
        }
    }

    @Test func `one session has so many reports`() async throws {
        try await operated { deployment, _ in
            let (path, host) = try await Self.reporting(on: deployment)
            let web = deployment.web()
            var last = 0
            for _ in 0...ReportStatements.maxOfSession {
                let body: JSONValue = ["part": "intro", "reason": "other"]
                last = try await web.call(.post, path, body, bearer: host).status
            }
            #expect(last == 429)
        }
    }

    @Test func `of more reports than are listed it is told how many there are`() async throws {
        let folder = Deployment.newFolder()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let archive = try SQLArchive(
            sqlite: folder.appending(path: "reports.sqlite").path,
            games: [Tripto.schema]
        )
        try await operated(archive: archive) { deployment, _ in
            let (path, host) = try await Self.reporting(on: deployment)
            let web = deployment.web()
            let none = try await web.call(.get, Self.reports, bearer: Self.token).json
            #expect(none["reports"] == [] && none["total"] == 0)
            let body: JSONValue = ["part": "intro", "reason": "other"]
            #expect(try await web.call(.post, path, body, bearer: host).status == 204)
            let one = try await web.call(.get, Self.reports, bearer: Self.token).json
            #expect(one["reports"]?.array?.count == 1 && one["total"] == 1)
            // Of many sessions.
            let more = Statement(
                "more_reports",
                """
                WITH RECURSIVE more (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM more WHERE n < 230)
                INSERT INTO tripto_reports
                    (id, session_id, round_id, pack_id, part, reason, words, reported_at)
                SELECT CAST(1000000000000000 + n AS TEXT), 's' || n, round_id, pack_id, part, reason, words, reported_at
                FROM tripto_reports, more
                """
            )
            let rows = await withCheckedContinuation { told in
                archive.put(Write(more, [])) { told.resume(returning: try? $0.get()) }
            }
            #expect(rows == 230)
            let many = try await web.call(.get, Self.reports, bearer: Self.token).json
            #expect(many["reports"]?.array?.count == 200 && many["total"] == 231)
        }
    }
}
