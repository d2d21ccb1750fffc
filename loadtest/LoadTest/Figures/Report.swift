import FoundationEssentials
import GatewayClient
import Protocol

/// Everything that a run has to say at its end: to the terminal, and to a file.
struct Report {
    private static let maxBreaches = 20

    private var lines: [String]
    private var members = JSONObject()
    private var isKept = true

    init(_ title: String) { lines = ["", title] }

    mutating func line(_ text: String = "") { lines.append(text) }

    mutating func figure(_ name: String, _ text: String, json: JSONValue) {
        lines.append("  \(Line.left(name, 26)) \(text)")
        members[name] = json
    }

    mutating func count(_ name: String, _ count: Int, perSecondOf seconds: Int? = nil) {
        let rate = seconds.map { ", \(Line.decimal(Double(count) / Double($0), 0))/s" } ?? ""
        figure(name, "\(count)\(rate)", json: .int(Int64(count)))
    }

    /// Microseconds.
    mutating func histogram(_ name: String, _ histogram: Histogram) {
        figure(name, histogram.summary, json: histogram.json)
    }

    mutating func traffic(_ traffic: Traffic, seconds: Double) {
        flow("received", traffic.messagesIn, traffic.bytesIn, seconds)
        flow("sent", traffic.messagesOut, traffic.bytesOut, seconds)
    }

    private mutating func flow(_ name: String, _ messages: Int, _ bytes: Int, _ seconds: Double) {
        let perSecond = { (count: Int) in Double(count) / max(seconds, 0.001) }
        figure(
            name,
            "\(messages) messages, \(Line.decimal(perSecond(messages), 0))/s, "
                + "\(Line.bytes(bytes)), \(Line.bytes(Int(perSecond(bytes))))/s",
            json: .object([
                "messages": .int(Int64(messages)), "bytes": .int(Int64(bytes)),
                "seconds": .double(seconds),
            ])
        )
    }

    mutating func laws(_ referee: Referee) {
        let book = referee.book
        isKept = book.isKept
        line()
        var laws = JSONObject()
        for law in referee.held {
            let breaches = book.breachCounts[law] ?? 0
            let checks = book.checkCounts[law] ?? 0
            let kept = checks > 0 ? "kept" : "not put to the test"
            let verdict = breaches > 0 ? "BROKEN \(breaches) times" : kept
            let name = "\(Line.left(law.rawValue, 9)) \(Line.left(law.meaning, 42))"
            line("  \(name) \(Line.right("\(checks)", 9)) checks  \(verdict)")
            laws[law.rawValue] = .object([
                "checks": .int(Int64(checks)), "breaches": .int(Int64(breaches)),
            ])
        }
        for breach in book.breaches.prefix(Self.maxBreaches) {
            line("    ✗ \(breach.law.rawValue) [\(breach.who)] \(breach.what)")
        }
        if book.breaches.count > Self.maxBreaches { line("    … and more") }
        members["laws"] = .object(laws)
        let breaches: [JSONValue] = book.breaches.map { breach in
            .object([
                "law": .string(breach.law.rawValue), "who": .string(breach.who),
                "what": .string(breach.what), "atMs": .int(breach.atMs),
            ])
        }
        members["breaches"] = .array(breaches)
    }

    /// Says everything, and writes the figures to `file` where one is named.
    ///
    /// - Returns: whether every law was kept.
    func publish(to file: String?) -> Bool {
        lines.forEach { Console.say($0) }
        if let file {
            let figures = Data(JSONValue.object(members).bytes + [0x0A])
            do { try figures.write(to: URL(filePath: file)) } catch {
                Console.say("can't write \(file): \(error)")
            }
        }
        return isKept
    }
}
