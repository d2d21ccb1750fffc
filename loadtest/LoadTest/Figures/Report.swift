import GatewayClient
import Glibc
import Protocol

/// Everything that a run has to say at its end: to the terminal, and to a file.
struct Report {
    private(set) var lines: [String] = []
    private var members: [(key: String, value: JSONValue)] = []

    mutating func line(_ text: String = "") {
        lines.append(text)
    }

    mutating func figure(_ name: String, _ text: String, json: JSONValue) {
        lines.append("  \(Line.left(name, 26)) \(text)")
        members.append((name, json))
    }

    mutating func histogram(_ name: String, _ histogram: Histogram, bars: Bool = false) {
        figure(name, histogram.summary, json: histogram.json)
        if bars, !histogram.isEmpty { lines += histogram.bars() }
    }

    mutating func traffic(_ traffic: Traffic, seconds: Double) {
        let perSecond = { (count: Int) in Double(count) / Swift.max(seconds, 0.001) }
        figure(
            "received",
            "\(traffic.messagesIn) messages, \(Line.decimal(perSecond(traffic.messagesIn), 0))/s, "
                + "\(Line.bytes(traffic.bytesIn)), \(Line.bytes(Int(perSecond(traffic.bytesIn))))/s",
            json: .object([
                "messages": .int(Int64(traffic.messagesIn)), "bytes": .int(Int64(traffic.bytesIn)),
                "seconds": .double(seconds),
            ])
        )
        figure(
            "sent",
            "\(traffic.messagesOut) messages, \(Line.decimal(perSecond(traffic.messagesOut), 0))/s, "
                + Line.bytes(traffic.bytesOut),
            json: .object([
                "messages": .int(Int64(traffic.messagesOut)),
                "bytes": .int(Int64(traffic.bytesOut)),
            ])
        )
    }

    mutating func seating(_ seating: Crowd.Seating) {
        figure(
            "seating before",
            "\(Line.time(seating.us)), \(seating.messagesIn) messages, "
                + "\(Line.bytes(seating.bytesIn)) received",
            json: .object([
                "us": .int(seating.us), "messages": .int(Int64(seating.messagesIn)),
                "bytes": .int(Int64(seating.bytesIn)),
            ])
        )
    }

    mutating func laws(_ referee: Referee) {
        let (book, laws) = (referee.book, referee.held)
        line()
        for law in laws {
            let breaches = book.breachCounts[law] ?? 0
            let checks = book.checkCounts[law] ?? 0
            let verdict =
                breaches > 0
                ? "BROKEN \(breaches) times" : checks > 0 ? "kept" : "not put to the test"
            line(
                "  \(Line.left(law.rawValue, 9)) \(Line.left(law.meaning, 42)) "
                    + "\(Line.right("\(checks)", 9)) checks  \(verdict)"
            )
        }
        for breach in book.breaches.prefix(20) {
            line("    ✗ \(breach.law.rawValue) [\(breach.who)] \(breach.what)")
        }
        if book.breaches.count > 20 { line("    … and more") }
        members.append(
            (
                "laws",
                .object(
                    JSONObject(
                        laws.map { law in
                            (
                                key: law.rawValue,
                                value: .object([
                                    "checks": .int(Int64(book.checkCounts[law] ?? 0)),
                                    "breaches": .int(Int64(book.breachCounts[law] ?? 0)),
                                ])
                            )
                        }
                    )
                )
            )
        )
        members.append(
            (
                "breaches",
                .array(
                    book.breaches.map { breach in
                        .object([
                            "law": .string(breach.law.rawValue), "who": .string(breach.who),
                            "what": .string(breach.what), "atMs": .int(breach.atMs),
                        ])
                    }
                )
            )
        )
    }

    /// Says everything, and writes the figures to `file` where one is named.
    func publish(to file: String?, _ book: LawBook) -> Outcome {
        lines.forEach { Console.say($0) }
        if let file, !write(to: file) { Console.say("can't write \(file)") }
        return book.isKept ? .kept : .broken
    }

    /// - Returns: whether the file could be written.
    private func write(to path: String) -> Bool {
        var writer = JSONWriter()
        writer.write(.object(JSONObject(members)))
        guard let file = fopen(path, "w") else { return false }
        let bytes = writer.bytes + [0x0A]
        let written = fwrite(bytes, 1, bytes.count, file)
        return fclose(file) == 0 && written == bytes.count
    }
}
