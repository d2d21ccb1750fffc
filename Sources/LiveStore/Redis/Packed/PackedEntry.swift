import FoundationEssentials
import GameState
import Protocol

/// A journal entry as it is kept in Redis: a line of four numbers, the body, the facts.
///
///     <previous version> <version> <time> <bytes of the body>\n<body><facts as JSON, if any>
///
/// Followers get everything before the facts.
struct PackedEntry {
    let previousVersion: Int64
    let version: Int64
    let at: ServerTime
    let bytes: [UInt8]
    private let bodyRange: Range<Int>

    /// Bytes before the facts.
    var heardCount: Int { bodyRange.upperBound }
    var body: [UInt8] { Array(bytes[bodyRange]) }
}

extension PackedEntry {
    /// - Throws: when a fact can't be encoded.
    init(_ commit: Commit) throws {
        let body = commit.entry.body()
        var bytes: [UInt8] = []
        let facts = commit.entry.facts
        bytes.reserveCapacity(64 + body.count + 128 * facts.count)
        bytes.append(number: commit.expectedVersion, UInt8(ascii: " "))
        bytes.append(number: commit.version, UInt8(ascii: " "))
        bytes.append(number: commit.entry.at.ms, UInt8(ascii: " "))
        bytes.append(number: Int64(body.count), UInt8(ascii: "\n"))
        let start = bytes.count
        bytes += body
        if !facts.isEmpty { bytes += try JSONEncoder().encode(facts) }
        previousVersion = commit.expectedVersion
        version = commit.version
        at = commit.entry.at
        bodyRange = start..<start + body.count
        self.bytes = bytes
    }

    /// - Parameter bytes: with or without the facts.
    init(_ bytes: [UInt8]) throws(Unreadable) {
        var fields = PackedFields(bytes)
        guard let previousVersion = fields.number(), let version = fields.number(),
            let at = fields.number(), let bodyCount = fields.number(endedBy: UInt8(ascii: "\n")),
            previousVersion < version, bodyCount <= Int64(bytes.count - fields.position)
        else { throw Unreadable("an entry of the journal") }
        self.previousVersion = previousVersion
        self.version = version
        self.at = ServerTime(ms: at)
        self.bytes = bytes
        bodyRange = fields.position..<fields.position + Int(bodyCount)
    }

    var committed: CommittedEntry {
        CommittedEntry(previousVersion: previousVersion, version: version, at: at, body: body)
    }

    func facts() throws(Unreadable) -> [Fact] {
        guard heardCount < bytes.count else { return [] }
        do {
            let facts = try JSONDecoder().decode(
                [StoredFact].self,
                from: Data(bytes[heardCount...])
            )
            return facts.map(\.fact)
        } catch {
            throw Unreadable("the facts of version \(version)")
        }
    }

    func journalEntry(of session: SessionID, _ facts: [Fact]) -> JournalEntry {
        JournalEntry(session: session, version: version, at: at, facts: facts) { self.body }
    }
}

/// A fact as Redis has it. One that is in none of the kit's shapes is of a build that had one game, whose
/// tables will know it.
private struct StoredFact: Decodable {
    let fact: Fact

    init(from decoder: any Decoder) throws {
        if let fact = try? Fact(from: decoder) {
            self.fact = fact
            return
        }
        let former = try AnyJSON(from: decoder).json
        // As a case with values is encoded.
        guard let members = former.object?.members, members.count == 1,
            members[0].value.object?.members.isEmpty == false
        else { throw Unreadable("a fact") }
        fact = .game(GameRecord(game: nil, json: String(decoding: former.bytes, as: UTF8.self)))
    }
}

/// JSON of any shape, as a decoder gives it.
private struct AnyJSON: Decodable {
    let json: JSONValue

    init(from decoder: any Decoder) throws {
        if let container = try? decoder.container(keyedBy: AnyKey.self) {
            var object = JSONObject()
            for key in container.allKeys {
                object[key.stringValue] = try container.decode(AnyJSON.self, forKey: key).json
            }
            json = .object(object)
            return
        }
        if var container = try? decoder.unkeyedContainer() {
            var array: [JSONValue] = []
            while !container.isAtEnd { array.append(try container.decode(AnyJSON.self).json) }
            json = .array(array)
            return
        }
        let container = try decoder.singleValueContainer()
        json =
            if container.decodeNil() {
                .null
            } else if let bool = try? container.decode(Bool.self) {
                .bool(bool)
            } else if let int = try? container.decode(Int64.self) {
                .int(int)
            } else if let double = try? container.decode(Double.self) {
                .double(double)
            } else {
                .string(try container.decode(String.self))
            }
    }

    private struct AnyKey: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }

        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}

/// Tells what one store published from what others did.
struct Origin {
    static let count = 8

    /// Random; never published by another store.
    let bytes: [UInt8]

    init(random: UInt64) {
        bytes = withUnsafeBytes(of: random) { Array($0) }
    }
}
