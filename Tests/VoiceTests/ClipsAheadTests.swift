import Foundation
import GameState
import Glibc
import Programs
import Synchronization
import Testing

@testable import Voice

/// Clips are there before anybody plays, within their limit, and say what is written now.
@Suite struct ClipsAheadTests {
    /// Logs what it is given to say, and how far it gives way; its version is what a file says.
    private static let program = """
        here="$(dirname "$0")"
        if test "$1" = --version; then cat "$here/version"; exit; fi
        cat > "$here/text"; cat "$here/text" >> "$here/log"; echo >> "$here/log"
        nice >> "$here/niceness"
        grep -q MUTE "$here/text" && exit 3
        exec /usr/bin/espeak-ng --stdin --stdout < "$here/text"
        """

    /// A folder that is gone with the test.
    private let place: Script

    init() throws {
        place = try Script(Self.program)
        try setVersion("1")
    }

    private var directory: String { place.folder.appending(path: "clips/ahead").path }

    private func setVersion(_ text: String) throws {
        try Data(text.utf8).write(to: place.folder.appending(path: "version"))
    }

    private func ahead(
        maxBytes: Int = VoiceLimits.aheadBytes,
        spareBytes: Int = 0,
        directory: String? = nil
    ) -> ClipsAhead {
        ClipsAhead(
            Espeak(program: place.path),
            directory: directory ?? self.directory,
            maxBytes: maxBytes,
            spareBytes: spareBytes
        )
    }

    private static func lines(_ numbers: ClosedRange<Int>) -> [VoiceLine] {
        numbers.map { VoiceLine(text: "Nu reser vi \($0)", locale: "sv") }
    }

    private static let lines = lines(1...3)

    private var files: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []).sorted()
    }

    private var bytes: Int {
        files.reduce(0) { sum, name in
            let about = try? FileManager.default.attributesOfItem(atPath: "\(directory)/\(name)")
            return sum + (about?[.size] as? Int ?? 0)
        }
    }

    private func isComplete(_ end: AheadEnd, _ count: Int, silent: Int = 0) -> Bool {
        guard case .complete(let progress, silent: let mute) = end else { return false }
        return progress.kept == count && progress.bytes == bytes && mute == silent
    }

    private func studio(_ ahead: ClipsAhead, _ reports: StudioTests.Reports) -> VoiceStudio {
        VoiceStudio(
            Espeak(program: place.path),
            directory: place.folder.appending(path: "clips").path,
            ahead: ahead
        ) { reports.take($0) }
    }

    @Test func `every session has them at once, and nothing is said for it`() async throws {
        #expect(isComplete(ahead().make(Self.lines + Self.lines), 3))
        #expect(place.log.count == 3)
        let reports = StudioTests.Reports()
        // As after a restart: nothing has been made by this one.
        let studio = studio(ahead(), reports)
        for owner in ["s1", "s2"] {
            for line in Self.lines { _ = try await studio.clip(of: line, for: owner).get() }
        }
        #expect(reports.made == 0 && reports.found == 6 && place.log.count == 3)
        let other = VoiceLine(text: "Nu reser vi inte", locale: "sv")
        _ = try await studio.clip(of: other, for: "s1").get()
        #expect(reports.made == 1)
        #expect(files.count == 3, "what a game had said is its own")
    }

    @Test func `a clip ahead sounds as one that was made for a game`() async throws {
        let line = VoiceLine(text: "År 1652 & femton", locale: "sv")
        #expect(isComplete(ahead().make([line]), 1))
        let spoken = try await VoiceStudio(
            Espeak(program: place.path),
            directory: place.folder.appending(path: "others").path
        ).clip(of: line).get()
        let found = try await studio(ahead(), StudioTests.Reports()).clip(of: line).get()
        #expect(found == spoken && place.log.count == 2 && place.log[0] == place.log[1])
    }

    @Test func `a file takes half of what is heard, and one that is not packed is as good`()
        throws
    {
        let line = Self.lines[0]
        let made = ahead()
        #expect(isComplete(made.make([line]), 1))
        let clip = try #require(made.clip(of: line.inWords))
        #expect(bytes < clip.wav.count * 6 / 10)
        let file = URL(filePath: "\(directory)/\(try #require(files.first))")
        let digest = try Data(contentsOf: file).prefix(32)
        try (digest + Data(clip.wav)).write(to: file)
        #expect(made.clip(of: line.inWords) == clip)
        #expect(isComplete(ahead().make([line]), 1) && place.log.count == 1)
    }

    @Test func `names tell nothing, and nobody else may look`() throws {
        #expect(isComplete(ahead().make(Self.lines), 3))
        for name in files {
            #expect(name.wholeMatch(of: #/[0-9a-f]{64}\.clip/#) != nil)
            let about = try FileManager.default.attributesOfItem(atPath: "\(directory)/\(name)")
            #expect(about[.posixPermissions] as? Int == 0o600)
        }
        let folder = try FileManager.default.attributesOfItem(atPath: directory)
        #expect(folder[.posixPermissions] as? Int == 0o700)
    }

    @Test func `another text and another version are said anew, what is as it was is not`()
        throws
    {
        #expect(isComplete(ahead().make(Self.lines), 3))
        #expect(isComplete(ahead().make(Self.lines), 3))
        #expect(place.log.count == 3)
        var changed = Self.lines
        changed[1].text = "Nu reser vi hem"
        let ahead = ahead()
        guard case .complete(let progress, silent: 0) = ahead.make(changed) else {
            Issue.record("not complete")
            return
        }
        #expect(progress.kept == 3 && place.log.count == 4 && place.log[3] == "Nu reser vi hem")
        changed[1].locale = "en"
        _ = ahead.make(changed)
        #expect(place.log.count == 5)
        try setVersion("2")
        _ = ahead.make(changed)
        #expect(place.log.count == 8)
        #expect(ahead.clip(of: changed[0].inWords) != nil)
        try setVersion("1")
        _ = ahead.make(changed)
        #expect(place.log.count == 8, "what was said with the version before is still there")
    }

    @Test func `everything gives way to what people wait for`() throws {
        let done = DispatchSemaphore(value: 0)
        let ahead = ahead()
        AsideThread.run {
            _ = ahead.make(Self.lines)
            done.signal()
        }
        #expect(done.wait(timeout: .now() + .seconds(60)) == .success)
        let niceness = try String(
            contentsOf: place.folder.appending(path: "niceness"),
            encoding: .utf8
        )
        #expect(niceness == "19\n19\n19\n")
        errno = 0
        #expect(getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0) < 19)
    }

    @Test func `they stay within their limit, and what is not wanted any more goes first`() throws {
        #expect(isComplete(ahead().make(Self.lines(1...4)), 4))
        let limit = bytes
        let before = Set(files)
        // The last two are wanted no more; of them the one that was made first has been so for longest.
        for (second, name) in [(10, 3), (20, 2)] {
            let key = try #require(files(of: Self.lines(1...4))[name])
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: Double(second))],
                ofItemAtPath: "\(directory)/\(key)"
            )
        }
        let fourth = try #require(files(of: Self.lines(1...4))[3])
        let third = try #require(files(of: Self.lines(1...4))[2])
        let wanted = Self.lines(1...2) + [VoiceLine(text: "Hej", locale: "sv")]
        guard case .complete(let progress, silent: 0) = ahead(maxBytes: limit).make(wanted) else {
            Issue.record("not complete")
            return
        }
        #expect(progress.kept == 3 && bytes <= limit)
        #expect(before.subtracting(files) == [fourth] && files.contains(third))
    }

    private func files(of lines: [VoiceLine]) -> [String?] {
        let all = files
        return lines.map { line in
            let folder = place.folder.appending(path: "one \(UUID().uuidString)").path
            _ = ahead(directory: folder).make([line])
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            return names.first.flatMap { all.contains($0) ? $0 : nil }
        }
    }

    @Test func `what does not fit is not made over and over`() throws {
        #expect(isComplete(ahead().make(Self.lines(1...2)), 2))
        let limit = bytes
        for _ in 1...2 {
            let end = ahead(maxBytes: limit).make(Self.lines(1...3))
            guard case .full(let progress, maxBytes: limit) = end else {
                Issue.record("\(end)")
                return
            }
            #expect(progress.kept == 2 && progress.wanted == 3 && bytes == limit)
        }
        // The third was said each time, and found too long.
        #expect(place.log.count == 4)
        let end = ahead(maxBytes: limit - 1).make(Self.lines(1...2))
        guard case .full(let progress, maxBytes: limit - 1) = end else {
            Issue.record("\(end)")
            return
        }
        #expect(progress.kept == 1 && bytes < limit)
    }

    @Test(arguments: [0, 45, 500]) func `a damaged one is made again`(at: Int) async throws {
        let ahead = ahead()
        #expect(isComplete(ahead.make([Self.lines[0]]), 1))
        let file = URL(filePath: "\(directory)/\(try #require(files.first))")
        let whole = try Data(contentsOf: file)
        var damaged = whole
        damaged[at] ^= 1
        try damaged.write(to: file)
        let reports = StudioTests.Reports()
        _ = try await studio(ahead, reports).clip(of: Self.lines[0]).get()
        #expect(reports.made == 1 && files.isEmpty)
        #expect(isComplete(ahead.make([Self.lines[0]]), 1))
        #expect(try Data(contentsOf: file) == whole)
    }

    @Test func `what was left unfinished is cleared away`() throws {
        try FileManager.default.createDirectory(
            atPath: directory,
            withIntermediateDirectories: true
        )
        try Data("half".utf8).write(to: URL(filePath: "\(directory)/.half.part"))
        #expect(isComplete(ahead().make([Self.lines[0]]), 1))
        #expect(files.count == 1)
    }

    @Test func `a line that can't be said costs itself, a voice that says nothing ends it`()
        throws
    {
        func line(_ number: Int, _ text: String = "MUTE") -> VoiceLine {
            VoiceLine(text: "\(text) \(number)", locale: "sv")
        }
        // More than end it in a row, none of them in a row.
        let some = (1...9).map { line($0, $0.isMultiple(of: 3) ? "Hej" : "MUTE") }
        #expect(some.count - 3 > VoiceLimits.failuresAhead)
        #expect(isComplete(ahead().make(some), 3, silent: 6))
        let many = (1...20).map { line($0) }
        let before = place.log.count
        #expect(ahead().make(many) == .mute(.failed(status: 3)))
        #expect(place.log.count - before == VoiceLimits.failuresAhead)
    }

    @Test func `trouble is named`() throws {
        let none = ClipsAhead(Espeak(program: "/nowhere/espeak-ng"), directory: directory)
        let end = none.make(Self.lines)
        #expect(end == .mute(.missing(program: "/nowhere/espeak-ng")))
        #expect("\(end)" == "the voice says nothing: /nowhere/espeak-ng can't be run")
        #expect(none.clip(of: Self.lines[0]) == nil)
        #expect(
            ahead(directory: "/proc/none").make(Self.lines) == .unusable(directory: "/proc/none")
        )
        let full = ahead(spareBytes: 1 << 60)
        #expect(
            full.make(Self.lines) == .diskFull(directory: directory, spareBytes: 1 << 60)
        )
        #expect(files.isEmpty)
        let list = open(directory, O_RDONLY | O_DIRECTORY)
        defer { close(list) }
        #expect(flock(list, LOCK_EX) == 0)
        #expect(ahead().make(Self.lines) == .busy(directory: directory))
        #expect(files.isEmpty)
    }
}

/// Clips are made while nobody plays.
extension ClipsAheadTests {
    /// Knowledge of a gateway.
    private final class House: Sendable {
        let isIdle = Mutex(false)
        let lines = Mutex(ClipsAheadTests.lines)
        let looks = Mutex(0)
    }

    private func keepUp(_ ahead: ClipsAhead, _ house: House, idleLooks: Int = .max) {
        ahead.keepUp(
            quietMs: 40,
            lookMs: 40,
            with: { house.lines.withLock { $0 } },
            whileIdle: {
                let looks = house.looks.withLock { looks in
                    looks += 1
                    return looks
                }
                return house.isIdle.withLock { $0 } && looks <= idleLooks
            }
        )
    }

    private func awaitFiles(_ count: Int) async throws {
        for _ in 0..<2_000 where files.count != count {
            try await Task.sleep(for: .milliseconds(5))
        }
        #expect(files.count == count)
    }

    @Test func `nothing is made while somebody plays, and what changes is made later`()
        async throws
    {
        let (ahead, house) = (ahead(), House())
        keepUp(ahead, house)
        defer { ahead.close() }
        for _ in 0..<2_000 where house.looks.withLock({ $0 }) < 20 {
            try await Task.sleep(for: .milliseconds(5))
        }
        #expect(files.isEmpty && place.log.isEmpty)
        house.isIdle.withLock { $0 = true }
        try await awaitFiles(3)
        house.lines.withLock { $0 += [VoiceLine(text: "Hej", locale: "sv")] }
        try await awaitFiles(4)
        #expect(place.log.count == 4)
    }

    /// Four looks before it begins, and one before each line.
    @Test func `it stops between two lines when somebody comes`() async throws {
        let (ahead, house) = (ahead(), House())
        house.isIdle.withLock { $0 = true }
        keepUp(ahead, house, idleLooks: 6)
        try await awaitFiles(2)
        let looks = house.looks.withLock { $0 }
        for _ in 0..<2_000 where house.looks.withLock({ $0 }) < looks + 20 {
            try await Task.sleep(for: .milliseconds(5))
        }
        #expect(files.count == 2 && place.log.count == 2)
        ahead.close()
    }

    @Test func `a damaged file is made again without another text`() async throws {
        let (ahead, house) = (ahead(), House())
        house.isIdle.withLock { $0 = true }
        keepUp(ahead, house)
        defer { ahead.close() }
        try await awaitFiles(3)
        let file = "\(directory)/\(try #require(files.first))"
        try Data("nothing".utf8).write(to: URL(filePath: file))
        #expect(Self.lines.count { ahead.clip(of: $0.inWords) == nil } == 1)
        try await awaitFiles(3)
        #expect(place.log.count == 4)
    }
}
