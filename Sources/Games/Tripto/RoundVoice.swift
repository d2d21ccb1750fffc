public import GameState
import Protocol

/// Clips of one destination: one for each segment that was recorded in time.
public struct RoundVoice: Codable, Equatable, Sendable {
    public let credit: VoiceCredit
    /// In the order they are heard.
    let recordings: [Recording]

    struct Recording: Codable, Equatable, Sendable {
        let segment: Segment
        let clip: Clip
    }

    /// - Parameter clips: one for each of the package's segments; nil for one that stays silent.
    public init(_ credit: VoiceCredit, of package: RoundPackage, clips: [Clip?]) {
        self.credit = credit
        recordings = zip(package.segments, clips).compactMap { segment, clip in
            clip.map { Recording(segment: segment, clip: $0) }
        }
    }

    func clip(of segment: Segment) -> Clip? {
        recordings.first { $0.segment == segment }?.clip
    }

    func segment(of clip: ClipID) -> Segment? {
        recordings.first { $0.clip.id == clip }?.segment
    }

    var records: [ClipRecord] {
        recordings.map { recording in
            ClipRecord(
                clip: recording.clip,
                kind: recording.segment.kind,
                refKey: recording.segment.rawValue,
                credit: credit
            )
        }
    }
}

/// A part of a round package that is read aloud; its raw value names it in the archive.
enum Segment: RawRepresentable, Codable, Equatable, Sendable {
    case intro
    case clue(ClueLevel)
    case reveal
    /// From 1.
    case followup(Int)

    private static let cluePrefix = "clue_"
    private static let followupPrefix = "followup_"

    init?(rawValue: String) {
        switch rawValue {
        case "intro": self = .intro
        case "reveal": self = .reveal
        case _ where rawValue.hasPrefix(Self.cluePrefix):
            let level = Int(rawValue.dropFirst(Self.cluePrefix.count)).flatMap(ClueLevel.init)
            guard let level else { return nil }
            self = .clue(level)
        case _ where rawValue.hasPrefix(Self.followupPrefix):
            guard let index = Int(rawValue.dropFirst(Self.followupPrefix.count)) else { return nil }
            self = .followup(index)
        case _: return nil
        }
    }

    var rawValue: String {
        switch self {
        case .intro: "intro"
        case .clue(let level): "\(Self.cluePrefix)\(level.points)"
        case .reveal: "reveal"
        case .followup(let index): "\(Self.followupPrefix)\(index)"
        }
    }

    /// As the archive calls it.
    var kind: String {
        switch self {
        case .intro: "intro"
        case .clue: "clue"
        case .reveal: "reveal"
        case .followup: "followup"
        }
    }
}

extension RoundPackage {
    /// In the order they are heard.
    var segments: [Segment] {
        [.intro] + ClueLevel.allCases.map { .clue($0) } + [.reveal]
            + followups.indices.map { .followup($0 + 1) }
    }

    /// Lines that may come to be said, whatever its wording.
    var scriptOfAll: [VoiceLine] {
        let variants = clues.flatMap(\.variants)
        return script + variants.map { VoiceLine(text: $0.aloud, locale: locale) }
    }

    /// - Returns: lines of a package that is playable.
    var script: [VoiceLine] { segments.compactMap { line(of: $0) } }

    /// Line of one of the `segments` of a package that is playable; nil for another.
    func line(of segment: Segment) -> VoiceLine? {
        guard segments.contains(segment) else { return nil }
        let text =
            switch segment {
            case .intro: introSay ?? intro
            case .clue(let level): clues[level.index - 1].words.aloud
            case .reveal: revealSay ?? revealText
            case .followup(let index): followups[index - 1].aloud
            }
        return VoiceLine(text: text, locale: locale)
    }
}

extension RoundPackage.Variant {
    var aloud: String { say ?? text }
}

extension RoundPackage.Followup {
    var aloud: String { say ?? q }
}

extension Phase.Stage {
    /// The segment read aloud here.
    var segment: Segment? {
        switch self {
        case .intro: .intro
        case .clue(let level): .clue(level)
        case .reveal: .reveal
        case .question(let question): .followup(question.index)
        case .pausedForBrake, .results, .scoreboard: nil
        }
    }

    /// True when a screen may hear a segment by now.
    func allows(_ segment: Segment, of round: Round) -> Bool {
        switch segment {
        case .intro: true
        case .clue(let level):
            switch self {
            case .intro: false
            case .clue(let shown), .pausedForBrake(let shown, _, _, _):
                level.points >= shown.points
            // Clues are no secret any more.
            case .reveal, .question, .results, .scoreboard: true
            }
        case .reveal: isRevealed
        case .followup(let index):
            switch self {
            case .intro, .clue, .pausedForBrake: false
            case .question(let question): index <= question.index
            case .reveal, .results, .scoreboard: index <= round.followups.count
            }
        }
    }
}

extension Round {
    /// From a clip's cue to its start, in milliseconds: the contract's 800, and what a commit may take.
    static var voiceLeadMs: Int64 { 1_000 }
    /// Milliseconds that a screen may be late with a clip that it had to load first.
    static var voiceLagMs: Int64 { 1_000 }
    /// From a clip's end to the end of its stage, at least, in milliseconds.
    static var voiceRestMs: Int64 { 500 }

    /// Milliseconds that a stage must last for its clip to be heard.
    func voiceMs(of stage: Phase.Stage, by rules: RulesVersion) -> Int64 {
        guard rules >= .second else { return 0 }
        return readingMs(of: stage).map { $0 + Self.voiceRestMs } ?? 0
    }

    /// Milliseconds until a stage that begins now has been read; nil where nothing reads it.
    func readingMs(of stage: Phase.Stage) -> Int64? {
        let clip = stage.segment.flatMap { voice?.clip(of: $0) }
        return clip.map { Self.voiceLeadMs + $0.durationMs }
    }

    /// Milliseconds that are left of a clip that was stopped in the middle, if it is this stage's.
    func unreadMs(of stage: Phase.Stage, _ interrupted: InterruptedVoice?) -> Int64 {
        guard let interrupted, let clip = stage.segment.flatMap({ voice?.clip(of: $0) }),
            clip.id == interrupted.clip
        else { return 0 }
        return max(0, clip.durationMs - interrupted.heardMs)
    }
}
