public import Archive
public import Foundation
public import GameState
public import Gateway
import TriptoGame

/// The games of this gateway, a line each: nothing else outside of a game's own folders names it.
public enum HostedGames {
    /// The first is the default.
    private static let lines = [
        Line(tripto(nil), Tripto.self, keeping: Tripto.schema) { tripto(try PackageBank($0)) }
    ]

    private struct Line: Sendable {
        /// Used where inputs are only replayed: their content is among them.
        let replayed: HostedGame
        let type: any Game.Type
        /// Its tables in the archive beside those of all games.
        let schema: GameSchema?
        let served: @Sendable (ContentPlace) throws -> HostedGame

        /// A game that needs no content, and no tables but those of all games.
        init<G: Game>(_ type: G.Type) where G.Wish == Never {
            self.init(.hosting(type), type) { _ in .hosting(type) }
        }

        init(
            _ replayed: HostedGame,
            _ type: any Game.Type,
            keeping schema: GameSchema? = nil,
            served: @escaping @Sendable (ContentPlace) throws -> HostedGame
        ) {
            self.replayed = replayed
            self.type = type
            self.schema = schema
            self.served = served
        }
    }

    public static let types = lines.map(\.type)

    public static let schemas = lines.compactMap(\.schema)

    /// Without content.
    public static let replayed = lines.map(\.replayed)

    public static func served(with content: ContentPlace) throws -> [HostedGame] {
        try lines.map { try $0.served(content) }
    }

    private static func tripto(_ bank: PackageBank?) -> HostedGame {
        .hosting(
            Tripto.self,
            themes: { theme, locale in
                Tripto.Settings.Locale(rawValue: locale).flatMap {
                    bank?.offer(theme: theme, locale: $0.rawValue)
                }
            }
        ) { wish in bank?.choose(wish).map { RoundContent($0) } }
    }
}

/// Place of the games' content.
public enum ContentPlace {
    case folder(URL)
    /// In the build itself, as each game has it.
    case build
}

extension PackageBank {
    fileprivate init(_ place: ContentPlace) throws {
        switch place {
        case .folder(let folder): try self.init(folder: folder)
        case .build: self = try .bundled()
        }
    }
}
