public import GameState
public import Protocol

/// A tune that the host has picked, in the words by which it was found: for the host's eyes alone. What is played is what
/// the catalogue says of its id by then.
public struct Pick: Codable, Equatable, Sendable {
    public let id: String
    let title: String
    let artist: String
    /// 0: not known.
    let year: Int
    /// Nil: it is yet to be played.
    var trouble: PickTrouble?

    /// Of one session.
    static let maxCount = 50
    private static let idLength = 1...64
    private static let years: ClosedRange<Int64> = 0...2100

    init(id: String, title: String, artist: String, year: Int) {
        self.id = id
        self.title = title
        self.artist = artist
        self.year = year
    }

    init(_ fields: FieldReader) throws(WireError) {
        let names = 1...NameThatTune.guessLength.upperBound
        self.init(
            id: try Self.id(in: fields),
            title: try fields.required("title", try fields.text("title", names)),
            artist: try fields.required("artist", try fields.text("artist", names)),
            year: Int(try fields.int("year", Self.years) ?? 0)
        )
    }

    static func id(in fields: FieldReader) throws(WireError) -> String {
        let id = try fields.required("tuneId", fields.object["tuneId"]?.string)
        guard idLength.contains(id.utf8.count), id.utf8.allSatisfy(isOfID) else {
            throw fields.error("tuneId", "is the id of a tune as the search tells it")
        }
        return id
    }

    private static func isOfID(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
            true
        case _: false
        }
    }
}

extension Pick: DocumentObject {
    public func members(of fields: inout DocumentWriter, since old: Pick?) {
        fields.member("tuneId", id, was: old?.id)
        fields.member("title", title, was: old?.title)
        fields.member("artist", artist, was: old?.artist)
        fields.member("year", year, was: old?.year)
        fields.member("trouble", trouble?.rawValue, was: old.map { $0.trouble?.rawValue })
    }

    public func isSameThing(as other: Pick) -> Bool { id == other.id }
}

/// It is a secret; printing it tells none.
extension Pick: CustomStringConvertible {
    public var description: String { "a pick" }
}

/// Reason why a picked tune is not played.
public enum PickTrouble: String, Error, Codable, CaseIterable, Sendable {
    /// No catalogue has it any more, or it can't be played here.
    case gone
    /// Its file holds no music.
    case broken
    /// It was not ready in time.
    case slow
    /// The remote catalogue has nothing of it that may be heard.
    case noClip
    /// The remote catalogue does not answer, or says that something is wrong with it.
    case away
    /// The remote catalogue wants no more calls for a while.
    case limited
    /// The remote catalogue sends elsewhere, to a place that is not asked.
    case elsewhere
    /// An answer that is none.
    case garbled
    /// The program that makes clips is missing.
    case noProgram
}

/// A pick that was to be played, and why it is not.
public struct PickRefusal: Codable, Equatable, Sendable {
    let id: String
    let trouble: PickTrouble

    public init(id: String, trouble: PickTrouble) {
        self.id = id
        self.trouble = trouble
    }
}

public enum NoPicks: Default {
    public static let value: [Pick] = []
}

extension [Pick] {
    /// Ids of those that are yet to be played; nil: there are none.
    var toPlay: [String]? {
        let ids = filter { $0.trouble == nil }.map(\.id)
        return ids.isEmpty ? nil : ids
    }
}
