import Dispatch
public import GameState
import Programs
import Synchronization

/// Clips of all lines that games may come to say, made while nobody plays and kept in a folder of their own.
///
/// They are nobody's, so that all sessions may have them: whoever gets one at once learns that it is content of
/// this gateway, and nothing of what others play. For the same reason a game that uses one leaves no mark here. Of what does
/// not fit, that goes first which no content has had for longest.
public final class ClipsAhead: Sendable {
    private struct Wanted {
        let line: VoiceLine
        let key: ClipKey
    }

    let directory: String
    private let provider: any VoiceProvider
    private let files: ClipFiles
    private let maxBytes: Int
    private let spareBytes: Int
    private let report: @Sendable (AheadReport) -> Void
    /// Of the provider, as it said last; nil before it was asked.
    private let edition = Mutex<Result<String, VoiceError>?>(nil)
    /// True once a file was found damaged, until it has been made again.
    private let hasGaps = Mutex(false)
    private let isClosed = Mutex(false)
    private let bell = DispatchSemaphore(value: 0)

    /// - Parameters:
    ///   - directory: for these clips alone; made when it is needed.
    ///   - maxBytes: of all of them together.
    ///   - spareBytes: left free on the disk.
    ///   - report: called on the thread that makes them.
    public init(
        _ provider: any VoiceProvider,
        directory: String,
        maxBytes: Int = VoiceLimits.aheadBytes,
        spareBytes: Int = VoiceLimits.spareBytes,
        report: @escaping @Sendable (AheadReport) -> Void = { _ in }
    ) {
        self.provider = provider
        self.directory = directory
        self.maxBytes = maxBytes
        self.spareBytes = spareBytes
        self.report = report
        files = ClipFiles(directory: directory, maxBytes: maxBytes)
    }

    /// Place of the clips, in the folder of all.
    public static func directory(in dataDirectory: String) -> String {
        VoiceStudio.directory(in: dataDirectory) + "/ahead"
    }

    /// Nil for one that is not there. Reads a file, and the first time asks the provider, so it is for no loop.
    ///
    /// - Parameter line: in words.
    func clip(of line: VoiceLine) -> VoiceClip? {
        let known = edition.withLock { edition in
            if edition == nil {
                edition = Result { () throws(VoiceError) in try provider.edition() }
            }
            return try? edition?.get()
        }
        guard let known, case let key = key(of: line, known), files.isThere(key) else {
            return nil
        }
        if let clip = files.clip(key) { return clip }
        files.remove(key)
        hasGaps.withLock { $0 = true }
        return nil
    }

    /// Another text, another voice, another version of its program: another clip.
    private func key(of line: VoiceLine, _ edition: String) -> ClipKey {
        let spelt = VoiceLine(text: provider.spelling(of: line), locale: line.locale)
        let by = "\(provider.credit.provider) \(edition) mastering \(Mastering.edition)"
        return ClipKey(spelt, by: by, for: "")
    }

    // MARK: Making

    /// Makes those that are missing, one after the other, and blocks its thread as long as that takes.
    ///
    /// - Parameters:
    ///   - lines: all that may come to be said; the first ones first.
    ///   - mayGoOn: asked before each; it may let time pass.
    public func make(
        _ lines: [VoiceLine],
        while mayGoOn: () -> Bool = { true }
    ) -> AheadEnd {
        guard let lock = files.lock() else { return .unusable(directory: directory) }
        defer { lock.release() }
        guard lock.isHeld else { return .busy(directory: directory) }
        let wanted: [Wanted]
        do throws(VoiceError) {
            wanted = try self.wanted(lines)
        } catch {
            return .mute(error)
        }
        guard var stock = Stock(files, of: wanted.map(\.key), within: maxBytes) else {
            return .unusable(directory: directory)
        }
        hasGaps.withLock { $0 = false }
        var progress = AheadProgress(
            kept: stock.kept.count,
            wanted: wanted.count,
            bytes: stock.keptBytes
        )
        report(.progress(progress))
        var (silent, inARow) = (0, 0)
        for one in wanted where !stock.kept.contains(one.key) {
            guard mayGoOn() else { return .interrupted }
            let clip: VoiceClip
            do throws(VoiceError) {
                clip = try said(one.line)
            } catch {
                silent += 1
                if case .noVoice = error { continue }
                inARow += 1
                if case .missing = error { return .mute(error) }
                guard inARow < VoiceLimits.failuresAhead else { return .mute(error) }
                continue
            }
            inARow = 0
            let file = ClipFiles.packed(clip)
            let bytes = file.count
            guard stock.makeRoom(for: bytes) else { return .full(progress, maxBytes: maxBytes) }
            guard files.freeBytes() >= spareBytes + bytes else {
                return .diskFull(directory: directory, spareBytes: spareBytes)
            }
            guard (try? files.put(file, as: one.key)) != nil else {
                return .unusable(directory: directory)
            }
            stock.add(one.key, bytes)
            progress.kept += 1
            progress.bytes += bytes
            report(.progress(progress))
        }
        return .complete(progress, silent: silent)
    }

    /// The same line once.
    private func wanted(_ lines: [VoiceLine]) throws(VoiceError) -> [Wanted] {
        let known = try provider.edition()
        edition.withLock { $0 = .success(known) }
        var seen: Set<ClipKey> = []
        return lines.compactMap { line in
            let line = line.inWords
            let key = key(of: line, known)
            return seen.insert(key).inserted ? Wanted(line: line, key: key) : nil
        }
    }

    private func said(_ line: VoiceLine) throws(VoiceError) -> VoiceClip {
        let wav = try provider.speakAside(line)
        do throws(WAVError) {
            return try Mastering.master(try Sound(wav: wav))
        } catch {
            throw .unusable(error)
        }
    }
}

extension ClipsAhead {
    /// The folder while clips are made for it.
    private struct Stock {
        private let files: ClipFiles
        private let maxBytes: Int
        private(set) var kept: Set<ClipKey> = []
        private(set) var keptBytes = 0
        /// Not wanted any more, the longest ago last.
        private var others: [ClipFiles.Entry]
        private var otherBytes: Int

        /// Marks what is wanted; of it the first stay where there is not room for all.
        init?(_ files: ClipFiles, of keys: [ClipKey], within maxBytes: Int) {
            guard let entries = try? files.tidied() else { return nil }
            self.files = files
            self.maxBytes = maxBytes
            let sizes = Dictionary(entries.map { ($0.name, $0.bytes) }) { first, _ in first }
            for key in keys {
                guard let bytes = sizes[ClipFiles.name(of: key)] else { continue }
                guard keptBytes + bytes <= maxBytes else {
                    files.remove(key)
                    continue
                }
                files.markUse(of: key)
                kept.insert(key)
                keptBytes += bytes
            }
            let wanted = Set(keys.map(ClipFiles.name))
            others = entries.filter { !wanted.contains($0.name) }.reversed()
            otherBytes = others.reduce(0) { $0 + $1.bytes }
            _ = makeRoom(for: 0)
        }

        /// - Returns: false where what is wanted leaves no room.
        mutating func makeRoom(for bytes: Int) -> Bool {
            guard keptBytes + bytes <= maxBytes else { return false }
            while keptBytes + otherBytes + bytes > maxBytes, let oldest = others.popLast() {
                files.remove(oldest)
                otherBytes -= oldest.bytes
            }
            return true
        }

        mutating func add(_ key: ClipKey, _ bytes: Int) {
            kept.insert(key)
            keptBytes += bytes
        }
    }
}

// MARK: On a thread of its own

extension ClipsAhead {
    /// Keeps up with what games may say, on a thread that gives way to everything else, until `close`.
    ///
    /// - Parameters:
    ///   - lines: of this moment.
    ///   - quietMs: for which nobody has played before anything is made.
    ///   - lookMs: from one look at the lines to the next.
    ///   - isIdle: true while nobody plays.
    public func keepUp(
        quietMs: Int = VoiceLimits.quietMs,
        lookMs: Int = VoiceLimits.lookMs,
        with lines: @escaping @Sendable () -> [VoiceLine],
        whileIdle isIdle: @escaping @Sendable () -> Bool
    ) {
        AsideThread.run { [self] in
            var done: [VoiceLine]?
            var told: AheadEnd?
            var pauseMs = 0
            while wait(pauseMs) {
                pauseMs = lookMs
                let wanted = lines()
                guard wanted != done || hasGaps.withLock({ $0 }) else { continue }
                guard awaitIdleness(quietMs, isIdle) else { return }
                let end = make(wanted) { isIdle() || awaitIdleness(quietMs, isIdle) }
                if end.isFinal {
                    done = wanted
                } else {
                    pauseMs = VoiceLimits.retryMs
                }
                // The same trouble once.
                if end != told { report(.ended(end)) }
                told = end
            }
        }
    }

    /// Lets the one that is being made be finished, and begins no other.
    public func close() {
        isClosed.withLock { $0 = true }
        bell.signal()
    }

    /// - Returns: false once there is nothing to be waited for any more.
    private func wait(_ ms: Int) -> Bool {
        guard !isClosed.withLock({ $0 }) else { return false }
        _ = bell.wait(timeout: .now() + .milliseconds(ms))
        return !isClosed.withLock { $0 }
    }

    /// Waits until nobody has played for a while.
    private func awaitIdleness(_ quietMs: Int, _ isIdle: () -> Bool) -> Bool {
        var quiet = 0
        while quiet < Self.looks {
            guard wait(quietMs / Self.looks) else { return false }
            quiet = isIdle() ? quiet + 1 : 0
        }
        return true
    }

    private static let looks = 4
}

/// Progress of clips ahead of games.
public struct AheadProgress: Equatable, Sendable {
    public var kept: Int
    public var wanted: Int
    public var bytes: Int
}

/// Report of clips ahead of games.
public enum AheadReport: Sendable {
    case progress(AheadProgress)
    case ended(AheadEnd)
}

/// Reason why no more clips are made ahead of games.
public enum AheadEnd: Equatable, Sendable {
    /// All are there but those of lines that the provider can't say.
    case complete(AheadProgress, silent: Int)
    /// Those that fit are there.
    case full(AheadProgress, maxBytes: Int)
    /// So little of the disk is left that others need it.
    case diskFull(directory: String, spareBytes: Int)
    /// The folder can't be read or written.
    case unusable(directory: String)
    /// Another process fills the folder.
    case busy(directory: String)
    /// The provider says nothing.
    case mute(VoiceError)
    case interrupted

    /// True where another try would come to the same.
    fileprivate var isFinal: Bool {
        switch self {
        case .complete, .full: true
        case .diskFull, .unusable, .busy, .mute, .interrupted: false
        }
    }
}

extension AheadEnd: CustomStringConvertible {
    public var description: String {
        switch self {
        case .complete(let progress, silent: 0): "all of \(progress.wanted) clips are there"
        case .complete(let progress, let silent):
            "\(progress.kept) of \(progress.wanted) clips are there, \(silent) can't be said"
        case .full(let progress, let maxBytes):
            "\(progress.kept) of \(progress.wanted) clips are there, and the limit of "
                + "\(maxBytes >> 20) MiB (--clips-ahead) is reached"
        case .diskFull(let directory, let spareBytes):
            "less than \(spareBytes >> 20) MiB are free on the disk of \(directory)"
        case .unusable(let directory): "\(directory) can't be written"
        case .busy(let directory): "another process fills \(directory)"
        case .mute(let error): "the voice says nothing: \(error)"
        case .interrupted: "it was ended"
        }
    }
}
