import ArgumentParser
import Foundation

/// The operator's own content, as typed; for every command that needs it.
struct ContentOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Folder of packages of your own, played beside the bundled ones and read anew when it "
                + "changes. [$GATEWAY_CONTENT_DIR] (default: content in the data directory)",
            valueName: "dir"
        )
    )
    var contentDir: String?

    /// - Throws: `ConfigurationError` where a folder that is named can't be listed; the usual one need not be
    ///   there.
    func folder(in dataDirectory: String) throws -> URL {
        guard let given = Environment.text(contentDir, "GATEWAY_CONTENT_DIR") else {
            return URL(filePath: dataDirectory).appending(path: "content")
        }
        guard (try? FileManager.default.contentsOfDirectory(atPath: given)) != nil else {
            throw ConfigurationError("the packages in \(given) cannot be listed")
        }
        return URL(filePath: given)
    }
}
