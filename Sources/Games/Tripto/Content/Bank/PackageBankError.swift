/// Why there is no bank at all.
public enum PackageBankError: Error, Equatable, Sendable {
    /// The resources that belong to the program are in none of these folders.
    case bundleMissing(searched: [String])
    case folderUnreadable(String)
    case tooManyFiles(folder: String, limit: Int)
}

extension PackageBankError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .bundleMissing(let searched):
            "the bundled packages are missing; they were looked for in "
                + searched.joined(separator: " and ")
        case .folderUnreadable(let folder): "the packages in \(folder) cannot be listed"
        case .tooManyFiles(let folder, let limit): "\(folder) holds more than \(limit) packages"
        }
    }
}
