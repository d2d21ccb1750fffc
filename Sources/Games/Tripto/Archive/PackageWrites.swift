import Archive
import GameState
import Protocol

/// Rows of a round package: a destination, a pack, its clues and questions.
struct PackageWrites {
    let writes: [Write]
    /// The ids of its wording and of its pack.
    let place: [SQLValue]

    init(_ package: RoundPackage, at time: ServerTime) {
        let destination = package.destination
        let clues = package.clues.map(\.columns)
        let questions = package.followups.map(\.columns)
        let words: [SQLValue] = [
            .words(destination.name), .words(destination.country), .words(destination.region),
            .real(destination.lat), .real(destination.lon),
            .json { $0.array(destination.aliases) },
        ]
        var wording = FNV1a()
        for value in words { wording.combine(value) }
        let worded = "\(destination.id).\(package.locale)#\(wording.hexadecimal)"
        // A package whose destination is called otherwise is another pack too.
        var hash = wording
        for value in clues.joined() { hash.combine(value) }
        for value in questions.joined() { hash.combine(value) }
        let pack = "\(package.id)#\(hash.hexadecimal)"
        let place: [SQLValue] = [.text(worded), .text(pack)]
        self.place = place
        writes =
            [
                Write(
                    .destination,
                    [.text(worded), .text(destination.id), .text(package.locale)] + words
                ),
                Write(
                    .pack,
                    [
                        .text(pack), .text(package.id), .text(worded),
                        .text(package.locale), .text(hash.hexadecimal), .integer(time.ms),
                    ]
                ),
            ]
            + zip(package.clues, clues).map { clue, columns in
                Write(.clue, [.text("\(pack)/clue_\(clue.points)")] + place + columns)
            }
            + zip(package.followups, questions).map { followup, columns in
                Write(
                    .followupQuestion,
                    [.text("\(pack)/followup_\(followup.index)")] + place + columns
                )
            }
    }
}

extension RoundPackage.Clue {
    fileprivate var columns: [SQLValue] {
        [
            .integer(points),
            .words(text),
            .json { json in
                json.beginArray()
                for claim in claims {
                    json.beginObject()
                    json.key("id")
                    json.value(claim.id)
                    json.key("statement")
                    json.value(claim.statement)
                    json.endObject()
                }
                json.endArray()
            },
            .json { $0.array(sources) },
            .json { json in
                json.beginObject()
                json.key("status")
                json.value(verification.status.rawValue)
                json.key("claims")
                json.beginObject()
                for (claim, status) in verification.claims.sorted(by: { $0.key < $1.key }) {
                    json.key(dynamic: claim)
                    json.value(status.rawValue)
                }
                json.endObject()
                json.endObject()
            },
        ]
    }
}

extension RoundPackage.Followup {
    fileprivate var columns: [SQLValue] {
        [
            .integer(index),
            .words(q),
            .json { $0.array([a] + accepted) },
            .json { $0.array(sources) },
            .json { json in
                json.beginObject()
                json.key("bannedTerms")
                json.array(antiLeak.bannedTerms)
                json.key("overlap")
                json.value(antiLeak.overlap)
                json.endObject()
            },
        ]
    }
}

extension SQLValue {
    fileprivate static func json(_ write: (inout JSONWriter) -> Void) -> SQLValue {
        var writer = JSONWriter()
        write(&writer)
        return .utf8(writer.bytes)
    }
}

extension JSONWriter {
    fileprivate mutating func array(_ texts: [String]) {
        beginArray()
        for text in texts { value(text) }
        endArray()
    }

    fileprivate mutating func array(_ sources: [RoundPackage.Source]) {
        beginArray()
        for source in sources {
            beginObject()
            if let claim = source.claim {
                key("claim")
                value(claim)
            }
            key("wikidata")
            value(source.wikidata)
            key("pages")
            array(source.pages)
            endObject()
        }
        endArray()
    }
}
