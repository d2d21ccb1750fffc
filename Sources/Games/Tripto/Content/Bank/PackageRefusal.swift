/// A file of a bank's folder that is no package to be played, and why.
public struct PackageRefusal: Equatable, Sendable {
    /// Within the folder, such as `sv/kyoto.json`.
    public let file: String
    public let reason: Reason

    public enum Reason: Equatable, Sendable {
        case unreadable
        case notAPackage(PackageReadingError)
        /// The file is to be named `<locale>/<destination id>.json`.
        case misplaced(id: String)
        case unplayable([Finding])
    }
}

/// For the log: it names the fault of a package that will never be played.
extension PackageRefusal: CustomStringConvertible {
    public var description: String {
        switch reason {
        case .unreadable: "\(file): the file cannot be read"
        case .notAPackage(let error): "\(file): \(error)"
        case .misplaced(let id): "\(file): \(id) belongs in another file"
        case .unplayable(let findings): PackageReport.render(findings, file: file)
        }
    }
}
