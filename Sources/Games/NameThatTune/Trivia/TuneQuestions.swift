import Dispatch
public import Foundation
public import Making
import Synchronization

/// Limits of what a model is asked about tunes; named, so that they can be written down.
struct TriviaLimits: Sendable {
    /// Calls of one gateway.
    var (anHour, aDay) = (60, 300)
    /// Seconds of silence after a server that gives no answer.
    var pauseSeconds = 600
    /// Questions that are waited for.
    var waiting = 16
    /// Tunes that are not asked about again, as an answer about them was dropped.
    var dropped = 2_000
    /// Bytes of questions that are kept; the oldest go first.
    var keptBytes = 4 << 20
}

/// Questions about tunes that nobody has written any for, put by a language model ahead of their rounds: a
/// round waits for none of them.
///
/// The model is asked for one at a time, and for none twice: what it puts is kept, by tune and language.
public final class TuneQuestions: Sendable {
    /// Something to be logged.
    public enum News: Equatable, Sendable {
        /// An answer is of no use.
        case dropped(Fault)
        /// The server gives none.
        case trouble(String)
        case back
        /// No more calls are made for now.
        case spent
        case notKept(folder: String)
    }

    private struct State {
        typealias Waiting = (name: String, task: TriviaTask)

        /// Those that are yet to be put, by what they are kept under.
        var waiting: [Waiting] = []
        var isAsking = false
        var dropped: Set<String> = []
        /// Of the last day.
        var calls: [ContinuousClock.Instant] = []
        var pausedUntil: ContinuousClock.Instant?
        var trouble: String?
        var isSpent = false

        /// - Returns: false where nothing waits, or somebody is at it.
        mutating func begins() -> Bool {
            guard !isAsking, !waiting.isEmpty else { return false }
            isAsking = true
            return true
        }
    }

    private let state = Mutex(State())
    private let model: any LanguageModel
    private let cache: MusicCache
    private let limits: TriviaLimits
    private let now: @Sendable () -> ContinuousClock.Instant
    private let tell: @Sendable (News) -> Void
    private let queue = DispatchQueue(label: "tune questions", qos: .utility)

    /// - Parameters:
    ///   - data: where they are kept; made when it is needed.
    ///   - tell: called on any queue.
    public convenience init(
        _ model: any LanguageModel,
        data: URL,
        tell: @escaping @Sendable (News) -> Void
    ) {
        self.init(model, data: data, within: TriviaLimits(), now: { .now }, tell: tell)
    }

    init(
        _ model: any LanguageModel,
        data: URL,
        within limits: TriviaLimits,
        now: @escaping @Sendable () -> ContinuousClock.Instant,
        tell: @escaping @Sendable (News) -> Void
    ) {
        self.model = model
        self.limits = limits
        self.now = now
        self.tell = tell
        cache = MusicCache(folder: data.appending(path: "trivia").path, maxBytes: limits.keptBytes)
    }

    /// The one that is kept, if the catalogue still says the same of its tune; nil where there is none. It takes as long as a
    /// disk does.
    func trivia(of track: Track, in locale: NameThatTune.Settings.Locale) -> Tune.Trivia? {
        guard let thing = cache.thing(Self.name(track, locale), of: track.stamp),
            let kept = try? JSONDecoder().decode(Tune.Trivia.self, from: Data(thing))
        else { return nil }
        return Tune.Trivia(kept.question, options: kept.options)
    }

    private static func name(_ track: Track, _ locale: NameThatTune.Settings.Locale) -> String {
        "\(track.tune.id)-\(locale.rawValue)"
    }

    /// Has questions put about tunes that will be played soon, unless there are some. It takes as long as a disk does, and
    /// a look at thousands of tunes.
    ///
    /// - Parameter others: tracks of all catalogues, of which wrong answers are made.
    func want(
        _ tracks: [Track],
        in locale: NameThatTune.Settings.Locale,
        among others: () -> [Track]
    ) {
        let fresh = tracks.filter { isWanted($0, locale) }
        guard !fresh.isEmpty else { return }
        let others = others()
        for track in fresh {
            guard let fact = TriviaFact.one(of: track, among: others) else { continue }
            let name = Self.name(track, locale)
            let task = TriviaTask(track: track, fact: fact, locale: locale)
            state.withLock { state in
                guard state.waiting.count < limits.waiting,
                    !state.waiting.contains(where: { $0.name == name })
                else { return }
                state.waiting.append((name, task))
            }
        }
        guard state.withLock({ $0.begins() }) else { return }
        Task { await work() }
    }

    private func isWanted(_ track: Track, _ locale: NameThatTune.Settings.Locale) -> Bool {
        let name = Self.name(track, locale)
        let mayWait = state.withLock { state in
            (state.pausedUntil.map { $0 <= now() } ?? true) && !state.dropped.contains(name)
                && !state.waiting.contains { $0.name == name }
        }
        return mayWait && track.tune.trivia(in: locale) == nil
            && trivia(of: track, in: locale) == nil
    }

    private func work() async {
        while let (name, task) = next() {
            let answer: Result<Reply, ProviderError>
            do throws(ProviderError) {
                answer = .success(try await model.answer(task.question))
            } catch {
                answer = .failure(error)
            }
            await withCheckedContinuation { continuation in
                queue.async {
                    self.settle(name, task, answer)
                    continuation.resume()
                }
            }
        }
    }

    /// The next one, if the server may be asked; it waits on until it is settled, so that nobody wants it again meanwhile.
    private func next() -> State.Waiting? {
        let (next, isNews) = state.withLock { state -> (State.Waiting?, Bool) in
            let now = now()
            state.calls.removeAll { $0 <= now - Self.day }
            let lately = state.calls.count { $0 > now - Self.hour }
            let isSpent = lately >= limits.anHour || state.calls.count >= limits.aDay
            guard let next = state.waiting.first else {
                state.isAsking = false
                return (nil, false)
            }
            defer { state.isSpent = isSpent }
            guard !isSpent else {
                state.isAsking = false
                state.waiting = []
                return (nil, !state.isSpent)
            }
            state.calls.append(now)
            return (next, false)
        }
        if isNews { tell(.spent) }
        return next
    }

    private static let hour = Duration.seconds(3_600)
    private static let day = Duration.seconds(86_400)

    private func settle(
        _ name: String,
        _ task: TriviaTask,
        _ answer: Result<Reply, ProviderError>
    ) {
        switch answer {
        case .success(let reply):
            told(nil)
            do throws(Fault) {
                keep(try task.trivia(in: reply), name, of: task.track)
            } catch {
                drop(name, error)
            }
        case .failure(.answer(let fault, _)) where !fault.isUnreadable:
            told(nil)
            drop(name, fault)
        case .failure(let error):
            rest()
            told("\(error)")
        }
    }

    private func keep(_ trivia: Tune.Trivia, _ name: String, of track: Track) {
        do {
            try cache.keep([UInt8](JSONEncoder().encode(trivia)), name, of: track.stamp)
            state.withLock { _ = $0.waiting.removeFirst() }
        } catch {
            rest()
            tell(.notKept(folder: cache.folder))
        }
    }

    private func drop(_ name: String, _ fault: Fault) {
        state.withLock { state in
            state.waiting.removeFirst()
            if state.dropped.count >= limits.dropped { state.dropped = [] }
            state.dropped.insert(name)
        }
        tell(.dropped(fault))
    }

    private func rest() {
        state.withLock { state in
            state.pausedUntil = now() + .seconds(limits.pauseSeconds)
            state.waiting = []
        }
    }

    private func told(_ trouble: String?) {
        let isNews = state.withLock { state in
            defer { state.trouble = trouble }
            return state.trouble != trouble
        }
        if isNews { tell(trouble.map { .trouble($0) } ?? .back) }
    }
}
