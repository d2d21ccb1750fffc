/// Names one state of a representation (RFC 9110 §8.8.3).
public struct EntityTag: Hashable, Sendable, CustomStringConvertible {
    /// Text between the quotes.
    public let opaque: String
    public let isWeak: Bool

    public init(_ opaque: String, isWeak: Bool = false) {
        precondition(opaque.utf8.allSatisfy(Self.isTagByte), "not an entity tag")
        self.opaque = opaque
        self.isWeak = isWeak
    }

    /// As it stands in ETag.
    public var description: String { (isWeak ? "W/\"" : "\"") + opaque + "\"" }

    /// True when a GET or HEAD with this If-None-Match is to be answered 304 (§13.1.2).
    ///
    /// - Parameter ifNoneMatch: `*` or a list of tags, compared weakly; a malformed value matches nothing.
    public func isNotModified(ifNoneMatch: String?) -> Bool {
        guard let ifNoneMatch else { return false }
        if ifNoneMatch == "*" { return true }
        var rest = Array(ifNoneMatch.utf8)[...]
        var isFound = false
        while !rest.isEmpty {
            Self.skip(&rest) { Grammar.isBlank($0) || $0 == UInt8(ascii: ",") }
            if rest.isEmpty { break }
            if rest.starts(with: "W/".utf8) { rest = rest.dropFirst(2) }
            guard rest.popFirst() == UInt8(ascii: "\"") else { return false }
            let tag = rest.prefix(while: Self.isTagByte)
            rest = rest.dropFirst(tag.count)
            guard rest.popFirst() == UInt8(ascii: "\"") else { return false }
            isFound = isFound || tag.elementsEqual(opaque.utf8)
            Self.skip(&rest) { Grammar.isBlank($0) }
            guard rest.isEmpty || rest.first == UInt8(ascii: ",") else { return false }
        }
        return isFound
    }

    private static func skip(_ rest: inout ArraySlice<UInt8>, while isSkipped: (UInt8) -> Bool) {
        rest = rest.drop(while: isSkipped)
    }

    private static func isTagByte(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte != 0x22 && byte != 0x7F
    }
}

/// Dates as HTTP writes them (RFC 9110 §5.6.7), by arithmetic alone.
public enum HTTPDate {
    private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// IMF-fixdate: `Sun, 06 Nov 1994 08:49:37 GMT`.
    ///
    /// - Parameter epochSeconds: since 1970-01-01T00:00:00Z, 0 up to the end of the year 9999.
    public static func format(epochSeconds: Int) -> String {
        precondition((0..<253_402_300_800).contains(epochSeconds), "no date with four digits")
        let (days, seconds) = epochSeconds.quotientAndRemainder(dividingBy: 86_400)
        let (year, month, day) = civil(days)
        let time = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { padded($0, 2) }
        let date = "\(padded(day, 2)) \(months[month]) \(padded(year, 4))"
        return "\(weekdays[days % 7]), \(date) \(time.joined(separator: ":")) GMT"
    }

    /// The date of a day since 1970, `month` from 0. Years are counted from March, so that a leap day
    /// is the last of its year, in eras of 400 years, which all have the same length.
    private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
        let (era, dayOfEra) = (days + 719_468).quotientAndRemainder(dividingBy: 146_097)
        let leapDays = dayOfEra / 1460 - dayOfEra / 36_524 + dayOfEra / 146_096
        let yearOfEra = (dayOfEra - leapDays) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        let month = (monthFromMarch + 2) % 12
        return (era * 400 + yearOfEra + (month < 2 ? 1 : 0), month, day)
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: width - digits.count) + digits
    }
}
