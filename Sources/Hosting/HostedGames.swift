import Accounts
public import Archive
public import Foundation
public import GameState
public import Gateway
public import Logging
public import Making
import NameThatTuneGame
public import TriptoGame

/// The games of this gateway, a line each: nothing else outside of a game's own folders names it.
public enum HostedGames {
    /// The first is the default.
    private static let lines = [
        Line(tripto(nil), Tripto.self, keeping: Tripto.schema) { tripto(try PackageLibrary($0)) },
        Line(tunes(nil), NameThatTune.self, keeping: NameThatTune.schema) {
            tunes(try TuneBook($0))
        },
    ]

    private struct Line: Sendable {
        /// Used where inputs are only replayed: their content is among them.
        let replayed: HostedGame
        let type: any Game.Type
        /// Its tables in the archive beside those of all games.
        let schema: GameSchema?
        let served: @Sendable (ServedContent) throws -> HostedGame

        /// A game that needs no content, and no tables but those of all games.
        init<G: Game>(_ type: G.Type) where G.Wish == Never {
            self.init(.hosting(type), type) { _ in .hosting(type) }
        }

        init(
            _ replayed: HostedGame,
            _ type: any Game.Type,
            keeping schema: GameSchema? = nil,
            served: @escaping @Sendable (ServedContent) throws -> HostedGame
        ) {
            self.replayed = replayed
            self.type = type
            self.schema = schema
            self.served = served
        }
    }

    public static let types = lines.map(\.type)

    /// Tables beside those of all games: of each game that has some, and of accounts.
    public static let schemas = lines.compactMap(\.schema) + [AccountTables.schema]

    /// Without content.
    public static let replayed = lines.map(\.replayed)

    public static func served(with content: ServedContent) throws -> [HostedGame] {
        try lines.map { try $0.served(content) }
    }

    /// The content of a game for operators: of the one that has packages.
    public typealias Desk = PackageDesk

    public static func desk(_ bundled: ContentPlace, own: URL) throws -> Desk {
        switch bundled {
        case .folder(let folder): PackageDesk(bundled: folder, own: own)
        case .build: PackageDesk(bundled: try PackageBank.bundledFolder(), own: own)
        }
    }

    /// Wish for content that is yet to be made, for the same game.
    public typealias Wish = MakingWish

    public static func series(_ wish: Wish) -> any Series { PackageSeries(wish) }

    private static func tunes(_ book: TuneBook?) -> HostedGame {
        .hosting(NameThatTune.self, recordings: { book?.file(of: $0) }) { wish, archive in
            let lately = await wish.device?.tunes(in: archive) ?? []
            return await book?.tune(for: wish, lately: lately).map { TuneContent($0) }
        }
    }

    private static func tripto(_ library: PackageLibrary?) -> HostedGame {
        .hosting(
            Tripto.self,
            themes: { theme, locale in
                Tripto.Settings.Locale(rawValue: locale).flatMap {
                    library?.bank.offer(theme: theme, locale: $0.rawValue)
                }
            }
        ) { wish, archive in
            let memory = await wish.device?.memory(in: archive)
            return library?.bank.content(for: wish, memory: try? memory?.get())
        }
    }
}

/// Place of the content that comes with this program.
public enum ContentPlace: Sendable {
    case folder(URL)
    /// In the build itself, as each game has it.
    case build
}

/// Content that is served: what comes with this program, and the operator's own beside it.
public struct ServedContent: Sendable {
    let bundled: ContentPlace
    let own: URL
    let recordings: URL
    let log: Logger

    /// - Parameters:
    ///   - own: need not be there yet.
    ///   - recordings: of all games, a folder of its own for each; need not be there yet.
    public init(bundled: ContentPlace, own: URL, recordings: URL, log: Logger) {
        self.bundled = bundled
        self.own = own
        self.recordings = recordings
        self.log = log
    }
}

extension PackageBank {
    fileprivate init(_ place: ContentPlace) throws {
        switch place {
        case .folder(let folder): try self.init(folder: folder)
        case .build: self = try .bundled()
        }
    }
}

extension TuneBook {
    fileprivate init(_ content: ServedContent) throws {
        let folder =
            switch content.bundled {
            case .folder(let folder): folder.appending(path: "tunes")
            case .build: try Self.bundledFolder()
            }
        let recordings = content.recordings.appending(path: NameThatTune.name)
        try self.init(folder: folder, recordings: recordings)
        for refusal in refusals {
            content.log.warning("a tune is left out", metadata: ["why": "\(refusal)"])
        }
        if !hasRecordings {
            content.log.notice(
                "no tune has a recording, so none is played; scripts/tunes makes them",
                metadata: ["folder": "\(recordings.path)"]
            )
        }
    }
}

extension PackageLibrary {
    fileprivate convenience init(_ content: ServedContent) throws {
        let log = content.log
        self.init(bundled: try PackageBank(content.bundled), folder: content.own) { news in
            let place: Logger.Metadata = ["folder": "\(content.own.path)"]
            switch news {
            case .read(let packages, let retired):
                guard packages + retired > 0 else { return }
                let counts: Logger.Metadata = ["packages": "\(packages)", "retired": "\(retired)"]
                log.info("content read", metadata: place.merging(counts) { $1 })
            case .refused(let refusal):
                log.warning("a package is left out", metadata: ["why": "\(refusal)"])
            case .unreadable(let error):
                log.error("content can't be read", error: error, metadata: place)
            }
        }
    }
}
