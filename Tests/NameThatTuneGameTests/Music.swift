import Foundation
import TestSupport
import Testing

@testable import NameThatTuneGame

/// A folder of music that a test makes with the real ffmpeg, and what a library says of it.
final class Music: Sendable {
    let folder: URL
    let data: URL
    private let root: URL
    private let told = Told()

    final class Told: @unchecked Sendable {
        private let lock = NSLock()
        private var all: [MusicLibrary.News] = []

        func take(_ news: MusicLibrary.News) { lock.withLock { all.append(news) } }

        var news: [MusicLibrary.News] { lock.withLock { all } }
    }

    init() throws {
        root = Scratch.place("music")
        folder = root.appending(path: "family")
        data = root.appending(path: "data")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: root) }

    var news: [MusicLibrary.News] { told.news }

    /// Faults by the names of files.
    var faults: [String: MusicFault] {
        Dictionary(
            news.compactMap { news in
                if case .refused(let refusal) = news { (refusal.path, refusal.fault) } else { nil }
            }
        ) { $1 }
    }

    /// A book of one tune beside it.
    func book() throws -> TuneBook {
        let notes = data.appending(path: "notes")
        try FileManager.default.createDirectory(at: notes, withIntermediateDirectories: true)
        let header = """
            X: 1
            T: Old Song
            C: Franz Schubert
            %%x-year: 1825
            %%x-country: AT
            %%x-genre: classical
            %%x-free: Franz Schubert died in 1828.
            K: C
            """
        try Data(header.utf8).write(to: notes.appending(path: "old.abc"))
        try Data("RIFF".utf8).write(to: notes.appending(path: "old.wav"))
        return try TuneBook(folder: notes, recordings: notes)
    }

    func place(_ name: String) -> URL { folder.appending(path: name) }

    func put(_ bytes: [UInt8], _ name: String) throws {
        let place = place(name)
        try FileManager.default.createDirectory(
            at: place.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(bytes).write(to: place)
        try settle(name)
    }

    /// Lets a file look as if nobody had touched it for an hour.
    func settle(_ name: String, hoursAgo: Double = 1) throws {
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -3_600 * hoursAgo)],
            ofItemAtPath: place(name).path
        )
    }

    /// A tone with tags.
    ///
    /// - Parameter picture: of a test card within the file.
    func record(
        _ name: String,
        seconds: Double = 40,
        hertz: Int = 440,
        volume: Double = 0.5,
        tags: [String: String] = ["title": "Song", "artist": "Singer"],
        picture: URL? = nil,
        more: [String] = []
    ) throws {
        let place = place(name)
        try FileManager.default.createDirectory(
            at: place.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        let sound = "sine=frequency=\(hertz):duration=\(seconds),volume=\(volume)"
        var arguments = ["-f", "lavfi", "-i", sound]
        if let picture {
            arguments += [
                "-i", picture.path, "-map", "0:a", "-map", "1:v", "-c:v", "copy",
                "-disposition:v", "attached_pic",
            ]
        }
        for (key, value) in tags { arguments += ["-metadata", "\(key)=\(value)"] }
        try Self.ffmpeg(arguments + more + ["file:\(place.path)"])
        try settle(name)
    }

    /// A test card with a sentence of colours.
    func draw(_ name: String, size: String = "640x480") throws -> URL {
        let place = root.appending(path: name)
        try Self.ffmpeg(
            ["-f", "lavfi", "-i", "testsrc=size=\(size):duration=1", "-frames:v", "1", place.path]
        )
        return place
    }

    static func ffmpeg(_ arguments: [String]) throws {
        try Command.run("/usr/bin/ffmpeg", ["-v", "error", "-nostdin", "-y"] + arguments)
    }

    func library(
        programs: String = MusicTool.usualFolder,
        readMs: Int = MusicLimits.readMs
    ) -> MusicLibrary {
        let tool = MusicTool(folder: programs, readMs: readMs)
        return MusicLibrary(folder: folder, data: data, by: tool, everyMs: 50) { [told] in
            told.take($0)
        }
    }

    /// Once all files have been read.
    func settledLibrary(programs: String = MusicTool.usualFolder) async throws -> MusicLibrary {
        let library = library(programs: programs)
        try await until("read") { _ in !library.stock.isReading }
        return library
    }

    func until(
        _ what: String,
        seconds: Double = 60,
        _ isSo: (Music) throws -> Bool
    ) async throws {
        let end = Date(timeIntervalSinceNow: seconds)
        while try !isSo(self) {
            try #require(Date() < end, "\(what): \(news)")
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// A program of a few lines of shell in place of ffmpeg or ffprobe, beside the real other one.
    func programs(_ name: String, _ text: String) throws -> String {
        let programs = root.appending(path: "programs-\(UUID().uuidString)")
        let files = FileManager.default
        try files.createDirectory(at: programs, withIntermediateDirectories: true)
        for other in ["ffmpeg", "ffprobe"] where other != name {
            try files.createSymbolicLink(
                atPath: programs.appending(path: other).path,
                withDestinationPath: "/usr/bin/\(other)"
            )
        }
        try Scratch.program(text, at: programs.appending(path: name).path)
        return programs.path
    }
}

extension MusicLibrary {
    func tune(_ title: String) throws -> Tune {
        try #require(tunes.first { $0.title == title }, "\(tunes.map(\.title))")
    }
}

/// Waits as screens do, on a thread of no task's: those are few, and who blocks them all waits for ever.
func asScreen<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: work()) }
    }
}

extension RemoteTimes {
    /// More than a machine takes that is busy with other tests.
    static let patient = RemoteTimes(
        answer: 900_000,
        preview: 900_000,
        picture: 900_000,
        ready: 900_000
    )
}
