import Dispatch
public import GameState
public import Protocol
import Synchronization

/// Milliseconds that the tune of a round may take, from when it is wished for.
struct TuneTimes: Sendable {
    /// Until no other pick is tried.
    var picks = 8_000
    /// A pick of the family's own; one from elsewhere has as much (`RemoteTimes`).
    var pick = 10_000
    /// Picks and the family's own together: then the book is played, before a room gives up.
    var ready = 25_000
}

/// The book and the family's own music, as a host chooses between them.
public struct TuneShelf: Catalogue {
    private let book: TuneBook
    /// Nil: the operator names no folder.
    private let own: MusicLibrary?
    /// Nil: the operator names none.
    private let remote: RemoteTunes?
    /// Nil: the operator names no model.
    private let questions: TuneQuestions?
    private let index = TuneIndex()
    private let times: TuneTimes

    public init(
        _ book: TuneBook,
        own: MusicLibrary?,
        remote: RemoteTunes? = nil,
        questions: TuneQuestions? = nil
    ) {
        self.init(book, own: own, remote: remote, questions: questions, within: TuneTimes())
    }

    init(
        _ book: TuneBook,
        own: MusicLibrary?,
        remote: RemoteTunes?,
        questions: TuneQuestions? = nil,
        within times: TuneTimes
    ) {
        self.book = book
        self.own = own
        self.remote = remote
        self.questions = questions
        self.times = times
    }

    public func tune(for wish: TuneWish, lately: [String]) async -> TuneContent? {
        await tune(for: wish, lately: lately, of: nil)
    }

    /// The picks of the host come first, then one that fits. A pick that can't be played is left, and the host is told.
    ///
    /// It comes with the question about it that is there by now; those about the tunes behind it are put meanwhile.
    ///
    /// - Parameter session: whose wish it is, for its share of what is asked elsewhere; nil: it has all.
    public func tune(
        for wish: TuneWish,
        lately: [String],
        of session: SessionID?
    ) async -> TuneContent? {
        guard let content = await choice(for: wish, lately: lately, session) else { return nil }
        guard let questions, let locale = wish.trivia else { return content }
        return await withCheckedContinuation { continuation in
            DispatchQueue.global(qos: .userInitiated).async {
                var asking = content
                if content.tune.trivia(in: locale) == nil, let track = track(content.tune.id),
                    let trivia = questions.trivia(of: track, in: locale)
                {
                    asking.tune = content.tune.asking(trivia, in: locale)
                }
                continuation.resume(returning: asking)
                let next = tracks(after: content, for: wish, lately: lately)
                questions.want(next, in: locale) { (own?.tracks ?? []) + (remote?.tracks ?? []) }
            }
        }
    }

    private func track(_ id: String) -> Track? { own?.track(id) ?? remote?.track(id) }

    /// Tunes for which questions are put ahead.
    private static let ahead = 3

    /// Tracks of the tunes that will come next, if nothing is changed before.
    private func tracks(
        after content: TuneContent,
        for wish: TuneWish,
        lately: [String]
    ) -> [Track] {
        let tunes = tunes(for: wish, with: own)
        var wish = wish
        var tracks: [Track] = []
        var id = content.tune.id
        for _ in 0..<Self.ahead {
            wish.heard.append(id)
            wish.roundsStarted += 1
            let pick = wish.picks?.first { id in
                !wish.heard.contains(id) && !content.refused.contains { $0.id == id }
            }
            guard let next = pick ?? wish.choice(among: tunes, lately: lately)?.id else { break }
            if let track = track(next) { tracks.append(track) }
            id = next
        }
        return tracks
    }

    private func choice(
        for wish: TuneWish,
        lately: [String],
        _ session: SessionID?
    ) async -> TuneContent? {
        let start = DispatchTime.now()
        var refused: [PickRefusal] = []
        for id in wish.picks ?? [] where !wish.heard.contains(id) {
            guard DispatchTime.now() < start + .milliseconds(times.picks) else { break }
            do throws(PickTrouble) {
                var content = try await picked(id, session)
                content.refused = refused
                return content
            } catch {
                refused.append(PickRefusal(id: id, trouble: error))
            }
        }
        let deadline = start + .milliseconds(times.ready)
        var content = await fitting(wish, lately: lately, by: deadline)
        content?.refused = refused
        return content
    }

    private func picked(
        _ id: String,
        _ session: SessionID?
    ) async throws(PickTrouble) -> TuneContent {
        if let tune = book.tunes.first(where: { $0.id == id }) {
            guard book.hasRecording(tune) else { throw .gone }
            return TuneContent(tune)
        }
        if let remote, id.hasPrefix(RemoteTunes.prefix) {
            return try await remote.prepare(id, for: session)
        }
        guard let own, let tune = own.tunes.first(where: { $0.id == id }) else { throw .gone }
        return try await Self.made(tune, by: .now() + .milliseconds(times.pick), in: own)
    }

    /// Leaves a file that takes too long to be made for another round.
    private static func made(
        _ tune: Tune,
        by deadline: DispatchTime,
        in own: MusicLibrary
    ) async throws(PickTrouble) -> TuneContent {
        let late = Result<TuneContent, PickTrouble>.failure(.slow)
        return try await Awaited.value(by: deadline, or: late) { awaited in
            Task {
                let hasCover = await own.prepare(tune.id)
                awaited.come(
                    hasCover.map { .success(TuneContent(tune, hasCover: $0)) } ?? .failure(.broken)
                )
            }
        }.get()
    }

    /// A file that can't be played after all is left for another; when that has taken too long, for one of the book.
    private func fitting(
        _ wish: TuneWish,
        lately: [String],
        by deadline: DispatchTime
    ) async -> TuneContent? {
        while true {
            let own = DispatchTime.now() < deadline ? own : nil
            let choice = await choice(for: wish, lately: lately, with: own)
            guard let own, let choice, choice.id.hasPrefix(MusicFile.prefix) else {
                return choice.map { TuneContent($0) }
            }
            if let made = try? await Self.made(choice, by: deadline, in: own) { return made }
        }
    }

    /// Comparing thousands with a name takes time that no task's thread has.
    private func choice(
        for wish: TuneWish,
        lately: [String],
        with own: MusicLibrary?
    ) async -> Tune? {
        await withCheckedContinuation { continuation in
            DispatchQueue.global(qos: .userInitiated).async {
                let tunes = tunes(for: wish, with: own)
                continuation.resume(returning: wish.choice(among: tunes, lately: lately))
            }
        }
    }

    private func tunes(for wish: TuneWish, with own: MusicLibrary?) -> [Tune] {
        let source = wish.source ?? .book
        return (source == .own ? [] : book.playable) + (source == .book ? [] : own?.tunes ?? [])
    }

    /// Answers a host's search: one JSON object with names, which nobody else may read. Where the remote catalogue does
    /// not answer, it says why beside all that is here.
    ///
    /// - Parameter session: as above.
    public func found(
        for query: JSONObject,
        of session: SessionID? = nil
    ) async throws(WireError) -> [UInt8] {
        let query = try TuneQuery(query)
        async let here = foundHere(query)
        var elsewhere: [Tune] = []
        var trouble: PickTrouble?
        if let remote, !query.text.isEmpty {
            do throws(PickTrouble) {
                elsewhere = try await remote.found(for: query.text, of: session)
                    .filter(query.admits)
            } catch {
                trouble = error
            }
        }
        let found = await here
        return Self.json(found.tunes + elsewhere, found.isCut, trouble, query.locale)
    }

    /// Thousands of tunes take time that no task's thread has.
    private func foundHere(_ query: TuneQuery) async -> (tunes: [Tune], isCut: Bool) {
        await withCheckedContinuation { continuation in
            DispatchQueue.global(qos: .userInitiated).async {
                let tunes = book.playable + (own?.tunes ?? [])
                continuation.resume(returning: index.found(for: query, among: tunes))
            }
        }
    }

    private static func json(
        _ tunes: [Tune],
        _ isCut: Bool,
        _ trouble: PickTrouble?,
        _ locale: NameThatTune.Settings.Locale
    ) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("items")
        writer.beginArray()
        for tune in tunes {
            writer.beginObject()
            writer.member("tuneId", tune.id)
            writer.member("title", tune.title(in: locale))
            writer.member("artist", tune.artist(in: locale))
            writer.member("year", Int64(tune.year))
            writer.member("genre", tune.genre.rawValue)
            writer.member("source", TuneOrigin(tune.id).rawValue)
            writer.endObject()
        }
        writer.endArray()
        writer.member("isCut", isCut)
        writer.key("trouble")
        if let trouble { writer.value(trouble.rawValue) } else { writer.null() }
        writer.endObject()
        return writer.bytes
    }

    /// The file of a recording; nil where it can't be read. It takes as long as a disk or a program does.
    public func file(of recording: Recording) -> [UInt8]? {
        book.file(of: recording) ?? own?.clip(of: recording.name)
            ?? remote?.clip(of: recording.name)
    }

    /// As `file(of:)`, of a cover: a JPEG.
    public func file(of picture: Picture) -> [UInt8]? {
        let cover = own?.cover(of: picture.name) ?? remote?.cover(of: picture.name)
        return cover.map { picture.isBlurred ? $0.blurred : $0.sharp }
    }
}

/// A value that is waited for until a moment and no longer: the first that comes counts.
final class Awaited<Value: Sendable>: Sendable {
    private let waiting: Mutex<CheckedContinuation<Value, Never>?>

    private init(_ continuation: CheckedContinuation<Value, Never>) {
        waiting = Mutex(continuation)
    }

    func come(_ value: Value) { waiting.withLock { $0.take() }?.resume(returning: value) }

    /// - Parameter late: comes at the deadline.
    static func value(
        by deadline: DispatchTime,
        or late: Value,
        _ begin: (Awaited) -> Void
    ) async -> Value {
        await withCheckedContinuation { continuation in
            let awaited = Awaited(continuation)
            DispatchQueue.global().asyncAfter(deadline: deadline) { awaited.come(late) }
            begin(awaited)
        }
    }
}

/// The catalogue that a tune is of.
enum TuneOrigin: String, CaseIterable, Sendable {
    case book, own, remote

    init(_ id: String) {
        self =
            id.hasPrefix(MusicFile.prefix)
            ? .own : id.hasPrefix(RemoteTunes.prefix) ? .remote : .book
    }
}
