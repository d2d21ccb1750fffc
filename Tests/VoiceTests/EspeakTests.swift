import Foundation
import GameState
import Glibc
import Testing

@testable import Voice

/// The real program, and programs that do what it must never do.
@Suite struct EspeakTests {
    static let lines = [
        VoiceLine(text: "Här kommer första ledtråden: en å, en ö och en älv.", locale: "sv"),
        VoiceLine(text: "Here comes the first clue. Listen well!", locale: "en"),
        VoiceLine(text: "-v --help \"; rm -rf / #\n<speak>&amp;</speak> 🗼 東京", locale: "en"),
    ]

    @Test(arguments: lines) func `it says a line, the same each time`(line: VoiceLine) async throws
    {
        let espeak = Espeak()
        let wav = try await espeak.speak(line).get()
        let clip = try Mastering.master(try Sound(wav: wav))
        #expect((1_000...10_000).contains(clip.durationMs))
        #expect(abs(clip.lufs - Mastering.targetLUFS) < 3)
        #expect(try await espeak.speak(line).get() == wav)
    }

    @Test func `each language has its voice`() async throws {
        let text = "Vi reser till en stad vid havet"
        let swedish = try await Espeak().speak(VoiceLine(text: text, locale: "sv")).get()
        let english = try await Espeak().speak(VoiceLine(text: text, locale: "en")).get()
        #expect(swedish != english)
    }

    @Test func `Swedish teens are spelt for it`() {
        let line = VoiceLine(text: "Femton och sexton, artonhundranitton, nittonde", locale: "sv")
        let said = "Femtånn och sextånn, artonhundranitton, nittonde"
        #expect(Espeak().spelling(of: line) == said)
        let english = VoiceLine(text: "femton", locale: "en")
        #expect(Espeak().spelling(of: english) == "femton")
    }

    @Test func `a line that is empty or too long is not said`() async throws {
        let long = String(repeating: "å", count: VoiceLimits.lineBytes / 2 + 1)
        for text in ["", long] {
            let spoken = await Espeak().speak(VoiceLine(text: text, locale: "sv"))
            #expect(throws: VoiceError.unspeakable) { try spoken.get() }
        }
    }

    @Test func `a line of blanks makes no clip`() async throws {
        let folder = try Script("").folder.path
        let outcome = await VoiceStudio(Espeak(), directory: folder)
            .clip(of: VoiceLine(text: " \n ", locale: "sv"))
        #expect(throws: VoiceError.self) { try outcome.get() }
    }

    /// - Returns: the clip made by a script in place of the real program.
    private func spoken(
        by script: String,
        maxMs: Int = 20_000,
        maxBytes: Int = VoiceLimits.spokenBytes
    ) async throws -> Result<[UInt8], VoiceError> {
        let script = try Script(script)
        let espeak = Espeak(program: script.path, maxMs: maxMs, maxBytes: maxBytes)
        let spoken = await espeak.speak(Self.lines[0])
        return withExtendedLifetime(script) { spoken }
    }

    @Test func `a program that is not there is named`() async throws {
        let spoken = await Espeak(program: "/nowhere/espeak").speak(Self.lines[0])
        #expect(throws: VoiceError.missing(program: "/nowhere/espeak")) { try spoken.get() }
    }

    @Test(arguments: ["sleep 600", "exec >&-; sleep 600", "sleep 600 & sleep 600", "cat; cat <&1"])
    func `a program that hangs is ended`(script: String) async throws {
        let spoken = try await spoken(by: script, maxMs: 300)
        #expect(throws: VoiceError.self) { try spoken.get() }
        if script.hasSuffix("sleep 600") {
            #expect(throws: VoiceError.tooSlow) { try spoken.get() }
        }
    }

    @Test func `a program that ends badly, or babbles, is believed nothing`() async throws {
        var spoken = try await spoken(by: "echo RIFF; exit 3")
        #expect(throws: VoiceError.failed(status: 3)) { try spoken.get() }
        spoken = try await self.spoken(by: "kill -9 $$")
        #expect(throws: VoiceError.failed(status: 137)) { try spoken.get() }
        spoken = try await self.spoken(by: "exec cat /dev/zero", maxBytes: 1 << 20)
        #expect(throws: VoiceError.tooLong) { try spoken.get() }
    }

    @Test func `it gets the text, its three descriptors and nothing of ours`() async throws {
        let secret = open("/dev/null", O_RDONLY)
        defer { close(secret) }
        let text = try await spoken(by: "cat; echo; ls /proc/self/fd | wc -l; env | wc -l").get()
        let lines = String(decoding: text, as: UTF8.self).split(separator: "\n")
        #expect(lines.first.map(String.init) == Self.lines[0].text)
        // 0, 1, 2 and the one that ls reads the folder with.
        #expect(lines.dropFirst().first == "4")
    }

    @Test func `no more than two speak at a time, and all have their turn`() async throws {
        let script = try Script(
            """
            cd "$(dirname "$0")"
            echo begin >> log
            sleep 0.05
            echo end >> log
            """
        )
        let espeak = Espeak(program: script.path)
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask {
                    _ = await espeak.speak(VoiceLine(text: "\(number)", locale: "sv"))
                }
            }
        }
        var (running, most) = (0, 0)
        for word in script.log {
            running += word == "begin" ? 1 : -1
            most = max(most, running)
        }
        #expect(script.log.count == 16 && running == 0)
        #expect((1...VoiceLimits.programs).contains(most))
    }
}

extension VoiceProvider {
    func speak(_ line: VoiceLine) async -> Result<[UInt8], VoiceError> {
        await withCheckedContinuation { continuation in
            speak(line) { continuation.resume(returning: $0) }
        }
    }
}

extension VoiceStudio {
    func clip(of line: VoiceLine, for owner: String = "s1") async -> Outcome {
        await withCheckedContinuation { continuation in
            clip(of: line, for: owner) { continuation.resume(returning: $0) }
        }
    }

    func clips(of lines: [VoiceLine], maxMs: Int = 20_000) async -> [VoiceClip?] {
        await withCheckedContinuation { continuation in
            clips(of: lines, for: "s1", maxMs: maxMs) { continuation.resume(returning: $0) }
        }
    }
}
