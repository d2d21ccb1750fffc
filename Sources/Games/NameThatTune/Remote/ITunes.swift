import GameState
import Making
import Protocol

/// The iTunes Search API: a search by words, a look-up by number, both answered by one form of JSON.
struct ITunes: RemoteProtocol {
    private let place: RemotePlace
    private let country: String?

    let credentials: ClientCredentials? = nil

    init(at place: RemotePlace, country: String?) {
        self.place = place
        self.country = country
    }

    func address(of call: RemoteCall) -> String? {
        switch call {
        case .search(let text):
            return place.address(
                "search",
                [
                    ("term", text), ("media", "music"), ("entity", "song"),
                    ("limit", "\(RemoteFound.most)"), ("country", country),
                ]
            )
        case .lookUp(let id):
            guard let number = Int64(id.dropFirst(RemoteTunes.prefix.count)), number > 0,
                id == RemoteTunes.prefix + "\(number)"
            else { return nil }
            return place.address(
                "lookup",
                [("id", "\(number)"), ("entity", "song"), ("country", country)]
            )
        }
    }

    func tunes(in page: WebPage, for call: RemoteCall) throws(RemoteFault) -> [RemoteFound] {
        switch page.status {
        case 200: break
        // Apple says so to whoever asks too often.
        case 403: throw .limited(page)
        case _: throw RemoteFault(page)
        }
        guard let results = (try? JSONReader.read(page.body))?["results"]?.array else {
            throw .garbled
        }
        return results.prefix(RemoteFound.most).compactMap(Self.found).once
    }

    private static func found(_ json: JSONValue) -> RemoteFound? {
        let kind = json["kind"]?.string
        guard json["wrapperType"]?.string == "track", kind == nil || kind == "song",
            let number = json["trackId"].flatMap(FieldReader.whole), number > 0,
            let title = json["trackName"]?.string.map(MusicTags.shown),
            let artist = json["artistName"]?.string.map(MusicTags.shown),
            NormalisedText(title) != nil, NormalisedText(artist) != nil
        else { return nil }
        return RemoteFound(
            tune: Tune(
                RemoteTunes.prefix + "\(number)",
                told: title,
                by: artist,
                year: MusicTags.year(json["releaseDate"]?.string),
                genre: Tune.Genre(tag: json["primaryGenreName"]?.string ?? "")
            ),
            preview: RemoteFound.address(json["previewUrl"]?.string),
            pictures: RemoteFound.address(json["artworkUrl100"]?.string).map(pictures) ?? [],
            album: json["collectionName"]?.string.map(MusicTags.shown)
        )
    }

    /// Servers of Apple's keep a picture in any size under the same name.
    private static func pictures(_ address: String) -> [String] {
        let larger = address.replacing("/100x100", with: "/\(CoverPair.side)x\(CoverPair.side)")
        return larger == address ? [address] : [larger, address]
    }
}
