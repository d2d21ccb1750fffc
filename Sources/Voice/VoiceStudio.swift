import Dispatch
public import GameState
import Synchronization

/// Makes clips of lines, and keeps them: the same line is said once to the same listeners.
///
/// A clip is a function of its provider and its line alone. So clips need no store that gateways
/// share: any gateway that is asked for one makes it again. Any thread may ask.
public final class VoiceStudio: Sendable {
    public typealias Outcome = Result<VoiceClip, VoiceError>

    private struct State {
        var recent: RecentClips
        var awaited: [ClipKey: [@Sendable (Outcome) -> Void]] = [:]
    }

    private let provider: any VoiceProvider
    private let files: ClipFiles
    /// Nil where all clips are made for a game.
    public let ahead: ClipsAhead?
    private let report: @Sendable (VoiceReport) -> Void
    private let state: Mutex<State>
    private let reading = DispatchQueue(label: "voice files", qos: .utility)

    /// - Parameters:
    ///   - directory: where clips are kept; made when it is needed.
    ///   - ahead: clips of the same provider that are there already.
    ///   - report: called on any queue.
    public init(
        _ provider: any VoiceProvider,
        directory: String,
        ahead: ClipsAhead? = nil,
        memoryBytes: Int = VoiceLimits.memoryBytes,
        fileBytes: Int = VoiceLimits.fileBytes,
        report: @escaping @Sendable (VoiceReport) -> Void = { _ in }
    ) {
        self.provider = provider
        self.ahead = ahead
        files = ClipFiles(directory: directory, maxBytes: fileBytes)
        state = Mutex(State(recent: RecentClips(maxBytes: memoryBytes)))
        self.report = report
    }

    /// Place of the clips that sessions have had.
    public static func directory(in dataDirectory: String) -> String { "\(dataDirectory)/voice" }

    public var credit: VoiceCredit { provider.credit }

    /// The line is said in words alone (`VoiceLine.inWords`).
    ///
    /// - Parameters:
    ///   - owner: the listeners, such as a session: clips are kept for each separately.
    ///   - done: called once, on any queue, perhaps before this returns.
    public func clip(
        of line: VoiceLine,
        for owner: String,
        _ done: @escaping @Sendable (Outcome) -> Void
    ) {
        let line = line.inWords
        let key = ClipKey(line, by: credit.provider, for: owner)
        let (known, isFirst) = state.withLock { state in
            if let clip = state.recent.clip(key) { return (VoiceClip?.some(clip), false) }
            let isFirst = state.awaited[key] == nil
            state.awaited[key, default: []].append(done)
            return (nil, isFirst)
        }
        if let known {
            report(.found)
            done(.success(known))
        } else if isFirst {
            reading.async { self.find(line, key) }
        }
    }

    /// The clips of several lines, in their order: nil for those that are not ready within `maxMs`.
    /// Late ones are kept for the next time.
    ///
    /// - Parameter done: called once, on any queue.
    public func clips(
        of lines: [VoiceLine],
        for owner: String,
        maxMs: Int = VoiceLimits.roundMs,
        _ done: @escaping @Sendable ([VoiceClip?]) -> Void
    ) {
        let collection = ClipCollection(count: lines.count, done)
        for (place, line) in lines.enumerated() {
            clip(of: line, for: owner) { collection.put(try? $0.get(), at: place) }
        }
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(maxMs)) {
            collection.close()
        }
    }

    private func find(_ line: VoiceLine, _ key: ClipKey) {
        if let clip = ahead?.clip(of: line) ?? files.clip(key) {
            report(.found)
            finish(key, .success(clip))
        } else {
            make(line, key)
        }
    }

    private func make(_ line: VoiceLine, _ key: ClipKey) {
        let startedAt = DispatchTime.now()
        provider.speak(line) { spoken in
            let outcome = spoken.flatMap { wav -> Outcome in
                do throws(WAVError) {
                    return .success(try Mastering.master(try Sound(wav: wav)))
                } catch {
                    return .failure(.unusable(error))
                }
            }
            let took = DispatchTime.now().uptimeNanoseconds - startedAt.uptimeNanoseconds
            switch outcome {
            case .success: self.report(.made(nanoseconds: Int64(took)))
            case .failure(let error): self.report(.failed(error))
            }
            self.finish(key, outcome)
            // On the provider's queue, so that a line waits for the disk as text, not as a sound.
            if case .success(let clip) = outcome { self.write(clip, key) }
        }
    }

    private func write(_ clip: VoiceClip, _ key: ClipKey) {
        do {
            try files.keep(clip, as: key)
        } catch {
            report(.notKept(directory: files.directory))
        }
    }

    private func finish(_ key: ClipKey, _ outcome: Outcome) {
        let waiting = state.withLock { state in
            if case .success(let clip) = outcome { state.recent.keep(clip, as: key) }
            return state.awaited.removeValue(forKey: key) ?? []
        }
        for done in waiting { done(outcome) }
    }
}

/// Report of a studio to its operator.
public enum VoiceReport: Sendable {
    case made(nanoseconds: Int64)
    /// A line stays silent.
    case failed(VoiceError)
    /// It had been said before.
    case found
    /// Clips can't be kept in the data directory.
    case notKept(directory: String)
}

/// Limits of a voice; named, so that they can be written down.
public enum VoiceLimits {
    /// UTF-8 bytes of one line; less than a pipe holds, so that writing it never waits.
    public static let lineBytes = 4_096
    /// Programs that speak at a time.
    public static let programs = 2
    /// Milliseconds that one line may take to be spoken.
    public static let lineMs = 5_000
    /// Lines that may wait for a program.
    public static let waiting = 256
    /// Bytes that a program may say of one line: three minutes at 22 050 Hz, 16 bits.
    public static let spokenBytes = 8 << 20
    /// Clips kept in memory.
    public static let memoryBytes = 16 << 20
    /// Clips kept in the data directory, and at most 32 more; the oldest go first.
    public static let fileBytes = 512 << 20
    /// Milliseconds that the clips of one round may take together.
    public static let roundMs = 8_000
    /// Clips made ahead of games, where nothing else is said.
    public static let aheadBytes = 1 << 30
    /// Bytes of a disk that clips ahead of games leave free.
    public static let spareBytes = 512 << 20
    /// Lines one after another that can't be said, after which clips ahead of games are given up for a while, …
    public static let failuresAhead = 5
    /// … which is this many milliseconds.
    public static let retryMs = 600_000
    /// Milliseconds for which nobody has played before clips are made ahead of games, …
    public static let quietMs = 60_000
    /// … and from one look at what is to be said to the next.
    public static let lookMs = 30_000
}

/// Waits for some clips, and no longer than it is told.
final class ClipCollection: Sendable {
    private struct State {
        var clips: [VoiceClip?]
        var missing: Int
        var done: (@Sendable ([VoiceClip?]) -> Void)?
    }

    private let state: Mutex<State>

    init(count: Int, _ done: @escaping @Sendable ([VoiceClip?]) -> Void) {
        state = Mutex(
            State(clips: Array(repeating: nil, count: count), missing: count, done: done)
        )
        if count == 0 { close() }
    }

    func put(_ clip: VoiceClip?, at place: Int) {
        let isLast = state.withLock { state in
            guard state.done != nil else { return false }
            state.clips[place] = clip
            state.missing -= 1
            return state.missing == 0
        }
        if isLast { close() }
    }

    /// Ends the wait with the clips that have come; further calls do nothing.
    func close() {
        let (done, clips) = state.withLock { state in
            defer { (state.done, state.clips) = (nil, []) }
            return (state.done, state.clips)
        }
        done?(clips)
    }
}
