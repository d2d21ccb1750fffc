import Foundation
import GameState
import Testing

@testable import Voice

/// A program in piper's place, which takes its arguments and says its text by another voice.
@Suite struct PiperTests {
    private static let program = """
        here="$(dirname "$0")"
        echo "$@" >> "$here/log"
        test "$1" = --model && test -r "$2" && test "$3 $4" = "--output_file -" || exit 2
        exec /usr/bin/espeak-ng --stdin --stdout
        """

    private let place: Script

    init() throws {
        place = try Script(Self.program)
        try Data("model".utf8).write(to: URL(filePath: model))
    }

    private var model: String { place.folder.appending(path: "sv.onnx").path }

    private var piper: Piper { Piper(program: place.path, models: ["sv": model]) }

    @Test func `a line is said by the model of its language`() throws {
        let line = VoiceLine(text: "Nu reser vi\nsöderut", locale: "sv")
        let clip = try Mastering.master(try Sound(wav: try piper.speakAside(line)))
        #expect((300...10_000).contains(clip.durationMs))
        #expect(place.log == ["--model \(model) --output_file -"])
        #expect(piper.spelling(of: line) == "Nu reser vi söderut")
    }

    @Test func `a language without a model stays silent, and no program is run`() throws {
        #expect(throws: VoiceError.noVoice(locale: "en")) {
            try piper.speakAside(VoiceLine(text: "Off we go", locale: "en"))
        }
        #expect(place.log.isEmpty)
    }

    @Test func `clips ahead are made of all but the lines that it has no voice for`() throws {
        let ahead = ClipsAhead(
            piper,
            directory: place.folder.appending(path: "clips/ahead").path,
            maxBytes: VoiceLimits.aheadBytes,
            spareBytes: 0
        )
        let other = (1...2 * VoiceLimits.failuresAhead).map {
            VoiceLine(text: "Off we go \($0)", locale: "en")
        }
        let end = ahead.make(other + [VoiceLine(text: "Nu reser vi", locale: "sv")])
        guard case .complete(let progress, silent: other.count) = end else {
            Issue.record("\(end)")
            return
        }
        #expect(progress.kept == 1 && place.log.count == 1)
    }

    @Test func `another model is another edition, and one that is gone is named`() throws {
        let before = try piper.edition()
        #expect(try piper.edition() == before)
        try Data("another model".utf8).write(to: URL(filePath: model))
        #expect(try piper.edition() != before)
        try FileManager.default.removeItem(atPath: model)
        #expect(throws: VoiceError.missing(program: model)) { try piper.edition() }
        #expect(throws: VoiceError.failed(status: 2)) {
            try piper.speakAside(VoiceLine(text: "Nu", locale: "sv"))
        }
    }
}
