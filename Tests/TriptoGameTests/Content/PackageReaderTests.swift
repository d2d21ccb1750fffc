import Seeded
import Foundation
import GameState
import Testing

@testable import TriptoGame

@Suite struct PackageReaderTests {
    @Test func `what is written is read back`() throws {
        let bytes = try Array(JSONEncoder().encode(Sample.package))
        #expect(try PackageReader.read(bytes) == Sample.package)
    }

    @Test func `variants are read as deep as they go, and held to their keys`() throws {
        var package = Sample.package
        package.clues[0].variants = [package.clues[1].words, package.clues[2].words]
        let data = try JSONEncoder().encode(package)
        #expect(try PackageReader.read(Array(data)) == package)
        let text = String(decoding: data, as: UTF8.self)
        #expect(!text.contains(#""variants":[]"#), "what is absent is not written")
        let variant = try JSONSerialization.jsonObject(with: JSONEncoder().encode(package.clues[1]))
        let error = try refusal { $0.change("clues", 4) { $0["variants"] = [variant] } }
        let path = "clues[4].variants[0].points"
        #expect(error == PackageReadingError(path: path, problem: .unknownKey))
        let missing = try refusal { $0.change("clues", 4) { $0["variants"] = [["text": "x"]] } }
        #expect(missing?.path == "clues[4].variants[0].claims")
        #expect(missing?.problem == .missing)
    }

    @Test func `what is said is read wherever it may stand, and written only where it is`() throws {
        let plain = try JSONEncoder().encode(Sample.package)
        #expect(!String(decoding: plain, as: UTF8.self).contains("ay\":"))
        var package = Sample.package
        package.clues[1].say = "A maker of video games, eighteen eighty-nine."
        var variant = package.clues[2].words
        variant.say = "Gates, thousands of them."
        package.clues[2].variants = [variant]
        package.introSay = "Lower your voice."
        package.revealSay = "Welcome to Kee-oto!"
        package.followups[0].say = "In which year?"
        #expect(try PackageReader.read(Array(JSONEncoder().encode(package))) == package)
        #expect(package.unspoken.said.isEmpty && package.said.count == 5)
        var unspoken = package
        unspoken.clues[2].variants[0].say = nil
        (unspoken.introSay, unspoken.revealSay, unspoken.clues[1].say) = (nil, nil, nil)
        unspoken.followups[0].say = nil
        #expect(package.unspoken == unspoken)
        let error = try refusal { $0.change("destination") { $0["say"] = "Kee-oto" } }
        #expect(error == PackageReadingError(path: "destination.say", problem: .unknownKey))
    }

    @Test func `a page is evidence with and without a revision`() throws {
        let url = "https://example.org/garden"
        for revision in [7, nil] {
            var package = Sample.package
            package.clues[0].sources[0].evidence = [
                .init(
                    .page(url: url, revision: revision, says: "It is old."),
                    checkedOn: "2026-11-24",
                    checkAgainOn: nil
                )
            ]
            let data = try JSONEncoder().encode(package)
            #expect(try PackageReader.read(Array(data)) == package)
            let isWritten = String(decoding: data, as: UTF8.self).contains(#""revision":"#)
            #expect(isWritten == (revision != nil), "what is absent is not written")
        }
    }

    @Test func `an unknown key is refused by its path`() throws {
        let flaws = [
            ("comment", { (root: inout Node) in root["comment"] = 1 }),
            ("destination.mayor", { $0.change("destination") { $0["mayor"] = "x" } }),
            ("clues[1].hint", { $0.change("clues", 1) { $0["hint"] = "x" } }),
            (
                "followups[2].antiLeak.note",
                { $0.change("followups", 2) { $0.change("antiLeak") { $0["note"] = [] as [Int] } } }
            ),
        ]
        for (path, change) in flaws {
            let error = try refusal(after: change)
            #expect(error == PackageReadingError(path: path, problem: .unknownKey))
        }
    }

    @Test func `a verified claim may have any id`() throws {
        var package = Sample.package
        package.clues[0].claims[0].id = "anything goes"
        let bytes = try Array(JSONEncoder().encode(package))
        #expect(try PackageReader.read(bytes) == package)
    }

    @Test func `a misspelt key is told before the missing one`() throws {
        let error = try refusal { $0["clue"] = $0.removeValue(forKey: "clues") }
        #expect(error == PackageReadingError(path: "clue", problem: .unknownKey))
    }

    @Test func `a missing key is told by its path`() throws {
        let error = try refusal { root in
            root.change("clues", 3) { $0["verification"] = ["status": "verified"] }
        }
        #expect(
            error == PackageReadingError(path: "clues[3].verification.claims", problem: .missing)
        )
    }

    @Test func `a wrong type is told by its path`() throws {
        let error = try refusal { $0.change("clues", 0) { $0["points"] = "10" } }
        #expect(error?.path == "clues[0].points")
        #expect(error?.problem == .wrongType(expected: "Int"))
    }

    @Test func `a value outside its set is told by its path`() throws {
        let error = try refusal { $0["difficulty"] = "brutal" }
        #expect(error?.path == "difficulty")
        guard case .badValue = error?.problem else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func `of two judgements that cannot be the same one is told each time`() throws {
        for _ in 0..<50 {
            let error = try refusal { root in
                root.change("clues", 0) { clue in
                    clue["verification"] = [
                        "status": "verified", "claims": ["c2": "maybe", "c1": "perhaps"],
                    ]
                }
            }
            #expect(error?.path == "clues[0].verification.claims.c1")
        }
    }

    @Test func `a key that stands twice is refused`() {
        let bytes = Array(#"{"id": "a", "banter": [], "id": "b"}"#.utf8)
        // It lacks keys as well; the decoder alone would have named one of those.
        let error = #expect(throws: PackageReadingError.self) { try PackageReader.read(bytes) }
        #expect(error == PackageReadingError(path: "id", problem: .duplicateKey))
    }

    @Test(arguments: ["", "{", "[1,", #"{"id": "a"#, #"{"id": "\"#, "nul", "}}]]", ",", "{,,}"])
    func `what is not JSON is refused`(_ text: String) {
        let error = #expect(throws: PackageReadingError.self) {
            try PackageReader.read(Array(text.utf8))
        }
        #expect(error == PackageReadingError(path: "", problem: .notJSON))
    }

    @Test func `nesting has a limit`() {
        let bytes = Array((String(repeating: "[", count: 30_000)).utf8)
        let error = #expect(throws: PackageReadingError.self) { try PackageReader.read(bytes) }
        #expect(error?.problem == .tooDeep(limit: PackageLimits.depth))
    }

    @Test func `size has a limit`() throws {
        var bytes = try Array(JSONEncoder().encode(Sample.package))
        bytes += Array(repeating: UInt8(ascii: " "), count: PackageLimits.fileBytes - bytes.count)
        #expect(try PackageReader.read(bytes) == Sample.package)
        bytes.append(UInt8(ascii: " "))
        let error = #expect(throws: PackageReadingError.self) { try PackageReader.read(bytes) }
        #expect(error?.problem == .tooLarge(limitBytes: 65_536))
    }

    @Test func `only UTF-8 is read`() throws {
        let text = try String(decoding: JSONEncoder().encode(Sample.package), as: UTF8.self)
        let utf16 = text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
        for bytes in [[0xFF, 0xFE] + utf16, utf16, [UInt8(ascii: "{"), 0xC3, 0x28]] {
            let error = #expect(throws: PackageReadingError.self) { try PackageReader.read(bytes) }
            #expect(error?.problem == .notUTF8)
        }
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `damaged bytes are refused or read, and nothing else`(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let whole = try Array(JSONEncoder().encode(Sample.package))
        for round in 0..<300 {
            var bytes = whole
            for _ in 0...random.next(below: 3) {
                bytes[random.next(below: bytes.count)] = UInt8(random.next(below: 256))
            }
            do throws(PackageReadingError) {
                let package = try PackageReader.read(bytes)
                // The damage may have gone into a text; the package has to survive another round.
                let again = try? PackageReader.read(Array(JSONEncoder().encode(package)))
                #expect(again == package, "seed \(seed), round \(round)")
            } catch {
                #expect(!error.description.isEmpty, "seed \(seed), round \(round)")
            }
        }
    }

    /// The reader's refusal of the sample after a change to its document.
    private func refusal(after change: (inout Node) -> Void) throws -> PackageReadingError? {
        let data = try JSONEncoder().encode(Sample.package)
        var root = try #require(try JSONSerialization.jsonObject(with: data) as? Node)
        change(&root)
        let bytes = try Array(JSONSerialization.data(withJSONObject: root))
        return #expect(throws: PackageReadingError.self) { try PackageReader.read(bytes) }
    }
}

private typealias Node = [String: Any]

extension Node {
    fileprivate mutating func change(_ key: String, _ body: (inout Node) -> Void) {
        var node = self[key] as? Node ?? [:]
        body(&node)
        self[key] = node
    }

    fileprivate mutating func change(_ key: String, _ index: Int, _ body: (inout Node) -> Void) {
        var nodes = self[key] as? [Node] ?? []
        body(&nodes[index])
        self[key] = nodes
    }
}
