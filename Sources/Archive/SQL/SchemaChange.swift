/// Schema of a database as it was found, and the steps taken when it was opened.
public struct SchemaChange: Sendable, Equatable, CustomStringConvertible {
    /// The version it had; 0: no tables.
    public var before: Int64
    public var now: Int64
    /// The names of the steps that were taken.
    public var steps: [String]

    public var description: String {
        guard !steps.isEmpty else { return "schema is version \(now)" }
        return "schema was version \(before), is now \(now): \(steps.joined(separator: ", "))"
    }
}

/// Treatment of the schema when an archive is opened.
public enum SchemaUse: Sendable {
    /// Makes the tables, or brings them forward.
    case migrated
    /// Takes them as this build knows them, or not at all; makes nothing.
    case asIs
}
