/// Brings a database's tables to those that this build and its games know, or finds that they are.
struct SchemaMigrator {
    private let connection: any SQLConnection
    private let schemas: [GameSchema]
    private let migrations: [Migration]

    init(
        _ connection: any SQLConnection,
        _ schemas: [GameSchema],
        _ migrations: [Migration] = Migration.all
    ) {
        self.connection = connection
        self.schemas = schemas
        self.migrations = migrations
    }

    func open(_ use: SchemaUse) throws(ArchiveError) -> SchemaChange {
        switch use {
        case .migrated: try migrate()
        case .asIs: try requireLatest()
        }
    }

    /// Brings the schema forward, by all migrations or none. Tables of games that are not hosted here stay as
    /// they are.
    ///
    /// - Throws: kind `.schema` when a newer build or somebody else has written here: it is not for
    ///   this one to guess.
    func migrate() throws(ArchiveError) -> SchemaChange {
        try connection.transaction(.migrating) { () throws(ArchiveError) in
            let recorded = try recordedMigrations()
            let before = recorded.last?.version ?? 0
            var names: [String] = []
            if before < migrations.last?.version ?? 0 { try connection.requireRightToCreate() }
            if recorded.isEmpty { try connection.execute(Migration.bookkeeping) }
            if before < Migration.firstOfAnyGame, before > 0 {
                names = try convert(from: before)
            }
            let reached = max(before, names.isEmpty ? 0 : Migration.firstOfAnyGame)
            for migration in migrations where migration.version > reached {
                try apply(migration)
                names.append(migration.name)
            }
            for schema in schemas { names += try migrateGame(schema) }
            let all = migrations + schemas.flatMap(\.migrations)
            try connection.requireRights(to: Set(all.flatMap(\.tables)))
            return SchemaChange(
                before: before,
                now: migrations.last?.version ?? before,
                migrations: names
            )
        }
    }

    /// - Returns: the names of the migrations.
    private func convert(from before: Int64) throws(ArchiveError) -> [String] {
        guard let schema = schemas.first(where: { $0.former != nil }), let former = schema.former,
            let kit = migrations.first, let own = schema.migrations.first
        else {
            throw ArchiveError(.schema, "no game here knows the schema of version \(before)")
        }
        let due = former.migrations.filter { $0.version > before }
        for migration in due { try apply(migration) }
        try apply(Migration(version: kit.version, name: kit.name, statements: former.conversion))
        try record(own, of: schema)
        return due.map(\.name) + [kit.name]
    }

    private func apply(_ migration: Migration) throws(ArchiveError) {
        for statement in migration.statements { try connection.execute(statement) }
        try connection.run([Write(.migrated, [.integer(migration.version), .text(migration.name)])])
    }

    /// - Returns: the names of the migrations.
    private func migrateGame(_ schema: GameSchema) throws(ArchiveError) -> [String] {
        let due = schema.migrations.dropFirst(try recordedMigrations(of: schema).count)
        for migration in due {
            for statement in migration.statements { try connection.execute(statement) }
            try record(migration, of: schema)
        }
        return due.map { "\(schema.game): \($0.name)" }
    }

    private func record(_ migration: Migration, of schema: GameSchema) throws(ArchiveError) {
        let values: [SQLValue] = [
            .text(schema.game), .integer(migration.version), .text(migration.name),
        ]
        try connection.run([Write(.gameMigrated, values)])
    }

    private func requireLatest() throws(ArchiveError) -> SchemaChange {
        try connection.transaction(.reading) { () throws(ArchiveError) in
            let current = try recordedMigrations().last?.version ?? 0
            let latest = migrations.last?.version ?? 0
            guard current == latest else {
                throw ArchiveError(
                    .schema,
                    "the schema is version \(current), this build needs version \(latest): "
                        + "`gatewayd migrate` brings it forward"
                )
            }
            for schema in schemas {
                guard try recordedMigrations(of: schema).count == schema.migrations.count else {
                    throw ArchiveError(
                        .schema,
                        "the tables of \(schema.game) are of an older build: "
                            + "`gatewayd migrate` brings them forward"
                    )
                }
            }
            return SchemaChange(before: current, now: current, migrations: [])
        }
    }

    /// Migrations that this database has been through: those of a house with one game, those of any, or both.
    private func recordedMigrations() throws(ArchiveError) -> [(version: Int64, name: String)] {
        let former = schemas.compactMap(\.former).flatMap(\.migrations)
        let tables = Set(try connection.tables())
        guard tables.contains(Migration.bookkeepingTable) else {
            let ours =
                (migrations + former).flatMap(\.tables)
                + schemas.flatMap { $0.migrations.flatMap(\.tables) }
            let foreign = tables.intersection(ours).sorted()
            guard foreign.isEmpty else {
                throw ArchiveError(
                    .schema,
                    "there are tables named \(foreign.joined(separator: ", ")) and no "
                        + "\(Migration.bookkeepingTable) that says whose they are"
                )
            }
            return []
        }
        let recorded = try rows(.migrations, [])
        if let current = recorded.last?.version, let latest = migrations.last?.version,
            current > latest
        {
            throw ArchiveError(
                .schema,
                "the schema is version \(current), this build knows versions up to \(latest)"
            )
        }
        let known = (former + migrations).map { ($0.version, $0.name) }
        let first = recorded.first?.version ?? Migration.firstOfAnyGame
        let expected = known.filter { $0.0 >= first }.prefix(recorded.count)
        guard recorded.elementsEqual(expected, by: { $0 == $1 }) else {
            throw Self.foreignBookkeeping
        }
        return recorded
    }

    private func recordedMigrations(
        of schema: GameSchema
    ) throws(ArchiveError) -> [(version: Int64, name: String)] {
        let recorded = try rows(.gameMigrations, [.text(schema.game)])
        let known = schema.migrations.map { (version: $0.version, name: $0.name) }
        guard recorded.count <= known.count else {
            throw ArchiveError(
                .schema,
                "the tables of \(schema.game) are version \(recorded.count), this build knows versions "
                    + "up to \(known.count)"
            )
        }
        guard recorded.elementsEqual(known.prefix(recorded.count), by: { $0 == $1 }) else {
            throw Self.foreignBookkeeping
        }
        return recorded
    }

    private func rows(
        _ statement: Statement,
        _ values: [SQLValue]
    ) throws(ArchiveError) -> [(version: Int64, name: String)] {
        do {
            return try connection.rows(statement, values) { row throws(ArchiveError) in
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
