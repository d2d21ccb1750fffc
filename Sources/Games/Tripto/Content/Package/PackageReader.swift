import Foundation
import GameState

/// From a file's bytes to a round package, and back to nothing but a typed error.
///
/// Reading says that the bytes have the model's shape (T-10.1); whether what they say may be
/// played is `PackageValidator`'s to find.
public enum PackageReader {
    /// Throws the first fault: size, encoding, depth, syntax, unknown and repeated keys, then missing keys
    /// and wrong types.
    public static func read(_ bytes: [UInt8]) throws(PackageReadingError) -> RoundPackage {
        try read(bytes, as: RoundPackage.self)
    }

    /// - Parameter type: of a package, or of what is known of one.
    static func read<Document: Decodable>(
        _ bytes: [UInt8],
        as type: Document.Type
    ) throws(PackageReadingError) -> Document {
        guard bytes.count <= PackageLimits.fileBytes else {
            throw PackageReadingError(
                path: "",
                problem: .tooLarge(limitBytes: PackageLimits.fileBytes)
            )
        }
        // A zero byte would make the decoder take the document for UTF-16 or UTF-32.
        guard !bytes.contains(0), String(validating: bytes, as: UTF8.self) != nil else {
            throw PackageReadingError(path: "", problem: .notUTF8)
        }
        let scan = PackageScan(bytes)
        if let tooDeep = scan.tooDeep { throw tooDeep }
        let decoded = Result { try JSONDecoder().decode(type, from: Data(bytes)) }
            .mapError(error)
        if case .failure(let error) = decoded, error.problem == .notJSON { throw error }
        // A misspelt key is also a missing one; the misspelling is what helps.
        if let wrongKey = scan.wrongKey { throw wrongKey }
        return try decoded.get()
    }

    private static func error(from error: any Error) -> PackageReadingError {
        guard let error = error as? DecodingError else {
            return PackageReadingError(path: "", problem: .notJSON)
        }
        switch error {
        case .keyNotFound(let key, let context):
            return PackageReadingError(path: path(context.codingPath + [key]), problem: .missing)
        case .valueNotFound(let type, let context), .typeMismatch(let type, let context):
            return PackageReadingError(
                path: path(context.codingPath),
                problem: .wrongType(expected: "\(type)")
            )
        case .dataCorrupted(let context):
            return PackageReadingError(
                path: path(context.codingPath),
                problem: context.codingPath.isEmpty
                    ? .notJSON : .badValue(context.debugDescription)
            )
        @unknown default:
            return PackageReadingError(path: "", problem: .notJSON)
        }
    }

    private static func path(_ keys: [any CodingKey]) -> String {
        keys.reduce(into: "") { path, key in
            if let index = key.intValue {
                path += "[\(index)]"
            } else {
                path += path.isEmpty ? key.stringValue : ".\(key.stringValue)"
            }
        }
    }
}

/// Why bytes are no round package, and where: `clues[2].text` is the path into the document, and
/// an empty path the document itself.
public struct PackageReadingError: Error, Equatable, Sendable {
    public let path: String
    public let problem: Problem

    public enum Problem: Equatable, Sendable {
        case tooLarge(limitBytes: Int)
        case notUTF8
        case tooDeep(limit: Int)
        case notJSON
        case unknownKey
        case duplicateKey
        case missing
        case wrongType(expected: String)
        case badValue(String)
    }
}

extension PackageReadingError: CustomStringConvertible {
    public var description: String {
        let place = path.isEmpty ? "the document" : path
        return switch problem {
        case .tooLarge(let limitBytes): "\(place) is larger than \(limitBytes) bytes"
        case .notUTF8: "\(place) is not UTF-8"
        case .tooDeep(let limit): "\(place) is nested deeper than \(limit)"
        case .notJSON: "\(place) is not JSON"
        case .unknownKey: "\(place) is no key of a round package"
        case .duplicateKey: "\(place) stands twice"
        case .missing: "\(place) is missing"
        case .wrongType(let expected): "\(place) is not of type \(expected)"
        case .badValue(let why): "\(place) has an impossible value: \(why)"
        }
    }
}

/// Limits of a round package; a character is what a reader counts as one.
enum PackageLimits {
    /// A package as a file.
    static let fileBytes = 64 * 1024
    /// Nested objects and arrays; the model needs all of them.
    static let depth = 9
    /// Up to twenty seconds to hear: two or three sentences that tell a small story.
    static let clueCharacters = 40...320
    static let questionCharacters = 1...160
    static let answerCharacters = 1...80
    static let introCharacters = 1...400
    static let revealCharacters = 1...400
    /// Of a text as it is said: what is spelt for the ear is longer.
    static let sayCharacters = 1...600
    /// Six seconds when spoken (G-69).
    static let banterCharacters = 1...120
    static let statementCharacters = 1...400
    static let nameCharacters = 1...80
    static let pageCharacters = 1...400
    /// Entries of any one list: aliases, themes, accepted answers, sources, banned terms, banter.
    static let listEntries = 32
    /// The worth of the clues, in the order they are read (T-10.1-2).
    static let cluePoints = [10, 8, 6, 4, 2]
    /// Texts of a clue beside its own.
    static let variants = 4
    /// Of those who measure the difficulty.
    static let measuringPlayers = 1...9
    /// Packages in one bank.
    static let bankPackages = 4096
}
