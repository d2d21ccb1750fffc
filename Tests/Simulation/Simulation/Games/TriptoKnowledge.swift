import GameState
package import Protocol
package import TriptoGame

/// Marks that players and screens may have seen: those of committed public data.
package struct TriptoKnowledge: SimulatedKnowledge {
    /// Two letters of the package and one of the secret.
    private var known: Set<UInt32> = []

    package init() {}

    /// - Parameter before: the game one step earlier. A question that is skipped shows its answer
    ///   in passing.
    package mutating func learn(from game: Tripto, after before: Tripto) {
        if case .playing(let round, .question(let question), _) = before.phase,
            game.phase.question != question.index
        {
            learn(round, [MarkedPackage.Mark.answers[question.index - 1]])
        }
        guard case .playing(let round, let stage, _) = game.phase else { return }
        switch stage {
        case .intro:
            learn(round, [MarkedPackage.Mark.introClip])
        case .clue(let level), .pausedForBrake(let level, _, _, _):
            learn(round, Array(MarkedPackage.Mark.clues.prefix(level.index)))
            learn(round, Array(MarkedPackage.Mark.clueClips.prefix(level.index)))
        case .reveal, .scoreboard:
            learn(round, MarkedPackage.Mark.revealed + [MarkedPackage.Mark.revealClip])
        case .question(let question):
            learn(
                round,
                [
                    MarkedPackage.Mark.questions[question.index - 1],
                    MarkedPackage.Mark.questionClips[question.index - 1],
                ]
            )
        case .results(let index): learn(round, [MarkedPackage.Mark.answers[index - 1]])
        }
    }

    private mutating func learn(_ round: Round, _ marks: [Character]) {
        let code = Array(MarkedPackage.code(MarkedPackage.number(of: round.package)).utf8)
        for mark in marks { known.insert(Self.key(code[0], code[1], mark.asciiValue ?? 0)) }
    }

    /// The first mark that nobody may know yet; players must never see one of a clip.
    package func leak(in bytes: UnsafeRawBufferPointer, to viewer: Viewer) -> String? {
        let isSilent = viewer != .tv
        let zed = UInt8(ascii: "Z")
        var at = 0
        while at + 4 < bytes.count {
            guard bytes[at] == zed, bytes[at + 1] == UInt8(ascii: "q") else {
                at += 1
                continue
            }
            let isSound = isSilent && Self.clips.contains(bytes[at + 4])
            if isSound || !known.contains(Self.key(bytes[at + 2], bytes[at + 3], bytes[at + 4])) {
                return String(decoding: bytes[at..<min(at + 12, bytes.count)], as: UTF8.self)
            }
            at += 5
        }
        return nil
    }

    private static let clips = Set(MarkedPackage.Mark.clips.compactMap(\.asciiValue))

    private static func key(_ one: UInt8, _ two: UInt8, _ mark: UInt8) -> UInt32 {
        UInt32(one) << 16 | UInt32(two) << 8 | UInt32(mark)
    }
}

extension Phase {
    /// The question that is open.
    fileprivate var question: Int? {
        if case .playing(_, .question(let question), _) = self { question.index } else { nil }
    }
}
