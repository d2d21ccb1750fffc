import Dispatch
import Programs
import Synchronization

/// The folder as it was read: what stands in it, what is known of each file, and what is yet to be read.
struct MusicShelf: Sendable {
    struct Look: Sendable {
        /// Nil where nothing else is known than before.
        var known: [String: (file: MusicFile, found: MusicCache.Found)]?
        var refused = 0
        var left = 0
        var isPlayable = true
        var news: [MusicLibrary.News] = []
    }

    private let folder: MusicFolder
    private let cache: MusicCache
    private let tool: MusicTool
    private var entries: [String: MusicCache.Entry] = [:]
    /// Of the folder's last look.
    private var contents = MusicFolder.Contents()
    private var waiting: [MusicFile] = []
    private var told: [String: MusicFault] = [:]
    private var hasBegun = false
    private var isAway = false
    private var isCut = false
    private var trouble: MusicLibrary.News?
    private var slowInARow = 0
    private var unkept = 0
    private var sinceNews = 0

    init(_ folder: MusicFolder, _ cache: MusicCache, _ tool: MusicTool) {
        self.folder = folder
        self.cache = cache
        self.tool = tool
    }

    private static let toldOneByOne = 40
    private static let readBetweenNews = 1_000
    private static let readBetweenKeeping = 1_000
    /// So many files in a row that take too long are a program that hangs.
    private static let slowFiles = 4

    /// Looks at the folder, unless some files of the last look are yet to be read; then reads a few.
    mutating func look() -> Look {
        var look = Look()
        if !hasBegun {
            for entry in cache.entries() { entries[entry.file.path] = entry }
        }
        var isAnother = !hasBegun
        hasBegun = true
        if waiting.isEmpty {
            guard let now = folder.contents() else {
                if !isAway { look.news.append(.folderAway) }
                isAway = true
                return finish(&look, isAnother: isAnother)
            }
            if isAway { look.news.append(.folderBack) }
            isAway = false
            isAnother = isAnother || now.files != contents.files
            contents = now
            if now.isCut, !isCut { look.news.append(.tooMany(limit: MusicLimits.files)) }
            isCut = now.isCut
            waiting = now.files.filter { entries[$0.path]?.file != $0 }
            if !waiting.isEmpty, tool.isThere { look.news.append(.reading(left: waiting.count)) }
            if isAnother { forgetTheGone() }
        }
        if read(&look) { isAnother = true }
        return finish(&look, isAnother: isAnother)
    }

    private mutating func forgetTheGone() {
        let here = Set(contents.files.map(\.path))
        let before = entries.count
        entries = entries.filter { here.contains($0.key) }
        unkept += before - entries.count
    }

    /// - Returns: false where nothing was read.
    private mutating func read(_ look: inout Look) -> Bool {
        guard !waiting.isEmpty else {
            // Without a program nothing more is made of what there is.
            check(&look, tool.isThere ? nil : .programMissing)
            return false
        }
        guard tool.isThere else {
            check(&look, .programMissing)
            waiting = []
            return false
        }
        let files = Array(waiting.prefix(MusicLimits.filesAtATime))
        let outcomes = Self.read(files, folder, tool)
        for (file, outcome) in zip(files, outcomes) {
            var entry = MusicCache.Entry(file: file)
            switch outcome {
            case .success(let found): entry.found = found
            case .failure(let fault): entry.fault = fault
            }
            slowInARow = entry.fault == .tooSlow ? slowInARow + 1 : 0
            entries[file.path] = entry
        }
        if slowInARow >= Self.slowFiles {
            // They may be as good as any: they are read again at the next look.
            for file in files where entries[file.path]?.fault == .tooSlow {
                entries[file.path] = nil
            }
            check(&look, .programHangs)
            waiting = []
            return true
        }
        check(&look, nil)
        waiting.removeFirst(files.count)
        unkept += files.count
        sinceNews += files.count
        if !waiting.isEmpty, sinceNews >= Self.readBetweenNews {
            sinceNews = 0
            look.news.append(.reading(left: waiting.count))
        }
        return true
    }

    private mutating func check(_ look: inout Look, _ now: MusicLibrary.News?) {
        if now != trouble { look.news.append(now ?? .programBack) }
        trouble = now
    }

    /// A few at a time; blocks until all are read.
    private static func read(
        _ files: [MusicFile],
        _ folder: MusicFolder,
        _ tool: MusicTool
    ) -> [Result<MusicCache.Found, MusicFault>] {
        let next = Mutex(0)
        let outcomes = Mutex(
            [Result<MusicCache.Found, MusicFault>?](repeating: nil, count: files.count)
        )
        DispatchQueue.concurrentPerform(iterations: MusicLimits.lanes) { _ in
            while true {
                let place = next.withLock { next in
                    defer { next += 1 }
                    return next
                }
                guard place < files.count else { return }
                let outcome = Result { () throws(MusicFault) in
                    try found(files[place], folder, tool)
                }
                outcomes.withLock { $0[place] = outcome }
            }
        }
        return outcomes.withLock { $0.map { $0 ?? .failure(.unreadable) } }
    }

    private static func found(
        _ file: MusicFile,
        _ folder: MusicFolder,
        _ tool: MusicTool
    ) throws(MusicFault) -> MusicCache.Found {
        let json = try folder.reading(file.path) { descriptor throws(MusicFault) in
            guard !MusicLock.isOn(descriptor) else { throw .protected }
            do throws(ProgramError) {
                return try tool.tags(of: descriptor)
            } catch {
                throw MusicFault(error)
            }
        }
        let tags = try MusicTags(json, of: file.path)
        return MusicCache.Found(
            tune: tags.tune(file.id),
            durationMs: tags.durationMs,
            hasPicture: tags.hasPicture,
            album: tags.album,
            composer: tags.composer
        )
    }

    private mutating func finish(_ look: inout Look, isAnother: Bool) -> Look {
        let refusals =
            contents.refusals
            + contents.files.compactMap { file in
                entries[file.path]?.fault.map { MusicRefusal(path: file.path, fault: $0) }
            }
        look.refused = refusals.count
        look.left = waiting.count
        look.isPlayable = trouble == nil
        // Nothing is told of a file twice.
        let unheard = refusals.filter { told[$0.path] != $0.fault }
        told = Dictionary(refusals.map { ($0.path, $0.fault) }) { first, _ in first }
        for refusal in unheard.prefix(Self.toldOneByOne) { look.news.append(.refused(refusal)) }
        if unheard.count > Self.toldOneByOne {
            look.news.append(.refusedToo(count: unheard.count - Self.toldOneByOne))
        }
        if isAnother {
            var known: [String: (file: MusicFile, found: MusicCache.Found)] = [:]
            for file in contents.files {
                guard let entry = entries[file.path], entry.file == file, let found = entry.found
                else { continue }
                known[found.tune.id] = (file, found)
            }
            look.known = known
            if waiting.isEmpty, !isAway {
                look.news.append(.read(tunes: known.count, refused: refusals.count))
            }
        }
        if unkept >= Self.readBetweenKeeping || unkept > 0 && waiting.isEmpty {
            unkept = 0
            do {
                // A file that took too long may have been the machine's fault.
                try cache.keep(entries.values.filter { $0.fault != .tooSlow })
            } catch {
                look.news.append(.notKept(folder: cache.folder))
            }
        }
        return look
    }
}
