import Foundation
import GameState
import Protocol

/// Words of a file of the family's about itself, as far as a game asks for them.
struct MusicTags: Sendable {
    let title: String
    let artist: String
    /// Of the album, where it is another.
    private let otherArtist: String?
    /// Nil where many share it, and none of them would be known by it.
    let album: String?
    /// Nil where it is the artist, too.
    let composer: String?
    private let year: Int
    private let genre: Tune.Genre
    /// Nil where nobody knows.
    let durationMs: Int64?
    /// True where a picture is in it.
    let hasPicture: Bool

    /// - Parameters:
    ///   - json: words of ffprobe(1), about a file that may be anything.
    ///   - path: of the file, whose names tell what its tags do not.
    init(_ json: [UInt8], of path: String) throws(MusicFault) {
        guard let told = try? JSONReader.read(json).object else { throw .noSound }
        let streams = (told["streams"]?.array ?? []).compactMap(\.object)
        let sounds = streams.filter { $0["codec_type"]?.string == "audio" }
        guard let sound = sounds.first else { throw .noSound }
        let marks = streams.compactMap { $0["codec_tag_string"]?.string }
        guard !marks.contains(where: Self.protectedMarks.contains) else { throw .protected }
        guard let codec = sound["codec_name"]?.string, codec != "unknown" else { throw .noSound }
        let format = told["format"]?.object ?? JSONObject()
        let length = Self.seconds(format["duration"]) ?? Self.seconds(sound["duration"])
        durationMs = length.map { Int64($0 * 1_000) }
        guard (durationMs ?? .max) >= MusicLimits.shortestMs else { throw .tooShort }
        hasPicture = streams.contains { stream in
            stream["codec_type"]?.string == "video"
                && stream["disposition"]?.object?["attached_pic"]?.int == 1
        }
        // Ogg keeps its tags with the stream.
        let tags = Tags([format["tags"]?.object, sound["tags"]?.object].compactMap { $0 })
        let names = PathNames(path)
        guard let title = tags.one(of: ["title"]) ?? names.title,
            let artist = tags.one(of: ["artist"]) ?? tags.one(of: ["album_artist", "albumartist"])
                ?? names.artist ?? tags.one(of: ["composer"]),
            NormalisedText(title) != nil, NormalisedText(artist) != nil
        else { throw .nameless }
        self.title = title
        self.artist = artist
        let ofAlbum = tags.one(of: ["album_artist", "albumartist"])
        let isShared = ofAlbum.map { Self.anybody.contains($0.lowercased()) } ?? false
        otherArtist = isShared || ofAlbum == artist ? nil : ofAlbum
        album = isShared ? nil : tags.one(of: ["album"])
        composer = tags.one(of: ["composer"]).flatMap { $0 == artist ? nil : $0 }
        year = Self.year(
            tags.one(of: ["originaldate", "originalyear", "tory", "tdor", "date", "year"])
        )
        genre = Tune.Genre(tag: tags.one(of: ["genre"]) ?? "")
    }

    /// Signs of sound that only its seller's player may decode (ISO/IEC 23001-7; FairPlay's).
    private static let protectedMarks: Set<String> = ["drms", "enca", "aavd", "drmi", "encv"]
    private static let anybody: Set<String> = [
        "various artists", "various", "va", "blandade artister",
    ]

    private static func seconds(_ value: JSONValue?) -> Double? {
        guard let seconds = value?.string.flatMap(Double.init), seconds > 0, seconds < 1_000_000
        else { return nil }
        return seconds
    }

    /// The first four digits that can be a year; 0 where there are none.
    static func year(_ text: String?) -> Int {
        let runs = (text ?? "").split { !$0.isASCII || !$0.isNumber }
        return runs.lazy.compactMap { $0.count == 4 || $0.count == 8 ? Int($0.prefix(4)) : nil }
            .first { (1_000...2_100).contains($0) } ?? 0
    }

    func tune(_ id: String) -> Tune {
        Tune(id, told: title, by: artist, otherArtist, year: year, genre: genre)
    }

    /// Tags by their names in small letters; the first of one name counts.
    private struct Tags {
        private var values: [String: String] = [:]

        init(_ objects: [JSONObject]) {
            for (key, value) in objects.flatMap(\.members) {
                guard let text = value.string.map(MusicTags.shown), !text.isEmpty else { continue }
                let name = key.lowercased()
                if values[name] == nil { values[name] = text }
            }
        }

        func one(of names: [String]) -> String? { names.lazy.compactMap { values[$0] }.first }
    }

    /// A text fit to be shown, and short enough to be guessed.
    static func shown(_ text: String) -> String {
        let raw = String(decoding: text.utf8.prefix(maxRawBytes), as: UTF8.self)
        return String(ShownText.clean(raw).prefix(NameThatTune.guessLength.upperBound))
    }

    private static let maxRawBytes = 4_096
}

extension Tune {
    /// A tune in words that others have put on it: editions and guests need not be guessed.
    init(
        _ id: String,
        told title: String,
        by artist: String,
        _ otherArtist: String? = nil,
        year: Int,
        genre: Genre
    ) {
        let others = Self.parts(of: artist) + (otherArtist.map { [$0] } ?? [])
        self.init(id, told: title, by: artist, alone: others, year: year, genre: genre)
    }

    /// - Parameters:
    ///   - artist: all of them in one text.
    ///   - others: artists who are right by themselves, which no mark within a name tells apart again.
    init(
        _ id: String,
        told title: String,
        by artist: String,
        alone others: [String],
        year: Int,
        genre: Genre
    ) {
        self.init(
            id: id,
            title: title,
            aliases: Self.shorter(title),
            artist: artist,
            artistAliases: others,
            year: year,
            country: "",
            genre: genre,
            whyFree: ""
        )
    }

    /// A title without what stands in brackets, or behind a dash, as editions and guests do.
    private static func shorter(_ title: String) -> [String] {
        let bare = title.replacing(/\s*[\(\[][^\)\]]*[\)\]]/, with: "")
        let cut = bare.split(separator: " - ", maxSplits: 1).first.map(String.init) ?? bare
        let kept = [bare, cut].filter { $0 != title && NormalisedText($0) != nil }
        return kept.count == 2 && kept[0] == kept[1] ? [kept[0]] : kept
    }

    /// Each of several artists alone is right too.
    private static func parts(of artist: String) -> [String] {
        let marks =
            /\s*(?:;|\/|,|\s&\s|\s(?:feat\.?|ft\.?|featuring|med|with|och|and|x|vs\.?)\s)\s*/
            .ignoresCase()
        let parts = artist.split(separator: marks).map(String.init)
        guard parts.count > 1 else { return [] }
        return parts.prefix(maxParts).filter { NormalisedText($0) != nil }
    }

    private static let maxParts = 8
}

/// Words of the names of a file and its folders: `Artist/Album/03 Title.flac`, `Artist - Title.mp3`.
private struct PathNames {
    let title: String?
    let artist: String?

    init(_ path: String) {
        let steps = path.split(separator: "/").map(String.init)
        let name = steps.last ?? ""
        let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
        let plain = MusicTags.shown(stem.replacing("_", with: " "))
            .replacing(/^\d{1,3}(?:[-.]\d{1,3})?[\s.\-]+(?=\D)/, with: "")
        let parts = plain.split(separator: " - ").map(String.init)
        if parts.count >= 2 {
            artist = parts[0]
            title = parts[parts.count - 1]
        } else {
            artist = steps.count >= 3 ? MusicTags.shown(steps[steps.count - 3]) : nil
            title = artist == nil || plain.isEmpty ? nil : plain
        }
    }
}

extension Tune.Genre {
    /// The kind that a tag means, in whose words there is no order: a tag may name several.
    init(tag: String) {
        let text = " \(tag.lowercased().replacing(/[^\p{L}\p{N}&]+/, with: " ")) "
        self = Self.words.first { text.contains($0.word) }?.genre ?? .other
    }

    /// The more special words first.
    private static let words: [(word: String, genre: Tune.Genre)] = [
        ("christmas", .carol), (" jul ", .carol), ("julmusik", .carol), ("julsång", .carol),
        ("xmas", .carol), ("children", .children), ("kids", .children), ("barn", .children),
        ("soundtrack", .soundtrack), ("filmmusik", .soundtrack), (" score ", .soundtrack),
        ("musical", .soundtrack), ("musikal", .soundtrack),
        ("opera", .opera), ("ragtime", .ragtime), ("anthem", .anthem), ("march", .march),
        ("classic rock", .rock), ("classical", .classical), ("klassisk", .classical),
        ("baroque", .classical), ("orchestra", .classical), ("chamber", .classical),
        ("hip hop", .hiphop), ("hiphop", .hiphop), (" rap ", .hiphop),
        ("metal", .metal), ("hardcore", .metal), ("punk", .rock), ("reggae", .reggae),
        (" ska ", .reggae), ("jazz", .jazz), ("swing", .jazz), ("big band", .jazz),
        ("blues", .blues), ("country", .country), ("bluegrass", .country),
        ("soul", .soul), ("r&b", .soul), ("funk", .soul), ("motown", .soul), ("gospel", .soul),
        ("disco", .dance), ("electr", .dance), ("house", .dance), ("techno", .dance),
        ("trance", .dance), ("dance", .dance), ("edm", .dance), ("synth", .dance),
        ("folk", .folk), ("visa", .folk), ("visor", .folk), ("singer songwriter", .folk),
        ("dansband", .pop), ("schlager", .pop), ("rock", .rock), ("grunge", .rock),
        ("indie", .rock), ("alternative", .rock), ("pop", .pop),
    ]
}

/// A lock on the sound in an MP4 (ISO/IEC 14496-12, 8.12), of which ffprobe says nothing.
enum MusicLock {
    private static let headBytes = 8
    /// Boxes of a file that are looked at until the one that describes the sound.
    private static let maxBoxes = 200
    private static let maxBoxBytes = 16 << 20

    /// - Parameter file: anything.
    static func isOn(_ file: Int32) -> Bool {
        var place = 0
        for _ in 0..<maxBoxes {
            let head = bytes(of: file, at: place, count: 2 * headBytes)
            guard head.count == 2 * headBytes else { return false }
            var length = number(head[0..<4])
            if length == 1 { length = number(head[8..<16]) }
            guard length >= headBytes, place < Int.max - length else { return false }
            if head[4..<8].elementsEqual("moov".utf8) {
                return hasLock(bytes(of: file, at: place, count: min(length, maxBoxBytes)))
            }
            place += length
        }
        return false
    }

    /// A box `sinf` begins with what kind of sound is behind the lock.
    private static func hasLock(_ bytes: [UInt8]) -> Bool {
        let (lock, kind) = (Array("sinf".utf8), Array("frma".utf8))
        return bytes.indices.dropLast(12).contains { place in
            bytes[place] == lock[0] && bytes[place..<place + 4].elementsEqual(lock)
                && bytes[place + 8..<place + 12].elementsEqual(kind)
        }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.reduce(0) { $0 > Int.max >> 8 ? Int.max : $0 << 8 | Int($1) }
    }

    private static func bytes(of file: Int32, at place: Int, count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { room, used in
            used = max(0, pread(file, room.baseAddress, count, place))
        }
    }
}
