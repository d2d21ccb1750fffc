import Protocol
import Seeded

/// A document with every kind of member that the views of games are made of.
struct Sheet: Document {
    struct Place: DocumentObject {
        var name: String
        var visitors: Int

        func members(of fields: inout DocumentWriter, since old: Place?) {
            fields.member("name", name, was: old?.name)
            fields.member("visitors", visitors, was: old?.visitors)
        }
    }

    /// Stays the same thing while its id does.
    struct Guest: DocumentObject {
        var id: PlayerID
        var isHere: Bool
        var favourite: Place?
        var words: [String]

        func members(of fields: inout DocumentWriter, since old: Guest?) {
            fields.member("guestId", id, was: old?.id)
            fields.member("here", isHere, was: old?.isHere)
            fields.member("favourite", favourite, was: old?.favourite)
            fields.member("words", words, was: old?.words)
        }

        func isSameThing(as other: Guest) -> Bool { id == other.id }
    }

    var title: String
    var count: Int64
    var ratio: Double
    var at: ServerTime
    var note: String?
    var place: Place
    var elsewhere: Place?
    var guests: [Guest]
    var waiting: [Guest]?
    var words: [String]
    var grid: [[Int]]
    var extra: JSONValue

    func members(of fields: inout DocumentWriter, since old: Sheet?) {
        fields.member("title", title, was: old?.title)
        fields.member("count", count, was: old?.count)
        fields.member("ratio", ratio, was: old?.ratio)
        fields.member("at", at, was: old?.at)
        fields.member("note", note, was: old?.note)
        fields.member("place", place, was: old?.place)
        fields.member("elsewhere", elsewhere, was: old?.elsewhere)
        fields.member("guests", guests, was: old?.guests)
        fields.member("waiting", waiting, was: old?.waiting)
        fields.member("words", words, was: old?.words)
        fields.member("grid", grid, was: old?.grid)
        fields.member("extra", extra, was: old?.extra)
    }

    var json: JSONValue {
        get throws {
            var writer = JSONWriter()
            write(to: &writer)
            return try JSONReader.read(writer.bytes)
        }
    }

    /// The patch that leads from an older sheet to this one.
    func patch(since old: Sheet) throws -> Patch {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("baseVersion")
        writer.value(1)
        writer.key("version")
        writer.value(2)
        writer.key("ops")
        writer.beginArray()
        writer.raw(DocumentWriter.changes(from: old, to: self))
        writer.endArray()
        writer.endObject()
        return try Patch(JSONReader.read(writer.bytes))
    }
}
