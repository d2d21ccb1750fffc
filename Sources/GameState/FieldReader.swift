public import Protocol

/// Reads the members of one JSON object; every error names the field by its path.
public struct FieldReader {
    public let object: JSONObject
    /// Prefix of a member's name in an error, such as `settings.`.
    private let prefix: String

    public init(_ object: JSONObject, prefix: String = "") {
        self.object = object
        self.prefix = prefix
    }

    public func error(_ name: String, _ problem: String) -> WireError {
        WireError(.badMessage, "\(prefix)\(name) \(problem)", field: prefix + name)
    }

    /// - Throws: for the first member that is none of `known`.
    public func refuseOthers(than known: [String]) throws(WireError) {
        for member in object.members where !known.contains(member.key) {
            let name = String(member.key.prefix(40))
            throw WireError(.badMessage, "\(prefix)\(name) is unknown", field: prefix + name)
        }
    }

    /// A whole number as JSON Schema means it: `5.0` is one.
    public static func whole(_ value: JSONValue) -> Int64? {
        switch value {
        case .int(let number): number
        case .double(let number): Int64(exactly: number)
        case .null, .bool, .string, .array, .object: nil
        }
    }

    public func int(_ name: String, _ range: ClosedRange<Int64>) throws(WireError) -> Int64? {
        guard let value = object[name] else { return nil }
        guard let int = Self.whole(value), range.contains(int) else {
            throw error(name, "is a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return int
    }

    public func bool(_ name: String) throws(WireError) -> Bool? {
        guard let value = object[name] else { return nil }
        guard let bool = value.bool else { throw error(name, "is true or false") }
        return bool
    }

    public func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ name: String
    ) throws(WireError) -> Choice? {
        guard let value = object[name] else { return nil }
        guard let choice = value.string.flatMap(Choice.init(rawValue:)) else {
            let words = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            throw error(name, "is one of \(words)")
        }
        return choice
    }

    /// - Returns: the text made fit to be shown.
    public func text(_ name: String, _ length: ClosedRange<Int>) throws(WireError) -> String? {
        guard let value = object[name] else { return nil }
        // One character may be many bytes; an upper bound on those keeps the rest cheap.
        guard let raw = value.string, raw.utf8.count <= 32 * length.upperBound,
            case let text = ShownText.clean(raw), length.contains(text.count)
        else {
            throw error(
                name,
                "is a text of \(length.lowerBound) to \(length.upperBound) characters"
            )
        }
        return text
    }

    /// The level of the music in decibels: 0 is as loud as it was made, -120 silence.
    public func gainDb() throws(WireError) -> Double {
        let gainDb: Double? =
            switch try required("gainDb", object["gainDb"]) {
            case .int(let whole): Double(whole)
            case .double(let double): double
            case .null, .bool, .string, .array, .object: nil
            }
        guard let gainDb, (-120...0).contains(gainDb) else {
            throw error("gainDb", "is a number from -120 to 0")
        }
        return gainDb
    }

    public func required<Value>(_ name: String, _ value: Value?) throws(WireError) -> Value {
        guard let value else { throw error(name, "is missing") }
        return value
    }
}
