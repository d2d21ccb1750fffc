import Foundation
import GameState
import Testing
import Voice

@testable import NameThatTuneGame

/// The family's own music, made and read by the real ffmpeg.
@Suite(.serialized) struct MusicLibraryTests {
    private let music: Music

    init() throws {
        music = try Music()
    }

    private static let tags = [
        "title": "Dancing Källe (Remastered 2011)", "artist": "Ada & Bo feat. Cleo",
        "date": "1984-03-01", "genre": "Pop/Rock",
    ]

    /// A clip as it is sent, without its header.
    private func sound(_ library: MusicLibrary, _ tune: Tune) throws -> Sound {
        try Sound(wav: try #require(library.clip(of: tune.id)))
    }

    @Test(arguments: ["mp3", "m4a", "flac", "ogg", "opus", "wav"])
    func `a file is a tune by its tags, and as loud as the book's`(ending: String) async throws {
        // No muxer writes a year into WAV's own chunks but from this word.
        try music.record("a/b/01 x.\(ending)", volume: 0.05, tags: Self.tags)
        let library = try await music.settledLibrary()
        let tune = try #require(library.tunes.first, "\(music.news)")
        #expect(tune.title == "Dancing Källe (Remastered 2011)")
        #expect(TuneMatcher(tune).accepts(title: "dancing kalle"))
        #expect(tune.artist == "Ada & Bo feat. Cleo")
        for name in ["Ada & Bo", "Ada", "bo", "Cleo"] where name != "Ada & Bo" {
            #expect(TuneMatcher(tune).accepts(artist: name), "\(name)")
        }
        #expect(tune.year == 1984 && tune.genre == .rock)
        #expect(await library.prepare(tune.id) == false, "no cover")
        let sound = try sound(library, tune)
        #expect(sound.rate == 32_000)
        #expect((29_900...30_100).contains(sound.durationMs))
        #expect(abs(Loudness.integrated(sound) - Mastering.targetLUFS) < 1)
        #expect(sound.peak <= Float(pow(10, Mastering.maxPeak / 20)) + 0.01)
        let bytes = Data(try #require(library.clip(of: tune.id)))
        for word in ["Dancing", "Cleo", "Lav", "LIST"] {
            #expect(bytes.range(of: Data(word.utf8)) == nil, "\(word)")
        }
    }

    @Test func `a file without tags is what its names say`() async throws {
        try music.record("Ada - Hello.aac", seconds: 5, tags: [:])
        try music.record("Bo/Hits/07 - Bye_bye.mp3", seconds: 5, tags: [:])
        try music.record("track07.mp3", seconds: 5, tags: [:])
        let library = try await music.settledLibrary()
        #expect(try library.tune("Hello").artist == "Ada")
        #expect(try library.tune("Bye bye").artist == "Bo")
        #expect(music.faults == ["track07.mp3": .nameless])
    }

    @Test(arguments: [
        ("Hip-Hop", Tune.Genre.hiphop), ("Polska", .other), ("Svensk visa", .folk),
        ("Classic Rock", .rock), ("Klassisk musik", .classical), ("Ska", .reggae), ("", .other),
        ("Synth-Pop", .dance), ("Julmusik", .carol),
    ]) func `a kind is found in a tag's words`(tag: String, genre: Tune.Genre) {
        #expect(Tune.Genre(tag: tag) == genre)
    }

    @Test func `a clip begins where something is to be heard`() async throws {
        // Silence, then a tone: a quarter into it there is nothing yet.
        let place = music.place("late.flac")
        try Music.ffmpeg([
            "-f", "lavfi", "-i", "sine=duration=200", "-af", "volume=0:enable='lt(t,80)'",
            "-metadata", "title=Late", "-metadata", "artist=Ada", place.path,
        ])
        try music.settle("late.flac")
        try music.record("silent.flac", volume: 0, tags: ["title": "Never", "artist": "Ada"])
        let library = try await music.settledLibrary()
        let late = try library.tune("Late")
        #expect(await library.prepare(late.id) != nil)
        #expect(abs(Loudness.integrated(try sound(library, late)) - Mastering.targetLUFS) < 1)
        let never = try library.tune("Never")
        #expect(await library.prepare(never.id) == nil)
        #expect(music.faults == ["silent.flac": .silent])
        #expect(library.stock == stock(tunes: 1, refused: 1))
    }

    private func stock(tunes: Int, refused: Int, isPlayable: Bool = true) -> MusicLibrary.Stock {
        var stock = MusicLibrary.Stock()
        (stock.tunes, stock.refused, stock.isReading, stock.isPlayable) = (
            tunes, refused, false, isPlayable
        )
        return stock
    }

    // MARK: Bad days

    @Test func `what can't be played is named, and the rest plays`() async throws {
        try music.record("good.mp3")
        let good = Array(try Data(contentsOf: music.place("good.mp3")))
        try music.put([], "empty.mp3")
        try music.put(Array("just words".utf8), "words.mp3")
        try music.put((0..<5_000).map { UInt8(truncatingIfNeeded: $0 &* 7919 >> 3) }, "noise.flac")
        try music.put(Array("#EXTM3U\n#EXTINF:9,\n/etc/passwd\n".utf8), "list.mp3")
        try music.put(Array("ffconcat version 1.0\nfile /etc/passwd\n".utf8), "concat.wav")
        try music.put(good, "mislabelled.flac")
        try music.put(Array(good.prefix(good.count / 2)), "cut.mp3")
        try music.put(good, "two\nlines \u{202E}.mp3")
        try music.put(good, "-i.mp3")
        try music.put(good, "file:concat:x|y.mp3")
        try music.record("short.wav", seconds: 0.5)
        try music.record(
            "bought.m4a",
            more: [
                "-encryption_scheme", "cenc-aes-ctr", "-encryption_key",
                String(repeating: "76", count: 16), "-encryption_kid",
                String(repeating: "ab", count: 16), "-f", "mp4",
            ]
        )
        try music.put([0], "huge.wav")
        let huge = try FileHandle(forWritingTo: music.place("huge.wav"))
        try huge.truncate(atOffset: UInt64(MusicLimits.fileBytes) + 1)
        try huge.close()
        try music.settle("huge.wav")
        mkfifo(music.place("pipe.mp3").path, 0o600)
        try FileManager.default.createDirectory(
            at: music.place("folder.mp3"),
            withIntermediateDirectories: true
        )
        for (link, target) in [
            ("out.mp3", "/etc/passwd"), ("within.mp3", "good.mp3"), ("round", "."),
            ("outside", "/etc"), ("nowhere.mp3", "/nowhere"),
        ] {
            try FileManager.default.createSymbolicLink(
                atPath: music.place(link).path,
                withDestinationPath: target
            )
        }
        let library = try await music.settledLibrary()
        try await music.until("all refusals") { $0.faults.count >= 12 }
        #expect(
            music.faults == [
                "empty.mp3": .empty, "words.mp3": .noSound, "noise.flac": .noSound,
                "list.mp3": .noSound, "concat.wav": .noSound, "short.wav": .tooShort,
                "bought.m4a": .protected, "huge.wav": .tooLarge, "pipe.mp3": .irregular,
                "out.mp3": .leadsOut, "outside": .leadsOut, "nowhere.mp3": .leadsOut,
            ]
        )
        #expect(library.stock == stock(tunes: 6, refused: 12))
        for tune in library.tunes { #expect(await library.prepare(tune.id) != nil) }
        let lines = music.news.map { "\($0)" }
        #expect(!lines.contains { $0.contains("\u{202E}") })
        let refusal = MusicRefusal(path: "a\nb", fault: .empty)
        #expect(refusal.description == "a\\nb: it is empty")
    }

    @Test func `a file that is taken away in play still sounds, and is not played again`()
        async throws
    {
        try music.record("a.mp3", tags: ["title": "One", "artist": "Ada"])
        try music.record("b.mp3", tags: ["title": "Two", "artist": "Bo"])
        let library = try await music.settledLibrary()
        let (one, two) = (try library.tune("One"), try library.tune("Two"))
        #expect(await library.prepare(one.id) != nil)
        for name in ["a.mp3", "b.mp3"] {
            try FileManager.default.removeItem(at: music.place(name))
        }
        #expect(try sound(library, one).durationMs > 29_000)
        #expect(await library.prepare(two.id) == nil)
        try await music.until("gone") { _ in library.tunes.isEmpty }
        #expect(try sound(library, one).durationMs > 29_000, "its round goes on")
        #expect(library.clip(of: two.id) == nil)
        #expect(library.clip(of: "own-0") == nil && library.clip(of: "../a") == nil)
    }

    @Test func `the folder is read anew when it changes, and nothing twice`() async throws {
        try music.record("a.mp3", tags: ["title": "One", "artist": "Ada"])
        let library = try await music.settledLibrary()
        #expect(library.tunes.map(\.title) == ["One"])
        try music.record("b.mp3", tags: ["title": "Two", "artist": "Bo"])
        try await music.until("two") { _ in library.tunes.count == 2 }
        try music.record("a.mp3", tags: ["title": "Uno", "artist": "Ada"])
        try music.settle("a.mp3", hoursAgo: 2)
        try await music.until("uno") { _ in library.tunes.contains { $0.title == "Uno" } }
        // One that comes back asks no program what it knew.
        let log = music.data.appending(path: "asked").path
        let programs = try music.programs("ffprobe", "echo asked >> \(log); exit 1")
        try await music.until("kept") { _ in
            FileManager.default.fileExists(atPath: music.data.appending(path: "index.json").path)
        }
        try await music.until("known") { music in
            let entries = MusicCache(folder: music.data.path).entries()
            return Set(entries.compactMap(\.found?.tune.title)) == ["Uno", "Two"]
        }
        let again = try await music.settledLibrary(programs: programs)
        #expect(Set(again.tunes.map(\.title)) == ["Uno", "Two"])
        #expect(!FileManager.default.fileExists(atPath: log))
        // A folder that is away plays on with what was read; its clips are another matter.
        try FileManager.default.moveItem(at: music.folder, to: music.data.appending(path: "away"))
        try await music.until("away") { $0.news.contains(.folderAway) }
        #expect(again.tunes.count == 2)
    }

    @Test func `without ffmpeg nothing of it is played, until it is there`() async throws {
        try music.record("a.mp3")
        let programs = music.data.appending(path: "bin")
        let library = music.library(programs: programs.path)
        try await music.until("missing") { $0.news.contains(.programMissing) }
        #expect(library.stock == stock(tunes: 0, refused: 0, isPlayable: false))
        try FileManager.default.createDirectory(at: programs, withIntermediateDirectories: true)
        for name in ["ffmpeg", "ffprobe"] {
            try FileManager.default.createSymbolicLink(
                atPath: programs.appending(path: name).path,
                withDestinationPath: "/usr/bin/\(name)"
            )
        }
        try await music.until("back") { _ in library.tunes.count == 1 }
        #expect(music.news.contains(.programBack))
        #expect(library.stock == stock(tunes: 1, refused: 0))
    }

    @Test(arguments: [
        ("ffprobe", "exit 3"), ("ffprobe", "kill -9 $$"), ("ffprobe", "exec cat /dev/zero"),
        ("ffprobe", "echo '{}'"), ("ffmpeg", "exit 3"), ("ffmpeg", "exec cat /dev/zero"),
        ("ffmpeg", "true"),
    ]) func `a program that fails is believed nothing`(name: String, text: String) async throws {
        try music.record("a.mp3")
        let library = try await music.settledLibrary(programs: try music.programs(name, text))
        for tune in library.tunes { #expect(await library.prepare(tune.id) == nil) }
        try await music.until("told") { !$0.faults.isEmpty }
        #expect(library.stock.tunes == 0 && library.stock.refused == 1)
    }

    @Test func `a program that hangs is ended, and its files are not to blame`() async throws {
        for number in 1...4 { try music.record("\(number).mp3", seconds: 3) }
        let programs = try music.programs("ffprobe", "exec sleep 600")
        let library = music.library(programs: programs, readMs: 2_000)
        try await music.until("hangs") { $0.news.contains(.programHangs) }
        #expect(library.stock.isPlayable == false)
        try FileManager.default.removeItem(atPath: "\(programs)/ffprobe")
        try FileManager.default.createSymbolicLink(
            atPath: "\(programs)/ffprobe",
            withDestinationPath: "/usr/bin/ffprobe"
        )
        try await music.until("back") { _ in library.tunes.count == 4 }
    }

    @Test(arguments: [0, 40, 70, 5_000]) func `a damaged clip is made again`(at: Int) async throws {
        try music.record("a.mp3")
        let library = try await music.settledLibrary()
        let tune = try #require(library.tunes.first)
        let clip = library.clip(of: tune.id)
        let file = music.data.appending(path: "\(tune.id)-clip.made")
        var whole = try Data(contentsOf: file)
        whole[at] ^= 1
        try whole.write(to: file)
        #expect(clip != nil && library.clip(of: tune.id) == clip)
        let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions]
        #expect(mode as? Int == 0o600)
    }

    @Test func `what is kept stays within its limit, the newest stays`() throws {
        let cache = MusicCache(folder: music.data.path, maxBytes: 3_000)
        let stamp = [UInt8](repeating: 1, count: 32)
        for number in 1...9 {
            try cache.keep([UInt8](repeating: 0, count: 1_000), "\(number)", of: stamp)
            #expect(cache.thing("\(number)", of: stamp) != nil)
        }
        #expect((1...9).count { cache.thing("\($0)", of: nil) != nil } <= 2)
        #expect(cache.thing("9", of: [UInt8](repeating: 2, count: 32)) == nil)
    }
}
