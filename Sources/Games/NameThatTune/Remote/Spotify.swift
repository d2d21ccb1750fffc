import GameState
import Making
import Protocol

/// Spotify's Web API: a search by words and a look-up by id, each with a pass.
///
/// Most of its tracks have no preview: apps that were registered since 27 November 2024 are given none.
struct Spotify: RemoteProtocol {
    private let place: RemotePlace
    private let market: String?

    let credentials: ClientCredentials?

    init(at place: RemotePlace, market: String?, _ credentials: ClientCredentials) {
        self.place = place
        self.market = market
        self.credentials = credentials
    }

    func address(of call: RemoteCall) -> String? {
        switch call {
        case .search(let text):
            return place.address(
                "v1/search",
                [
                    ("q", text), ("type", "track"), ("limit", "\(RemoteFound.most)"),
                    ("market", market),
                ]
            )
        case .lookUp(let id):
            let own = id.dropFirst(RemoteTunes.prefix.count)
            guard id.hasPrefix(RemoteTunes.prefix), Self.isID(own) else { return nil }
            return place.address("v1/tracks/\(own)", [("market", market)])
        }
    }

    private static let idLength = 22

    /// In base62.
    private static func isID(_ text: some StringProtocol) -> Bool {
        text.utf8.count == idLength
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"),
                    UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"):
                    true
                case _: false
                }
            }
    }

    func tunes(in page: WebPage, for call: RemoteCall) throws(RemoteFault) -> [RemoteFound] {
        switch (page.status, call) {
        case (200, _): break
        case (401, _), (403, _): throw .keyRefused
        // It has no such track, or none any more.
        case (400, .lookUp), (404, .lookUp): return []
        case _: throw RemoteFault(page)
        }
        guard let json = try? JSONReader.read(page.body) else { throw .garbled }
        switch call {
        case .search:
            guard let items = json["tracks"]?["items"]?.array else { throw .garbled }
            return items.prefix(RemoteFound.most).compactMap { Self.found($0, nil) }.once
        case .lookUp(let id):
            guard json["id"]?.string != nil else { throw .garbled }
            return [Self.found(json, id)].compactMap(\.self)
        }
    }

    /// - Parameter wanted: the tune that was asked for. Where its track is not to be had in a country, another stands in for
    ///   it and names it.
    private static func found(_ json: JSONValue, _ wanted: String?) -> RemoteFound? {
        guard json["type"]?.string ?? "track" == "track", json["is_playable"] != .bool(false),
            let own = json["id"]?.string, isID(own),
            let title = json["name"]?.string.map(MusicTags.shown), NormalisedText(title) != nil,
            let artists = artists(json)
        else { return nil }
        let ids = [own, json["linked_from"]?["id"]?.string].map { RemoteTunes.prefix + ($0 ?? "") }
        let album = json["album"]
        // The year of a collection is not its songs', and nobody knows them by its name.
        let isCollection = album?["album_type"]?.string == "compilation"
        return RemoteFound(
            tune: Tune(
                ids.first { $0 == wanted } ?? ids[0],
                told: title,
                by: artists.all,
                alone: artists.each,
                year: isCollection ? 0 : MusicTags.year(album?["release_date"]?.string),
                genre: .other
            ),
            preview: RemoteFound.address(json["preview_url"]?.string),
            pictures: pictures(album),
            album: isCollection ? nil : album?["name"]?.string.map(MusicTags.shown)
        )
    }

    private static let maxArtists = 8

    /// - Returns: nil where nobody is named; `each` is none where there is only one.
    private static func artists(_ json: JSONValue) -> (all: String, each: [String])? {
        let names = (json["artists"]?.array ?? []).prefix(maxArtists)
            .compactMap { $0["name"]?.string.map(MusicTags.shown) }
            .filter { NormalisedText($0) != nil }
        guard !names.isEmpty else { return nil }
        // The text is for people alone: a name may have commas of its own.
        let all = MusicTags.shown(names.joined(separator: ", "))
        return (all, names.count > 1 ? names : [])
    }

    private static let maxPictures = 2

    /// The smallest that is large enough first, as it is to be made small.
    private static func pictures(_ album: JSONValue?) -> [String] {
        let images = (album?["images"]?.array ?? []).compactMap { image in
            RemoteFound.address(image["url"]?.string).map { address in
                (address, width: image["width"].flatMap(FieldReader.whole) ?? 0)
            }
        }
        let large = images.filter { $0.width >= CoverPair.side }.sorted { $0.width < $1.width }
        let small = images.filter { $0.width < CoverPair.side }.sorted { $0.width > $1.width }
        return (large + small).prefix(maxPictures).map(\.0)
    }
}
