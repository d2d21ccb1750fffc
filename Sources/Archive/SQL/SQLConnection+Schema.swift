extension SQLConnection {
    func open(_ use: SchemaUse) throws(ArchiveError) -> SchemaChange {
        switch use {
        case .migrated: try migrate()
        case .asIs: try requireLatestSchema()
        }
    }

    /// Brings the schema forward, all steps or none.
    ///
    /// - Throws: kind `.schema` when a newer build or somebody else has written here: it is not for
    ///   this one to guess.
    func migrate(
        _ migrations: [Migration] = Migration.all
    ) throws(ArchiveError) -> SchemaChange {
        try transaction(.migrating) { () throws(ArchiveError) in
            let current = try currentVersion(among: migrations)
            let due = migrations.filter { $0.version > current }
            if !due.isEmpty { try execute(Migration.bookkeeping) }
            for migration in due {
                for statement in migration.statements { try execute(statement) }
                try run([
                    Write(.migrated, [.integer(migration.version), .text(migration.name)])
                ])
            }
            return SchemaChange(
                before: current,
                now: due.last?.version ?? current,
                steps: due.map(\.name)
            )
        }
    }

    private func requireLatestSchema() throws(ArchiveError) -> SchemaChange {
        let current = try transaction(.reading) { () throws(ArchiveError) in
            try currentVersion(among: Migration.all)
        }
        let latest = Int64(Migration.all.count)
        guard current == latest else {
            throw ArchiveError(
                .schema,
                "the schema is version \(current), this build needs version \(latest): "
                    + "`gatewayd migrate` brings it forward"
            )
        }
        return SchemaChange(before: current, now: current, steps: [])
    }

    /// - Parameter migrations: numbered from 1.
    private func currentVersion(among migrations: [Migration]) throws(ArchiveError) -> Int64 {
        let tables = Set(try rows(Self.tableNames, []) { row in row.text(0) })
        guard tables.contains(Migration.bookkeepingTable) else {
            let foreign = tables.intersection(migrations.flatMap(\.tables)).sorted()
            guard foreign.isEmpty else {
                throw ArchiveError(
                    .schema,
                    "there are tables named \(foreign.joined(separator: ", ")) and no "
                        + "\(Migration.bookkeepingTable) that says whose they are"
                )
            }
            return 0
        }
        let recorded = try recordedMigrations()
        let latest = Int64(migrations.count)
        if let current = recorded.last?.version, current > latest {
            throw ArchiveError(
                .schema,
                "the schema is version \(current), this build knows versions up to \(latest)"
            )
        }
        guard
            recorded.elementsEqual(
                migrations.prefix(recorded.count),
                by: { $0 == ($1.version, $1.name) }
            )
        else { throw Self.foreignBookkeeping }
        return Int64(recorded.count)
    }

    private func recordedMigrations() throws(ArchiveError) -> [(version: Int64, name: String)] {
        do {
            return try rows(.migrations, []) { row throws(ArchiveError) in
                (version: try row.integer(0), name: row.text(1))
            }
        } catch {
            // Somebody else's table of that name has other columns.
            throw error.kind == .unusable ? Self.foreignBookkeeping : error
        }
    }

    private static var foreignBookkeeping: ArchiveError {
        ArchiveError(
            .schema,
            "the table \(Migration.bookkeepingTable) is not the gateway's: give it a database of its own"
        )
    }
}
