import GameState
import Protocol
import Seeded
import StoreContracts
import Testing
import TriptoGame

@testable import LiveStore

/// Packed values come out the same; all other bytes are refused.
struct PackedTests {
    private static let facts: [Fact] = [
        .sessionCreated(joinCode: "ABCDEF", game: "tripto", settingsJSON: "{}"),
        .sessionStatus(.ended), .playerJoined("a", name: "Åsa \"\u{1F600}\"\u{0}"),
        .playerRenamed("a", name: "Bo"), .playerSeen("a", isConnected: false), .playerLeft("a"),
        .roundBegan("r1", index: 2),
        .tripto(.played("r1", .test())), .roundState("r1", RoundState(rawValue: "clues")),
        .clipMade("r1", .test), .answered("r1", "a", question: 0, stake: 8, text: "Paris"),
        .judged("r1", "a", question: 0, isCorrect: true, points: 8),
        .answered("r1", "a", question: 1, stake: nil, text: ""),
        .judged("r1", "a", question: 1, isCorrect: false, points: 0),
        .audit(actor: .player("a"), type: "T", payloadJSON: "[1]"),
    ]

    private func commit(_ text: String, _ facts: [Fact]) -> Commit {
        .test("s1", from: 41, to: 1_042, text, facts: facts)
    }

    @Test func `every kind of fact travels with its entry`() throws {
        for facts in Self.facts.map({ [$0] }) + [[], Self.facts] {
            let commit = commit("x", facts)
            let packed = try PackedEntry(try PackedEntry(commit).bytes)
            #expect(try packed.facts() == facts)
            #expect(packed.previousVersion == 41)
            #expect(packed.version == 1_042)
            #expect(packed.at == commit.entry.at)
            #expect(packed.body == commit.entry.body())
        }
    }

    @Test func `facts of a build that had one game are kept for its tables`() throws {
        let former = [
            #"{"answerLocked":{"_0":"r1","_1":"a","levelPoints":8,"text":"Pa\"ris"}}"#,
            #"{"content":{"_0":{"lat":35.5,"themes":["a",null,true],"id":"kyoto.en"}}}"#,
        ]
        let facts = former.joined(separator: ",")
        let text = "41 1042 1700000001042 3\n\"x\"[\(facts),{\"gameStarted\":{}}]"
        let read = try PackedEntry(Array(text.utf8)).facts()
        try #require(read.count == 3)
        #expect(read[2] == .gameStarted)
        for (fact, json) in zip(read, former) {
            guard case .game(let record) = fact else {
                Issue.record("\(fact)")
                continue
            }
            #expect(record.game == nil)
            let value = try JSONReader.read(Array(record.json.utf8))
            #expect(value == (try JSONReader.read(Array(json.utf8))))
        }
    }

    @Test func `followers get everything but the facts`() throws {
        let packed = try PackedEntry(commit("a\nb", Self.facts))
        let heard = try PackedEntry(Array(packed.bytes.prefix(packed.heardCount)))
        #expect(heard.committed == packed.committed)
        #expect(try heard.facts().isEmpty)
    }

    @Test func `an entry can be read by people`() throws {
        let packed = try PackedEntry(commit("x", []))
        #expect(String(decoding: packed.bytes, as: UTF8.self) == "41 1042 1700000001042 3\n\"x\"")
    }

    @Test(arguments: [
        "", "1", "1 2 3", "1 2 3 0", "1 2 3 1\n", "2 2 3 0\n", "3 2 3 0\n", "-1 2 3 0\n",
        "1  2 3 0\n", " 1 2 3 0\n", "1 2 3 -0\n", "1 2 3 0 \n", "1 2 9007199254740993 0\n",
        "1 2 3 99999999999999999999\n", "1 2 3 9223372036854775807\n", "x 2 3 0\n", "1\n2\n3\n0\n",
    ])
    func `a line that is not ours is refused`(_ line: String) {
        #expect(throws: Unreadable.self) { try PackedEntry(Array(line.utf8)) }
    }

    @Test(arguments: UInt64(1)...50)
    func `no bytes stop the process`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let packed = try PackedEntry(commit("text", Self.facts)).bytes
        let origin = Origin(random: seed)
        let anna = Seating(.player("anna"), on: "c1", order: 7)
        let seated = PackedNews.seated(by: Origin(random: 0)) + anna.told
        for _ in 0..<200 {
            for original in [packed, seated, PackedNews.removed(by: Origin(random: 0))] {
                var bytes = Array(
                    original.prefix(Int.random(in: 0...original.count, using: &random))
                )
                for _ in 0..<Int.random(in: 0...4, using: &random) where !bytes.isEmpty {
                    bytes[Int.random(in: 0..<bytes.count, using: &random)] =
                        UInt8.random(in: 0...255, using: &random)
                }
                if let entry = try? PackedEntry(bytes) {
                    #expect(entry.version > entry.previousVersion)
                    #expect(entry.heardCount <= bytes.count)
                    _ = try? entry.facts()
                }
                _ = try? PackedNews.read(bytes, to: origin)
            }
        }
    }

    @Test func `news come out as they went in, but not to who sent them`() throws {
        let (here, there) = (Origin(random: 1), Origin(random: 2))
        let entry = try PackedEntry(commit("x", []))
        let seatings = [
            Seating(.host, on: "c 1", order: 1), Seating(.player("å b"), on: "3 c", order: 1 << 52),
            Seating(.player("anna"), on: "", order: 0),
        ]
        let seated = seatings.map {
            (SessionEvent.seated($0), PackedNews.seated(by: here) + $0.told)
        }
        let told: [(SessionEvent, [UInt8])] =
            seated + [
                (.committed(entry.committed), PackedNews.committed(by: here) + entry.bytes),
                (.removed, PackedNews.removed(by: here)),
                (.missed, PackedNews.missed(by: here)),
            ]
        for (news, message) in told {
            #expect(try PackedNews.read(message, to: there) == news)
            #expect(try PackedNews.read(message, to: here) == nil)
        }
    }
}

extension Seating {
    /// As the script tells it to followers.
    fileprivate var told: [UInt8] {
        Array("\(order) \(viewer.packed.utf8.count) \(viewer.packed)\(connection)".utf8)
    }
}
