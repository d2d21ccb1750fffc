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

    @Option(
        help: ArgumentHelp(
            "Folder of recordings that games play, a folder of its own for each game. "
                + "[$GATEWAY_RECORDINGS_DIR] (default: recordings in the data directory)",
            valueName: "dir"
        )
    )
    var recordingsDir: String?

    /// It need not be there: its games play what there is by then.
    func recordings(in dataDirectory: String) -> URL {
        guard let given = Environment.text(recordingsDir, "GATEWAY_RECORDINGS_DIR") else {
            return URL(filePath: dataDirectory).appending(path: "recordings")
        }
        return URL(filePath: given)
    }

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
