import Protocol

/// A document with every kind of member that the views of games are made of.
struct Leaf: Document {
    struct Guest: DocumentObject {
        var id: PlayerID
        var isHere: Bool
        var words: [String]
        var extra: JSONValue?

        func members(of fields: inout DocumentWriter, since old: Guest?) {
            fields.member("id", id, was: old?.id)
            fields.member("here", isHere, was: old?.isHere)
            fields.member("words", words, was: old?.words)
            fields.member("extra", extra, was: old?.extra)
        }

        func isSameThing(as other: Guest) -> Bool { id == other.id }
    }

    var title: String
    var at: ServerTime
    var note: String?
    var first: Guest?
    var guests: [Guest]
    var waiting: [Guest]?
    var grid: [[Int]]
    var extra: JSONValue

    init(_ draw: inout Draw) {
        title = draw.text()
        at = ServerTime(ms: draw.int())
        note = draw.optional { $0.text() }
        first = draw.optional { Guest(&$0) }
        guests = draw.list { Guest(&$0) }
        waiting = draw.optional { $0.list { Guest(&$0) } }
        grid = draw.list { $0.list { $0.below(3) } }
        extra = draw.json()
    }

    /// A changed leaf: each member stays or is drawn anew, lists lose and gain.
    func changed(_ draw: inout Draw) -> Leaf {
        var leaf = self
        let other = Leaf(&draw)
        let kept = draw.byte()
        if kept & 1 != 0 { leaf.title = other.title }
        if kept & 2 != 0 { leaf.at = other.at }
        if kept & 4 != 0 { leaf.note = other.note }
        if kept & 8 != 0 { leaf.first = other.first }
        if kept & 16 != 0 { leaf.grid = other.grid }
        if kept & 32 != 0 { leaf.extra = other.extra }
        leaf.guests = draw.changed(guests, other.guests)
        leaf.waiting =
            kept & 64 != 0 ? other.waiting : waiting.map { draw.changed($0, other.guests) }
        return leaf
    }

    func members(of fields: inout DocumentWriter, since old: Leaf?) {
        fields.member("title", title, was: old?.title)
        fields.member("at", at, was: old?.at)
        fields.member("note", note, was: old?.note)
        fields.member("first", first, was: old?.first)
        fields.member("guests", guests, was: old?.guests)
        fields.member("waiting", waiting, was: old?.waiting)
        fields.member("grid", grid, was: old?.grid)
        fields.member("extra", extra, was: old?.extra)
    }
}

extension Leaf.Guest {
    /// Of few ids, so that lists often share some, and hold one twice now and then.
    fileprivate init(_ draw: inout Draw) {
        id = PlayerID(rawValue: "p\(draw.below(8))")
        isHere = draw.chance()
        words = draw.list { ["a", "b", "/", "~", "-", "0"][$0.below(6)] }
        extra = draw.optional { $0.json(depth: 1) }
    }
}

extension Draw {
    fileprivate mutating func changed(
        _ guests: [Leaf.Guest],
        _ others: [Leaf.Guest]
    ) -> [Leaf.Guest] {
        var guests = guests.filter { _ in below(4) > 0 }
        for index in guests.indices where chance() { guests[index].isHere.toggle() }
        for index in guests.indices where below(4) == 0 { guests[index].words.reverse() }
        switch below(4) {
        case 0: guests.reverse()
        case 1: guests += others
        case 2: guests = others + guests
        case _: break
        }
        return guests
    }
}
