import Archive
import Foundation
import TestSupport

/// The floor: pgbench(1) with the archive's own statements.
extension ArchiveWork {
    /// Rows per second.
    mutating func benchmark() throws -> Double {
        let (archive, session) = try begin()
        close(archive)
        let file = FileManager.default.temporaryDirectory
            .appending(path: "bench-\(UUID().uuidString).sql")
        try Self.script.write(to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        var values = [
            "session": session.rawValue, "round": "\(Self.round(of: session))",
            // Keys of the audit are unique over all sessions.
            "base": "\(sessionCount * 10_000_000)", "body": Self.body, "text": "Kyoto",
            "payload": "{}", "player_role": "PLAYER", "host_role": "HOST", "answer": "BRAKE_ANSWER",
            "skip": "HOST_SKIP", "question": "0", "level": "8", "points": "8", "yes": "1",
        ]
        for number in 0..<8 {
            let player = Self.player(number, of: session)
            values["player\(number)"] = "\(player)"
            values["key\(number)"] = "\(Self.round(of: session))/\(player)"
        }
        let output = try Command.run(
            try PrivatePostgres.binary("pgbench"),
            ["-n", "-M", "prepared", "-c", "1", "-t", "\(batchCount)", "-f", file.path]
                + values.flatMap { ["-D", "\($0.key)=\($0.value)"] } + [url]
        )
        let line = output.split(separator: "\n").first { $0.hasPrefix("tps = ") }
        let tps = line?.split(separator: " ").dropFirst(2).first.flatMap { Double($0) }
        guard let tps else { preconditionFailure("pgbench said: \(output)") }
        return tps * Double(rowCount / batchCount)
    }

    /// One batch as one transaction, sent at one go.
    private static var script: String {
        var lines: [String] = []
        for index in 0..<entriesPerBatch { lines.append("\\set v\(index) :base + \(index)") }
        lines += ["\\set base :base + \(entriesPerBatch)", "\\startpipeline", "BEGIN;"]
        for index in 0..<entriesPerBatch {
            lines.append(line(.event, "session", "v\(index)", "v\(index)", "body"))
        }
        for index in 0..<entriesPerBatch {
            let version = "v\(index)"
            let player = "player\(index % 8)"
            switch index % 4 {
            case 0:
                lines += [
                    line(.answered, "round", player, "question", "level", "text", version),
                    line(
                        .audit,
                        version,
                        "session",
                        version,
                        "player_role",
                        player,
                        "answer",
                        "payload"
                    ),
                ]
            case 1: lines.append(line(.judged, "round", player, "question", "yes", "points"))
            case 2: lines.append(line(.playerSeen, player, version, "yes"))
            case _:
                let audit = Statement.audit.sql.replacing("$5", with: "NULL")
                let values = [version, "session", version, "host_role", "", "skip", "payload"]
                lines.append(line(audit, values))
            }
        }
        return (lines + ["COMMIT;", "\\endpipeline"]).joined(separator: "\n") + "\n"
    }

    private static func line(_ statement: Statement, _ variables: String...) -> String {
        line(statement.sql, variables)
    }

    /// - Parameter variables: for `$1`, `$2` …
    private static func line(_ sql: String, _ variables: [String]) -> String {
        var text = sql.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        for (index, variable) in variables.enumerated() {
            text = text.replacing("$\(index + 1)", with: ":\(variable)")
        }
        return text + ";"
    }
}
