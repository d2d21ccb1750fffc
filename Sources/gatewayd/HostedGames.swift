import Archive
import GameState
import Gateway
import TriptoGame

/// The games of this gateway, a line each: no other file here knows one.
enum HostedGames {
    /// The first is the default.
    private static let lines = [
        Line(tripto(nil), keeping: Tripto.schema) { tripto(try PackageBank($0)) }
    ]

    private struct Line: Sendable {
        /// Used where inputs are only replayed: their content is among them.
        let replayed: HostedGame
        /// Its tables in the archive beside those of all games.
        let schema: GameSchema?
        let served: @Sendable (ContentPlace) throws -> HostedGame

        init(
            _ replayed: HostedGame,
            keeping schema: GameSchema? = nil,
            served: @escaping @Sendable (ContentPlace) throws -> HostedGame
        ) {
            self.replayed = replayed
            self.schema = schema
            self.served = served
        }
    }

    static let schemas = lines.compactMap(\.schema)

    /// Without content.
    static let replayed = lines.map(\.replayed)

    static func served(with content: ContentPlace) throws -> [HostedGame] {
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

extension PackageBank {
    fileprivate init(_ place: ContentPlace) throws {
        switch place {
        case .folder(let folder): try self.init(folder: folder)
        case .build: self = try .bundled()
        }
    }
}
