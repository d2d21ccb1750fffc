import GameState
import HTTP
import Protocol
import Voice

/// The desk of whoever runs the gateway: the content of games that have one, looked at, heard, mended, approved. A gateway
/// without an operator's token knows no such path.
enum OperatorCalls {
    /// Characters of a text that is only to be heard.
    private static let maxSpokenCharacters = 600
    private static let maxNameCharacters = 40

    static func describe(_ context: RequestContext) async throws -> Response {
        try context.requireOperator()
        let services = context.services
        return .json(.ok) { writer in
            writer.member("hasVoice", services.voice != nil)
            writer.key("games")
            writer.beginArray()
            for game in services.games where game.desk != nil {
                writer.beginObject()
                writer.member("game", game.name)
                writer.member("name", game.title)
                writer.endObject()
            }
            writer.endArray()
        }
    }

    static func list(_ context: RequestContext, _ game: String) async throws -> Response {
        let desk = try context.desk(of: game)
        return try await answering { () throws(DeskFailure) in
            .desk(try await desk.list())
        }
    }

    static func show(
        _ context: RequestContext,
        _ game: String,
        _ item: String
    ) async throws -> Response {
        let desk = try context.desk(of: game)
        return try await answering { () throws(DeskFailure) in
            .desk(try await desk.sheet(of: item))
        }
    }

    static func edit(
        _ context: RequestContext,
        _ game: String,
        _ item: String
    ) async throws -> Response {
        let desk = try context.desk(of: game)
        let body = try context.body()
        guard let tag = try context.knownTag() else { return .precondition }
        return try await change(item, .content(body), knowing: tag, at: desk, context)
    }

    static func approve(
        _ context: RequestContext,
        _ game: String,
        _ item: String
    ) async throws -> Response {
        let desk = try context.desk(of: game)
        let fields = FieldReader(try context.body())
        try fields.refuseOthers(than: ["by"])
        let name = try fields.text("by", 0...maxNameCharacters) ?? ""
        guard let tag = try context.knownTag() else { return .precondition }
        return try await change(item, .approved(by: name), knowing: tag, at: desk, context)
    }

    static func takeApprovalBack(
        _ context: RequestContext,
        _ game: String,
        _ item: String
    ) async throws -> Response {
        let desk = try context.desk(of: game)
        return try await change(item, .approvalTakenBack, knowing: nil, at: desk, context)
    }

    static func retire(
        _ context: RequestContext,
        _ game: String,
        _ item: String
    ) async throws -> Response {
        let desk = try context.desk(of: game)
        return try await change(item, .retired(true), knowing: nil, at: desk, context)
    }

    static func bringBack(
        _ context: RequestContext,
        _ game: String,
        _ item: String
    ) async throws -> Response {
        let desk = try context.desk(of: game)
        return try await change(item, .retired(false), knowing: nil, at: desk, context)
    }

    private static func change(
        _ item: String,
        _ change: DeskChange,
        knowing tag: String?,
        at desk: any ContentDesk,
        _ context: RequestContext
    ) async throws -> Response {
        let now = context.now
        let log = context.services.log
        return try await answering { () throws(DeskFailure) in
            let sheet = try await desk.change(item, change, knowing: tag, at: now)
            // Tells what was done where a token was stolen.
            log.notice(
                "the operator's page changed an item",
                metadata: ["item": "\(item)", "change": "\(change.word)"]
            )
            return .desk(sheet)
        }
    }

    /// The sound of a text as it would be heard in a game.
    static func speak(_ context: RequestContext) async throws -> Response {
        try context.requireOperator()
        let fields = FieldReader(try context.body())
        try fields.refuseOthers(than: ["text", "locale"])
        let text = try fields.required("text", fields.text("text", 1...maxSpokenCharacters))
        let locale: Locale? = try fields.choice("locale")
        let line = VoiceLine(
            text: text,
            locale: try fields.required("locale", locale).rawValue
        )
        guard let voice = context.services.voice else {
            throw WireError(.notFound, "this gateway has no voice")
        }
        // Lines of games may wait before it, and nobody listens to a page that is silent for long.
        let clip = await withCheckedContinuation { told in
            voice.clips(of: [line], for: listener, maxMs: maxSpeechMs) {
                told.resume(returning: $0.first ?? nil)
            }
        }
        guard let clip else { throw WireError(.degraded, "the speech service is unavailable") }
        return Response(
            .ok,
            headers: ["Content-Type": "audio/wav", "Cache-Control": "no-store"],
            body: clip.wav
        )
    }

    private enum Locale: String, CaseIterable {
        case sv, en
    }

    /// Milliseconds after which a text that is not yet spoken is refused.
    private static let maxSpeechMs = 6_000
    /// Clips are kept for each listener; no session is called so.
    private static let listener = "operator"

    /// A host's word on something that its session played.
    static func report(
        _ context: RequestContext,
        _ session: SessionID,
        _ round: RoundID
    ) async throws -> Response {
        try context.requireHost(of: session)
        let body = try context.body()
        try context.limit(.report)
        let game = try await context.on(session) { room, _ in room.gameName }
        guard let desk = context.services.game(named: game)?.desk else {
            throw WireError(.notFound, "nothing of this game is reported")
        }
        let report = DeskReport(
            id: RandomNames.nonce(),
            session: session,
            round: round,
            body: body,
            time: context.now
        )
        let archive = context.services.archive
        return try await answering { () throws(DeskFailure) in
            try await desk(archive).take(report)
            return Response(.noContent)
        }
    }

    static func listReports(_ context: RequestContext, _ game: String) async throws -> Response {
        let desk = try context.desk(of: game)
        return try await answering { () throws(DeskFailure) in
            .desk(try await desk.reports())
        }
    }

    static func dealWith(
        _ context: RequestContext,
        _ game: String,
        _ report: String
    ) async throws -> Response {
        try await mark(report, of: game, dealtWithAt: context.now, context)
    }

    static func haveWait(
        _ context: RequestContext,
        _ game: String,
        _ report: String
    ) async throws -> Response {
        try await mark(report, of: game, dealtWithAt: nil, context)
    }

    private static func mark(
        _ report: String,
        of game: String,
        dealtWithAt time: ServerTime?,
        _ context: RequestContext
    ) async throws -> Response {
        let desk = try context.desk(of: game)
        return try await answering { () throws(DeskFailure) in
            try await desk.mark(report, dealtWithAt: time)
            return Response(.noContent)
        }
    }

    /// Says in the gateway's words why a desk did not do it.
    private static func answering(
        _ work: () async throws(DeskFailure) -> Response
    ) async throws -> Response {
        do throws(DeskFailure) {
            return try await work()
        } catch {
            switch error {
            case .unknown: throw WireError(.notFound, "there is no such item or report")
            case .stale:
                var response = Response.error(
                    WireError(.wrongState, "somebody has changed it meanwhile")
                )
                response.status = .preconditionFailed
                return response
            case .againstRules(let findings):
                var response = Response.json(.unprocessableContent) { writer in
                    let error = WireError(.badMessage, "its rules forbid it", field: "changes")
                    error.writeMembers(to: &writer)
                    writer.key("findings")
                    writer.raw(findings)
                }
                response.headers.set("Cache-Control", "no-store")
                return response
            case .wrong(let error): throw error
            case .unwritable(let why): throw WireError(.wrongState, why)
            case .tooMany: throw WireError(.rateLimited, "too many reports of this session")
            case .unavailable: throw WireError(.degraded, "the archive is unavailable")
            }
        }
    }
}

extension RequestContext {
    /// Checks that the caller runs this gateway.
    fileprivate func requireOperator() throws {
        guard let token = services.configuration.operatorToken else { throw WireError.noSuchPath }
        let given = try bearer()
        // Counted before it is known to be wrong, so that asking at once does not get round it.
        try limit(.wrongOperatorToken)
        guard token.matches(given) else { throw WireError.foreignToken }
        services.addressLimits.giveBack(.wrongOperatorToken, by: address)
    }

    fileprivate func desk(of name: String) throws -> any ContentDesk {
        try requireOperator()
        guard let desk = services.game(named: name)?.desk else {
            throw WireError(.notFound, "there is no such game")
        }
        return desk(services.archive)
    }

    /// The tag of If-Match, which names one state; nil where none is given.
    fileprivate func knownTag() throws(WireError) -> String? {
        guard let given = request.headers.combined("If-Match") else { return nil }
        guard let match = given.wholeMatch(of: #/"([A-Za-z0-9_-]{1,64})"/#) else {
            throw WireError(.badMessage, "If-Match is one entity tag")
        }
        return String(match.output.1)
    }
}

extension Response {
    fileprivate static func desk(_ json: [UInt8]) -> Response {
        Response(
            .ok,
            headers: ["Content-Type": MediaType.json, "Cache-Control": "no-store"],
            body: json
        )
    }

    fileprivate static func desk(_ sheet: DeskSheet) -> Response {
        var response = desk(sheet.json)
        response.headers.set("ETag", EntityTag(sheet.tag).description)
        return response
    }

    fileprivate static var precondition: Response {
        var response = error(WireError(.badMessage, "If-Match is missing"))
        response.status = .preconditionRequired
        return response
    }
}

extension DeskChange {
    /// For the log, which tells no texts.
    fileprivate var word: String {
        switch self {
        case .content: "texts"
        case .approved: "approved"
        case .approvalTakenBack: "approved no more"
        case .retired(true): "retired"
        case .retired(false): "brought back"
        }
    }
}
