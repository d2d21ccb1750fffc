import Foundation
import GatewayClient
import Protocol
import Testing

@testable import LoadTest

struct SecretLawTests: StillTests {
    let network = Network(StillWire(), clientVersion: "test", devicePrefix: "test")
    private let referee = Referee(Tripto.self, [SecretLaw()])
    private let host: Client

    private static let secret = #"""
        {"destination":{"name":"Göteborg","country":"Mali","aliases":["Gothenburg","GBG"]},
        "clues":[{"levelPoints":10,"text":"Här går \"bananbåten\"."},
        {"levelPoints":8,"text":"Hisingen är nära."}],
        "followups":[{"index":1,"questionText":"Vilken älv?","accepted":["Göta älv","2"]},
        {"index":2,"questionText":"Vilken ö?","accepted":["Hisingen"]}]}
        """#

    init() throws {
        let seat = Seat(session: "s", role: .host, token: "t", path: "/")
        host = Client(id: 9, seat: seat, attention: .document, network: network)
        try tellHost("CLUE_LEVEL", Self.secret, at: 10)
    }

    /// - Parameter open: members of the document beside the secret.
    private func tellHost(_ state: String, _ secret: String, _ open: String = "", at version: Int)
        throws
    {
        let payload = #"{"version":\#(version),"state":"\#(state)"\#(open),"secret":\#(secret)}"#
        let time = version * 1_000
        try hear(message("STATE_SNAPSHOT", payload, serverTimeMs: time), by: host, referee)
    }

    private func reveal(at version: Int) throws {
        let open = #","reveal":{"revealText":"Göteborg it is."}"#
        try tellHost("REVEAL_DESTINATION", Self.secret, open, at: version)
    }

    /// A player hears something.
    private func look(_ text: String, at version: Int?, timeMs: Int? = nil, by player: Int = 1)
        throws
    {
        let time = timeMs ?? (version ?? 0) * 1_000
        let payload = text.isEmpty ? "{}" : text
        let message = message("LOBBY_UPDATED", payload, version: version, serverTimeMs: time)
        try hear(message, by: self.player(player), referee)
    }

    private func player(_ number: Int) -> Client {
        let id = PlayerID(rawValue: "p\(number)")
        let seat = Seat(
            session: "s",
            role: .player,
            playerID: id,
            name: "\(number)",
            token: "t",
            path: "/"
        )
        return Client(id: number, seat: seat, attention: .document, network: network)
    }

    /// Those with breaches, told at once or at the end.
    private var guilty: [String] { referee.book.breaches.map(\.who) }

    @Test(arguments: [
        #"{"a":"göteborg"}"#, #"{"a":"GÖTEBORG"}"#, #"{"url":"/clips/gothenburg10.mp3"}"#,
        #"{"a":"in Mali."}"#, #"{"a":"Här går \"bananbåten\"."}"#, #"{"a":"GÖTA ÄLV"}"#,
        #"{"a":"hisingen"}"#,
    ])
    func `a secret that never became open is a breach`(text: String) throws {
        try look(text, at: 11, by: 7)
        #expect(guilty.isEmpty && referee.wordsMet > 0)
        referee.finish()
        #expect(guilty == ["PLAYER 7"])
        #expect(referee.book.breaches.first?.what.contains("before its time") == true)
    }

    @Test(arguments: [
        #"{"a":"normalisera malice"}"#, #"{"a":"gbg 2"}"#, #"{"a":"Göteb"}"#, "",
    ])
    func `chance likenesses are not`(text: String) throws {
        try look(text, at: 11)
        referee.finish()
        #expect(guilty.isEmpty && referee.book.checkCounts == [.secrecy: 1])
    }

    @Test func `what players have before the host is judged by the server's version`() throws {
        let name = #"{"a":"Göteborg"}"#
        try look(name, at: 20, by: 1)
        try look(name, at: 19, by: 2)
        #expect(guilty.isEmpty)
        try reveal(at: 20)
        #expect(guilty == ["PLAYER 2"])
        try look(name, at: 21, by: 3)
        #expect(guilty == ["PLAYER 2"])
        try look(name, at: 19, by: 4)
        referee.finish()
        #expect(guilty == ["PLAYER 2", "PLAYER 4"])
    }

    @Test func `without a version the server's time decides, within a commit's width`() throws {
        try look(#"{"a":"Göteborg"}"#, at: nil, timeMs: 19_998, by: 1)
        try look(#"{"a":"Göteborg"}"#, at: nil, timeMs: 19_900, by: 2)
        try reveal(at: 20)
        #expect(guilty == ["PLAYER 2"])
    }

    @Test func `a word within an open text is open`() throws {
        let clue = #","clue":{"levelPoints":8,"clueText":"Hisingen är nära."}"#
        try tellHost("CLUE_LEVEL", Self.secret, clue, at: 20)
        try look(#"{"a":"Hisingen"}"#, at: 21)
        referee.finish()
        #expect(guilty.isEmpty && referee.wordsMet > 0)
    }

    @Test func `one may be told of one's own answer, and of no one else's`() throws {
        referee.said(.answer(messageID: "m", texts: ["Gothenburg"]), by: player(1))
        try look(#"{"me":{"lockedAnswer":"Gothenburg"}}"#, at: 12, by: 1)
        try look(#"{"answerText":"Gothenburg"}"#, at: 12, by: 2)
        referee.finish()
        #expect(guilty == ["PLAYER 2"])
    }

    @Test func `what was sent before the secret was known is the last round's`() throws {
        try look(#"{"a":"Göteborg"}"#, at: 9)
        referee.finish()
        #expect(guilty.isEmpty && referee.book.checkCounts.isEmpty)
    }

    @Test func `suspicions that a new round finds open are breaches`() throws {
        try look(#"{"a":"Göteborg"}"#, at: 12, by: 5)
        try tellHost("ROUND_INTRO", #"{"destination":{"name":"Lagos"}}"#, at: 30)
        #expect(guilty == ["PLAYER 5"])
    }

    @Test func `a body of REST is looked at as well`() {
        referee.read(Array(#"{"a":"Göteborg"}"#.utf8))
        referee.finish()
        #expect(guilty == ["REST"])
    }

    @Test func `no bot has a name that is in anything that is played`() throws {
        let games = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Sources/Games").standardizedFileURL
        let names = Words.names.map { WordSearch.fold($0.utf8) }
        let search = WordSearch(names)
        var fileCount = 0
        let files = try #require(
            FileManager.default.enumerator(at: games, includingPropertiesForKeys: nil)
        )
        for case let file as URL in files where ["json", "abc", "csv"].contains(file.pathExtension)
        {
            fileCount += 1
            try Data(contentsOf: file).withUnsafeBytes { bytes in
                search.search(bytes) { name, _ in
                    Issue.record("\(Words.names[name]) is in \(file.lastPathComponent)")
                }
            }
        }
        #expect(fileCount > 200)
    }
}
