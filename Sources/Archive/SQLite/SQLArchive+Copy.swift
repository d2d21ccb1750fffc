extension SQLArchive {
    /// Copies the embedded archive as it is at one moment. A gateway that serves from it does not wait; the
    /// copy has no log beside it and no erased data. It is not synced to the disk.
    ///
    /// - Parameters:
    ///   - path: of an archive whose schema is this build's.
    ///   - games: those whose tables must be of this build too.
    ///   - copy: an empty file.
    public static func copy(
        sqlite path: String,
        games: [GameSchema],
        to copy: String
    ) throws(ArchiveError) {
        do {
            let connection = try SQLiteConnection(path: path, SQLiteSettings(), makesFile: false)
            _ = try connection.open(.asIs, games)
            _ = try connection.rows(.copy, [.text(copy)]) { _ in }
        } catch {
            throw error.at(path)
        }
    }
}

extension Statement {
    /// One reading transaction, unlike the backup API, which begins anew whenever somebody has written
    /// (https://sqlite.org/lang_vacuum.html).
    fileprivate static let copy = Statement("copy", "VACUUM INTO $1")
}
