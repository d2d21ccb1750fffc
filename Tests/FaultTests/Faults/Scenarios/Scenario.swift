/// A fault, by the name it is called with.
public enum Scenario: String, CaseIterable, Sendable {
    case restart

    /// Plays it in a world of its own.
    func play(in world: World, _ options: FaultOptions) throws {
        switch self {
        case .restart: try world.killAndRestart(kills: options.kills)
        }
    }

    var meaning: String {
        switch self {
        case .restart: "one gateway on its embedded stores, killed and started again"
        }
    }
}
