import CPostgres
import Glibc

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
