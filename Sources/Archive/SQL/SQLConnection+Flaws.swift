/// The part of an archive that is looked at for damage.
public enum CheckDepth: Sendable {
    /// Every page, but not whether indexes hold what their tables hold.
    case quick
    /// All of it.
    case thorough
}

extension SQLConnection {
    /// Flaws of the archive as a whole; sessions have to be replayed one by one besides. A check
    /// that fails to run is a flaw too.
    ///
    /// - Throws: errors that say nothing of damage, such as an unreachable store.
    func flaws(_ depth: CheckDepth) throws(ArchiveError) -> [String] {
        do throws(ArchiveError) {
            return try transaction(.reading) { () throws(ArchiveError) in
                let orphans = try rows(.orphans, []) { $0.text(0) }
                return try fileFlaws(depth)
                    + orphans.map { "session \($0): inputs without a session" }
            }
        } catch {
            guard error.kind == .damaged else { throw error }
            return [error.description]
        }
    }
}

extension Statement {
    fileprivate static let orphans = Statement(
        "orphans",
        """
        SELECT DISTINCT session_id FROM session_events
        WHERE NOT EXISTS (SELECT 1 FROM sessions WHERE id = session_id) LIMIT 100
        """
    )
}
