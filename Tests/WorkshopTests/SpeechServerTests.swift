import GameState
import ProviderStand
import TestSupport
import Testing
import Voice
import Workshop

/// A voice behind a server, over real sockets.
@Blocking @Suite struct SpeechServerTests {
    private static let line = VoiceLine(text: "Nu reser vi söderut. \"Hej\"!", locale: "sv")

    private func server(_ stand: ProviderStand, key: String? = nil) throws -> SpeechServer {
        try SpeechServer(
            at: #require(WebBase("\(stand.url)/v1")),
            model: "tts",
            voice: "alloy",
            key: key.flatMap { ProviderKey($0) },
            client: "us/1",
            Patience(callMs: 20_000, tries: 2, firstPauseMs: 1)
        )
    }

    @Test func `a line is said, and becomes a clip as any other`() throws {
        let stand = try ProviderStand(World(count: 1))
        let voice = try server(stand, key: "s3cret")
        let sound = try Sound(wav: try voice.speakAside(Self.line))
        #expect(sound.rate == 24_000 && sound.durationMs == 500)
        let clip = try Mastering.master(sound)
        #expect(abs(clip.lufs - Mastering.targetLUFS) < 3)
        let call = try #require(stand.calls.first)
        #expect(call.system == "alloy" && call.user == Self.line.text)
        #expect(call.key == "Bearer s3cret" && call.client == "us/1")
        #expect(
            try !voice.edition().contains("s3cret") && !voice.credit.provider.contains("s3cret")
        )
    }

    @Test func `a server that is busy is asked again, and one that stays so is told`() throws {
        let busy = try ProviderStand(World(count: 1)) { call, _ in
            call.number == 1 ? .status(503, retryAfter: nil) : .honest
        }
        _ = try server(busy).speakAside(Self.line)
        #expect(busy.calls.count == 2)
        for (answer, word) in [
            (ProviderStand.Answer.status(500, retryAfter: nil), "500"),
            (.status(401, retryAfter: nil), "key"), (.status(429, retryAfter: 900), "429"),
            (.endless, "does not end"),
        ] {
            let stand = try ProviderStand(World(count: 1)) { _, _ in answer }
            let error = try #require(throws: VoiceError.self) {
                try server(stand, key: "s3cret").speakAside(Self.line)
            }
            #expect("\(error)".contains(word) && !"\(error)".contains("s3cret"), "\(error)")
        }
    }

    @Test func `what is no sound makes no clip, and an empty line no call`() async throws {
        let stand = try ProviderStand(World(count: 1)) { _, _ in .body("<html>") }
        let voice = try server(stand)
        let spoken = await withCheckedContinuation { done in
            voice.speak(Self.line) { done.resume(returning: $0) }
        }
        #expect(throws: WAVError.self) { try Sound(wav: try spoken.get()) }
        for text in ["", String(repeating: "å", count: VoiceLimits.lineBytes)] {
            #expect(throws: VoiceError.unspeakable) {
                try voice.speakAside(VoiceLine(text: text, locale: "en"))
            }
        }
        #expect(stand.calls.count == 1)
    }
}
