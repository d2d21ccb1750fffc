import Foundation
import GameState
import Protocol
import TestSupport
import Testing

@testable import TriptoGame
@testable import Voice

/// Every line of the bundled packages on its way to be said, and the real voice saying it.
@Suite struct SaidAloudTests {
    /// A line, and where it stands.
    private struct Line {
        let place: String
        let shown: String
        let aloud: VoiceLine
    }

    private let bank: PackageBank

    init() throws {
        bank = try PackageBank.bundled()
    }

    private func packages(_ locale: String) -> [RoundPackage] {
        bank.packages.filter { $0.locale == locale }
    }

    /// All that may ever be said of a package, other wordings too.
    private func lines(_ package: RoundPackage) -> [Line] {
        func line(_ path: String, _ shown: String, _ aloud: String) -> Line {
            Line(
                place: "\(package.id) \(path)",
                shown: shown,
                aloud: VoiceLine(text: aloud, locale: package.locale)
            )
        }
        return [
            line("intro", package.intro, package.introSay ?? package.intro),
            line("revealText", package.revealText, package.revealSay ?? package.revealText),
        ]
            + package.wordings.map { line($0.path, $0.words.text, $0.words.aloud) }
            + package.followups.map { line("followup \($0.index)", $0.q, $0.aloud) }
    }

    @Test(arguments: ["sv", "en"])
    func `nothing but words and pauses reaches the voice`(_ locale: String) {
        var count = 0
        for line in packages(locale).flatMap(lines) {
            let said = line.aloud.inWords.text
            let strange = said.unicodeScalars.filter { scalar in
                let isLatin = scalar.properties.isAlphabetic && scalar.value < 0x250
                return !isLatin && scalar != " " && !SpokenText.pauses.contains(Character(scalar))
            }
            #expect(strange.isEmpty, "\(line.place): \(said)")
            count += 1
            let isChanged =
                line.aloud.text.contains(where: \.isNumber)
                || ["Mr ", "St "].contains { line.aloud.text.contains($0) }
            guard !isChanged else { continue }
            #expect(said == line.aloud.text, "\(line.place): words stay as they are")
        }
        #expect(count > 600)
    }

    /// As the voice itself tells what it would say: a `say` that sounds like its text is none.
    @Test(arguments: ["sv", "en"])
    func `what is said in place of a text sounds otherwise`(_ locale: String) throws {
        let said = packages(locale).flatMap(lines).filter { $0.aloud.text != $0.shown }
        #expect(said.count >= 25)
        let sounds = try Self.phonemes(
            said.flatMap {
                [VoiceLine(text: $0.shown, locale: locale), $0.aloud].map(\.inWords.text)
            },
            locale
        )
        #expect(sounds.count == 2 * said.count)
        for (index, line) in said.enumerated() {
            #expect(sounds[2 * index] != sounds[2 * index + 1], "\(line.place)")
        }
    }

    /// Clips as long as they really are, in a game whose timings nobody has changed: every intro and reveal, and the
    /// longest of the other lines.
    @Test(arguments: ["sv", "en"])
    func `no stage ends before its line has been said`(_ locale: String) async throws {
        let folder = Scratch.place("said")
        defer { try? FileManager.default.removeItem(at: folder) }
        let studio = VoiceStudio(Espeak(), directory: folder.path)
        let packages = packages(locale)
        let others = packages.flatMap { package in
            package.segments.filter { $0 != .intro && $0 != .reveal }
                .compactMap { package.line(of: $0) }
        }
        let long = Set(others.sorted { $0.text.count > $1.text.count }.prefix(12))
        var heard: [String: Int] = [:]
        var stretched: [String: Int] = [:]
        for package in packages {
            let lines = package.segments.map { segment -> VoiceLine? in
                guard let line = package.line(of: segment) else { return nil }
                return segment == .intro || segment == .reveal || long.contains(line) ? line : nil
            }
            let clips = await studio.clips(of: lines, for: package.id)
            for (segment, stage) in try Self.stages(of: package, clips) {
                #expect(stage.restMs >= 500, "\(package.id) \(segment.rawValue)")
                heard[segment.kind, default: 0] += 1
                if stage.lastsMs > stage.usualMs { stretched[segment.kind, default: 0] += 1 }
            }
        }
        #expect(heard["intro"] == packages.count && heard["reveal"] == packages.count)
        #expect(heard.values.reduce(0, +) >= 2 * packages.count + long.count)
        // Else nothing here would have had to wait.
        #expect(stretched["intro"] != nil && stretched["reveal"] != nil, "\(stretched)")
    }

    private struct Stage {
        let lastsMs: Int64
        /// By the settings alone.
        let usualMs: Int64
        /// From the end of its clip to its own.
        let restMs: Int64
    }

    /// - Parameter clips: one for each segment; nil for one that is silent.
    /// - Returns: the stages of a round in which a clip is heard.
    private static func stages(
        of package: RoundPackage,
        _ clips: [VoiceClip?]
    ) throws -> [(Segment, Stage)] {
        var party = Party(players: 1) {
            $0.destinationsCount = 1
            $0.followupsPerDestination = 3
        }
        party.host(.startGame)
        let wish = try #require(party.game.wish)
        let named = clips.enumerated().map { number, clip in
            clip.map {
                Clip(id: ClipID(rawValue: "c\(number)"), durationMs: $0.durationMs, lufs: $0.lufs)
            }
        }
        let credit = VoiceCredit(provider: "espeak-ng", licence: "")
        let content = Tripto.voiced(RoundContent(package), by: credit, clips: named)
        party.give(.content(content, for: wish))
        var stages: [(Segment, Stage)] = []
        while case .playing(_, let stage, let timer) = party.game.phase {
            if let segment = stage.segment, let voice = party.game.voice,
                let deadline = timer.deadline
            {
                stages.append(
                    (
                        segment,
                        Stage(
                            lastsMs: timer.durationMs,
                            usualMs: usualMs(of: segment, party.game.settings.timings),
                            restMs: deadline - voice.startAt - voice.durationMs
                        )
                    )
                )
            }
            party.waitForTimer()
        }
        return stages
    }

    private static func usualMs(of segment: Segment, _ timings: Tripto.Timings) -> Int64 {
        switch segment {
        case .intro: timings.intro
        case .clue: timings.clue
        case .reveal: timings.reveal
        case .followup: timings.followup
        }
    }

    /// - Returns: for each text, in the program's own letters.
    private static func phonemes(_ texts: [String], _ locale: String) throws -> [String] {
        try texts.map { text in
            let voice = Espeak.arguments(for: locale).prefix(2)
            return try Command.run(Espeak.usualProgram, voice + ["-q", "-x", "--", text])
        }
    }
}

extension VoiceStudio {
    /// - Returns: a clip for each line; nil where there is none.
    fileprivate func clips(of lines: [VoiceLine?], for owner: String) async -> [VoiceClip?] {
        let said = await withCheckedContinuation { continuation in
            clips(of: lines.compactMap(\.self), for: owner, maxMs: 120_000) {
                continuation.resume(returning: $0)
            }
        }
        var rest = said[...]
        return lines.map { $0 == nil ? nil : rest.removeFirst() }
    }
}
