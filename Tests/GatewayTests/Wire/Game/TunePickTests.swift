import Archive
import Foundation
import GameState
import Protocol
import Testing
import TriptoGame
import Voice

@testable import Gateway
@testable import NameThatTuneGame

/// A host looks for tunes and picks some, over the wire: what it finds and picks is told to nobody else.
@Suite struct TunePickTests {
    static let settings = settings(clipSeconds: 10)

    static func settings(clipSeconds: Int64) -> JSONValue {
        [
            "songsCount": 5, "clipSeconds": .int(clipSeconds), "seed": 7, "locale": "en",
            "timings": ["guess": 600_000, "reveal": 600_000, "scoreboard": 600_000],
        ]
    }

    /// A gateway with nine tunes of the book and, where there is one, a catalogue elsewhere.
    static func deployment(_ remote: RemoteTunes? = nil) throws -> Deployment {
        let folder = Deployment.newFolder()
        let notes = folder.appending(path: "notes")
        try FileManager.default.createDirectory(at: notes, withIntermediateDirectories: true)
        let samples = (0..<32_000).map { Float(sin(Double($0) * 0.05)) * 0.3 }
        for number in 1...9 {
            try Data(RecordingTests.notes(number).utf8).write(
                to: notes.appending(path: "whisper-\(number).abc")
            )
            try Data(Sound(samples: samples, rate: 32_000).wav).write(
                to: notes.appending(path: "whisper-\(number).wav")
            )
        }
        let shelf = TuneShelf(
            try TuneBook(folder: notes, recordings: notes),
            own: nil,
            remote: remote
        )
        let tunes = HostedGame.hosting(
            NameThatTune.self,
            recordings: { shelf.file(of: $0) },
            pictures: { shelf.file(of: $0) },
            search: shelf.found,
            content: { await shelf.tune(for: $0, lately: [], of: $2) }
        )
        return try Deployment(
            folder: folder,
            others: [tunes],
            archive: try SQLArchive(
                sqlite: folder.appending(path: "gateway.sqlite").path,
                games: [Tripto.schema, NameThatTune.schema]
            )
        )
    }

    private func found(_ party: Party, _ query: String) async throws -> [JSONValue] {
        let path = "\(party.path)/content?locale=en&\(query)"
        let answer = try await party.web.call(.get, path, bearer: try party.hostAuth)
        #expect(answer.status == 200 && answer.headers.first("Cache-Control") == "no-store")
        return try #require(answer.json.at("items")?.array)
    }

    static func payload(_ item: JSONValue) throws -> JSONValue {
        [
            "tuneId": .string(try item.text("tuneId")), "title": .string(try item.text("title")),
            "artist": .string(try item.text("artist")), "year": item.at("year") ?? 0,
        ]
    }

    @Test func `what a host finds and picks is played next, and nobody else hears of it before`()
        async throws
    {
        let deployment = try Self.deployment()
        let party = try await Party(
            deployment.address,
            game: NameThatTune.name,
            settings: Self.settings
        )
        let (_, player) = try await party.player("Alva")
        let (host, tv) = (try await party.host(), try await party.tv())
        #expect(try await found(party, "q=hidden").count == 9)
        #expect(try await found(party, "q=hidden&fromYear=1903&toYear=1905").count == 3)
        #expect(try await found(party, "q=nothing%20like%20it").isEmpty)
        for number in [8, 3, 6] {
            let items = try await found(party, "q=secret%20title%20\(number)")
            #expect(items.count == 1)
            host.send("TUNE_PICK", try Self.payload(try #require(items.first)))
        }
        host.send("TUNE_UNPICK", ["tuneId": "whisper-3"])
        host.send("HOST_START_GAME")
        // Each hears all that it was sent down to this moment.
        for socket in [host, player, tv] { try await socket.until(state: "PLAYING") }
        let state = try await party.web.call(.get, "\(party.path)/state", bearer: party.hostAuth)
        let document = try JSONReader.read(state.body)
        #expect(try document.text("secret.title") == "Secret Title 8")
        let picks = try #require(document.at("picks")?.array)
        #expect(try picks.map { try $0.text("title") } == ["Secret Title 6"])
        for word in ["Secret", "Hidden", "whisper", "picks"] {
            #expect(!player.hasReceived(word) && !tv.hasReceived(word), "\(word)")
        }
        for state in ["REVEAL", "SCOREBOARD", "PLAYING"] {
            host.send("HOST_SKIP")
            for socket in [host, player, tv] { try await socket.until(state: state) }
        }
        #expect(player.hasReceived("Secret Title 8") && tv.hasReceived("Secret Title 8"))
        #expect(!player.hasReceived("Secret Title 6") && !tv.hasReceived("Secret Title 6"))
        host.send("HOST_SKIP")
        for socket in [player, tv] {
            try await socket.until(state: "REVEAL")
            #expect(try socket.document.text("reveal.title") == "Secret Title 6")
            #expect(!socket.hasReceived("whisper") && !socket.hasReceived("picks"))
        }
    }

    @Test func `the search is for hosts alone, and says what is wrong with a query`() async throws {
        let deployment = try Self.deployment()
        let party = try await Party(deployment.address, game: NameThatTune.name)
        let (guest, _) = try await party.player("Alva")
        let (web, path) = (party.web, "\(party.path)/content?q=secret")
        let unknown = try await web.call(.get, path)
        #expect(unknown.status == 401 && !unknown.text.contains("Secret"))
        for bearer in [guest.auth, try await party.tvAuth()] {
            let answer = try await web.call(.get, path, bearer: bearer)
            #expect(answer.status == 403 && !answer.text.contains("Secret"))
        }
        let other = try await Party(deployment.address, game: NameThatTune.name)
        #expect(try await web.call(.get, path, bearer: other.hostAuth).status == 401)
        for query in ["genre=noise", "fromYear=soon", "page=2", "fromYear=1990&toYear=1980"] {
            let wrong = "\(party.path)/content?\(query)"
            let answer = try await web.call(.get, wrong, bearer: party.hostAuth)
            #expect(answer.status == 400 && answer.json.at("code") == "bad_message", "\(query)")
        }
        let quizless = try await Party(deployment.address, game: "tripto")
        let nothing = try await web.call(
            .get,
            "\(quizless.path)/content?q=a",
            bearer: quizless.hostAuth
        )
        #expect(nothing.status == 404 && nothing.json.at("code") == "not_found")
    }
}
