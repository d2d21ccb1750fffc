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

    @Option(
        help: ArgumentHelp(
            "Folder of your own music, which name-that-tune plays too: mp3, m4a, aac, flac, ogg, opus and "
                + "wav, read by their tags, and anew when it changes. Needs ffmpeg. [$GATEWAY_MUSIC_DIR] "
                + "(default: none)",
            valueName: "dir"
        )
    )
    var musicDir: String?

    @Option(
        help: ArgumentHelp(
            "Server of a catalogue whose terms allow it: hosts of name-that-tune find and pick its previews "
                + "too. Needs ffmpeg. [$GATEWAY_TUNE_SEARCH] (default: none)",
            valueName: "url"
        )
    )
    var tuneSearch: String?

    @Option(
        help: ArgumentHelp(
            "Country whose shop it is asked for, as two letters. [$GATEWAY_TUNE_COUNTRY] "
                + "(default: as the server likes)",
            valueName: "country"
        )
    )
    var tuneCountry: String?

    @Option(
        help: ArgumentHelp(
            "Protocol that it speaks: itunes (the iTunes Search API) or spotify (Spotify's Web API, with a key). "
                + "[$GATEWAY_TUNE_PROTOCOL] (default: itunes)",
            valueName: "name"
        )
    )
    var tuneProtocol: String?

    @Option(
        help: ArgumentHelp(
            "File with the key of an app of yours, its id and its secret with a colon between them, for spotify; "
                + "$GATEWAY_TUNE_KEY is the key itself. [$GATEWAY_TUNE_KEY_FILE] (default: none)",
            valueName: "path"
        )
    )
    var tuneKeyFile: String?

    @Option(
        help: ArgumentHelp(
            "Server that gives tokens for such a key. [$GATEWAY_TUNE_ACCOUNTS] "
                + "(default: https://accounts.spotify.com)",
            valueName: "url"
        )
    )
    var tuneAccounts: String?

    /// Nil where there is none.
    ///
    /// - Throws: `ConfigurationError` where it can't be listed: a wrong name is told at once.
    func music() throws -> URL? {
        guard let given = Environment.text(musicDir, "GATEWAY_MUSIC_DIR") else { return nil }
        guard (try? FileManager.default.contentsOfDirectory(atPath: given)) != nil else {
            throw ConfigurationError("the music in \(given) cannot be listed")
        }
        return URL(filePath: given)
    }

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
