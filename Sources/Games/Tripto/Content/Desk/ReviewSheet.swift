import GameState
import Protocol

/// Packages as the operator's page gets them.
enum ReviewSheet {
    /// Answers of the archive; nil where it gave none.
    struct Seen {
        let right: [String]?
        let reports: [String]?
    }

    static func json(
        of stock: ReviewShelf.Stock,
        _ counts: (played: [String: Int]?, reported: [String: Int]?),
        _ shelf: ReviewShelf
    ) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("canEdit", shelf.isWritable)
        writer.member("folder", shelf.folder.path)
        writer.key("items")
        writer.beginArray()
        for card in stock.cards {
            writer.beginObject()
            writer.write(card, replaces: stock.replaced.contains(card.id))
            writer.member("retired", stock.isRetired(card))
            writer.write(approval: stock.approvals[card.id], of: card)
            writer.write("played", counts.played.map { $0[card.id] ?? 0 })
            writer.write("reported", counts.reported.map { $0[card.id] ?? 0 })
            writer.endObject()
        }
        writer.endArray()
        writer.key("refused")
        writer.beginArray()
        for refusal in stock.refusals {
            writer.beginObject()
            writer.member("file", refusal.file)
            writer.member("why", "\(refusal)")
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
        return writer.bytes
    }

    static func json(of found: ReviewShelf.Found, _ seen: Seen) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.write(found.card, replaces: found.replaces)
        writer.member("retired", found.isRetired)
        writer.write(approval: found.approval, of: found.card)
        writer.key("package")
        writer.raw(found.text.bytes)
        writer.key("findings")
        writer.raw(json(of: found.text.findings))
        writer.write(right: seen.right)
        writer.key("reports")
        if let reports = seen.reports {
            writer.write(reports.compactMap(Report.init), known: [found.card.id])
        } else {
            writer.null()
        }
        writer.endObject()
        return writer.bytes
    }

    /// Packages that are gone have the name by which they were played.
    static func json(ofReports rows: [String], beside stock: ReviewShelf.Stock) -> [UInt8] {
        let reports = rows.compactMap(Report.init)
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("reports")
        writer.write(reports, known: Set(stock.cards.map(\.id)))
        writer.member("total", reports.first?.total ?? 0)
        writer.endObject()
        return writer.bytes
    }

    /// A row of `ReportStatements`.
    fileprivate struct Report {
        let fields: [String]
        let reportedAtMs: Int64
        /// Of all that were asked for, those that are not shown too.
        let total: Int

        init?(_ row: String) {
            fields = row.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
            guard fields.count == 11, let time = Int64(fields[6]), let total = Int(fields[9])
            else { return nil }
            reportedAtMs = time
            self.total = total
        }
    }

    /// An array.
    static func json(of findings: [Finding]) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginArray()
        for finding in findings {
            writer.beginObject()
            writer.member("path", finding.path)
            writer.member("rule", finding.rule.rawValue)
            writer.member("severity", finding.severity.rawValue)
            writer.member("sentence", finding.sentence)
            writer.endObject()
        }
        writer.endArray()
        return writer.bytes
    }
}

extension JSONWriter {
    fileprivate mutating func write(_ card: ReviewShelf.Card, replaces: Bool) {
        member("id", card.id)
        member("locale", card.locale)
        member("difficulty", card.difficulty.rawValue)
        member("name", card.name)
        member("country", card.country)
        member("from", card.isOwn ? "own" : "bundled")
        member("replaces", replaces)
    }

    /// One of an earlier text counts no more, and is told all the same.
    fileprivate mutating func write(
        approval: Approvals.Approval?,
        of card: ReviewShelf.Card
    ) {
        key("approval")
        guard let approval else { return null() }
        beginObject()
        member("isOfThisText", approval.tag == card.tag)
        member("approvedAtMs", approval.time.ms)
        member("by", approval.by)
        endObject()
    }

    fileprivate mutating func write(_ key: StaticString, _ count: Int?) {
        self.key(key)
        if let count { value(count) } else { null() }
    }

    fileprivate mutating func write(right rows: [String]?) {
        key("right")
        guard let rows else { return null() }
        beginArray()
        for row in rows {
            let numbers = row.split(separator: "|").compactMap { Int64($0) }
            guard numbers.count == 3 else { continue }
            beginObject()
            member("levelPoints", numbers[0])
            member("answers", numbers[1])
            member("right", numbers[2])
            endObject()
        }
        endArray()
    }

    /// - Parameter known: ids of packages that are there.
    fileprivate mutating func write(_ reports: [ReviewSheet.Report], known: Set<String>) {
        beginArray()
        for report in reports {
            let fields = report.fields
            beginObject()
            member("id", fields[0])
            member("item", fields[1])
            member("isThere", known.contains(fields[1]))
            member("name", fields[2])
            member("country", fields[3])
            member("part", fields[4])
            member("reason", fields[5])
            member("reportedAtMs", report.reportedAtMs)
            key("dealtWithAtMs")
            if let time = Int64(fields[7]) { value(time) } else { null() }
            member("text", fields[8])
            key("playedText")
            if fields[10].isEmpty { null() } else { value(fields[10]) }
            endObject()
        }
        endArray()
    }
}
