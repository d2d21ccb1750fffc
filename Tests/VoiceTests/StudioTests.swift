import Foundation
import GameState
import Synchronization
import Testing

@testable import Voice

/// Clips are made once, kept within limits, and made again where the kept ones are damaged.
@Suite struct StudioTests {
    /// Reports of a studio.
    final class Reports: Sendable {
        private let all = Mutex<[VoiceReport]>([])

        func take(_ report: VoiceReport) { all.withLock { $0.append(report) } }

        var made: Int { count { if case .made = $0 { true } else { false } } }
        var found: Int { count { if case .found = $0 { true } else { false } } }

        private func count(_ isCounted: (VoiceReport) -> Bool) -> Int {
            all.withLock { $0.count(where: isCounted) }
        }
    }

    private static let line = VoiceLine(text: "Nu reser vi", locale: "sv")

    /// A folder that is gone with the test.
    private let place: Script
    private let reports = Reports()

    init() throws {
        place = try Script("")
    }

    private var directory: String { place.folder.appending(path: "clips").path }

    private func studio(
        _ provider: any VoiceProvider = Espeak(),
        memoryBytes: Int = VoiceLimits.memoryBytes,
        fileBytes: Int = VoiceLimits.fileBytes
    ) -> VoiceStudio {
        VoiceStudio(
            provider,
            directory: directory,
            memoryBytes: memoryBytes,
            fileBytes: fileBytes
        ) { [reports] in reports.take($0) }
    }

    private var files: [String] {
        let names = try? FileManager.default.contentsOfDirectory(atPath: directory)
        // Beside them lie, for a moment, those that are being written.
        return (names ?? []).filter { $0.hasSuffix(".clip") }
    }

    /// Files are written behind the answer.
    private func awaitFiles(_ isRight: ([String]) -> Bool) async throws {
        for _ in 0..<2_000 where !isRight(files) {
            try await Task.sleep(for: .milliseconds(5))
        }
        #expect(isRight(files))
    }

    @Test func `a line is said once, also when many ask at the same time`() async throws {
        let studio = studio()
        let clips = await studio.clips(of: Array(repeating: Self.line, count: 20))
        let clip = try await studio.clip(of: Self.line).get()
        #expect(clips.allSatisfy { $0 == clip })
        #expect(reports.made == 1)
    }

    @Test func `a voice is given words alone`() async throws {
        let script = try Script(#"cat >> "$(dirname "$0")/log""#)
        let line = VoiceLine(text: "År 1652, 50 % & 3 km", locale: "sv")
        _ = await studio(Espeak(program: script.path)).clip(of: line)
        #expect(script.log == ["År sextonhundrafemtiotvå, femtio procent och tre kilometer"])
    }

    @Test func `what one session had made tells another nothing`() async throws {
        let studio = studio()
        let clip = try await studio.clip(of: Self.line, for: "s1").get()
        try await awaitFiles { $0.count == 1 }
        #expect(try await studio.clip(of: Self.line, for: "s2").get() == clip)
        #expect(reports.made == 2 && reports.found == 0)
        try await awaitFiles { $0.count == 2 }
        for name in files {
            let file = URL(filePath: directory).appending(path: name).path
            let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions]
            #expect(mode as? Int == 0o600)
        }
    }

    @Test func `another gateway on the same directory finds what was kept`() async throws {
        let clip = try await studio().clip(of: Self.line).get()
        try await awaitFiles { $0.count == 1 }
        #expect(files.first?.count == 64 + 5)
        let again = try await studio().clip(of: Self.line).get()
        #expect(again == clip)
        #expect(reports.made == 1 && reports.found == 1)
    }

    @Test(arguments: [0, 10, 32, 60, 500]) func `a damaged file is as good as none`(
        at: Int
    ) async throws {
        let clip = try await studio().clip(of: Self.line).get()
        try await awaitFiles { $0.count == 1 }
        let file = URL(filePath: directory).appending(path: try #require(files.first))
        let whole = try Data(contentsOf: file)
        var flipped = whole
        flipped[at] ^= 1
        for damaged in [flipped, whole.prefix(at)] {
            try damaged.write(to: file)
            #expect(try await studio().clip(of: Self.line).get() == clip)
            try await awaitFiles { _ in (try? Data(contentsOf: file)) == whole }
        }
        #expect(reports.made == 3)
    }

    @Test func `files stay within their limit, the newest stays`() async throws {
        let clip = try await studio().clip(of: Self.line).get()
        let limit = clip.wav.count * 2
        for number in 1...6 {
            let studio = studio(fileBytes: limit)
            let line = VoiceLine(text: "\(Self.line.text) \(number)", locale: "sv")
            _ = try await studio.clip(of: line).get()
            let name = ClipKey(line.inWords, by: "espeak-ng", for: "s1").name
            try await awaitFiles { $0.contains("\(name).clip") && $0.count <= 2 }
        }
    }

    /// A look at the directory reads all of it, so not every clip is worth one.
    @Test func `one studio's files are back within their limit with every thirty-third`()
        async throws
    {
        let limit = try await studio().clip(of: Self.line).get().wav.count * 2
        let studio = studio(fileBytes: limit)
        for number in 1...33 {
            let line = VoiceLine(text: "\(Self.line.text) \(number)", locale: "sv")
            _ = try await studio.clip(of: line).get()
        }
        try await awaitFiles { (1...2).contains($0.count) }
    }

    @Test func `memory stays within its limit, who was used last stays`() throws {
        var recent = RecentClips(maxBytes: 100)
        let keys = (0..<5).map { ClipKey(VoiceLine(text: "\($0)", locale: "sv"), by: "x", for: "") }
        func clip(_ bytes: Int) -> VoiceClip {
            VoiceClip(wav: Array(repeating: 0, count: bytes), durationMs: 1, lufs: -19)
        }
        recent.keep(clip(40), as: keys[0])
        recent.keep(clip(40), as: keys[1])
        #expect(recent.clip(keys[0]) != nil)
        recent.keep(clip(40), as: keys[2])
        #expect(recent.clip(keys[1]) == nil && recent.clip(keys[0]) != nil)
        recent.keep(clip(101), as: keys[3])
        #expect(recent.clip(keys[3]) == nil && recent.byteCount == 80)
        recent.keep(clip(60), as: keys[0])
        #expect(recent.byteCount == 100 && recent.clip(keys[2]) != nil)
    }

    @Test func `no two lines share a name`() {
        let lines = [
            ("s", "a", "b", "c"), ("s", "ab", "", "c"), ("s", "a", "bc", ""),
            ("s", "a", "1:b", "c"),
            ("sa", "", "b", "c"), ("t", "a", "b", "c"),
        ]
        let names = lines.map { owner, provider, locale, text in
            ClipKey(VoiceLine(text: text, locale: locale), by: provider, for: owner).name
        }
        #expect(Set(names).count == lines.count)
    }

    @Test func `what is not ready in time stays silent, and is there the next time`() async throws {
        let flag = place.folder.appending(path: "go").path
        let slow = try Script(
            """
            until test -e \(flag); do sleep 0.02; done
            exec /usr/bin/espeak-ng --stdin --stdout
            """
        )
        let studio = studio(Espeak(program: slow.path, maxMs: 60_000))
        let lines = [Self.line, VoiceLine(text: "", locale: "sv")]
        #expect(await studio.clips(of: lines, maxMs: 50) == [nil, nil])
        try Data().write(to: URL(filePath: flag))
        let clips = await studio.clips(of: lines)
        #expect(clips[0] != nil && clips[1] == nil)
        #expect(reports.made == 1)
    }

    @Test func `a failure is not kept`() async throws {
        let flag = place.folder.appending(path: "ready").path
        let script = try Script("test -e \(flag) && exec /usr/bin/espeak-ng --stdin --stdout")
        let studio = studio(Espeak(program: script.path))
        let outcome = await studio.clip(of: Self.line)
        #expect(throws: VoiceError.failed(status: 1)) { try outcome.get() }
        try Data().write(to: URL(filePath: flag))
        _ = try await studio.clip(of: Self.line).get()
    }

    @Test func `a directory that can't be written costs the files, not the voice`() async throws {
        let studio = VoiceStudio(Espeak(), directory: "/proc/none") { [reports] in reports.take($0)
        }
        _ = try await studio.clip(of: Self.line).get()
    }
}
