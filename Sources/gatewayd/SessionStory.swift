import Archive
import Foundation
import Protocol

/// A session as a person reads it.
struct SessionStory: CustomStringConvertible {
    private let record: SessionRecord
    private let names: [PlayerID: String]

    init(_ record: SessionRecord) {
        self.record = record
        names = Dictionary(record.players.map { ($0.player, $0.name) }) { first, _ in first }
    }

    var description: String {
        ([head] + games.flatMap(tell) + [audit]).joined(separator: "\n\n")
    }

    /// The numbers of all games that were played, and of the one to come.
    private var games: [Int] { Set(record.scores.map(\.game)).sorted() }

    private func tell(_ game: Int) -> [String] {
        [players(game)] + record.rounds.filter { $0.game == game }.map(tell)
    }

    private var head: String {
        let session = record.summary
        let times = [
            ("created", session.createdAt), ("ended", session.endedAt),
            ("erased", session.erasedAt),
        ]
        let facts =
            [session.game, session.status.rawValue, session.joinCode].filter { !$0.isEmpty }
            + times.compactMap { name, time in time.map { "\(name) \($0.text)" } }
        return "session \(session.session): \(facts.joined(separator: ", "))".printable
    }

    private func players(_ game: Int) -> String {
        let left = Dictionary(record.players.map { ($0.player, $0.leftAt) }) { first, _ in first }
        let rows = record.scores.filter { $0.game == game }.map { score in
            [
                "\(score.points)", name(score.player),
                (left[score.player] ?? nil).map { "left \($0.text)" } ?? "",
            ]
        }
        return section("game \(game)\(outcome(of: game))", rows)
    }

    private func outcome(of game: Int) -> String {
        guard let game = record.games.first(where: { $0.number == game }), let end = game.endedAt
        else { return "" }
        let winners = game.winners.map(name).joined(separator: " and ")
        let outcome =
            if game.isAborted {
                "ended early"
            } else if winners.isEmpty {
                "nobody won"
            } else {
                "won by \(winners)"
            }
        return ", \(game.startedAt.text) to \(end.text): \(outcome)"
    }

    private func tell(_ round: SessionRecord.Round) -> String {
        let times = [round.startedAt.text] + (round.endedAt.map { [$0.text] } ?? [])
        let what = round.title.map { "\($0); " } ?? ""
        let title =
            "round \(round.index): \(what)\(round.state.rawValue), "
            + times.joined(separator: " to ")
        let answers = record.answers.filter { $0.round == round.round }.map { answer in
            [
                answer.stake.map { "at \($0)" } ?? "question \(answer.question)",
                name(answer.player), quoted(answer.text), text(answer.verdict),
            ]
        }
        return section(title, answers)
    }

    private var audit: String {
        let rows = record.audit.map { event in
            [
                "\(event.number)", event.at.text, event.actor.role.rawValue, actor(event.actor),
                event.type, String(decoding: event.payload.bytes, as: UTF8.self),
            ]
        }
        return section("audit", rows)
    }

    private func section(_ title: String, _ rows: [[String]]) -> String {
        guard !rows.isEmpty else { return "\(title): nothing".printable }
        return "\(title.printable)\n\(TextTable(rows: rows, indent: "  "))"
    }

    /// The id where the name was erased.
    private func name(_ player: PlayerID) -> String {
        names[player].flatMap { $0.isEmpty ? nil : $0 } ?? player.rawValue
    }

    private func actor(_ viewer: Viewer) -> String {
        switch viewer {
        case .host, .tv: ""
        case .player(let player): name(player)
        }
    }

    private func quoted(_ text: String) -> String { "\"\(text)\"" }

    private func text(_ verdict: SessionRecord.Verdict?) -> String {
        guard let verdict else { return "not judged" }
        return "\(verdict.isCorrect ? "right" : "wrong"), \(verdict.points) points"
    }
}

/// Columns of text for a terminal.
struct TextTable: CustomStringConvertible {
    var heading: [String] = []
    var rows: [[String]]
    /// Stands before every line.
    var indent = ""

    var description: String {
        let lines = (heading.isEmpty ? rows : [heading] + rows).map { $0.map(\.printable) }
        let columnCount = lines.map(\.count).max() ?? 0
        let widths = (0..<columnCount).map { column in
            lines.map { $0.indices.contains(column) ? $0[column].count : 0 }.max() ?? 0
        }
        return lines.map { line in
            let cells = zip(line, widths).map { cell, width in
                cell + String(repeating: " ", count: width - cell.count)
            }
            let text = indent + cells.joined(separator: "  ")
            return text.trimmingSuffix { $0 == " " }
        }.joined(separator: "\n")
    }
}

extension String {
    /// Without characters that control a terminal: strangers chose these words.
    var printable: String {
        String(
            String.UnicodeScalarView(
                unicodeScalars.map { scalar in
                    switch scalar.properties.generalCategory {
                    // The joiner within an emoji is harmless.
                    case .format where scalar == "\u{200D}": scalar
                    case .control, .format, .lineSeparator, .paragraphSeparator: "\u{FFFD}"
                    case _: scalar
                    }
                }
            )
        )
    }

    fileprivate func trimmingSuffix(while isDropped: (Character) -> Bool) -> String {
        var text = self[...]
        while let last = text.last, isDropped(last) { text.removeLast() }
        return String(text)
    }
}

extension ServerTime {
    /// Like `2026-03-01 20:15:07Z`.
    var text: String {
        Date(timeIntervalSince1970: Double(ms) / 1_000)
            .formatted(.iso8601.dateTimeSeparator(.space))
    }
}
