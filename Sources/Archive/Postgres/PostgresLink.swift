import CPostgres
import Glibc

/// One connection of libpq in pipeline mode, good until its first `.lost` or `.unreachable`. Confined
/// to the archive's queue.
///
/// Source: https://www.postgresql.org/docs/15/libpq-pipeline-mode.html.
final class PostgresLink {
    let handle: OpaquePointer
    let url: PostgresURL
    /// True behind a pooler such as pgbouncer, which gives each transaction any connection to the server: none
    /// keeps a prepared statement or a setting.
    private(set) var isPooled = false
    private var prepared: Set<Statement> = []
    private var parameters = PostgresParameters()

    /// - Throws: kind `.unreachable`; `.schema` when the database can't hold all characters.
    init(_ url: PostgresURL, _ settings: PostgresSettings) throws(ArchiveError) {
        self.url = url
        guard let handle = Self.connect(url, settings) else {
            throw ArchiveError(.unreachable, "\(url): no memory for a connection")
        }
        self.handle = handle
        guard PQstatus(handle) == CONNECTION_OK, PQsetnonblocking(handle, 1) == 0,
            PQenterPipelineMode(handle) == 1
        else { throw ArchiveError(.unreachable, lost.description) }
        // Else libpq prints them.
        PQsetNoticeReceiver(handle, { _, _ in }, nil)
        let encoding = PQparameterStatus(handle, "server_encoding").map { String(cString: $0) }
        guard encoding == "UTF8" else {
            let name = encoding ?? "unknown"
            throw ArchiveError(
                .schema,
                "\(url): the database's encoding is \(name); it has to be UTF8"
            )
        }
        try lookForPooler(timeoutMs: settings.answerTimeoutMs)
        guard !isPooled else { return }
        let limits = PostgresCommand.limits(settings, ofTransaction: false)
        try exchange([limits], timeoutMs: settings.answerTimeoutMs) { _, _ in }
    }

    /// A pooler tells its clients a process of its own invention, to which they would send a cancellation.
    private func lookForPooler(timeoutMs: Int) throws(ArchiveError) {
        let told = Int64(PQbackendPID(handle))
        var process: Int64?
        try exchange([.once("SELECT pg_backend_pid()")], timeoutMs: timeoutMs) { _, result in
            process = try? PostgresRow(result: result, index: 0).integer(0)
        }
        isPooled = process != told
    }

    deinit { PQfinish(handle) }

    /// Sends commands, all at once, and reads what the server answers.
    ///
    /// - Parameters:
    ///   - timeoutMs: for all of it together.
    ///   - read: called with each command's number and answer as long as none has failed.
    /// - Throws: the first error; what followed it was skipped by the server.
    func exchange(
        _ commands: [PostgresCommand],
        timeoutMs: Int,
        _ read: (Int, PostgresResult) -> Void
    ) throws(ArchiveError) {
        let deadlineMs = Monotonic.nowMs + Int64(timeoutMs)
        var answers = try send(commands)
        while true {
            let unsent = PQflush(handle)
            guard unsent >= 0 else { throw lost }
            while !answers.areComplete, PQisBusy(handle) == 0 {
                try receive(PQgetResult(handle), of: commands, &answers, read)
            }
            if answers.areComplete { break }
            try wait(alsoToSend: unsent > 0, until: deadlineMs)
        }
        if let error = answers.error { throw error }
    }

    private func send(_ commands: [PostgresCommand]) throws(ArchiveError) -> PostgresAnswers {
        var answers = PostgresAnswers()
        for (number, command) in commands.enumerated() {
            switch command {
            case .begin(let sql), .once(let sql):
                guard PQsendQueryParams(handle, sql, 0, nil, nil, nil, nil, 0) == 1 else {
                    throw lost
                }
            case .prepared(let write):
                if !isPooled, !prepared.contains(write.statement),
                    !answers.willPrepare(write.statement)
                {
                    try prepare(write.statement)
                    answers.expect(.prepared(write.statement))
                }
                do throws(ArchiveError) {
                    try parameters.set(write.values)
                } catch {
                    answers.fail(error)
                    continue
                }
                guard parameters.withPointers({ send(write.statement, $0, $1) }) else { throw lost }
            }
            answers.expect(.answer(number))
        }
        guard PQpipelineSync(handle) == 1 else { throw lost }
        answers.expect(.end)
        return answers
    }

    private func send(
        _ statement: Statement,
        _ values: UnsafePointer<UnsafePointer<CChar>?>?,
        _ count: Int32
    ) -> Bool {
        let isSent =
            isPooled
            ? PQsendQueryParams(handle, statement.sql, count, nil, values, nil, nil, 0)
            : PQsendQueryPrepared(handle, statement.name, count, values, nil, nil, 0)
        return isSent == 1
    }

    private func prepare(_ statement: Statement) throws(ArchiveError) {
        guard PQsendPrepare(handle, statement.name, statement.sql, 0, nil) == 1 else { throw lost }
    }

    private func receive(
        _ handle: OpaquePointer?,
        of commands: [PostgresCommand],
        _ answers: inout PostgresAnswers,
        _ read: (Int, PostgresResult) -> Void
    ) throws(ArchiveError) {
        guard let handle else {
            // The end of one command's answer.
            guard answers.pauses() else { throw lost }
            return
        }
        defer { PQclear(handle) }
        let result = PostgresResult(handle: handle)
        let expected = answers.next()
        switch (PQresultStatus(handle), expected) {
        case (PGRES_COMMAND_OK, .prepared(let statement)): prepared.insert(statement)
        case (PGRES_COMMAND_OK, .answer(let number)), (PGRES_TUPLES_OK, .answer(let number)):
            if answers.error == nil { read(number, result) }
        case (PGRES_PIPELINE_SYNC, .end), (PGRES_PIPELINE_ABORTED, _): break
        case (PGRES_FATAL_ERROR, .prepared(let statement)):
            try fail(result, in: statement.name, during: .other, &answers)
        case (PGRES_FATAL_ERROR, .answer(let number)):
            let command = commands[number]
            try fail(result, in: command.name, during: step(of: command), &answers)
        case _:
            throw ArchiveError(.lost, "\(url): an unexpected answer")
        }
    }

    private func fail(
        _ result: PostgresResult,
        in action: String,
        during step: PostgresFault.Step,
        _ answers: inout PostgresAnswers
    ) throws(ArchiveError) {
        let error = ArchiveError(result, of: url, in: action, during: step)
        guard error.kind != .lost, PQstatus(handle) == CONNECTION_OK else {
            throw ArchiveError(.lost, "\(url): \(error.description)")
        }
        answers.fail(error)
    }

    private func step(of command: PostgresCommand) -> PostgresFault.Step {
        switch command {
        case .begin: .beginning
        case .once: .other
        case .prepared: isPooled ? .other : .runningPrepared
        }
    }

    var lost: ArchiveError {
        let message = PQerrorMessage(handle).map { String(cString: $0) } ?? ""
        return ArchiveError(.lost, "\(url): \(url.redacted(message))")
    }
}

extension PostgresLink {
    /// Waits for each address no longer than the settings say; the caller checks the result.
    static func connect(_ url: PostgresURL, _ settings: PostgresSettings) -> OpaquePointer? {
        // Later keywords win: the URL can't take the limit away.
        let options = [
            ("fallback_application_name", "gatewayd"), ("dbname", url.text),
            ("client_encoding", "UTF8"), ("connect_timeout", "\(settings.connectTimeoutSeconds)"),
        ]
        var keywords = options.map { strdup($0.0) }
        var values = options.map { strdup($0.1) }
        defer { for pointer in keywords + values { free(pointer) } }
        keywords.append(nil)
        values.append(nil)
        return PQconnectdbParams(
            keywords.map { UnsafePointer($0) },
            values.map { UnsafePointer($0) },
            1
        )
    }

    /// Waits until the server says something or takes more (poll(2)), and reads it.
    func wait(alsoToSend: Bool, until deadlineMs: Int64) throws(ArchiveError) {
        let events = Int16(alsoToSend ? POLLIN | POLLOUT : POLLIN)
        var set = pollfd(fd: PQsocket(handle), events: events, revents: 0)
        let remainingMs = deadlineMs - Monotonic.nowMs
        guard set.fd >= 0 else { throw lost }
        guard remainingMs > 0 else { throw late }
        let count = poll(&set, 1, Int32(clamping: remainingMs))
        guard count > 0 else {
            // Interrupted is not late.
            if count < 0 && errno == EINTR { return }
            throw late
        }
        guard set.revents & ~Int16(POLLOUT) == 0 || PQconsumeInput(handle) == 1 else { throw lost }
    }

    private var late: ArchiveError {
        ArchiveError(.unreachable, "\(url): the server did not answer in time")
    }
}
