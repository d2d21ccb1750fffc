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
        let decoded = Result { try JSONDecoder().decode(RoundPackage.self, from: Data(bytes)) }
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
