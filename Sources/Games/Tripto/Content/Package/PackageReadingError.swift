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
