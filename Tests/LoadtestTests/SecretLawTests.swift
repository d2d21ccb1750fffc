import Protocol
import Testing

@testable import LoadTest

struct SecretLawTests {
    private var law = SecretLaw()
    private let secret: [SecretLaw.Text]

    init() throws {
        let text = #"""
            {"destination":{"name":"Göteborg","country":"Mali","aliases":["Gothenburg","GBG"]},
            "clues":[{"levelPoints":10,"text":"Här går \"bananbåten\"."},
            {"levelPoints":8,"text":"Hisingen är nära."}],
            "followups":[{"index":1,"questionText":"Vilken älv?","accepted":["Göta älv","2"]},
            {"index":2,"questionText":"Vilken ö?","accepted":["Hisingen"]}]}
            """#
        secret = Tripto.secrets(in: .object(["secret": try JSONReader.read(Array(text.utf8))]))
        _ = law.learn(secret, at: at(10))
    }

    private func at(_ version: Int64) -> SecretLaw.Stamp {
        .init(version: version, serverTimeMs: version * 1_000)
    }

    private mutating func look(_ text: String, at stamp: SecretLaw.Stamp, by watcher: Int = 1)
        -> Int
    {
        Array(text.utf8).withUnsafeBytes { law.look($0, at: stamp, by: watcher).count }
    }

    private mutating func rest() -> [Int] { law.judgeRest().map(\.watcher) }

    @Test(arguments: [
        #"{"a":"göteborg"}"#, #"{"a":"GÖTEBORG"}"#, #"{"url":"/clips/gothenburg10.mp3"}"#,
        #"{"a":"in Mali."}"#, #"{"a":"Här går \"bananbåten\"."}"#, #"{"a":"GÖTA ÄLV"}"#,
        #"{"a":"hisingen"}"#,
    ])
    mutating func `a secret that never became open is a breach`(text: String) {
        _ = look(text, at: at(11), by: 7)
        let left = rest()
        #expect(left == [7])
    }

    @Test(arguments: [
        #"{"a":"normalisera malice"}"#, #"{"a":"gbg 2"}"#, #"{"a":"Göteb"}"#, "",
    ])
    mutating func `chance likenesses are not`(text: String) {
        _ = look(text, at: at(11))
        let left = rest()
        #expect(left.isEmpty)
    }

    @Test mutating func `what players have before the host is judged by the server's version`() {
        let early = look("Göteborg", at: at(20), by: 1)
        #expect(early == 0)
        let tooEarly = look("Göteborg", at: at(19), by: 2)
        #expect(tooEarly == 0)
        let breaches = law.disclose(["Göteborg"], at: at(20))
        #expect(breaches.map(\.watcher) == [2])
        let late = look("Göteborg", at: at(21), by: 3)
        #expect(late == 0)
        let lateButOld = look("Göteborg", at: at(19), by: 4)
        #expect(lateButOld == 1)
        let left = rest()
        #expect(left.isEmpty)
    }

    @Test mutating func `without a version the server's time decides, within a commit's width`() {
        let near = SecretLaw.Stamp(version: nil, serverTimeMs: 19_998)
        let far = SecretLaw.Stamp(version: nil, serverTimeMs: 19_900)
        _ = look("Göteborg", at: near, by: 1)
        _ = look("Göteborg", at: far, by: 2)
        let breaches = law.disclose(["Göteborg"], at: at(20))
        #expect(breaches.map(\.watcher) == [2])
    }

    @Test mutating func `a word within an open text is open`() {
        _ = law.disclose(["Hisingen är nära."], at: at(20))
        _ = look("Hisingen", at: at(21))
        let left = rest()
        #expect(left.isEmpty)
    }

    @Test mutating func `one may be told of one's own answer, and of no one else's`() {
        law.saying("Gothenburg", by: 1)
        _ = look(#"{"me":{"lockedAnswer":"Gothenburg"}}"#, at: at(12), by: 1)
        _ = look(#"{"answerText":"Gothenburg"}"#, at: at(12), by: 2)
        let left = rest()
        #expect(left == [2])
    }

    @Test mutating func `what was sent before the secret was known is the last round's`() {
        _ = look("Göteborg", at: at(9))
        let left = rest()
        #expect(left.isEmpty)
    }

    @Test mutating func `suspicions that a new round finds open are breaches`() {
        _ = look("Göteborg", at: at(12), by: 5)
        let left = law.learn(secret, at: at(30))
        #expect(left.map(\.watcher) == [5])
    }
}
