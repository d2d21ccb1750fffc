import Content
import GameState
import Gateway

/// The games of this gateway, a line each.
enum HostedGames {
    /// - Parameter bank: where content comes from; nil where inputs are only played again, as their
    ///   content is among them.
    static func all(from bank: PackageBank?) -> [HostedGame] {
        [
            .hosting(
                Tripto.self,
                themes: { theme, locale in
                    Tripto.Settings.Locale(rawValue: locale).flatMap {
                        bank?.offer(theme: theme, locale: $0.rawValue)
                    }
                }
            ) { wish in bank?.choose(wish).map { RoundContent($0) } }
        ]
    }
}
