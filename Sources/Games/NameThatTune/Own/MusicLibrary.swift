import Dispatch
public import Foundation
import Programs
import Synchronization

/// The family's own music: a folder of files that anybody may change, as tunes.
///
/// The folder is looked at from time to time, and a few files of it are read, on a queue of the library's own; a choice
/// takes what is known by then. A clip is made before its round begins, so that a file that is gone a moment later still
/// sounds.
public final class MusicLibrary: Sendable {
    /// Something to be logged.
    public enum News: Equatable, Sendable {
        /// So many are yet to be read.
        case reading(left: Int)
        case read(tunes: Int, refused: Int)
        case refused(MusicRefusal)
        /// More are refused than are told one by one.
        case refusedToo(count: Int)
        case tooMany(limit: Int)
        /// It plays on what was read before.
        case folderAway
        case folderBack
        case programMissing
        case programHangs
        case programBack
        /// Nothing that is made can be kept, so nothing is played of it.
        case notKept(folder: String)
    }

    /// Knowledge of a moment.
    public struct Stock: Equatable, Sendable {
        public internal(set) var tunes = 0
        public internal(set) var refused = 0
        public internal(set) var isReading = true
        /// False where the program that reads and plays is missing or hangs.
        public internal(set) var isPlayable = true
    }

    private struct State {
        var known: [String: (file: MusicFile, found: MusicCache.Found)] = [:]
        var stock = Stock()
        /// Tunes that could not be played after all, by their files of then.
        var failed: [String: MusicFile] = [:]
        /// Clips one after the other that took too long.
        var slowInARow = 0
        /// Until then nothing is tried.
        var pausedUntil = DispatchTime(uptimeNanoseconds: 0)
    }

    private let state = Mutex(State())
    private let shelf: Mutex<MusicShelf>
    private let folder: MusicFolder
    private let cache: MusicCache
    private let tool: MusicTool
    private let everyMs: Int
    private let tell: @Sendable (News) -> Void
    private let looking = DispatchQueue(label: "music folder", qos: .utility)
    /// Makes one clip at a time, which somebody waits for.
    private let making = DispatchQueue(label: "music clips", qos: .userInitiated)

    /// - Parameters:
    ///   - folder: the family's. It may not be there yet.
    ///   - data: where clips, covers and tags are kept; made when it is needed.
    ///   - tell: called on queues of the library's own.
    public convenience init(
        folder: URL,
        data: URL,
        tell: @escaping @Sendable (News) -> Void
    ) {
        self.init(folder: folder, data: data, by: MusicTool(), everyMs: Self.usualMs, tell: tell)
    }

    private static let usualMs = 5_000

    /// - Parameter everyMs: from one look at the folder to the next.
    init(
        folder: URL,
        data: URL,
        by tool: MusicTool,
        everyMs: Int,
        tell: @escaping @Sendable (News) -> Void
    ) {
        self.folder = MusicFolder(path: folder.path)
        cache = MusicCache(folder: data.path)
        self.tool = tool
        shelf = Mutex(MusicShelf(self.folder, cache, tool))
        self.everyMs = everyMs
        self.tell = tell
        lookLater(afterMs: 0)
    }

    private func lookLater(afterMs: Int) {
        looking.asyncAfter(deadline: .now() + .milliseconds(afterMs)) { [weak self] in
            self?.look()
        }
    }

    /// A look that takes long leaves the disk alone for longer.
    private func look() {
        let startedAt = DispatchTime.now()
        let look = shelf.withLock { $0.look() }
        if let known = look.known {
            state.withLock { state in
                state.known = known
                state.failed = state.failed.filter { known[$0.key]?.file == $0.value }
            }
        }
        state.withLock { state in
            state.stock.tunes = state.known.count - state.failed.count
            state.stock.refused = look.refused + state.failed.count
            state.stock.isReading = look.left > 0
            state.stock.isPlayable = look.isPlayable
        }
        for news in look.news { tell(news) }
        let tookMs = Int(
            (DispatchTime.now().uptimeNanoseconds - startedAt.uptimeNanoseconds) / 1_000_000
        )
        let isBusy = look.left > 0 && look.isPlayable
        let restMs = look.isPlayable ? min(Self.maxRestMs, Self.restingShare * tookMs) : tookMs
        lookLater(afterMs: isBusy ? 1 : max(everyMs, restMs))
    }

    private static let restingShare = 20
    private static let maxRestMs = 60_000

    public var stock: Stock { state.withLock { $0.stock } }

    /// Those that may be played by what is known, in the order of their ids.
    var tunes: [Tune] {
        state.withLock { state -> [Tune] in
            guard state.stock.isPlayable, state.pausedUntil <= .now() else { return [] }
            return state.known.values.compactMap { known in
                state.failed[known.found.tune.id] == nil ? known.found.tune : nil
            }
        }.sorted { $0.id < $1.id }
    }

    /// All that are known, playable or not.
    var tracks: [Track] { state.withLock { $0.known.values.map(\.found.track) } }

    /// Nil for one of another catalogue.
    func track(_ id: String) -> Track? { state.withLock { $0.known[id]?.found.track } }

    // MARK: Clips and covers

    /// Makes what a round is played with.
    ///
    /// - Returns: whether it has a cover; nil where it can't be played, and is not tried again until its file is another.
    func prepare(_ id: String) async -> Bool? {
        await withCheckedContinuation { continuation in
            making.async { continuation.resume(returning: self.ready(id)) }
        }
    }

    private func ready(_ id: String) -> Bool? {
        guard let (file, found) = state.withLock({ $0.known[id] }) else { return nil }
        do throws(Trouble) {
            if cache.thing(Self.clip(id), of: file.stamp) == nil {
                try make(file, found)
            }
            state.withLock { $0.slowInARow = 0 }
            return cache.thing(Self.cover(id), of: file.stamp) != nil
        } catch {
            switch error {
            case .file(.tooSlow) where isHanging():
                pause()
                tell(.programHangs)
            case .file(let fault):
                state.withLock { state in
                    state.failed[id] = file
                    state.stock.tunes = state.known.count - state.failed.count
                    state.stock.refused += 1
                }
                tell(.refused(MusicRefusal(path: file.path, fault: fault)))
            case .noProgram:
                pause()
                tell(.programMissing)
            case .notKept:
                pause()
                tell(.notKept(folder: cache.folder))
            }
            return nil
        }
    }

    /// Counts one more clip that took too long: a few in a row are the program's fault, or the machine's.
    private func isHanging() -> Bool {
        state.withLock { state in
            state.slowInARow += 1
            return state.slowInARow >= Self.slowClips
        }
    }

    /// Nothing is tried for a while: another file would fare no better.
    private func pause() {
        state.withLock { $0.pausedUntil = .now() + .seconds(Self.pauseSeconds) }
    }

    private static let slowClips = 2
    private static let pauseSeconds = 60

    private enum Trouble: Error {
        case file(MusicFault)
        case noProgram
        case notKept
    }

    private static func clip(_ id: String) -> String { "\(id)-clip" }
    private static func cover(_ id: String) -> String { "\(id)-cover" }

    private func make(_ file: MusicFile, _ found: MusicCache.Found) throws(Trouble) {
        let id = file.id
        let clip: [UInt8]
        do throws(MusicFault) {
            clip = try folder.reading(file.path) { descriptor throws(MusicFault) in
                try self.clip(of: descriptor, found)
            }
        } catch {
            guard tool.isThere else { throw .noProgram }
            throw .file(error)
        }
        let cover = cover(of: file, found)
        do {
            // The cover of another state of the file is no cover of this one.
            cache.forget(Self.cover(id))
            if let cover { try cache.keep(cover.bytes, Self.cover(id), of: file.stamp) }
            try cache.keep(clip, Self.clip(id), of: file.stamp)
        } catch {
            throw .notKept
        }
    }

    /// From where something is to be heard: a quarter into it, where most have begun to sing, or else elsewhere.
    private func clip(
        of descriptor: Int32,
        _ found: MusicCache.Found
    ) throws(MusicFault) -> [UInt8] {
        let spareMs = max(0, (found.durationMs ?? 0) - MusicTool.clipMs)
        var starts: [Int64] = []
        for start in [spareMs / 4, spareMs / 2, 0] where !starts.contains(start) {
            starts.append(start)
        }
        for start in starts {
            do throws(ProgramError) {
                guard let lufs = try tool.loudness(of: descriptor, fromMs: start),
                    lufs > MusicTool.silenceLUFS
                else { continue }
                return try tool.clip(of: descriptor, fromMs: start, at: lufs)
            } catch {
                throw MusicFault(error)
            }
        }
        throw .silent
    }

    /// Nil where there is none that can be shown: a tune does without.
    private func cover(of file: MusicFile, _ found: MusicCache.Found) -> CoverPair? {
        var sources: [(path: String, source: MusicTool.PictureSource)] = []
        if found.hasPicture { sources.append((file.path, .embedded)) }
        if let picture = file.picture { sources.append((picture, .file)) }
        for (path, source) in sources {
            let pair = try? folder.reading(path) { descriptor throws(MusicFault) in
                try? CoverPair(of: descriptor, source, by: tool)
            }
            if let pair = pair ?? nil { return pair }
        }
        return nil
    }

    /// The clip of a tune as it was made; made anew where that was elsewhere. It takes as long as a program does.
    public func clip(of id: String) -> [UInt8]? { made(Self.clip(id), of: id) }

    /// As `clip(of:)`.
    func cover(of id: String) -> CoverPair? { made(Self.cover(id), of: id).flatMap(CoverPair.init) }

    private func made(_ name: String, of id: String) -> [UInt8]? {
        guard id.hasPrefix(MusicFile.prefix) else { return nil }
        if let thing = cache.thing(name, of: nil) { return thing }
        return making.sync {
            guard ready(id) != nil else { return nil }
            return cache.thing(name, of: nil)
        }
    }
}

extension MusicFault {
    init(_ error: ProgramError) {
        self =
            switch error {
            case .tooSlow: .tooSlow
            case .tooLong, .failed: .noSound
            case .missing, .system: .unreadable
            }
    }
}
