import Dispatch
import Foundation
public import Making
import Programs
import Protocol
import Synchronization

/// A catalogue elsewhere that a host searches and picks from: its previews become clips as the family's own files do.
///
/// Every byte of it is a stranger's. The catalogue is asked by the gateway alone, so it learns of no guest, and no guest's
/// device learns of it.
public final class RemoteTunes: Sendable {
    /// Something to be logged.
    public enum News: Equatable, Sendable {
        case trouble(PickTrouble)
        /// The server wants nothing to do with the operator's key.
        case keyRefused
        /// It knows tunes and lets none of them be heard; told once.
        case noPreviews
        case back
        case programMissing
    }

    /// Clip and cover as a round plays and shows them.
    fileprivate struct Made {
        let clip: [UInt8]
        /// Nil where there is none that can be shown: a tune does without.
        let cover: CoverPair?
    }

    fileprivate struct State {
        var found = Newest<RemoteFound>(RemoteLimits.tunes)
        var searches = Newest<(found: [RemoteFound], at: ContinuousClock.Instant)>(
            RemoteLimits.searches
        )
        var made = Newest<Made>(RemoteLimits.clips)
        /// Those who wait for a tune that is being made.
        var waiting: [String: [Awaited<Outcome>]] = [:]
        var failed = Newest<ContinuousClock.Instant>(RemoteLimits.clips)
        /// Threads that wait.
        var blocked = 0
        /// Of the last minute.
        var calls: [(at: ContinuousClock.Instant, session: SessionID?)] = []
        /// The trouble that nothing is asked for, until then.
        var pause: (trouble: PickTrouble, until: ContinuousClock.Instant)?
        /// The trouble that was told last, and whose it is.
        var told: (news: News, server: RemoteCause.Server)?
        /// True once a tune had a preview, or the operator was told that there are none.
        var knowsOfPreviews = false
    }

    private let state = Mutex(State())
    private let remote: any RemoteProtocol
    private let place: RemotePlace
    private let line: RemoteLine
    private let reader: any WebReader
    private let tool: MusicTool
    private let times: RemoteTimes
    private let tell: @Sendable (News, RemoteCause?) -> Void
    /// Makes one clip at a time.
    private let making = DispatchQueue(label: "remote clips", qos: .userInitiated)

    /// - Parameters:
    ///   - base: of the server.
    ///   - country: whose shop is asked; nil: as the server likes.
    ///   - tell: called on any queue; with whose trouble it is, where it is one of a server's.
    public convenience init(
        base: String,
        speaking speech: RemoteSpeech = .iTunes,
        country: String?,
        by reader: any WebReader,
        tell: @escaping @Sendable (News, RemoteCause?) -> Void
    ) {
        self.init(
            base: base,
            speaking: speech,
            country: country,
            by: reader,
            with: MusicTool(),
            within: RemoteTimes(),
            tell: tell
        )
    }

    /// - Parameter now: the time by which a pass ends.
    init(
        base: String,
        speaking speech: RemoteSpeech = .iTunes,
        country: String?,
        by reader: any WebReader,
        with tool: MusicTool,
        within times: RemoteTimes,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        tell: @escaping @Sendable (News, RemoteCause?) -> Void
    ) {
        remote = speech.remote(at: base, country: country)
        place = RemotePlace(base)
        line = RemoteLine(remote, by: reader, within: times.answer, now: now)
        self.reader = reader
        self.tool = tool
        self.times = times
        self.tell = tell
        if !tool.isThere { tell(.programMissing, nil) }
    }

    /// No tune of the book or of the family's begins so.
    static let prefix = "remote-"

    // MARK: Search

    /// Tunes for some words that can be heard, in the server's order.
    ///
    /// - Parameter session: for whose share it is; nil: for none.
    /// - Throws: `noClip` where it knows some and none of them can.
    func found(
        for text: String,
        of session: SessionID? = nil
    ) async throws(PickTrouble) -> [Tune] {
        let words = text.lowercased()
        let known = state.withLock { $0.searches.value(words) }
        if let known, known.at + .seconds(RemoteLimits.searchSeconds) > .now {
            return try heard(known.found)
        }
        let found = try await ask(.search(text), for: session)
        state.withLock { $0.searches.keep((found, .now), words) }
        return try heard(found)
    }

    /// False where it has no preview, or one at a place that is not read whatever is there.
    private func canBeHeard(_ found: RemoteFound) -> Bool {
        found.preview.map(place.leads) ?? false
    }

    private func heard(_ found: [RemoteFound]) throws(PickTrouble) -> [Tune] {
        let heard = found.filter(canBeHeard)
        if heard.isEmpty, !found.isEmpty { throw .noClip }
        return heard.map(\.tune)
    }

    private func known(
        _ id: String,
        _ session: SessionID?
    ) async throws(PickTrouble) -> RemoteFound {
        if let found = state.withLock({ $0.found.value(id) }) { return found }
        let found = try await ask(.lookUp(id), for: session)
        guard let one = found.first(where: { $0.tune.id == id }) else { throw .gone }
        return one
    }

    /// One call, within so many in a minute of all and of a session. After one that says that there were too many, that nobody
    /// answers or that makes no sense, the server is left alone for a while.
    private func ask(
        _ call: RemoteCall,
        for session: SessionID?
    ) async throws(PickTrouble) -> [RemoteFound] {
        guard let address = remote.address(of: call) else { throw .gone }
        try state.withLock { state throws(PickTrouble) in try state.take(call, for: session) }
        do throws(RemoteFault) {
            let found = try await line.tunes(at: address, for: call)
            told(nil)
            let isSilent = !found.contains(where: canBeHeard)
            if state.withLock({ $0.keep(found, isSilent) }) { tell(.noPreviews, nil) }
            return found
        } catch {
            if let seconds = error.restSeconds {
                state.withLock { $0.pause = (error.trouble, .now + .seconds(seconds)) }
            }
            told(error)
            throw error.trouble
        }
    }

    private func told(_ fault: RemoteFault?) {
        let news = fault.map { $0.isOfKey ? News.keyRefused : .trouble($0.trouble) }
        let told = news.flatMap { news in fault.map { (news: news, server: $0.cause.server) } }
        let isNews = state.withLock { state in
            defer { state.told = told }
            return state.told?.news != told?.news || state.told?.server != told?.server
        }
        if isNews { tell(news ?? .back, fault?.cause) }
    }

    private func read(_ address: String, _ limits: WebLimits) async throws(PickTrouble) -> WebPage {
        do throws(WebFault) {
            return try await reader.read(address, within: limits)
        } catch {
            throw PickTrouble(error)
        }
    }

    /// All that are remembered.
    var tracks: [Track] { state.withLock { $0.found.all.map(\.track) } }

    /// Nil for one that is not remembered: nobody is asked for it.
    func track(_ id: String) -> Track? { state.withLock { $0.found.value(id)?.track } }

    // MARK: Clips and covers

    fileprivate typealias Outcome = Result<TuneContent, PickTrouble>

    /// Makes what a round is played with, in time or not at all; once for all who ask meanwhile.
    ///
    /// - Parameter session: as above.
    func prepare(
        _ id: String,
        for session: SessionID? = nil
    ) async throws(PickTrouble) -> TuneContent {
        let deadline = DispatchTime.now() + .milliseconds(times.ready)
        let result = await Awaited.value(by: deadline, or: Outcome.failure(.slow)) { awaited in
            switch state.withLock({ $0.enter(awaited, id) }) {
            case .joined: break
            case .full: awaited.come(.failure(.slow))
            case .begins:
                Task {
                    do throws(PickTrouble) {
                        finish(id, .success(try await ready(id, session)))
                    } catch {
                        finish(id, .failure(error))
                    }
                }
            }
        }
        return try result.get()
    }

    private func finish(_ id: String, _ outcome: Outcome) {
        let waiting = state.withLock { state in
            if case .failure = outcome { state.failed.keep(.now, id) }
            return state.waiting.removeValue(forKey: id) ?? []
        }
        for awaited in waiting { awaited.come(outcome) }
    }

    private func ready(
        _ id: String,
        _ session: SessionID?
    ) async throws(PickTrouble) -> TuneContent {
        let found = try await known(id, session)
        if let made = state.withLock({ $0.made.value(id) }) {
            return TuneContent(found.tune, hasCover: made.cover != nil)
        }
        guard tool.isThere else { throw .noProgram }
        guard let address = found.preview else { throw .noClip }
        let sound = try await preview(at: address)
        let clip = try await onQueue { () throws(PickTrouble) in try self.clip(of: sound) }
        var cover: CoverPair?
        for address in found.pictures where cover == nil {
            cover = await self.cover(at: address)
        }
        let made = Made(clip: clip, cover: cover)
        state.withLock { $0.made.keep(made, id) }
        return TuneContent(found.tune, hasCover: cover != nil)
    }

    /// A preview that fails is no news of the catalogue's.
    private func preview(at address: String) async throws(PickTrouble) -> [UInt8] {
        let page = try await read(
            address,
            WebLimits(bytes: RemoteLimits.previewBytes, ms: times.preview)
        )
        switch page.status {
        case 200:
            guard Self.mayBeSound(page.mediaType), !page.body.isEmpty else { throw .broken }
            return page.body
        case 403, 404, 410: throw .gone
        case 429: throw .limited
        case 500...: throw .away
        case _: throw .broken
        }
    }

    /// Servers call sound many things; a page for people is none of them.
    private static func mayBeSound(_ type: String) -> Bool {
        type.hasPrefix("audio/") || type == "video/mp4" || type == "video/quicktime"
            || type.hasSuffix("/octet-stream") || type.isEmpty
    }

    /// Programs block, and cover nobody else's time.
    private func onQueue<Value: Sendable>(
        _ work: @escaping @Sendable () throws(PickTrouble) -> Value
    ) async throws(PickTrouble) -> Value {
        let result: Result<Value, PickTrouble> = await withCheckedContinuation { continuation in
            making.async { continuation.resume(returning: Result(catching: work)) }
        }
        return try result.get()
    }

    private func clip(of sound: [UInt8]) throws(PickTrouble) -> [UInt8] {
        do throws(ProgramError) {
            return try Self.withFile(of: sound) { file throws(ProgramError) in
                guard !MusicLock.isOn(file), let lufs = try tool.loudness(of: file, fromMs: 0),
                    lufs > MusicTool.silenceLUFS
                else { throw .failed(status: 0) }
                let clip = try tool.clip(of: file, fromMs: 0, at: lufs)
                guard MusicTool.lengthMs(ofClip: clip) >= MusicLimits.shortestMs else {
                    throw .failed(status: 0)
                }
                return clip
            }
        } catch {
            switch error {
            case .tooSlow: throw .slow
            case .missing: throw .noProgram
            case .tooLong, .failed, .system: throw .broken
            }
        }
    }

    /// Nil where there is none that can be shown: a tune does without.
    private func cover(at address: String) async -> CoverPair? {
        let limits = WebLimits(bytes: RemoteLimits.pictureBytes, ms: times.picture)
        guard let page = try? await reader.read(address, within: limits),
            page.status == 200, page.mediaType.hasPrefix("image/") || page.mediaType.isEmpty
        else { return nil }
        return try? await onQueue { () throws(PickTrouble) in
            do throws(ProgramError) {
                return try Self.withFile(of: page.body) { file throws(ProgramError) in
                    try CoverPair(of: file, .file, by: self.tool)
                }
            } catch {
                throw .broken
            }
        }
    }

    /// Calls with a file that has no name, and is gone afterwards.
    private static func withFile<Value>(
        of bytes: [UInt8],
        _ body: (Int32) throws(ProgramError) -> Value
    ) throws(ProgramError) -> Value {
        var place = Array("\(FileManager.default.temporaryDirectory.path)/tune-XXXXXX".utf8CString)
        let file = mkstemp(&place)
        guard file >= 0 else { throw .failed(status: 0) }
        defer { close(file) }
        _ = unlink(place)
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
            guard count > 0 else { throw .failed(status: 0) }
            written += count
        }
        guard lseek(file, 0, SEEK_SET) == 0 else { throw .failed(status: 0) }
        return try body(file)
    }

    /// The clip of a tune as it was made; made anew where that was elsewhere. It takes as long as a network does.
    func clip(of id: String) -> [UInt8]? { made(id)?.clip }

    /// As `clip(of:)`.
    func cover(of id: String) -> CoverPair? { made(id)?.cover }

    private func made(_ id: String) -> Made? {
        guard id.hasPrefix(Self.prefix) else { return nil }
        let (made, mayWait) = state.withLock { ($0.made.value(id), $0.takeThread(for: id)) }
        guard mayWait else { return made }
        defer { state.withLock { $0.blocked -= 1 } }
        let isReady = DispatchSemaphore(value: 0)
        Task {
            _ = try? await prepare(id)
            isReady.signal()
        }
        isReady.wait()
        return state.withLock { $0.made.value(id) }
    }
}

extension RemoteTunes.State {
    /// - Throws: where it is not to be made now; `limited` where others have had, or the session has had, too many.
    fileprivate mutating func take(
        _ call: RemoteCall,
        for session: SessionID?
    ) throws(PickTrouble) {
        let now = ContinuousClock.now
        if let pause, pause.until > now { throw pause.trouble }
        pause = nil
        calls.removeAll { $0.at < now - .seconds(60) }
        let (most, share) =
            switch call {
            case .search: (RemoteLimits.searchesAMinute, RemoteLimits.searchesOfASession)
            case .lookUp: (RemoteLimits.callsAMinute, RemoteLimits.callsOfASession)
            }
        guard calls.count < most else { throw .limited }
        if let session {
            guard calls.count(where: { $0.session == session }) < share else { throw .limited }
        }
        calls.append((now, session))
    }

    /// - Parameter isSilent: true where none of them can be heard.
    /// - Returns: true where it is time to tell so.
    fileprivate mutating func keep(_ tunes: [RemoteFound], _ isSilent: Bool) -> Bool {
        for one in tunes { found.keep(one, one.tune.id) }
        guard !tunes.isEmpty, !knowsOfPreviews else { return false }
        knowsOfPreviews = true
        return isSilent
    }

    fileprivate enum Entry { case begins, joined, full }

    fileprivate mutating func enter(
        _ awaited: Awaited<RemoteTunes.Outcome>,
        _ id: String
    ) -> Entry {
        let isNew = waiting[id] == nil
        if isNew, waiting.count == RemoteLimits.making { return .full }
        waiting[id, default: []].append(awaited)
        return isNew ? .begins : .joined
    }

    /// A thread that waits is missing elsewhere, so a screen that asks again and again gets few, and none where it would wait
    /// in vain.
    fileprivate mutating func takeThread(for id: String) -> Bool {
        let isHopeless =
            failed.value(id).map { $0 + .seconds(RemoteLimits.failedSeconds) > .now } ?? false
        guard made.value(id) == nil, !isHopeless, blocked < RemoteLimits.waiting else {
            return false
        }
        blocked += 1
        return true
    }
}

/// Values by their names, of which those that were used last are held.
private struct Newest<Value> {
    private let limit: Int
    private var values: [String: Value] = [:]
    /// The one that was not used for the longest time first.
    private var order: [String] = []

    init(_ limit: Int) { self.limit = limit }

    var all: some Collection<Value> { values.values }

    mutating func value(_ name: String) -> Value? {
        guard let value = values[name] else { return nil }
        use(name)
        return value
    }

    mutating func keep(_ value: Value, _ name: String) {
        values[name] = value
        use(name)
        if order.count > limit { values[order.removeFirst()] = nil }
    }

    private mutating func use(_ name: String) {
        order.removeAll { $0 == name }
        order.append(name)
    }
}
