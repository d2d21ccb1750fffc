public import Archive
import Dispatch
public import GameState
public import Protocol

/// Packages at the operator's desk: what the files say, with what the archive knows of the games they were played in.
public struct ReviewDesk: ContentDesk {
    private let shelf: ReviewShelf
    private let archive: any Archive

    /// Files are read and written here, one call after the other.
    private static let queue = DispatchQueue(label: "review", qos: .utility)

    public init(_ shelf: ReviewShelf, _ archive: any Archive) {
        self.shelf = shelf
        self.archive = archive
    }

    public func list() async throws(DeskFailure) -> [UInt8] {
        let shelf = shelf
        let stock = try await Self.onQueue { () throws(DeskFailure) in try shelf.stock() }
        let counts = await (
            played: Self.count(archive.texts(PlayedStatements.packages)),
            reported: Self.count(archive.texts(ReportStatements.packages))
        )
        return ReviewSheet.json(of: stock, counts, shelf)
    }

    public func sheet(of item: String) async throws(DeskFailure) -> DeskSheet {
        let shelf = shelf
        let found = try await Self.onQueue { () throws(DeskFailure) in try shelf.find(item) }
        let id = SQLValue.text(found.card.id)
        let seen = await ReviewSheet.Seen(
            right: archive.texts(PlayedStatements.rightAnswers, [id]),
            reports: archive.texts(ReportStatements.ofPackage, [id])
        )
        return DeskSheet(json: ReviewSheet.json(of: found, seen), tag: found.card.tag)
    }

    public func change(
        _ item: String,
        _ change: DeskChange,
        knowing tag: String?,
        at now: ServerTime
    ) async throws(DeskFailure) -> DeskSheet {
        let shelf = shelf
        switch change {
        case .content(let body):
            let edit: PackageEdit
            do throws(WireError) { edit = try PackageEdit(body) } catch { throw .wrong(error) }
            try await Self.onQueue { () throws(DeskFailure) in
                try shelf.edit(item, knowing: tag) { package throws(DeskFailure) in
                    do throws(WireError) {
                        try edit.apply(to: &package)
                    } catch {
                        throw .wrong(error)
                    }
                }
            }
        case .approved(let name):
            try await Self.onQueue { () throws(DeskFailure) in
                try shelf.approve(item, knowing: tag, by: name, at: now)
            }
        case .approvalTakenBack:
            try await Self.onQueue { () throws(DeskFailure) in try shelf.takeApprovalBack(item) }
        case .retired(let isRetired):
            try await Self.onQueue { () throws(DeskFailure) in try shelf.retire(item, isRetired) }
        }
        return try await sheet(of: item)
    }

    public func take(_ report: DeskReport) async throws(DeskFailure) {
        let said: HostReport
        do throws(WireError) { said = try HostReport(report.body) } catch { throw .wrong(error) }
        let (session, round) = (SQLValue.id(report.session), SQLValue.id(report.round))
        let packages = await archive.texts(ReportStatements.packageOfRound, [round, session])
        guard let packages else { throw .unavailable }
        guard !packages.isEmpty else { throw .unknown }
        let write = Write(
            ReportStatements.added,
            [
                .text(report.id), round, session, .text(said.part.rawValue),
                .text(said.reason.rawValue), .words(said.words), .integer(report.time.ms),
            ]
        )
        guard let rows = await archive.rows(of: write) else { throw .unavailable }
        guard rows > 0 else { throw .tooMany }
    }

    public func reports() async throws(DeskFailure) -> [UInt8] {
        let shelf = shelf
        let stock = try await Self.onQueue { () throws(DeskFailure) in try shelf.stock() }
        guard let rows = await archive.texts(ReportStatements.all) else { throw .unavailable }
        return ReviewSheet.json(ofReports: rows, beside: stock)
    }

    public func mark(
        _ report: String,
        dealtWithAt time: ServerTime?
    ) async throws(DeskFailure) {
        let time = time.map { SQLValue.integer($0.ms) } ?? .null
        let rows = await archive.rows(of: Write(ReportStatements.marked, [.words(report), time]))
        guard let rows else { throw .unavailable }
        guard rows > 0 else { throw .unknown }
    }

    private static func count(_ ids: [String]?) -> [String: Int]? {
        ids?.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }

    private static func onQueue<Value: Sendable>(
        _ work: @escaping @Sendable () throws(DeskFailure) -> Value
    ) async throws(DeskFailure) -> Value {
        let result: Result<Value, DeskFailure> = await withCheckedContinuation { continuation in
            queue.async {
                do throws(DeskFailure) {
                    continuation.resume(returning: .success(try work()))
                } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
        }
        return try result.get()
    }
}

/// A host's word on a part of what was played.
struct HostReport {
    static let maxWordsCharacters = 300

    enum Reason: String, CaseIterable {
        case wrong, unclear, leaks, tooEasy, tooHard, voice, offensive, other
    }

    let part: Segment
    let reason: Reason
    let words: String

    /// - Throws: `bad_message` that names the field.
    init(_ object: JSONObject) throws(WireError) {
        let fields = FieldReader(object)
        try fields.refuseOthers(than: ["part", "reason", "text"])
        let part = try fields.required("part", object["part"])
        guard let part = part.string.flatMap(Segment.init(rawValue:)), Self.isPart(part) else {
            throw fields.error("part", "is intro, clue_10 to clue_2, reveal or followup_1 to 3")
        }
        self.part = part
        let reason: Reason? = try fields.choice("reason")
        self.reason = try fields.required("reason", reason)
        words = try fields.text("text", 0...Self.maxWordsCharacters) ?? ""
    }

    private static func isPart(_ part: Segment) -> Bool {
        switch part {
        case .intro, .clue, .reveal: true
        case .followup(let index): (1...3).contains(index)
        }
    }

}

extension Archive {
    /// Nil where the archive does not answer: what a page can do without.
    fileprivate func texts(_ statement: Statement, _ values: [SQLValue] = []) async -> [String]? {
        await withCheckedContinuation { continuation in
            texts(statement, values) { continuation.resume(returning: try? $0.get()) }
        }
    }

    fileprivate func rows(of write: Write) async -> Int? {
        await withCheckedContinuation { continuation in
            put(write) { continuation.resume(returning: try? $0.get()) }
        }
    }
}
