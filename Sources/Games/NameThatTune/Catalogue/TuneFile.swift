import Foundation
import GameState

/// A file of the book: ABC notation (abcnotation.com, 2.1), of which only the header is read. What the notation has no
/// field for stands in `%%x-` lines.
enum TuneFile {
    private static let maxBytes = 16 << 10
    private static let maxValueBytes = 800
    private static let maxNames = 24
    private static let maxIDBytes = 40

    static func tune(_ id: String, at place: URL) throws(TuneRefusal.Reason) -> Tune {
        guard let file = try? FileHandle(forReadingFrom: place),
            let data = try? file.read(upToCount: maxBytes + 1)
        else { throw .unreadable }
        guard data.count <= maxBytes else { throw .tooLong }
        guard let text = String(bytes: data, encoding: .utf8) else { throw .notText }
        return try tune(id, text)
    }

    static func tune(_ id: String, _ text: String) throws(TuneRefusal.Reason) -> Tune {
        guard id.utf8.count <= maxIDBytes, !id.isEmpty, id.utf8.allSatisfy(isOfID) else {
            throw .badID
        }
        let header = try Header(text)
        let year = try header.one("%%x-year")
        guard year.utf8.count == 4, let number = Int(year) else { throw .bad("%%x-year") }
        guard let genre = Tune.Genre(rawValue: try header.one("%%x-genre")) else {
            throw .bad("%%x-genre")
        }
        let country = try header.one("%%x-country")
        guard country.utf8.count == 2, country.utf8.allSatisfy({ (65...90).contains($0) }) else {
            throw .bad("%%x-country")
        }
        return Tune(
            id: id,
            title: try header.one("T"),
            swedishTitle: try header.some("%%x-title-sv"),
            aliases: try header.all("%%x-alias"),
            artist: try header.one("C"),
            artistAliases: try header.all("%%x-artist-alias"),
            year: number,
            country: country,
            genre: genre,
            whyFree: try header.one("%%x-free"),
            englishTrivia: try trivia("%%x-trivia-en", in: header),
            swedishTrivia: try trivia("%%x-trivia-sv", in: header)
        )
    }

    private static func isOfID(_ byte: UInt8) -> Bool {
        (97...122).contains(byte) || (48...57).contains(byte) || byte == 45
    }

    private static func trivia(
        _ name: String,
        in header: Header
    ) throws(TuneRefusal.Reason) -> Tune.Trivia? {
        guard let line = try header.some(name) else { return nil }
        let fields = line.split(separator: "|", omittingEmptySubsequences: false).map {
            $0.trimmingCharacters(in: .whitespaces)
        }
        guard !fields.contains(""),
            let trivia = Tune.Trivia(fields[0], options: Array(fields.dropFirst()))
        else { throw .bad(name) }
        return trivia
    }

    /// The lines down to the key, which is the last of a header.
    private struct Header {
        private var values: [String: [String]] = [:]

        init(_ text: String) throws(TuneRefusal.Reason) {
            for line in text.split(separator: "\n") {
                guard let colon = line.firstIndex(of: ":") else { continue }
                let name = String(line[..<colon])
                if name == "K" { return }
                let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
                guard !value.isEmpty, value.utf8.count <= TuneFile.maxValueBytes else {
                    throw .bad(name)
                }
                values[name, default: []].append(value)
            }
            throw .missing("K")
        }

        func one(_ name: String) throws(TuneRefusal.Reason) -> String {
            guard let value = try some(name) else { throw .missing(name) }
            return value
        }

        func some(_ name: String) throws(TuneRefusal.Reason) -> String? {
            let found = values[name] ?? []
            guard found.count <= 1 else { throw .bad(name) }
            return found.first
        }

        func all(_ name: String) throws(TuneRefusal.Reason) -> [String] {
            let found = values[name] ?? []
            guard found.count <= TuneFile.maxNames else { throw .bad(name) }
            return found
        }
    }
}

/// Reason why a file is left out of the book.
public struct TuneRefusal: Equatable, Sendable, CustomStringConvertible {
    public let file: String
    public let reason: Reason

    public enum Reason: Error, Equatable, Sendable {
        case unreadable
        case tooLong
        case notText
        case badID
        case missing(String)
        case bad(String)
    }

    public var description: String {
        let why =
            switch reason {
            case .unreadable: "it can't be read"
            case .tooLong: "it is too long"
            case .notText: "it is not UTF-8"
            case .badID: "its name is not of small letters, digits and hyphens"
            case .missing(let line): "it has no line \(line)"
            case .bad(let line): "its line \(line) can't be understood"
            }
        return "\(file): \(why)"
    }
}
