public import Foundation
public import GameState
import Seeded

/// A source of tunes. It may take its time, and must not block.
public protocol Catalogue: Sendable {
    /// Chooses a tune that can be played; nil: none fits.
    ///
    /// - Parameter lately: tunes that the host's device has had, the latest first.
    func tune(for wish: TuneWish, lately: [String]) async -> TuneContent?
}

extension TuneWish {
    private func isMet(by tune: Tune) -> Bool {
        (genre.map { $0 == tune.genre } ?? true) && (years?.contains(tune.year) ?? true)
            && !heard.contains(tune.id)
            && (artist.map { TuneMatcher(tune).accepts(artist: $0) } ?? true)
    }

    /// One of those that fit, never one of this game's, and one that was heard before only where no other is left.
    func choice(among tunes: [Tune], lately: [String]) -> Tune? {
        let fitting = tunes.filter(isMet)
        let before = heardBefore.reversed() + lately
        let known = Set(before)
        let fresh = fitting.filter { !known.contains($0.id) }
        guard fresh.isEmpty else {
            var dice = SplitMix64(seed: seed &+ UInt64(roundsStarted))
            return fresh[dice.next(below: fresh.count)]
        }
        // The one that was heard longest ago.
        return fitting.max {
            (before.firstIndex(of: $0.id) ?? 0) < (before.firstIndex(of: $1.id) ?? 0)
        }
    }
}

/// The tunes that come with the program, with recordings in a folder of the operator's: those without one are
/// left out.
public struct TuneBook: Catalogue {
    /// In the order of their ids.
    public let tunes: [Tune]
    /// Files that hold no tune.
    public let refusals: [TuneRefusal]
    private let recordings: URL

    /// - Parameters:
    ///   - folder: of `<id>.abc`.
    ///   - recordings: folder of `<id>.wav`; need not be there yet.
    public init(folder: URL, recordings: URL) throws(TuneBookError) {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path) else {
            throw .unreadable(folder.path)
        }
        let files = names.filter { $0.hasSuffix(Self.suffix) }.sorted()
        guard files.count <= Self.maxTunes else { throw .tooMany(folder.path) }
        var tunes: [Tune] = []
        var refusals: [TuneRefusal] = []
        for file in files {
            do throws(TuneRefusal.Reason) {
                let id = String(file.dropLast(Self.suffix.count))
                let place = folder.appendingPathComponent(file)
                tunes.append(try TuneFile.tune(id, at: place))
            } catch {
                refusals.append(TuneRefusal(file: file, reason: error))
            }
        }
        self.tunes = tunes
        self.refusals = refusals
        self.recordings = recordings
    }

    private static let suffix = ".abc"
    static let maxTunes = 2_000

    /// Those beside the executable, as it was called or as what a link to it stands for.
    public static func bundledFolder() throws(TuneBookError) -> URL {
        let executable = Bundle.main.executableURL?.resolvingSymlinksInPath()
        let places = [Bundle.main.bundleURL, executable?.deletingLastPathComponent()]
            .compactMap { $0?.appendingPathComponent("\(resourceFolder)/Bundled/tunes") }
        let folder = places.first { FileManager.default.fileExists(atPath: $0.path) }
        guard let folder else { throw .missing(places.map(\.path)) }
        return folder
    }

    /// SwiftPM's name for the folder that it copies this module's resources into.
    private static let resourceFolder = "tripto-gateway_NameThatTuneGame.resources"

    public func tune(for wish: TuneWish, lately: [String]) async -> TuneContent? {
        wish.choice(among: playable, lately: lately).map { TuneContent($0) }
    }

    /// Those with a recording.
    var playable: [Tune] { tunes.filter(hasRecording) }

    /// False while no tune can be played.
    public var hasRecordings: Bool { tunes.contains(where: hasRecording) }

    func hasRecording(_ tune: Tune) -> Bool {
        FileManager.default.fileExists(atPath: place(of: tune.id).path)
    }

    /// The file of a recording of this book; nil where it can't be read. It takes as long as a disk does.
    public func file(of recording: Recording) -> [UInt8]? {
        guard tunes.contains(where: { $0.id == recording.name }),
            let file = try? FileHandle(forReadingFrom: place(of: recording.name))
        else { return nil }
        defer { try? file.close() }
        guard let data = try? file.read(upToCount: Self.maxRecordingBytes) else { return nil }
        return Array(data)
    }

    /// Three minutes of two channels at 48 kHz.
    private static let maxRecordingBytes = 36 << 20

    private func place(of id: String) -> URL { recordings.appendingPathComponent("\(id).wav") }
}

public enum TuneBookError: Error, CustomStringConvertible {
    case missing([String])
    case unreadable(String)
    case tooMany(String)

    public var description: String {
        switch self {
        case .missing(let places): "the tunes are missing from \(places.joined(separator: " and "))"
        case .unreadable(let folder): "the folder \(folder) can't be read"
        case .tooMany(let folder): "\(folder) has more than \(TuneBook.maxTunes) tunes"
        }
    }
}
