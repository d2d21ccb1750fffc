import Foundation
import GameState
import Protocol
import Testing

@testable import NameThatTuneGame

/// Covers: what is seen before the reveal gives nothing away, not even by its size.
@Suite(.serialized) struct CoverTests {
    private let music: Music

    init() throws {
        music = try Music()
    }

    /// Luminance of a JPEG, row by row.
    private func pixels(_ jpeg: [UInt8]) throws -> [[Int]] {
        let (source, target) = (
            music.data.appending(path: "seen.jpg"), music.data.appending(path: "seen.gray")
        )
        try Data(jpeg).write(to: source)
        try Music.ffmpeg(
            ["-i", source.path, "-f", "rawvideo", "-pix_fmt", "gray", target.path]
        )
        let gray = Array(try Data(contentsOf: target))
        try #require(gray.count == CoverPair.side * CoverPair.side)
        return stride(from: 0, to: gray.count, by: CoverPair.side).map { start in
            gray[start..<start + CoverPair.side].map { Int($0) }
        }
    }

    /// The largest step between neighbours.
    private func sharpness(_ jpeg: [UInt8]) throws -> Int {
        try pixels(jpeg).map { row in zip(row, row.dropFirst()).map { abs($0 - $1) }.max() ?? 0 }
            .max() ?? 0
    }

    private func expectFit(_ pair: CoverPair) throws {
        #expect(pair.sharp.count == CoverPair.bytesEach && pair.blurred.count == pair.sharp.count)
        #expect(try sharpness(pair.sharp) > 60)
        #expect(try sharpness(pair.blurred) < 12)
        for bytes in [pair.sharp, pair.blurred] {
            // Neither an Exif part nor a comment.
            #expect(Data(bytes.prefix(700)).range(of: Data([0xFF, 0xE1])) == nil)
            #expect(Data(bytes).range(of: Data("Lavc".utf8)) == nil)
            #expect(Data(bytes).range(of: Data("Secret".utf8)) == nil)
        }
    }

    @Test(arguments: ["mp3", "m4a", "flac"])
    func `an embedded picture is the cover`(ending: String) async throws {
        let card = try music.draw("card.png", size: "900x300")
        let tags = ["title": "Secret", "artist": "Ada"]
        try music.record("a.\(ending)", seconds: 5, tags: tags, picture: card)
        let library = try await music.settledLibrary()
        let tune = try #require(library.tunes.first)
        #expect(await library.prepare(tune.id) == true)
        try expectFit(try #require(library.cover(of: tune.id)))
    }

    @Test func `a picture beside the file is the cover, and a new one a new cover`() async throws {
        try music.record("Ada/Album/a.mp3", seconds: 5)
        let card = try music.draw("card.jpg")
        try FileManager.default.copyItem(at: card, to: music.place("Ada/Album/Folder.JPG"))
        let library = try await music.settledLibrary()
        let tune = try #require(library.tunes.first)
        #expect(await library.prepare(tune.id) == true)
        let pair = try #require(library.cover(of: tune.id))
        try expectFit(pair)
        let other = try music.draw("other.png", size: "500x800")
        try FileManager.default.copyItem(at: other, to: music.place("Ada/Album/cover.png"))
        try await music.until("another cover") { _ in
            library.clip(of: tune.id) != nil && library.tunes.count == 1
                && music.news.filter { if case .read = $0 { true } else { false } }.count > 1
        }
        #expect(await library.prepare(tune.id) == true)
        let second = try #require(library.cover(of: tune.id))
        #expect(second.sharp != pair.sharp)
        try expectFit(second)
    }

    @Test func `what is no picture, or too much of one, is no cover, and the tune plays`()
        async throws
    {
        try music.record("a/a.mp3", seconds: 5, tags: ["title": "One", "artist": "Ada"])
        try music.put(Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8), "a/cover.jpg")
        try music.record("b/b.mp3", seconds: 5, tags: ["title": "Two", "artist": "Ada"])
        // A header that promises four thousand million pixels.
        var bomb = Array(try Data(contentsOf: try music.draw("card.png")))
        bomb.replaceSubrange(16..<24, with: [0, 0, 0xFF, 0xFF, 0, 0, 0xFF, 0xFF])
        try music.put(bomb, "b/cover.png")
        try music.record("c/c.mp3", seconds: 5, tags: ["title": "Three", "artist": "Ada"])
        try FileManager.default.createSymbolicLink(
            atPath: music.place("c/cover.jpg").path,
            withDestinationPath: "/etc/passwd"
        )
        let library = try await music.settledLibrary()
        #expect(library.tunes.count == 3)
        for tune in library.tunes {
            #expect(await library.prepare(tune.id) == false, "\(tune.title)")
            #expect(library.cover(of: tune.id) == nil)
        }
    }

    /// The worst that a picture can be for a JPEG of so many bytes.
    @Test func `noise fits too`() async throws {
        let noise = music.folder.appending(path: "cover.png")
        try Music.ffmpeg([
            "-f", "lavfi", "-i", "nullsrc=size=800x800,geq=random(1)*255:128:128", "-frames:v", "1",
            noise.path,
        ])
        try music.record("a.mp3", seconds: 5)
        let library = try await music.settledLibrary()
        let tune = try #require(library.tunes.first)
        #expect(await library.prepare(tune.id) == true)
        #expect(try #require(library.cover(of: tune.id)).sharp.count == CoverPair.bytesEach)
    }

    // MARK: By the rules

    @Test func `the sharp one is there for nobody before the reveal, and for no player ever`()
        throws
    {
        var parlour = try Parlour()
        parlour.host(.startGame)
        var number = 0
        var content = TuneContent(Parlour.tune(1), hasCover: true)
        content = NameThatTune.recorded(content, as: ClipID(rawValue: "v1"))
        content = NameThatTune.pictured(content) {
            number += 1
            return ClipID(rawValue: "cover-\(number)")
        }
        parlour.give(.content(content, for: try #require(parlour.game.wish)))
        let round = parlour.game.roundID(1)
        func source(_ name: String, _ viewer: Viewer) -> ClipSource? {
            parlour.game.source(of: ClipID(rawValue: name), in: round, for: viewer)
        }
        func picture(isBlurred: Bool) -> ClipSource {
            .picture(Picture(name: "beethoven-5", isBlurred: isBlurred))
        }
        let player = Viewer.player(Parlour.id(1))
        let screens: [Viewer] = [.host, .tv]
        for viewer in screens {
            #expect(source("cover-1", viewer) == picture(isBlurred: true))
            #expect(source("cover-2", viewer) == nil)
            let document = parlour.document(of: viewer)
            #expect(document.contains(#""cover":{"assetId":"cover-1","isSharp":false}"#))
            #expect(!document.contains("cover-2"))
        }
        #expect(source("cover-1", player) == nil)
        #expect(!parlour.document(of: player).contains("cover"))
        parlour.host(.skip)
        #expect(parlour.state == "REVEAL")
        for viewer in screens {
            #expect(source("cover-2", viewer) == picture(isBlurred: false))
            let document = parlour.document(of: viewer)
            #expect(document.contains(#""cover":{"assetId":"cover-2","isSharp":true}"#))
        }
        #expect(source("cover-2", player) == nil)
        #expect(!parlour.document(of: player).contains("cover"))
        try parlour.pass()
        try parlour.pass()
        #expect(parlour.state == "PREPARING")
        #expect(source("cover-2", .tv) == nil)
        #expect(parlour.document(of: .tv).contains(#""cover":null"#))
    }

    @Test func `a tune without a cover has none`() throws {
        var parlour = try Parlour()
        try parlour.begin()
        #expect(parlour.document(of: .tv).contains(#""cover":null"#))
        #expect(parlour.document(of: .host).contains(#""cover":null"#))
    }
}
